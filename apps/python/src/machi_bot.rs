//! A bot of Machi Koro by name, with a stream of its own.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use tercet_entry::Contest;
use tercet_game::{Game as _, Notation, Player as _};
use tercet_machi_play::Machi;
use tercet_machi_play::bots::AnyBot;
use tercet_search::BotLimits;

use crate::errors::{Class, OrRaise};
use crate::interrupt::CtrlC;
use crate::machi::MachiTable;

/// A bot that remembers what it has drawn.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct MachiBot {
    bot: Arc<Mutex<AnyBot>>,
    pressed: CtrlC,
}

impl MachiBot {
    pub(crate) fn shared(&self) -> Arc<Mutex<AnyBot>> {
        Arc::clone(&self.bot)
    }

    /// What Ctrl-C raised while it thought.
    pub(crate) fn pressed(&self) -> &CtrlC {
        &self.pressed
    }

    /// The bot as it is now.
    pub(crate) fn kept(&self) -> AnyBot {
        MachiBot::locked(&self.bot).clone()
    }

    /// Puts back what `kept` gave.
    pub(crate) fn put_back(&self, kept: AnyBot) {
        *MachiBot::locked(&self.bot) = kept;
    }

    pub(crate) fn locked(bot: &Mutex<AnyBot>) -> MutexGuard<'_, AnyBot> {
        bot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl MachiBot {
    #[new]
    fn new(py: Python<'_>, name: &str, seed: u64) -> PyResult<MachiBot> {
        let pressed = CtrlC::default();
        let bot_limits = BotLimits { stop: pressed.stop(), ..BotLimits::own() };
        let bot = <Machi as Contest>::bot(name, seed, &bot_limits).or_raise(py)?;
        Ok(MachiBot { bot: Arc::new(Mutex::new(bot)), pressed })
    }

    /// What it does where the roller is to act, as text. Ctrl-C ends its thinking, of which it remembers nothing.
    fn answer(&self, py: Python<'_>, table: PyRef<'_, MachiTable>) -> PyResult<String> {
        let (game, state) = (Arc::clone(&table.game), *table.state());
        let seat = state.roller();
        let before = self.kept();
        let answer = py.detach(|| MachiBot::locked(&self.bot).answer(&game, &state, seat));
        if let Some(raised) = self.pressed.take() {
            self.put_back(before);
            return Err(raised);
        }
        let silent = || Class::Refused.error(py, format!("nothing is asked of {seat} now"));
        let legal = matches!(game.turn(&state), tercet_game::Turn::Seats(_));
        let answer = answer.filter(|_| legal).ok_or_else(silent)?;
        Ok(game.action_text(answer.action))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> MachiBot {
        MachiBot { bot: Arc::new(Mutex::new(self.kept())), pressed: self.pressed.clone() }
    }
}
