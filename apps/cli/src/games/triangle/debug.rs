//! `tercet debug`: positions tried out by hand.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use tercet_triangle::Config;

use crate::failure::{Answer, Failure, FailureExt};
use crate::games::triangle::play;
use crate::games::triangle::play::PuzzleGame;
use crate::games::triangle::session::Mode;
use crate::games::triangle::setup::Rules;
use crate::options;
use crate::output::Screen;
use crate::screen as full_screen;
use crate::screen::run::Host;

#[derive(Subcommand)]
pub(crate) enum Game {
    /// The triangle puzzle: fill cells, set shapes, list legal actions and lines
    Triangle(Triangle),
}

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", options::options_help::<Config>())
}

const EXAMPLES: &str = "\
Examples:
  tercet debug triangle --seed 42
  printf 'toggle 1 4\\nshapes 0:0 - 4:1\\nlegal 1\\n' | tercet debug triangle --seed 42
  tercet debug triangle --load game.record

On the prompt, `help` lists what can be typed.";

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Triangle {
    /// The seed of the deal; drawn from the system and printed if none is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The dealer, as in mt19937, or with its seed, as in "mt19937 42"
    #[arg(long, value_name = "DEAL")]
    deal: Option<String>,
    /// Go on with a recorded game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "seed", "deal"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
    /// Keep the record in this file, from the first change on; a file that is there is replaced
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    place: options::Place,
}

pub(crate) fn run(game: &Game, screen: &mut Screen) -> Result<Answer, Failure> {
    let Game::Triangle(options) = game;
    if let Some(host) = options.place.host(screen) {
        full_screen::run::run(self::open(game, &host).or_usage()?, &host)?;
        return Ok(Answer::Yes);
    }
    play::open(&options.puzzle_game(), screen, play::Purpose::Prompt(Mode::Debug))
}

/// The puzzle by hand on a full screen.
pub(crate) fn open(game: &Game, host: &Host) -> Result<Box<dyn full_screen::Screen>> {
    let Game::Triangle(options) = game;
    options.puzzle_game().screen(Mode::Debug, host)
}

impl Triangle {
    fn puzzle_game(&self) -> PuzzleGame<'_> {
        PuzzleGame {
            seed: self.seed,
            deal: self.deal.as_deref(),
            load: self.load.as_deref(),
            rules: &self.rules,
            record: self.record.as_deref(),
        }
    }
}
