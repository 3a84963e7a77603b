//! A bot of Machi Koro by name, with a stream of its own.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use tercet_game::{Game as _, Notation, Player as _};
use tercet_machi_play::bots::{AnyBot, by_name};

use crate::errors::{Class, OrRaise};
use crate::machi::MachiTable;

/// A bot that remembers what it has drawn.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct MachiBot {
    bot: Arc<Mutex<AnyBot>>,
}

impl MachiBot {
    pub(crate) fn shared(&self) -> Arc<Mutex<AnyBot>> {
        Arc::clone(&self.bot)
    }

    pub(crate) fn locked(bot: &Mutex<AnyBot>) -> MutexGuard<'_, AnyBot> {
        bot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl MachiBot {
    #[new]
    fn new(py: Python<'_>, name: &str, seed: u64) -> PyResult<MachiBot> {
        Ok(MachiBot { bot: Arc::new(Mutex::new(by_name(name, seed).or_raise(py)?)) })
    }

    /// What it does where the roller is to act, as text.
    fn answer(&self, py: Python<'_>, table: PyRef<'_, MachiTable>) -> PyResult<String> {
        let (game, state) = (Arc::clone(&table.game), *table.state());
        let seat = state.roller();
        let answer = py.detach(|| MachiBot::locked(&self.bot).answer(&game, &state, seat));
        let silent = || Class::Refused.error(py, format!("nothing is asked of {seat} now"));
        let legal = matches!(game.turn(&state), tercet_game::Turn::Seats(_));
        let answer = answer.filter(|_| legal).ok_or_else(silent)?;
        Ok(game.action_text(answer.action))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> MachiBot {
        MachiBot { bot: Arc::new(Mutex::new(MachiBot::locked(&self.bot).clone())) }
    }
}
