//! Commands whose work is done in parts, for `tercet.ray`.

use pyo3::exceptions::PySystemExit;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet_arena::{FixtureGame, TournamentPlan, Watch, pack, unpack};
use tercet_cli::parts::{self, TournamentInParts, play_games as play};
use tercet_search::{BotLimits, Limits};

use crate::errors::Class;
use crate::guest::{Faults, Maker, Run, Who};
use crate::interrupt::interruptible;

fn ended(code: u8) -> PyErr {
    PySystemExit::new_err(code)
}

/// A command line, `simulate` or `sprt`, whose work is done in parts. Help and wrong usage are printed and raise `SystemExit`.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct Parts {
    parts: parts::Parts,
}

#[pymethods]
impl Parts {
    #[new]
    fn new(words: Vec<String>) -> PyResult<Parts> {
        let parts = parts::Parts::read(tercet_catalog::games(), words).map_err(ended)?;
        Ok(Parts { parts })
    }

    /// The command line with its seed, from which others make the same.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.parts.words().to_vec()
    }

    /// What it is, as JSON.
    #[getter]
    fn about(&self) -> String {
        self.parts.about()
    }

    /// Plays the units of a range on so many threads: what came of them. Other threads of Python go on meanwhile, and Ctrl-C ends it.
    fn play<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        last: u64,
        jobs: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let watch = Watch::default();
        let played = interruptible(py, || watch.stop(), || self.parts.play(first..last, jobs, &watch))?;
        Ok(PyBytes::new(py, &played.map_err(|why| Class::Run.error(py, why))?))
    }

    /// Takes what came of a range; each is taken once.
    fn add(&mut self, py: Python<'_>, first: u64, last: u64, part: &[u8]) -> PyResult<()> {
        self.parts.add(first..last, part).map_err(|why| Class::Record.error(py, why))
    }

    /// Is no more needed?
    #[getter]
    fn is_decided(&self) -> bool {
        self.parts.is_decided()
    }

    /// Prints what the command would have printed; the exit code.
    fn report(&mut self) -> u8 {
        self.parts.report()
    }
}

/// A tournament in the archive whose games are played elsewhere.
#[pyclass(module = "tercet._tercet", unsendable)]
pub(crate) struct TournamentParts {
    tournament: TournamentInParts,
    missing: Vec<FixtureGame>,
}

#[pymethods]
impl TournamentParts {
    #[new]
    fn new(words: Vec<String>) -> PyResult<TournamentParts> {
        let tournament = TournamentInParts::read(tercet_catalog::games(), &words).map_err(ended)?;
        let missing = tournament.missing();
        Ok(TournamentParts { tournament, missing })
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        self.tournament.game()
    }

    /// Its number in the archive.
    #[getter]
    fn id(&self) -> Option<i64> {
        self.tournament.id()
    }

    /// The plan, for those who play.
    #[getter]
    fn plan(&self) -> String {
        self.tournament.plan().to_json()
    }

    /// The bots of the entrants.
    #[getter]
    fn bots(&self) -> Vec<String> {
        self.tournament.plan().plan.entrants.iter().map(|entrant| entrant.bot.clone()).collect()
    }

    /// The version of the rules.
    #[getter]
    fn rules(&self) -> u16 {
        self.tournament.plan().rules
    }

    /// The most bytes of a bot's memory.
    #[getter]
    fn memory(&self) -> u64 {
        self.tournament.memory()
    }

    /// How many games there are in all, and how many of them are in the archive.
    #[getter]
    fn progress(&self) -> (u64, u64) {
        (self.tournament.plan().plan.game_count(), self.tournament.done())
    }

    /// How many games of this round were missing when it began; `None` once all is over.
    #[getter]
    fn round(&self) -> Option<usize> {
        (!self.tournament.is_over()).then_some(self.missing.len())
    }

    /// Some of those games, for `play_games`.
    fn games<'py>(&self, py: Python<'py>, first: usize, last: usize) -> PyResult<Bound<'py, PyBytes>> {
        let some = self.missing.get(first..last);
        let some = some.ok_or_else(|| Class::Config.error(py, "the round has no such games"))?;
        Ok(PyBytes::new(py, &pack(&some)))
    }

    /// Takes games that were played into the archive; how many of them were new.
    fn keep(&mut self, py: Python<'_>, part: &[u8]) -> PyResult<usize> {
        self.tournament.keep(part).map_err(|why| Class::Archive.error(py, why))
    }

    /// Closes the round, all of whose games are there.
    fn close(&mut self, py: Python<'_>) -> PyResult<()> {
        self.tournament.close().map_err(|why| Class::Run.error(py, why))?;
        self.missing = self.tournament.missing();
        Ok(())
    }

    /// Prints what `tercet tournament` would have printed; the exit code.
    fn report(&mut self) -> u8 {
        self.tournament.report()
    }
}

/// Plays games of a tournament, in which a Python bot that fails loses its game: the games, as bytes, and whose faults there were.
/// `makers` seat entrants that are no bots by name, in the order of the plan.
#[pyfunction]
pub(crate) fn play_games<'py>(
    py: Python<'py>,
    game: &str,
    plan: &str,
    fixture_games: &[u8],
    makers: Vec<Option<Maker>>,
    jobs: usize,
    memory: u64,
) -> PyResult<(Bound<'py, PyBytes>, Faults)> {
    let plan = TournamentPlan::from_json(plan).map_err(|error| Class::Record.error(py, error))?;
    let fixture_games: Vec<FixtureGame> =
        unpack(fixture_games).map_err(|error| Class::Record.error(py, error))?;
    let run = Run::forfeiting();
    let bot_limits =
        BotLimits { limits: Limits { memory, ..Limits::LARGEST }, stop: run.watch.word().clone() };
    let played = run.interruptible(py, || {
        let sit = |fixture_game: &FixtureGame, entrant: usize, seed: u64| {
            let maker = makers.get(entrant).and_then(Option::as_ref)?;
            let label = |&entrant: &usize| plan.plan.entrants[entrant].label.clone();
            let labels: Vec<String> = fixture_game.entrants.iter().map(label).collect();
            let number = fixture_game.fixture + 1;
            let who = Who { bot: &plan.plan.entrants[entrant].label, maker: Some(maker) };
            Some(who.sit(&run, &labels, seed, move || format!("game {number} of the tournament")))
        };
        play(game, &plan, &fixture_games, (jobs, &run.watch, &bot_limits), sit)
    })?;
    let (played, faults) = (played.map_err(|why| Class::Run.error(py, why)), run.faults());
    Ok((PyBytes::new(py, &run.settle(py, played)?), faults))
}
