//! What a bot would do in the position, and why.

use anyhow::Result;
use serde_json::Value;
use tercet_machi::{Action, MachiKoro, State};
use tercet_machi_play::bots::by_name;
use tercet_search::{Explain as _, Explanation};

use crate::reasons;

/// A bot's choice.
#[derive(Clone)]
pub(super) struct Advice {
    bot: String,
    explanation: Explanation<Action>,
}

impl Advice {
    /// What the bot would do now or, before the roller has rolled, build if the roll brought nothing. `None` where nobody
    /// is to decide.
    pub(super) fn of(game: &MachiKoro, state: &State, bot: &str, seed: u64) -> Result<Option<Advice>> {
        let state = game.time_to_build(state);
        let explanation = by_name(bot, seed)?.explain(game, &state, state.roller());
        Ok(explanation.map(|explanation| Advice { bot: bot.to_owned(), explanation }))
    }

    pub(super) fn lines(&self, game: &MachiKoro) -> Vec<String> {
        reasons::lines(game, &self.bot, &self.explanation)
    }

    pub(super) fn json(&self, game: &MachiKoro) -> Value {
        reasons::json(game, &self.bot, &self.explanation)
    }
}
