//! Expectimax to the end of the turn, or further, by the chances to win.

use tercet_game::{Answer, Player, Seat};
use tercet_machi::{Action, MachiKoro, State};

use super::win_estimator::{CachedEstimator, ValueSource, WinEstimator};
use tercet_search::{BotLimits, Compared, Explanation, Limits};
use tercet_search::{Expectimax, Stop};

/// Compares everything that it can do by the chance to win at the end of the turn, whatever the dice bring.
#[derive(Clone, Debug)]
pub struct Searcher {
    turns: u16,
    positions: u64,
    stop: Stop,
    memory: u64,
    estimator: CachedEstimator,
}

impl Searcher {
    /// The most positions that are looked at for a decision, if nothing else is said.
    pub const POSITIONS: u64 = 200_000;

    /// A player that looks so many turns ahead, at so many positions at most.
    pub fn new(turns: u16, positions: u64) -> Searcher {
        Searcher {
            turns,
            positions,
            stop: Stop::default(),
            memory: Limits::LARGEST.memory,
            estimator: CachedEstimator::new(turns),
        }
    }

    /// The same, which keeps to these limits.
    #[must_use]
    pub(super) fn on_terms(self, bot_limits: &BotLimits) -> Searcher {
        Searcher { stop: bot_limits.stop.clone(), memory: bot_limits.limits.memory, ..self }
    }

    /// The same that values positions by this source.
    #[must_use]
    pub fn judged_by(self, source: ValueSource) -> Searcher {
        Searcher { estimator: CachedEstimator::by(source, self.turns), ..self }
    }

    /// The same by an estimator that is there already.
    #[must_use]
    pub fn with_outlook(self, game: &MachiKoro, estimator: WinEstimator) -> Searcher {
        Searcher { estimator: CachedEstimator::held(game, estimator, self.turns), ..self }
    }

    pub(super) fn estimator(&mut self) -> &mut CachedEstimator {
        &mut self.estimator
    }

    /// Comes to an end when this is requested.
    pub(super) fn set_stop(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// What everything that the seat can do is worth, the best first.
    fn compare(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Vec<Compared<Action>> {
        let (positions, stop, memory) = (self.positions, self.stop.clone(), self.memory);
        let Ok(estimator) = self.estimator.estimator(game) else { return Vec::new() };
        Expectimax::new(game, estimator, positions, stop).within(memory).compare(state, seat)
    }

    /// The answer with what was compared.
    pub(super) fn explain(
        &mut self,
        game: &MachiKoro,
        state: &State,
        seat: Seat,
    ) -> Option<Explanation<Action>> {
        let compared = self.compare(game, state, seat);
        let answer = Answer::now(compared.first()?.action);
        let why = match self.turns {
            1 => "it has the best chance to win at the end of the turn".to_owned(),
            turns => format!("it has the best chance to win {turns} turns on"),
        };
        Some(Explanation { answer, why, measure: "chance to win", compared })
    }
}

impl Player<MachiKoro> for Searcher {
    fn answer(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Option<Answer<Action>> {
        self.compare(game, state, seat).first().map(|best| Answer::now(best.action))
    }
}
