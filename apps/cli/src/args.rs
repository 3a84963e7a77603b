//! What the command line takes: the global options and the list of commands.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use tracing::Level;

use crate::commands::{
    archive, evaluate, export, games, health, import, join, mcp, new, play, ratings, render, replay, review,
    serve, simulate, sprt, stats, tournament, train, watch,
};
use crate::games::machi::{cards, odds, roll};
use crate::games::set::{self, solve};
use crate::games::triangle::{self, debug, step};
use crate::names;

/// Play, solve, replay and simulate SET, Machi Koro and the triangle puzzle
///
/// Every game has a seed: the same seed, options and plays give the same game, on every machine.
#[derive(Parser)]
#[command(name = "tercet", version, after_help = AFTER_HELP, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const AFTER_HELP: &str = "\
Examples:
  tercet
  tercet play set --seed 42
  tercet play set --quiet --seed 42
  tercet solve set 1rsd 2rsd 3rsd 2gto
  tercet play machi --players me,random,random
  tercet cards machi --expansions harbor
  tercet play triangle --seed 42
  tercet step triangle --jsonl < games.jsonl
  tercet simulate triangle --games 100000
  tercet render set --seed 42 -o board.png
  tercet tournament set --entrants racer:1,racer:3,first

Exit codes:
  0  all is well
  1  the answer is no, a record does not verify, or the run failed
  2  wrong usage or wrong input

SET and Machi Koro are trademarks of their owners; Tercet is not affiliated with them.";

const GLOBAL: &str = "Global options";

/// Options that every command takes, before or after its name.
#[derive(Args)]
pub(crate) struct Globals {
    /// What the log shows: error, warn, info, debug or trace
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "LEVEL", default_value = "warn", value_parser = log_level)]
    pub(crate) log_level: Level,
    /// Add the log to this file; without it, stderr gets the log, after a full screen is left
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "FILE")]
    pub(crate) log_file: Option<PathBuf>,
    /// Print without colours, as the environment variable `NO_COLOR` does
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) no_color: bool,
    /// Print nothing but ASCII
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) ascii: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play a game, alone or against bots, on a full screen or on a prompt
    #[command(
        subcommand_value_name = "GAME",
        subcommand_help_heading = "Games",
        disable_help_subcommand = true,
        after_help = "Examples:\n  tercet play set --seed 42\n  tercet play machi --players me,random\n  tercet play triangle --seed 42\n  tercet play set --help"
    )]
    Play {
        #[command(subcommand)]
        game: play::Game,
    },
    /// Try positions out on a prompt: fill cells, set shapes, ask what is legal
    #[command(
        subcommand_value_name = "GAME",
        subcommand_help_heading = "Games",
        disable_help_subcommand = true,
        after_help = "Examples:\n  tercet debug triangle --seed 42\n  tercet debug triangle --help"
    )]
    Debug {
        #[command(subcommand)]
        game: debug::Game,
    },
    /// Watch bots play among themselves, step by step
    Watch(watch::Options),
    /// Find all Sets among some cards, or answer boards line by line
    #[command(
        subcommand_value_name = "GAME",
        subcommand_help_heading = "Games",
        disable_help_subcommand = true,
        after_help = "Examples:\n  tercet solve set 1rsd 2rsd 3rsd 2gto\n  tercet solve set --help"
    )]
    Solve {
        #[command(subcommand)]
        game: solve::Game,
    },
    /// Play games that are given line by line, exactly as the reference would
    #[command(
        subcommand_value_name = "GAME",
        subcommand_help_heading = "Games",
        disable_help_subcommand = true,
        after_help = "Examples:\n  tercet step triangle --jsonl < games.jsonl\n  tercet step triangle --help"
    )]
    Step {
        #[command(subcommand)]
        game: step::Game,
    },
    /// Ask what a roll of the dice brings in any position
    #[command(
        subcommand_value_name = "GAME",
        subcommand_help_heading = "Games",
        disable_help_subcommand = true,
        after_help = "Examples:\n  tercet roll machi --position city.json --dice 3,4\n  tercet roll machi --help"
    )]
    Roll {
        #[command(subcommand)]
        game: roll::Game,
    },
    /// Print the table of cards, or check a file of your own
    #[command(
        subcommand_value_name = "GAME",
        subcommand_help_heading = "Games",
        disable_help_subcommand = true,
        after_help = "Examples:\n  tercet cards machi --expansions harbor\n  tercet cards machi --help"
    )]
    Cards {
        #[command(subcommand)]
        game: cards::Game,
    },
    /// Tell what a position is worth: income, turns until victory, win chances, purchases
    #[command(
        subcommand_value_name = "GAME",
        subcommand_help_heading = "Games",
        disable_help_subcommand = true,
        after_help = "Examples:\n  tercet odds machi\n  tercet odds machi --help"
    )]
    Odds {
        #[command(subcommand)]
        game: odds::Game,
    },
    /// Show a recorded game again, or verify it
    Replay(replay::Options),
    /// Look at a finished game again: its curve, its turning points, luck and skill
    Review(review::Options),
    /// Draw a position as PNG or SVG, or a recorded game as an animated PNG
    Render(render::Render),
    /// Let bots play many games, and sum them up
    #[command(
        subcommand_value_name = "GAME",
        subcommand_help_heading = "Games",
        disable_help_subcommand = true,
        after_help = "Examples:\n  tercet simulate set --games 100000\n  tercet simulate machi --players random,uniform --games 10000\n  tercet simulate triangle --games 100000\n  tercet simulate set --help"
    )]
    Simulate {
        #[command(subcommand)]
        game: simulate::Game,
    },
    /// Let bots meet in a tournament, and rate them
    Tournament(tournament::Options),
    /// Play until it is clear whether one bot is better than another
    Sprt(sprt::Options),
    /// Tell how strong bots are beside each other, and how long they think
    Evaluate(evaluate::Options),
    /// Learn what positions are worth, from nothing, by playing
    #[command(
        subcommand_value_name = "GAME",
        subcommand_help_heading = "Games",
        disable_help_subcommand = true,
        after_help = "Examples:\n  tercet train triangle --minutes 10 --run first\n  tercet train machi --minutes 2 --run city\n  tercet train triangle --help"
    )]
    Train {
        #[command(subcommand)]
        game: train::Game,
    },
    /// List the games and tournaments of the archive
    Games(games::Options),
    /// Tell what the archive's games say of the bots
    Stats(stats::Options),
    /// Show how strong the bots are, over all tournaments
    Ratings(ratings::Options),
    /// Write the archive's tables for other programs
    Export(export::Options),
    /// Put games from elsewhere into the archive
    Import(import::Options),
    /// Check the archive's file, copy it, or make it smaller
    #[command(
        subcommand_value_name = "TASK",
        subcommand_help_heading = "Tasks",
        disable_help_subcommand = true,
        after_help = "Examples:\n  tercet archive check\n  tercet archive backup copy.sqlite\n  tercet archive vacuum"
    )]
    Archive {
        #[command(subcommand)]
        task: archive::Task,
    },
    /// Serve the page, HTTP and WebSocket
    Serve(serve::Options),
    /// Ask whether a server on this machine is ready
    Health(health::Options),
    /// Let a program of yours play at a table of a server
    Join(join::Join),
    /// Let an agent play, over stdin and stdout
    Mcp(mcp::Options),
    /// Begin a game of your own: a crate that compiles and plays at once
    New(new::New),
    /// List the bots and what they do
    #[command(after_help = "Examples:\n  tercet bots\n  tercet bots triangle")]
    Bots {
        /// Only the bots of this game
        #[arg(value_parser = names::game())]
        game: Option<String>,
    },
    /// Print a completion script for a shell
    #[command(
        after_help = "Examples:\n  tercet completions bash > ~/.local/share/bash-completion/completions/tercet"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Play SET as the program set-game-demo is called: `tercet play set`, with --quiet by its policy `sweep`
    #[command(hide = true, after_help = "Examples:\n  tercet set-game-demo\n  tercet set-game-demo --quiet")]
    SetGameDemo(Box<set::play::Set>),
    /// Play the puzzle as the program trianglengin is called: `tercet play triangle`, `tercet debug triangle`
    #[command(
        hide = true,
        subcommand_value_name = "COMMAND",
        disable_help_subcommand = true,
        after_help = "Examples:\n  tercet trianglengin play --seed 42\n  tercet trianglengin debug --seed 42"
    )]
    Trianglengin {
        #[command(subcommand)]
        command: Trianglengin,
    },
}

