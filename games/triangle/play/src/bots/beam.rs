//! Many boards side by side, the best of them followed.

use std::cmp::Reverse;
use std::sync::Arc;

use tercet_game::{Answer, Player, Seat};
use tercet_triangle::{Action, Cells, Field, Puzzle, State};

use super::evaluator::Evaluator;
use super::hand::{Board, Hand, Trial};
use super::weights::TUNED;
use super::worth::Weights;
use crate::learned::{Known, PlayingViewer, Source, Value};
use tercet_search::Stop;
use tercet_search::{BotLimits, Compared, Limits};

/// Tries its hand in all orders at all places, following the best boards after each shape.
#[derive(Clone, Debug)]
pub struct Beam {
    evaluator: Evaluator,
    width: usize,
    stop: Stop,
    memory: u64,
}

impl Beam {
    /// The width if none is given.
    pub const WIDTH: usize = 64;

    /// The player who follows so many boards.
    pub fn new(width: usize) -> Beam {
        Beam::with_weights(width, TUNED)
    }

    /// The player to whom features of a board are worth this.
    pub fn with_weights(width: usize, weights: Weights) -> Beam {
        Beam::judged(width, Evaluator::tuned(weights))
    }

    /// The player to whom boards are worth what was learned.
    pub fn learned(width: usize, source: Source) -> Beam {
        Beam::judged(width, Evaluator::learned(source))
    }

    /// The same with a value that is there already, made for this puzzle.
    pub fn valued<F: Field>(width: usize, game: &Puzzle<F>, value: Arc<Value>) -> Beam {
        Beam::judged(width, Evaluator::Learned(Known::held(game, value)))
    }

    fn judged(width: usize, evaluator: Evaluator) -> Beam {
        Beam { evaluator, width, stop: Stop::default(), memory: Limits::LARGEST.memory }
    }

    pub(super) fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }

    /// The same, which keeps to these limits.
    #[must_use]
    pub(super) fn on_terms(self, bot_limits: &BotLimits) -> Beam {
        Beam { stop: bot_limits.stop.clone(), memory: bot_limits.limits.memory, ..self }
    }

    /// How many boards are followed: as many as its width says, if there is memory for them.
    pub(super) fn followed<F: Field>(&self) -> usize {
        self.width.min(most_boards::<F>(self.memory))
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The word that ends its thinking: from then on only the best board is followed.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Comes to an end when this is requested.
    pub(super) fn set_stop(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// What can be done first, with the value of the best board that it leads to, the best first; and how many boards were
    /// looked at.
    pub fn compare<F: Field>(&mut self, game: &Puzzle<F>, state: &State<F>) -> (Vec<Compared<Action>>, u64) {
        if self.evaluator.settle(game).is_err() {
            return (Vec::new(), 0);
        }
        let mut sweep = Sweep::new(game, &self.evaluator);
        sweep.stop = Some(&self.stop);
        let width = self.followed::<F>();
        let boards = sweep.place(state.field(), &Hand::of(game, state), width, width);
        let values =
            boards.iter().filter_map(|board| Some((board.first?, self.evaluator.shown(board.value.into()))));
        let compared = by_first(values);
        (compared, sweep.looked)
    }
}

impl<F: Field> Player<Puzzle<F>> for Beam {
    fn answer(&mut self, game: &Puzzle<F>, state: &State<F>, _seat: Seat) -> Option<Answer<Action>> {
        self.compare(game, state).0.first().map(|best| Answer::now(best.action))
    }
}

/// How many boards so many bytes hold: those that are followed, those after them, and twice as many drafts with room to grow.
pub(super) fn most_boards<F: Field>(memory: u64) -> usize {
    let each = 2 * size_of::<Board<F>>() + 4 * size_of::<Draft>();
    ((memory / each as u64) as usize).max(1)
}

/// The first of each action's values, in the order given.
pub(super) fn by_first(values: impl Iterator<Item = (Action, f64)>) -> Vec<Compared<Action>> {
    let mut compared: Vec<Compared<Action>> = Vec::new();
    for (action, value) in values {
        if compared.iter().all(|other| other.action != action) {
            compared.push(Compared { action, value });
        }
    }
    compared
}

/// Places hands on boards, one hand after the other; keeps its memory from one to the next.
pub(super) struct Sweep<'g, F: Field> {
    game: &'g Puzzle<F>,
    evaluator: &'g Evaluator,
    viewer: PlayingViewer,
    /// Who may end it before its time.
    pub(super) stop: Option<&'g Stop>,
    /// How many boards were looked at.
    pub(super) looked: u64,
    boards: Vec<Board<F>>,
    next: Vec<Board<F>>,
    drafts: Vec<Draft>,
    seen: Seen,
}

