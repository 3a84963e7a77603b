//! What placements are worth beside each other: quickly by the hand alone, and over hands that may come.

use tercet_game::{Game as _, Rng};
use tercet_search::Stop;
use tercet_triangle::{Action, Field, Puzzle, State};

use super::beam::Sweep;
use super::evaluator::Evaluator;
use super::foresight::{Foresight, ForesightOptions};
use super::hand::{Board, Hand, Trial};
use super::worth::Weights;
use crate::learned::PlayingViewer;

/// The widths of the beams: for every placement, for those that are weighed, and to see whether a hand can be placed at all.
const QUICK: usize = 16;
const CAREFUL: usize = 64;
const THOROUGH: usize = 2048;

/// How many boards `foresight` looks at for what it would do.
const BOARDS: u64 = 30_000;

/// Weighs placements of one puzzle.
pub(crate) struct Scales<'g, F: Field> {
    game: &'g Puzzle<F>,
    evaluator: Evaluator,
    foresight: Foresight,
    options: ForesightOptions,
}

/// What a placement is worth beside the best, by the hand alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Quick {
    /// What the best way to place the hand is worth: what it clears, and the board that it leads to.
    pub(crate) best: f64,
    /// The same after this placement.
    pub(crate) played: f64,
}

impl<'g, F: Field> Scales<'g, F> {
    pub(crate) fn new(game: &'g Puzzle<F>, seed: u64) -> Scales<'g, F> {
        let mut evaluator = Evaluator::tuned(Weights::default());
        evaluator.settle(game).expect("tuned weights fit every puzzle");
        let options = ForesightOptions { boards: BOARDS, ..ForesightOptions::default() };
        Scales { game, evaluator, foresight: Foresight::new(options, seed), options }
    }

    /// A placement beside the best one, by the hand alone. A beam is narrow, so the best is at least what was played.
    pub(crate) fn quick(&self, state: &State<F>, action: Action) -> Quick {
        let hand = Hand::of(self.game, state);
        let mut sweep = Sweep::new(self.game, &self.evaluator);
        let best = sweep.place(state.field(), &hand, QUICK, 1).first().map_or(0, |board| board.value);
        let played = self.plan(&mut sweep, state, action, QUICK).value;
        Quick { best: self.shown(best.max(played)), played: self.shown(played) }
    }

    /// The best board that a placement leads to with the rest of the hand.
    fn plan(&self, sweep: &mut Sweep<'_, F>, state: &State<F>, action: Action, width: usize) -> Board<F> {
        let hand = Hand::of(self.game, state);
        let trial = Trial { game: self.game, evaluator: &self.evaluator, hand: &hand };
        let root = trial.root(state.field());
        let first = trial.placed(&root, action);
        if first.left == 0 {
            let mut viewer = PlayingViewer::default();
            trial.look(&mut viewer, &root);
            return Board { value: trial.value(&mut viewer, &first, action), ..first };
        }
        let slots = 0..usize::from(self.game.config().slots);
        let left = slots.map(|slot| (first.left >> slot & 1 == 1).then(|| hand.shape(slot as u8)));
        let rest = Hand::new(left);
        let after = sweep.place(&first.field, &rest, width, 1).first();
        after.map_or(first, |after| Board {
            first: Some(action),
            earned: first.earned + after.earned,
            value: first.earned.saturating_add(after.value),
            ..*after
        })
    }

    /// Hundredths as numbers; what ends the game within the hand costs as much as it does over hands.
    fn shown(&self, value: i32) -> f64 {
        f64::from(value.max(-self.options.lost)) / 100.0
    }

    /// What `foresight` would do.
    pub(crate) fn foresight(&mut self, state: &State<F>) -> Option<Action> {
        self.foresight.compare(self.game, state).compared.first().map(|best| best.action)
    }

    /// What each of these placements is worth over so many hands that may come, the same for all: a row for each.
    pub(crate) fn over_hands(
        &self,
        state: &State<F>,
        actions: &[Action],
        hands: u32,
        rng: &mut Rng,
    ) -> Vec<Vec<f64>> {
        let mut sweep = Sweep::new(self.game, &self.evaluator);
        let plans: Vec<Board<F>> =
            actions.iter().map(|&action| self.plan(&mut sweep, state, action, CAREFUL)).collect();
        let mut worth = vec![Vec::with_capacity(hands as usize); actions.len()];
        let templates = self.game.config().templates.len() as u32;
        for _ in 0..hands {
            let draw = |_| self.game.piece_of(rng.below(templates) as usize).map(|piece| piece.0);
            let hand = Hand::new((0..self.game.config().slots).map(draw));
            for (plan, worth) in plans.iter().zip(&mut worth) {
                let value = if plan.is_lost() {
                    plan.earned - self.options.lost
                } else {
                    self.foresight.outlook(&mut sweep, plan, &hand)
                };
                worth.push(self.shown(value));
            }
        }
        worth
    }

    /// How the hand can be placed to its end: the first placement of a way; `None` if none was found.
    pub(crate) fn way_out(&self, state: &State<F>, stop: &Stop) -> Option<Action> {
        let mut sweep = Sweep::new(self.game, &self.evaluator);
        sweep.stop = Some(stop);
        let hand = Hand::of(self.game, state);
        let best = *sweep.place(state.field(), &hand, THOROUGH, 1).first()?;
        (best.left == 0).then_some(best.first).flatten()
    }
}
