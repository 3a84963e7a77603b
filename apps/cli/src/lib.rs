//! Tercet on the command line and on the terminal's screen: a table of contents. Each command has a file of its own under `commands/`.

pub use tercet_entry as entry;
pub use tercet_entry::{game, scene, search};

mod args;
mod commands;
mod data;
mod drawing;
mod failure;
mod files;
mod games;
mod lines;
mod log;
mod moves;
mod names;
mod options;
mod output;
pub mod parts;
mod prompt;
mod reasons;
pub mod screen;
mod table;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use tercet_catalog::CATALOG;
use tercet_entry::{Catalog, Entry, count};

use crate::args::{Cli, Command, Trianglengin};
use crate::commands::play::{Game, Own};
use crate::failure::{Answer, Failure};
use crate::output::Screen;

/// The whole of Tercet with these games beside its own, for the `main` of another crate.
///
/// # Panics
/// If two games have one name.
pub fn main_with(games: &[Entry]) -> ExitCode {
    ExitCode::from(run(CATALOG.and(games), std::env::args_os()))
}

/// Does what a command line says, the program's own name first, with the games of this catalog; the exit code.
///
/// It never ends the process by itself, but for a second Ctrl-C that a tournament gets. The first catalog that a process is run
/// with holds for all that follow.
pub fn run(catalog: Catalog, words: impl IntoIterator<Item = OsString>) -> u8 {
    tercet_catalog::choose(catalog);
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
    let answer = perform(command, &mut screen);
    report_outside_bots(&screen);
    let answer = answer?;
    screen.flush()?;
    Ok(answer)
}

/// Faults of external bots are reported after the results that they affect.
pub(crate) fn report_outside_bots(screen: &Screen) {
    for (name, bot) in screen.outside_bots() {
        for (why, games) in &bot.faults {
            tracing::warn!(
                "`{name}` lost {} by its own fault: {why}",
                count(*games as usize, "game", "games")
            );
        }
        if !bot.is_reproducible {
            tracing::warn!("not reproducible: `{name}` does not promise the same answers again");
        }
    }
    tercet_entry::end_outside_bots();
}

fn perform(command: Command, screen: &mut Screen) -> Result<Answer, Failure> {
    match command {
        Command::Play { game } => commands::play::run(game, screen),
        Command::Debug { game } => games::triangle::debug::run(&game, screen),
        Command::Watch(options) => commands::watch::run(&options, screen),
        Command::Solve { game } => games::set::solve::run(game, screen),
        Command::Step { game } => games::triangle::step::run(game, screen),
        Command::Roll { game } => games::machi::roll::run(game, screen),
        Command::Cards { game } => games::machi::cards::run(game, screen),
        Command::Odds { game } => games::machi::odds::run(game, screen),
        Command::Replay(options) => commands::replay::run(&options, screen),
        Command::Review(options) => commands::review::run(&options, screen),
        Command::Render(options) => commands::render::run(&options, screen),
        Command::Simulate { game } => commands::simulate::run(game, screen),
        Command::Tournament(options) => commands::tournament::run(&options, screen),
        Command::Sprt(options) => commands::sprt::run(options, screen),
        Command::Evaluate(options) => commands::evaluate::run(&options, screen),
        Command::Train { game } => commands::train::run(&game, screen),
        Command::Games(options) => commands::games::run(&options, screen),
        Command::Stats(options) => commands::stats::run(&options, screen),
        Command::Ratings(options) => commands::ratings::run(&options, screen),
        Command::Export(options) => commands::export::run(&options, screen),
        Command::Import(options) => commands::import::run(&options, screen),
        Command::Archive { task } => commands::archive::run(&task, screen),
        Command::Serve(options) => commands::serve::run(&options, screen),
        Command::Health(options) => commands::health::run(&options, screen),
        Command::Join(options) => commands::join::run(&options, screen),
        Command::Mcp(options) => commands::mcp::run(&options, screen),
        Command::New(options) => commands::new::run(&options, screen),
        Command::Bots { game } => commands::bots::run(game.as_deref(), screen),
        Command::Completions { shell } => commands::completions::run(shell, screen),
        Command::SetGameDemo(options) => {
            commands::play::run(Game::Own(Own::Set(options.as_the_demo())), screen)
        }
        Command::Trianglengin { command: Trianglengin::Play(options) } => {
            commands::play::run(Game::Own(Own::Triangle(options)), screen)
        }
        Command::Trianglengin { command: Trianglengin::Debug(options) } => {
            games::triangle::debug::run(&games::triangle::debug::Game::Triangle(options), screen)
        }
    }
}