/// A board that is only thought of.
#[derive(Clone, Copy)]
struct Draft {
    value: i32,
    parent: u32,
    action: Action,
}

impl Draft {
    /// The best first; of equals the earlier. No two are the same.
    fn order(&self) -> (Reverse<i32>, u32, Action) {
        (Reverse(self.value), self.parent, self.action)
    }
}

/// So many drafts of the best board are made even where a stop is requested: an answer needs some, and they take milliseconds.
const ENOUGH: usize = 1024;

/// Drafts are not thinned out before there are this many.
const FEWEST: usize = 4096;

/// Keeps so many drafts: the best of all, in any order.
fn keep_best(drafts: &mut Vec<Draft>, width: usize) {
    if drafts.len() > width {
        drafts.select_nth_unstable_by_key(width - 1, Draft::order);
        drafts.truncate(width);
    }
}

impl<'g, F: Field> Sweep<'g, F> {
    pub(super) fn new(game: &'g Puzzle<F>, evaluator: &'g Evaluator) -> Sweep<'g, F> {
        let (boards, next, drafts) = (Vec::new(), Vec::new(), Vec::new());
        let (viewer, seen) = (PlayingViewer::default(), Seen::default());
        Sweep { game, evaluator, viewer, stop: None, looked: 0, boards, next, drafts, seen }
    }

    /// The best boards that a hand can lead to, the best first, no two the same: at most `keep` of them, found with a
    /// beam of this width. Where the hand can't be placed to its end, boards on which the game is lost.
    pub(super) fn place(&mut self, field: &F, hand: &Hand, width: usize, keep: usize) -> &[Board<F>] {
        let trial = Trial { game: self.game, evaluator: self.evaluator, hand };
        self.boards.clear();
        self.boards.push(trial.root(field));
        for left in (0..hand.slots.count_ones()).rev() {
            let width = if left == 0 { keep } else { width };
            self.draft(&trial, width);
            if self.drafts.is_empty() {
                self.boards.truncate(keep);
                break;
            }
            self.narrow(&trial, width);
        }
        &self.boards
    }

    /// Looks at all boards that one more placement leads to; keeps the best, of which so many will be followed.
    fn draft(&mut self, trial: &Trial<F>, width: usize) {
        self.drafts.clear();
        self.seen.clear(self.boards.len());
        for (parent, board) in self.boards.iter().enumerate() {
            let is_enough = |drafts: &[Draft]| parent > 0 || drafts.len() >= ENOUGH;
            let is_over = |drafts: &[Draft]| is_enough(drafts) && self.stop.is_some_and(Stop::is_requested);
            if is_over(&self.drafts) {
                break;
            }
            trial.look(&mut self.viewer, board);
            for slot in trial.hand.different(board.left) {
                trial.each_place(board, slot, |action| {
                    if is_over(&self.drafts) {
                        return;
                    }
                    let next = trial.placed(board, action);
                    if self.seen.is_new(&next.field, next.left) {
                        self.looked += 1;
                        let value = trial.value(&mut self.viewer, &next, action);
                        self.drafts.push(Draft { value, parent: parent as u32, action });
                    }
                });
            }
            if self.drafts.len() >= 2 * width.max(FEWEST) {
                keep_best(&mut self.drafts, width);
            }
        }
    }

    /// Makes boards of the best drafts; of equal ones the earlier.
    fn narrow(&mut self, trial: &Trial<F>, width: usize) {
        keep_best(&mut self.drafts, width);
        self.drafts.sort_unstable_by_key(Draft::order);
        self.next.clear();
        for draft in &self.drafts {
            let board = trial.placed(&self.boards[draft.parent as usize], draft.action);
            self.next.push(Board { value: draft.value, ..board });
        }
        std::mem::swap(&mut self.boards, &mut self.next);
    }
}

