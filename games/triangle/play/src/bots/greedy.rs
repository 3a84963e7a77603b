//! One shape after the other, in the best order.

use tercet_game::{Answer, Player, Seat};
use tercet_triangle::{Action, Field, Puzzle, State};

use super::beam::by_first;
use super::evaluator::Evaluator;
use super::hand::{Board, Hand, Trial};
use super::weights::TUNED;
use super::worth::Weights;
use crate::learned::PlayingViewer;
use tercet_search::Compared;

/// The most shapes of a hand that are looked at; the others wait.
const MOST: usize = 6;

/// Tries its hand in all orders, each shape at the place that looks best then. Of the boards that the same shapes lead
/// to, only the best is followed. The same position gets the same answer, always.
#[derive(Clone, Debug)]
pub struct Greedy {
    evaluator: Evaluator,
}

impl Default for Greedy {
    fn default() -> Greedy {
        Greedy::with_weights(TUNED)
    }
}

impl Greedy {
    /// The player to whom features of a board are worth this.
    pub fn with_weights(weights: Weights) -> Greedy {
        Greedy { evaluator: Evaluator::tuned(weights) }
    }

    pub(super) fn measure(&self) -> &'static str {
        self.evaluator.measure()
    }

    /// The action that looks best; `None` where there is none.
    pub fn best<F: Field>(&mut self, game: &Puzzle<F>, state: &State<F>) -> Option<Action> {
        self.compare(game, state).first().map(|best| best.action)
    }

    /// What can be done first, with the value of the board that it leads to, the best first: one entry at most for each
    /// shape that can be placed last.
    pub fn compare<F: Field>(&mut self, game: &Puzzle<F>, state: &State<F>) -> Vec<Compared<Action>> {
        if self.evaluator.settle(game).is_err() {
            return Vec::new();
        }
        let hand = Hand::of(game, state);
        let trial = Trial { game, evaluator: &self.evaluator, hand: &hand };
        let slots: Vec<u8> = (0..16).filter(|slot| hand.slots >> slot & 1 == 1).take(MOST).collect();
        // The best board for each choice of shapes that are placed, and the last shape's candidates for it.
        let mut best = vec![None; 1 << slots.len()];
        let mut ends: Vec<Board<F>> = Vec::new();
        best[0] = Some(trial.root(state.field()));
        for placed in 1..best.len() {
            let each = slots.iter().enumerate().filter(|(index, _)| placed >> index & 1 == 1);
            let boards =
                each.filter_map(|(index, &slot)| best_place(&trial, &best[placed & !(1 << index)]?, slot));
            let mut boards: Vec<Board<F>> = boards.collect();
            boards.sort_by_key(|board| std::cmp::Reverse(board.value));
            best[placed] = boards.first().copied();
            let depth =
                |boards: &[Board<F>]| boards.first().map(|board| (board.left.count_zeros(), board.value));
            if depth(&boards) > depth(&ends) {
                ends = boards;
            }
        }
        by_first(
            ends.iter().filter_map(|board| Some((board.first?, self.evaluator.shown(board.value.into())))),
        )
    }
}

/// The best board that placing this slot's shape leads to; of equal ones the lowest place's.
fn best_place<F: Field>(trial: &Trial<F>, board: &Board<F>, slot: u8) -> Option<Board<F>> {
    let mut best: Option<Board<F>> = None;
    let mut viewer = PlayingViewer::default();
    trial.look(&mut viewer, board);
    trial.each_place(board, slot, |action| {
        let mut next = trial.placed(board, action);
        next.value = trial.value(&mut viewer, &next, action);
        if best.as_ref().is_none_or(|best| next.value > best.value) {
            best = Some(next);
        }
    });
    best
}

impl<F: Field> Player<Puzzle<F>> for Greedy {
    fn answer(&mut self, game: &Puzzle<F>, state: &State<F>, _seat: Seat) -> Option<Answer<Action>> {
        self.best(game, state).map(Answer::now)
    }
}
