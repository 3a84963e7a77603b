//! Bots that are written in Python, at the tables of the engine's own.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use tercet_arena::Watch;
use tercet_bots::{BotError, Terms};
use tercet_catalog::{Playable, held};
use tercet_game::{Answer, Player, Seat};

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
    fn terms(&self) -> Terms {
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

/// Somebody at a table: a bot of the engine's, or one in Python.
pub(crate) enum Sat<'g, G: Playable> {
    Bot(G::Bot),
    Guest(Guest<'g, G>),
}

impl<G: Playable> Player<G> for Sat<'_, G> {
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Answer<G::Action>> {
        match self {
            Sat::Bot(bot) => bot.answer(game, state, seat),
            Sat::Guest(guest) => guest.answer(state, seat),
        }
    }
}

impl<'g, G: Playable> Sat<'g, G> {
    /// Seats a Python bot, or else the engine's of this name.
    pub(crate) fn sit(
        run: &'g Run,
        rules: &Arc<G>,
        (bot, maker): (&str, Option<&'g Maker>),
        (labels, seed): (&[String], u64),
        place: impl Fn() -> String + Send + Sync + 'g,
    ) -> Result<Sat<'g, G>, BotError> {
        let Some(maker) = maker else { return G::bot(bot, seed, &run.terms()).map(Sat::Bot) };
        let (labels, place) = (labels.to_vec(), Box::new(place));
        Ok(Sat::Guest(Guest { run, rules: Arc::clone(rules), maker, labels, seed, place, asked: None }))
    }
}

/// A Python bot at one table. `place` says which game it is, for when it fails.
pub(crate) struct Guest<'g, G> {
    run: &'g Run,
    rules: Arc<G>,
    maker: &'g Maker,
    labels: Vec<String>,
    seed: u64,
    place: Box<dyn Fn() -> String + Send + Sync + 'g>,
    asked: Option<Py<PyAny>>,
}

impl<G: Playable> Guest<'_, G> {
    /// What it does; nothing from the moment on when it has failed, which ends the game or is told after it.
    fn answer(&mut self, state: &G::State, seat: Seat) -> Option<Answer<G::Action>> {
        if self.run.watch.is_stopped() {
            return None;
        }
        Python::attach(|py| match self.ask(py, state, seat) {
            Ok(answer) => answer,
            Err(error) => {
                self.run.fail(self.told(py, error));
                None
            }
        })
    }

    fn ask(&mut self, py: Python<'_>, state: &G::State, seat: Seat) -> PyResult<Option<Answer<G::Action>>> {
        if self.asked.is_none() {
            self.asked = Some(self.maker.call1(py, (self.labels.clone(), seat.0, self.seed))?);
        }
        let asked = self.asked.as_ref().expect("it was made just before");
        let position = Position { position: held(Arc::clone(&self.rules), *state) };
        let answer: Option<(String, u32)> = asked.call1(py, (position, seat.0))?.extract(py)?;
        let Some((text, delay_ms)) = answer else { return Ok(None) };
        let action = self.rules.read_action(&text).map_err(|error| Class::Notation.error(py, error))?;
        Ok(Some(Answer { action, delay_ms }))
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
