//! What boards are worth to a bot: by tuned features, or by a value that was learned.

use std::sync::Arc;

use tercet_triangle::{Field, Puzzle};

use super::hand::Hand;
use super::worth::{Survey, Weights};
use crate::learned::{Known, PlayingViewer, Source, Value};

/// What a shape without a place costs where a learned value decides: more than all hands that may come.
const STUCK: i32 = 10_000_000;

/// Who says what a board is worth.
#[derive(Clone, Debug)]
pub(super) enum Evaluator {
    /// Features with tuned weights; worth is in hundredths of points.
    Tuned(Survey),
    /// A learned value; worth is in its own unit, and what was earned does not count.
    Learned(Known),
}

impl Evaluator {
    pub(super) fn tuned(weights: Weights) -> Evaluator {
        Evaluator::Tuned(Survey::new(weights))
    }

    pub(super) fn learned(source: Source) -> Evaluator {
        Evaluator::Learned(Known::new(source))
    }

    /// Makes sure that the tables are this puzzle's.
    ///
    /// # Errors
    /// If the value was learned for another puzzle, or can't be read.
    pub(super) fn settle<F: Field>(&mut self, game: &Puzzle<F>) -> Result<(), String> {
        match self {
            Evaluator::Tuned(survey) => {
                survey.settle(game);
                Ok(())
            }
            Evaluator::Learned(known) => known.settle(game),
        }
    }

    fn value(known: &Known) -> &Arc<Value> {
        known.value().expect("who asks has settled it")
    }

    /// What clearing so many cells is worth.
    #[inline]
    pub(super) fn earned(&self, cells: u32) -> i32 {
        match self {
            Evaluator::Tuned(survey) => survey.weights().earned(cells),
            Evaluator::Learned(_) => 0,
        }
    }

    /// What these slots of the hand add to a board on which they are still to be placed.
    #[inline]
    pub(super) fn waiting<F: Field>(&self, tables: &F::Tables, field: &F, hand: &Hand, slots: u16) -> i32 {
        let Evaluator::Learned(known) = self else { return 0 };
        let (value, left) = (Evaluator::value(known), slots.count_ones() as usize);
        let of = |shape| {
            let places = field.count(tables, shape);
            value.waiting(left, shape, places) - if places == 0 { STUCK } else { 0 }
        };
        hand.shapes(slots).map(of).sum()
    }

    /// What a hand costs that can't be placed: a learned value counts the hands that come, so none.
    pub(super) fn lost(&self, tuned: i32) -> i32 {
        match self {
            Evaluator::Tuned(_) => tuned,
            Evaluator::Learned(_) => 0,
        }
    }

    /// A number for people.
    pub(super) fn shown(&self, worth: f64) -> f64 {
        match self {
            Evaluator::Tuned(_) => worth / 100.0,
            Evaluator::Learned(known) => worth * f64::from(Evaluator::value(known).unit()),
        }
    }

    /// What those numbers count.
    pub(super) fn measure(&self) -> &'static str {
        match self {
            Evaluator::Tuned(_) => "worth of the board that it leads to, with what is cleared on the way",
            Evaluator::Learned(_) => {
                "hands that the board which it leads to will survive, later ones counting less"
            }
        }
    }

    #[inline]
    pub(super) fn look<F: Field>(&self, viewer: &mut PlayingViewer, field: &F) {
        if let Evaluator::Learned(known) = self {
            Evaluator::value(known).look(viewer, field);
        }
    }

    /// What a board is worth to which this placement led from the one that was looked at.
    #[inline]
    pub(super) fn worth<F: Field>(
        &self,
        viewer: &mut PlayingViewer,
        tables: &F::Tables,
        last: (u8, usize),
        field: &F,
        is_cleared: bool,
    ) -> i32 {
        match self {
            Evaluator::Tuned(survey) => survey.worth(tables, field),
            Evaluator::Learned(known) => {
                Evaluator::value(known).after(viewer, tables, last, field, is_cleared)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tercet_game::Game as _;
    use tercet_triangle::{Config, Dense};

    use super::*;
    use crate::learned::{PuzzleEpisodes, freeze, thaw};

    #[test]
    fn boards_within_a_hand_are_worth_what_the_shapes_that_are_left_say() {
        let config = Config::default();
        let game = Puzzle::<Dense>::new(&config).unwrap();
        let task = PuzzleEpisodes::new(&game);
        let field = <Dense as Field>::empty(game.tables());
        let shape = game.shapes().len() as u8 - 1;
        // The last table is that of the last shape with two left, by its places: 0 to 63, or more.
        let mut weights = vec![0.0; task.weights()];
        let place = weights.len() - 64 + field.count(game.tables(), shape).min(63) as usize;
        weights[place] = 2.0;
        let value = Arc::new(thaw("it", &freeze(&config, &weights, 100.0, "", ""), &game).unwrap());
        let unit = value.unit();
        let judge = Evaluator::Learned(Known::held(&game, value));
        let hand = Hand::new([Some(shape), Some(shape), None].into_iter());
        let worth = |slots: u16| judge.waiting(game.tables(), &field, &hand, slots) as f32 * unit;
        assert_eq!((worth(0b01), worth(0b11)), (0.0, 4.0));
    }
}
