//! The chances to win in a game, by learned weights.

use std::cell::RefCell;

use tercet_machi::{MachiKoro, State};
use tercet_odds::Odds;
use tercet_train::value::{SeatView, seat_weights};

use super::features::{FeatureExtractor, INPUTS};

/// Learned chances to win in one game.
#[derive(Clone, Debug)]
pub struct Value {
    features: FeatureExtractor,
    weights: Vec<f32>,
}

thread_local! {
    /// What was seen last: room that is used again.
    static SEEN: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
}

impl Value {
    /// The value with these weights; `None` if there are other than Machi Koro needs.
    pub(super) fn new(game: &MachiKoro, weights: Vec<f32>) -> Option<Value> {
        let fits = weights.len() == seat_weights(INPUTS);
        fits.then(|| Value { features: FeatureExtractor::new(game), weights })
    }

    /// The mathematics that it sees by.
    pub fn odds(&self) -> &Odds {
        self.features.odds()
    }

    /// The chance of each seat to win; together they are one.
    pub fn chances(&self, state: &State) -> [f64; 5] {
        SEEN.with_borrow_mut(|seen| {
            self.features.see(state, seen);
            let net = SeatView::new(INPUTS, &self.weights).expect("the number of weights was checked");
            let chances = net.chances(seen);
            // The weights are short numbers, so their sum is one only nearly.
            let sum: f64 = chances.iter().map(|&chance| f64::from(chance)).sum();
            std::array::from_fn(|seat| f64::from(chances[seat]) / sum)
        })
    }
}