/// The boards that were seen after so many shapes.
#[derive(Default)]
struct Seen {
    keys: Vec<u64>,
}

impl Seen {
    /// Forgets all; makes room for what so many boards lead to.
    fn clear(&mut self, boards: usize) {
        let room = (boards * 128).next_power_of_two().clamp(256, 1 << 20);
        self.keys.clear();
        self.keys.resize(room, 0);
    }

    /// Is the board new? One that finds no room counts as new whenever it comes.
    fn is_new<F: Field>(&mut self, field: &F, left: u16) -> bool {
        let key = key(field, left);
        let mask = self.keys.len() - 1;
        for probe in 0..8 {
            let kept = &mut self.keys[(key as usize).wrapping_add(probe) & mask];
            if *kept == 0 {
                *kept = key;
                return true;
            }
            if *kept == key {
                return false;
            }
        }
        true
    }
}

/// 64 bits that tell boards apart, never zero.
fn key<F: Field>(field: &F, left: u16) -> u64 {
    let cells = field.filled();
    let mixed = cells.words().fold(u64::from(left) + 1, |key, word| {
        let key = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key ^ key >> 29
    });
    (mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ mixed >> 32) | 1
}

#[cfg(test)]
mod tests {
    use tercet_game::{Game as _, Live, Rng, Sample as _, Turn};
    use tercet_triangle::{Config, Dense, Drawn, Layout};

    use super::*;

    /// The best value that the rest of a hand can come to, by trying everything; those that get further come first.
    fn best<F: Field>(trial: &Trial<F>, board: &Board<F>) -> (u32, i32) {
        let mut values = vec![(board.left.count_zeros(), board.value)];
        for slot in (0..16).filter(|slot| board.left >> slot & 1 == 1) {
            let mut actions = Vec::new();
            trial.each_place(board, slot, |action| actions.push(action));
            let mut viewer = PlayingViewer::default();
            trial.look(&mut viewer, board);
            for action in actions {
                let next = trial.placed(board, action);
                let value = trial.value(&mut viewer, &next, action);
                values.push(best(trial, &Board { value, ..next }));
            }
        }
        values.into_iter().max().unwrap()
    }

    #[test]
    fn a_wide_beam_misses_nothing() {
        let config = Config { grid: Layout::Hexagon(2), ..Config::default() };
        let game = Puzzle::<Dense>::new(&config).unwrap();
        let mut evaluator = Evaluator::tuned(TUNED);
        evaluator.settle(&game).unwrap();
        let mut rng = Rng::new(1);
        let mut positions = 0;
        for seed in 0..60 {
            let mut live = Live::new(&game, Drawn::new(seed), (), &mut ()).unwrap();
            while game.turn(live.state()) != Turn::Over {
                let hand = Hand::of(&game, live.state());
                let trial = Trial { game: &game, evaluator: &evaluator, hand: &hand };
                let (_, value) = best(&trial, &trial.root(live.state().field()));
                let mut sweep = Sweep::new(&game, &evaluator);
                let boards = sweep.place(live.state().field(), &hand, 100_000, 3);
                assert_eq!(boards[0].value, value);
                assert!(boards.is_sorted_by_key(|board| Reverse(board.value)));
                positions += 1;
                let action = game.sample_action(live.state(), Seat::FIRST, &mut rng).unwrap();
                live.play(&game, Seat::FIRST, action, &mut ()).unwrap();
            }
        }
        assert!(positions > 100, "{positions}");
    }

    #[test]
    fn boards_are_met_once() {
        let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
        let board = *game.start().field();
        let mut seen = Seen::default();
        seen.clear(1);
        assert!(seen.is_new(&board, 3));
        assert!(!seen.is_new(&board, 3));
        assert!(seen.is_new(&board, 5));
        seen.clear(1);
        assert!(seen.is_new(&board, 3));
    }
}
