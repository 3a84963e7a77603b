//! Bots that are written in Python, at the tables of the engine's own.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use tercet_arena::Watch;
use tercet_entry::{AnyPosition, Guest, Seated};
use tercet_game::{NotationError, Seat};
use tercet_search::BotLimits;

use crate::errors::Class;
use crate::interrupt::interruptible;
use crate::position::Position;

/// What seats a Python bot: given everybody's labels, its seat and its seed, it answers with what is asked for actions.
pub(crate) type Maker = Py<PyAny>;

/// Games with Python bots among the players: the first of them that fails stops all, or loses its game.
#[derive(Default)]
pub(crate) struct Run {
    pub(crate) watch: Watch,
    trouble: Mutex<Option<PyErr>>,
    /// What lost games, bot by bot; `None` where a fault stops all.
    faults: Option<Mutex<Faults>>,
}

/// Of each bot that lost by its own fault, the traceback of the first time, and how many times.
pub(crate) type Faults = BTreeMap<String, (String, u64)>;

impl Run {
    /// A run in which a bot that fails loses its game, and the rest goes on.
    pub(crate) fn forfeiting() -> Run {
        Run { faults: Some(Mutex::default()), ..Run::default() }
    }

    /// What lost games.
    pub(crate) fn faults(&self) -> Faults {
        self.faults.as_ref().map(|faults| locked(faults).clone()).unwrap_or_default()
    }

    /// The limits of the engine's bots: a run that fails stops them.
    pub(crate) fn bot_limits(&self) -> BotLimits {
        BotLimits { stop: self.watch.word().clone(), ..BotLimits::own() }
    }

    /// Plays, until Ctrl-C ends it.
    pub(crate) fn interruptible<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        interruptible(py, || self.watch.stop(), work)
    }

    /// A bot has failed. Interrupts are nobody's fault.
    fn fail(&self, py: Python<'_>, who: &str, error: PyErr) {
        if let Some(faults) = self.faults.as_ref().filter(|_| error.is_instance_of::<PyException>(py)) {
            // Python may let another thread run while it prints, so nothing is locked meanwhile.
            let is_known = locked(faults).contains_key(who);
            let printed = if is_known { String::new() } else { traceback(py, &error) };
            locked(faults).entry(who.to_owned()).or_insert((printed, 0)).1 += 1;
            return;
        }
        self.watch.stop();
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// What came of the games, unless a Python bot has failed or somebody wants to stop.
    pub(crate) fn settle<T>(self, py: Python<'_>, outcome: PyResult<T>) -> PyResult<T> {
        if let Some(error) = self.trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        py.check_signals()?;
        outcome
    }
}

/// Who plays a seat: a bot of the engine's, or one in Python.
#[derive(Clone, Copy)]
pub(crate) struct Who<'g> {
    pub(crate) bot: &'g str,
    pub(crate) maker: Option<&'g Maker>,
}

impl<'g> Who<'g> {
    /// Seats a Python bot, or else the engine's of this name.
    pub(crate) fn sit(
        self,
        run: &'g Run,
        labels: &[String],
        seed: u64,
        place: impl Fn() -> String + Send + Sync + 'g,
    ) -> Seated<'g> {
        let Some(maker) = self.maker else { return Seated::Bot { name: self.bot, seed } };
        let (labels, place) = (labels.to_vec(), Box::new(place));
        let who = self.bot.to_owned();
        Seated::Guest(Box::new(PythonBot {
            run,
            maker,
            who,
            labels,
            seed,
            place,
            asked: None,
            has_failed: false,
        }))
    }
}

/// A Python bot at one table. `place` says which game it is, for when it fails.
struct PythonBot<'g> {
    run: &'g Run,
    maker: &'g Maker,
    who: String,
    labels: Vec<String>,
    seed: u64,
    place: Box<dyn Fn() -> String + Send + Sync + 'g>,
    asked: Option<Py<PyAny>>,
    has_failed: bool,
}

impl Guest for PythonBot<'_> {
    /// What it does; nothing once it has failed, which ends the game or is reported after it.
    fn answer(&mut self, position: Box<dyn AnyPosition>, seat: Seat) -> Option<(String, u32)> {
        if self.run.watch.is_stopped() || self.has_failed {
            return None;
        }
        Python::attach(|py| match self.ask(py, position, seat) {
            Ok(answer) => answer,
            Err(error) => {
                self.fail(py, error);
                None
            }
        })
    }

    fn misread(&mut self, error: NotationError) {
        Python::attach(|py| self.fail(py, Class::Notation.error(py, error)));
    }

    fn may_forfeit(&self) -> bool {
        self.run.faults.is_some()
    }

    fn refused(&mut self, action: &str) {
        Python::attach(|py| self.fail(py, Class::Run.error(py, format!("`{action}` is not legal"))));
    }

    fn has_failed(&self) -> bool {
        self.has_failed
    }
}

impl PythonBot<'_> {
    fn fail(&mut self, py: Python<'_>, error: PyErr) {
        self.has_failed = self.may_forfeit();
        self.run.fail(py, &self.who, self.failure(py, error));
    }

    fn ask(
        &mut self,
        py: Python<'_>,
        position: Box<dyn AnyPosition>,
        seat: Seat,
    ) -> PyResult<Option<(String, u32)>> {
        if self.asked.is_none() {
            self.asked = Some(self.maker.call1(py, (self.labels.clone(), seat.0, self.seed))?);
        }
        let asked = self.asked.as_ref().expect("it was made just before");
        asked.call1(py, (Position { position }, seat.0))?.extract(py)
    }

    /// The error with the game in front of it; its traceback comes with it as the cause.
    fn failure(&self, py: Python<'_>, error: PyErr) -> PyErr {
        if !error.is_instance_of::<PyException>(py) {
            return error;
        }
        let why = error.value(py).str().map_or_else(|_| error.to_string(), |why| why.to_string());
        let failure = Class::Run.error(py, format!("{}: {why}", (self.place)()));
        failure.set_cause(py, Some(error));
        failure
    }
}

fn locked(faults: &Mutex<Faults>) -> MutexGuard<'_, Faults> {
    faults.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An exception as Python prints it, with its causes.
fn traceback(py: Python<'_>, error: &PyErr) -> String {
    let printed = || -> PyResult<String> {
        let lines = py.import("traceback")?.call_method1("format_exception", (error.value(py),))?;
        Ok(lines.extract::<Vec<String>>()?.concat())
    };
    printed().unwrap_or_else(|_| error.to_string())
}