/// The commands of the program trianglengin.
#[derive(Subcommand)]
pub(crate) enum Trianglengin {
    /// `tercet play triangle`
    Play(triangle::play::Triangle),
    /// `tercet debug triangle`
    Debug(debug::Triangle),
}

impl Cli {
    /// Reads a command line; help, version and wrong usage are printed, and are an exit code.
    pub(crate) fn read(words: impl IntoIterator<Item = OsString>) -> Result<Cli, u8> {
        let words: Vec<OsString> = words.into_iter().collect();
        let is_plain = words.iter().any(|word| word == "--no-color");
        let command = Cli::command().color(if is_plain { ColorChoice::Never } else { ColorChoice::Auto });
        let matches = command.try_get_matches_from(words);
        matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| {
            // Who closed the output has seen enough.
            let _ = error.print();
            u8::try_from(error.exit_code()).unwrap_or(2)
        })
    }

    /// The help, as wrong usage prints it.
    pub(crate) fn help() -> String {
        Cli::command().render_help().to_string()
    }
}

fn log_level(text: &str) -> Result<Level, String> {
    match text.to_ascii_lowercase().as_str() {
        "error" | "critical" => Ok(Level::ERROR),
        "warn" | "warning" => Ok(Level::WARN),
        "info" => Ok(Level::INFO),
        "debug" => Ok(Level::DEBUG),
        "trace" => Ok(Level::TRACE),
        _ => Err("it is one of error, warn, info, debug, trace, or warning, critical".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_holds_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn log_levels_are_read_in_any_case() {
        assert_eq!(log_level("Warning"), Ok(Level::WARN));
        assert_eq!(log_level("CRITICAL"), Ok(Level::ERROR));
        assert_eq!(log_level("trace"), Ok(Level::TRACE));
        assert!(log_level("loud").is_err());
    }
}
