//! What boards are worth to a bot: by tuned features, or by a value that was learned.

use std::sync::Arc;

use tercet_triangle::{Field, Puzzle};

use super::worth::{Survey, Weights};
use crate::learned::{Known, Source, Value, Viewer};

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

    /// What is taken away for shapes without a place.
    #[inline]
    pub(super) fn stuck(&self, count: impl FnOnce() -> u32) -> i32 {
        match self {
            Evaluator::Tuned(_) => 0,
            Evaluator::Learned(_) => STUCK * count().min(16) as i32,
        }
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
    pub(super) fn look<F: Field>(&self, viewer: &mut Viewer<i32>, field: &F) {
        if let Evaluator::Learned(known) = self {
            Evaluator::value(known).look(viewer, field);
        }
    }

    /// What a board is worth to which this placement led from the one that was looked at.
    #[inline]
    pub(super) fn worth<F: Field>(
        &self,
        viewer: &mut Viewer<i32>,
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
