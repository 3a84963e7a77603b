//! Bots that are written in Python, at the tables of the engine's own.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use tercet_arena::Watch;
use tercet_entry::{AnyPosition, Guest, Seated};
use tercet_game::{NotationError, Seat};
use tercet_search::Terms;

use crate::errors::Class;
use crate::interrupt::attended;
use crate::position::Position;

/// What seats a Python bot: given everybody's labels, its seat and its seed, it answers with what is asked for actions.
pub(crate) type Maker = Py<PyAny>;

/// Games with Python bots among the players: the first of them that fails stops all.
#[derive(Default)]
pub(crate) struct Run {
    pub(crate) watch: Watch,
    trouble: Mutex<Option<PyErr>>,
}

impl Run {
    /// The terms of the engine's bots: a run that fails stops them.
    pub(crate) fn terms(&self) -> Terms {
        Terms { stop: self.watch.word().clone(), ..Terms::own() }
    }

    /// Plays, until Ctrl-C ends it.
    pub(crate) fn attended<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        attended(py, || self.watch.stop(), work)
    }

    fn fail(&self, error: PyErr) {
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
        Seated::Guest(Box::new(PythonBot { run, maker, labels, seed, place, asked: None }))
    }
}

/// A Python bot at one table. `place` says which game it is, for when it fails.
struct PythonBot<'g> {
    run: &'g Run,
    maker: &'g Maker,
    labels: Vec<String>,
    seed: u64,
    place: Box<dyn Fn() -> String + Send + Sync + 'g>,
    asked: Option<Py<PyAny>>,
}

impl Guest for PythonBot<'_> {
    /// What it does; nothing from the moment on when it has failed, which ends the game or is told after it.
    fn answer(&mut self, position: Box<dyn AnyPosition>, seat: Seat) -> Option<(String, u32)> {
        if self.run.watch.is_stopped() {
            return None;
        }
        Python::attach(|py| match self.ask(py, position, seat) {
            Ok(answer) => answer,
            Err(error) => {
                self.run.fail(self.told(py, error));
                None
            }
        })
    }

    fn misread(&mut self, error: NotationError) {
        Python::attach(|py| self.run.fail(self.told(py, Class::Notation.error(py, error))));
    }
}

impl PythonBot<'_> {
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
    fn told(&self, py: Python<'_>, error: PyErr) -> PyErr {
        if !error.is_instance_of::<PyException>(py) {
            return error;
        }
        let why = error.value(py).str().map_or_else(|_| error.to_string(), |why| why.to_string());
        let told = Class::Run.error(py, format!("{}: {why}", (self.place)()));
        told.set_cause(py, Some(error));
        told
    }
}
