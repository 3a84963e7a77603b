//! Every action and every outcome, up to a horizon.

use std::collections::HashMap;

use tercet_game::{Game, Seat, Turn};

use super::{Evaluation, Stop, Values, decider};
use crate::{Compared, Limits};

/// Looks at every action and every outcome up to the evaluation's horizon; each seat does what is best for itself, of equals
/// the first in the order of the list. The budget is a number of positions, shared out evenly among the actions to compare:
/// where a share is used up, and once a stop is requested, positions are valued as they stand.
pub struct Expectimax<'a, G: Game, E> {
    game: &'a G,
    evaluation: &'a E,
    positions: u64,
    stop: Stop,
    /// How many positions are remembered at most.
    remembered: usize,
}

/// What is left of a share of the budget, and what is known already.
struct Share<'r, S> {
    root: &'r S,
    left: u64,
    known: HashMap<u64, Values>,
}

impl<'a, G: Game, E: Evaluation<G>> Expectimax<'a, G, E> {
    /// A search that looks at so many positions.
    pub fn new(game: &'a G, evaluation: &'a E, positions: u64, stop: Stop) -> Self {
        let search = Expectimax { game, evaluation, positions, stop, remembered: 0 };
        search.within(Limits::LARGEST.memory)
    }

    /// The same that remembers no more positions than this many bytes hold; others that come again are looked at again.
    #[must_use]
    pub fn within(self, memory: u64) -> Self {
        // A map keeps room to grow, and has two of itself while it does.
        let each = 3 * (size_of::<(u64, Values)>() + 1) as u64;
        Expectimax { remembered: (memory / each) as usize, ..self }
    }

    /// What each legal action of the seat is worth to it, the best first; of equals in the order of the list.
    pub fn compare(&self, state: &G::State, seat: Seat) -> Vec<Compared<G::Action>> {
        let mut actions = Vec::new();
        self.game.legal_actions(state, seat, &mut actions);
        let even = self.positions / (actions.len().max(1) as u64);
        let mut share = Share { root: state, left: even, known: HashMap::new() };
        let mut compared: Vec<Compared<G::Action>> = actions
            .into_iter()
            .filter_map(|action| {
                let after = self.after(state, seat, action)?;
                share.left = even;
                let value = self.value(&after, &mut share).of(seat);
                Some(Compared { action, value })
            })
            .collect();
        compared.sort_by(|a, b| b.value.total_cmp(&a.value));
        compared
    }

    /// What the position is worth to each seat, if every seat maximises its own value up to the horizon.
    pub fn values(&self, state: &G::State) -> Values {
        self.value(state, &mut Share { root: state, left: self.positions, known: HashMap::new() })
    }

    fn after(&self, state: &G::State, seat: Seat, action: G::Action) -> Option<G::State> {
        let mut after = *state;
        self.game.play(&mut after, seat, action, &mut ()).is_ok().then_some(after)
    }

    fn value(&self, state: &G::State, share: &mut Share<'_, G::State>) -> Values {
        if self.stop.is_requested() {
            share.left = 0;
        }
        let is_over = self.game.turn(state) == Turn::Over;
        if is_over || share.left == 0 || self.evaluation.is_leaf(self.game, share.root, state) {
            share.left = share.left.saturating_sub(1);
            return self.evaluation.value(self.game, state);
        }
        let key = self.evaluation.key(self.game, state);
        if let Some(&values) = key.and_then(|key| share.known.get(&key)) {
            return values;
        }
        let values = match decider(self.game, state) {
            Some(seat) => self.best(state, seat, share),
            None => self.expected(state, share),
        };
        if let Some(key) = key.filter(|_| share.known.len() < self.remembered) {
            share.known.insert(key, values);
        }
        values
    }

    /// What the seat makes of it.
    fn best(&self, state: &G::State, seat: Seat, share: &mut Share<'_, G::State>) -> Values {
        let mut actions = Vec::new();
        self.game.legal_actions(state, seat, &mut actions);
        let mut best: Option<Values> = None;
        for after in actions.into_iter().filter_map(|action| self.after(state, seat, action)) {
            let values = self.value(&after, share);
            if best.is_none_or(|best| values.of(seat) > best.of(seat)) {
                best = Some(values);
            }
        }
        best.unwrap_or_else(|| self.evaluation.value(self.game, state))
    }

    /// What chance makes of it.
    fn expected(&self, state: &G::State, share: &mut Share<'_, G::State>) -> Values {
        let mut outcomes = Vec::new();
        self.game.outcomes(state, &mut outcomes);
        let total: f64 = outcomes.iter().map(|&(weight, _)| f64::from(weight)).sum();
        let mut sum = Values::ZERO;
        for (weight, chance) in outcomes {
            let mut after = *state;
            if self.game.resolve(&mut after, chance, &mut ()).is_ok() {
                sum.add(&self.value(&after, share), f64::from(weight) / total);
            }
        }
        sum
    }
}
