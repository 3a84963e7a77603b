//! Tercet on the command line and on the terminal's screen: a table of contents. Each command has a file of its own under `commands/`.

mod args;
mod commands;
mod data;
mod drawing;
mod failure;
mod files;
mod lines;
mod log;
mod machi;
mod names;
mod options;
mod output;
mod reasons;
pub mod screen;
mod set;
mod table;
mod triangle;

use std::ffi::OsString;
use std::io::{self, Write as _};

use crate::args::{Cli, Command, Trianglengin};
use crate::failure::{Answer, Failure};
use crate::output::Screen;

/// Does what a command line says, the program's own name first; the exit code.
///
/// It never ends the process by itself, but for a second Ctrl-C that a tournament gets.
pub fn main(words: impl IntoIterator<Item = OsString>) -> u8 {
    let code = match Cli::read(words) {
        Ok(cli) => failure::exit_code(answer(cli)),
        Err(code) => code,
    };
    // A program in another language does not do that when it ends. Who closed it has seen enough.
    let _ = io::stdout().flush();
    code
}

fn answer(cli: Cli) -> Result<Answer, Failure> {
    let format = match &cli.command {
        Some(Command::Serve(options)) => options.log_format,
        _ => log::Format::default(),
    };
    log::begin(&cli.globals, format)?;
    let mut screen = Screen::new(&cli.globals);
    let Some(command) = cli.command else { return commands::home::run(&screen) };
    let answer = run(command, &mut screen)?;
    screen.flush()?;
    Ok(answer)
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
        Command::Archive { task } => commands::archive::run(&task, screen),
        Command::Serve(options) => commands::serve::run(&options, screen),
        Command::Health(options) => commands::health::run(&options, screen),
        Command::Mcp(options) => commands::mcp::run(&options, screen),
        Command::Bots { game } => commands::bots::run(game.as_deref(), screen),
        Command::Completions { shell } => commands::completions::run(shell, screen),
        Command::SetGameDemo(options) => commands::play::run(options.as_the_demo(), screen),
        Command::Trianglengin { command: Trianglengin::Play(options) } => {
            commands::play::run(commands::play::Game::Triangle(options), screen)
        }
        Command::Trianglengin { command: Trianglengin::Debug(options) } => {
            commands::debug::run(&commands::debug::Game::Triangle(options), screen)
        }
    }
}
