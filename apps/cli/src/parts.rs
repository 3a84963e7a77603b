//! Commands whose work is done in parts, on several machines.
//!
//! A part is a range of units: games of a simulation, pairs of a sequential test. What comes of it depends on the command line and the
//! range alone, so it may be done anywhere, and twice. Whoever puts the parts together prints what the command itself would have.

use std::ffi::OsString;
use std::ops::Range;

use anyhow::anyhow;
use serde_json::Value;
use tercet_arena::Watch;
use tercet_entry::Catalog;

use crate::args::{Cli, Command};
use crate::commands;
use crate::failure::{self, Answer, Failure, FailureExt};
use crate::log;
use crate::names;
use crate::output::Screen;

pub use crate::commands::tournament::parts::{TournamentInParts, play_games};

/// Work that can be done in parts.
pub(crate) trait InParts: Send + Sync {
    /// What it is: `game`, `rules` (their version), `seed`, `units`, `unit` (what they are called), `players`.
    fn about(&self) -> Value;

    /// Does some units on so many threads.
    fn play(&self, units: Range<u64>, jobs: usize, watch: &Watch) -> Result<Vec<u8>, Failure>;

    /// Takes what came of some units, in any order; each is taken once.
    fn add(&mut self, units: Range<u64>, part: &[u8]) -> Result<(), Failure>;

    /// Is no more needed, though not all was played?
    fn is_decided(&self) -> bool {
        false
    }

    /// Tells what came of all that was taken.
    fn report(&self, screen: &mut Screen) -> Result<Answer, Failure>;
}

/// A command line whose work is done in parts.
pub struct Parts {
    words: Vec<String>,
    screen: Screen,
    work: Box<dyn InParts>,
}

impl Parts {
    /// Reads a command line, without the program's name; help, version and wrong usage are printed and are an exit code. A seed that
    /// was not given is drawn.
    ///
    /// # Errors
    /// The exit code.
    pub fn read(catalog: Catalog, words: Vec<String>) -> Result<Parts, u8> {
        let cli = read(catalog, &words)?;
        Parts::of(cli, words).map_err(|failure| failure::exit_code(Err(failure)))
    }

    fn of(cli: Cli, mut words: Vec<String>) -> Result<Parts, Failure> {
        let screen = Screen::new(&cli.globals);
        let work = match cli.command {
            Some(Command::Simulate { game }) => commands::simulate::in_parts(game)?,
            Some(Command::Sprt(options)) => commands::sprt::in_parts(options)?,
            _ => return Err(anyhow!("it is `simulate` or `sprt` that is played in parts")).or_usage(),
        };
        let has_seed = words.iter().any(|word| word == "--seed" || word.starts_with("--seed="));
        if !has_seed {
            words.extend(["--seed".to_owned(), work.about()["seed"].to_string()]);
        }
        let screen = screen.naming(words.clone());
        Ok(Parts { words, screen, work })
    }

    /// The command line, with the seed in it: from this, others make the same.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// What it is, as JSON.
    pub fn about(&self) -> String {
        self.work.about().to_string()
    }

    /// Does some units on so many threads (0 for as many as there are cores): what came of them, as bytes.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub fn play(&self, units: Range<u64>, jobs: usize, watch: &Watch) -> Result<Vec<u8>, String> {
        self.work.play(units, jobs, watch).map_err(|failure| failure_text(&failure))
    }

    /// Takes what came of some units, in any order; each must be taken once.
    ///
    /// # Errors
    /// If it is not what [`Parts::play`] gave; nothing has changed then.
    pub fn add(&mut self, units: Range<u64>, part: &[u8]) -> Result<(), String> {
        self.work.add(units, part).map_err(|failure| failure_text(&failure))
    }

    /// Is no more needed, though not all was played?
    pub fn is_decided(&self) -> bool {
        self.work.is_decided()
    }

    /// Prints what the command would have printed; the exit code.
    pub fn report(&mut self) -> u8 {
        let answer = self.work.report(&mut self.screen);
        crate::report_outside_bots(&self.screen);
        failure::exit_code(answer.and_then(|answer| Ok(self.screen.flush().map(|()| answer)?)))
    }
}

/// Reads a command line, without the program's name.
pub(crate) fn read(catalog: Catalog, words: &[String]) -> Result<Cli, u8> {
    tercet_catalog::choose(catalog);
    let words = std::iter::once(OsString::from("tercet")).chain(words.iter().map(OsString::from));
    let cli = Cli::read(words)?;
    log::begin(&cli.globals, log::Format::default()).map_err(|failure| failure::exit_code(Err(failure)))?;
    Ok(cli)
}

/// What went wrong, in words.
pub(crate) fn failure_text(failure: &Failure) -> String {
    let (Failure::Usage(error) | Failure::Run(error)) = failure;
    names::error_words(error)
}
