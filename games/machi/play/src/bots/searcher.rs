//! Expectimax to the end of the turn, or further, by the chances to win.

use tercet_game::{Answer, Game, Player, Seat};
use tercet_machi::{Action, Config, MachiKoro, State};

use super::outlook::{Outlook, Weights};
use tercet_search::{Compared, Explanation, Limits, Terms};
use tercet_search::{Expectimax, Stop};

/// Compares everything that it can do by the chance to win at the end of the turn, whatever the dice bring.
#[derive(Clone, Debug)]
pub struct Searcher {
    turns: u16,
    positions: u64,
    stop: Stop,
    memory: u64,
    outlook: Option<Box<(Config, Outlook)>>,
}

impl Searcher {
    /// The most positions that are looked at for a decision, if nothing else is said.
    pub const POSITIONS: u64 = 200_000;

    /// A player that looks so many turns ahead, at so many positions at most.
    pub fn new(turns: u16, positions: u64) -> Searcher {
        Searcher { turns, positions, stop: Stop::default(), memory: Limits::LARGEST.memory, outlook: None }
    }

    /// The same, which keeps to these terms.
    #[must_use]
    pub(super) fn on_terms(self, terms: &Terms) -> Searcher {
        Searcher { stop: terms.stop.clone(), memory: terms.limits.memory, ..self }
    }

    /// The same by other weights: for tuning.
    #[must_use]
    pub fn with_weights(self, game: &MachiKoro, weights: Weights) -> Searcher {
        let outlook = Outlook::with_weights(game, self.turns, weights);
        Searcher { outlook: Some(Box::new((game.config().clone(), outlook))), ..self }
    }

    /// Comes to an end when this is requested.
    pub(super) fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// What everything that the seat can do is worth, the best first.
    fn compare(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Vec<Compared<Action>> {
        if self.outlook.as_ref().is_none_or(|made| made.0 != *game.config()) {
            self.outlook = Some(Box::new((game.config().clone(), Outlook::new(game, self.turns))));
        }
        let outlook = &self.outlook.as_ref().expect("it was just made").1;
        let search = Expectimax::new(game, outlook, self.positions, self.stop.clone());
        search.within(self.memory).compare(state, seat)
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
