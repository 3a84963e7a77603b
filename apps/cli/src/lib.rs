//! Tercet on the command line and on the terminal's screen: a table of contents. Each command has a file of its own under `commands/`.

mod args;
mod commands;
mod data;
mod drawing;
mod failure;
mod files;
mod lines;
mod machi;
mod options;
mod output;
mod reasons;
pub mod screen;
mod set;
mod table;
mod triangle;

use std::process::ExitCode;

use crate::args::{Cli, Command};
use crate::failure::{Answer, Failure};
use crate::output::Screen;

/// Does what the command line says.
pub fn main() -> ExitCode {
    let cli = Cli::read();
    output::log_to_stderr(&cli.globals);
    let mut screen = Screen::new(&cli.globals);
    let Some(command) = cli.command else { return failure::exit_code(commands::home::run(&screen)) };
    failure::exit_code(run(command, &mut screen).and_then(|answer| {
        screen.flush()?;
        Ok(answer)
    }))
}

fn run(command: Command, screen: &mut Screen) -> Result<Answer, Failure> {
    match command {
        Command::Play { game } => commands::play::run(game, screen),
        Command::Debug { game } => commands::debug::run(&game, screen),
        Command::Watch(options) => commands::watch::run(&options, screen),
        Command::Solve { game } => commands::solve::run(game, screen),
        Command::Step { game } => commands::step::run(game, screen),
        Command::Roll { game } => commands::roll::run(game, screen),
        Command::Cards { game } => commands::cards::run(game, screen),
        Command::Odds { game } => commands::odds::run(game, screen),
        Command::Replay(options) => commands::replay::run(&options, screen),
        Command::Render(options) => commands::render::run(&options, screen),
        Command::Simulate { game } => commands::simulate::run(game, screen),
        Command::Tournament(options) => commands::tournament::run(&options, screen),
        Command::Sprt(options) => commands::sprt::run(&options, screen),
        Command::Games(options) => commands::games::run(&options, screen),
        Command::Stats(options) => commands::stats::run(&options, screen),
        Command::Ratings(options) => commands::ratings::run(&options, screen),
        Command::Export(options) => commands::export::run(&options, screen),
        Command::Import(options) => commands::import::run(&options, screen),
        Command::Serve(options) => commands::serve::run(&options, screen),
        Command::Mcp(options) => commands::mcp::run(&options),
        Command::Bots { game } => commands::bots::run(game.as_deref(), screen),
        Command::Completions { shell } => commands::completions::run(shell, screen),
    }
}
