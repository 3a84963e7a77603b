//! Training: the puzzle played one placement at a time, by the value that there is so far.

use tercet_game::{Game as _, Rng};
use tercet_train::value::{Episode, Episodes, LiveTables, Net, Tables as _, TdOptions, Trajectory, Tuples};
use tercet_triangle::{Cells as _, Field, Puzzle};

use super::patterns;
use super::value::{LearningViewer, Placements};
use crate::bots::Hand;

/// How the puzzle learns: a hand survived counts one, and later hands a little less each.
pub const LESSON: TdOptions = TdOptions { discount: 0.98, lambda: 0.0 };

/// Games are cut after so many hands.
const MOST_HANDS: u32 = 2000;

/// What a shape costs for which a placement leaves no room: more than any hands that may come.
const STUCK: f32 = 1000.0;

/// What a hand is worth that can't be placed, beside the value of the board after one that can: that is one hand more.
const LOST: f32 = -1.0 / LESSON.discount;

/// The puzzle as a game that learns by playing itself.
#[derive(Debug)]
pub struct PuzzleEpisodes<'g, F: Field> {
    game: &'g Puzzle<F>,
    tuples: Tuples,
    placements: Placements,
    optimism: f32,
}

impl<'g, F: Field> PuzzleEpisodes<'g, F> {
    /// This puzzle.
    pub fn new(game: &'g Puzzle<F>) -> PuzzleEpisodes<'g, F> {
        let tuples = patterns::tuples(game);
        let placements = Placements::new(game, &tuples);
        PuzzleEpisodes { game, tuples, placements, optimism: 0.0 }
    }

    /// The same, which begins by thinking that every board survives so many hands. More than there are makes it try what it does not
    /// know, until it knows better.
    #[must_use]
    pub fn optimistic(self, hands: f32) -> PuzzleEpisodes<'g, F> {
        PuzzleEpisodes { optimism: hands, ..self }
    }

    /// How many weights there are.
    pub fn weights(&self) -> usize {
        self.tuples.weights()
    }

    /// How many weights are active on a board after a whole hand.
    fn on_a_board(&self) -> usize {
        self.tuples.active_weights() - self.tuples.counters() + self.game.shapes().len() + 1
    }

    fn draw(&self, rng: &mut Rng) -> Hand {
        let templates = self.game.config().templates.len() as u32;
        let draw = |_| self.game.piece_of(rng.below(templates) as usize).map(|piece| piece.0);
        Hand::new((0..self.game.config().slots).map(draw))
    }

    /// The best placement of those that are left.
    fn best(
        &self,
        viewer: &mut LearningViewer,
        net: &Net,
        field: &F,
        hand: &Hand,
        left: u16,
    ) -> Option<Best<F>> {
        let tables = LiveTables { net, tuples: &self.tuples };
        let rules = self.game.tables();
        let (shapes, after) = (self.game.shapes().len(), left.count_ones() as usize - 1);
        let mut best: Option<Best<F>> = None;
        for slot in hand.different(left) {
            let shape = hand.shape(slot);
            field.each(rules, shape, |anchor| {
                let mut next = *field;
                let is_cleared = !next.place(rules, shape, anchor).is_empty();
                let changes = self.placements.of(shape, anchor);
                let base = viewer.after(&tables, rules, changes, (shapes, &next), is_cleared);
                let (mut value, rest) = (base, left & !(1 << slot));
                hand.shapes(rest).for_each(|shape| {
                    let places = next.count(rules, shape);
                    let stuck = if places == 0 { STUCK } else { 0.0 };
                    value += tables.of_counter(patterns::waiting(shapes, after, shape), places) - stuck;
                });
                if best.as_ref().is_none_or(|best| value > best.value) {
                    best = Some(Best { value, base, slot, anchor, next, is_cleared });
                }
            });
        }
        best
    }

    /// Leaves to be learned by how much the boards within a hand were worth less than the one at its end.
    fn look_back(&self, within: &[Within<F>], value: f32, trajectory: &mut Trajectory) {
        let shapes = self.game.shapes().len();
        for board in within {
            let left = board.left.count_ones() as usize;
            let weight = |shape| {
                let places = board.field.count(self.game.tables(), shape);
                self.tuples.counted(patterns::waiting(shapes, left, shape), places)
            };
            trajectory.aside(board.hand.shapes(board.left).map(weight), value - board.base);
        }
    }

    /// Looks at the board that a placement led to from the one that was looked at.
    fn follow(&self, viewer: &mut LearningViewer, net: &Net, hand: &Hand, best: &Best<F>) {
        let tables = LiveTables { net, tuples: &self.tuples };
        if best.is_cleared {
            viewer.look(&tables, &best.next);
        } else {
            viewer.step(&tables, self.placements.of(hand.shape(best.slot), best.anchor));
        }
    }
}

/// A placement, the board after it, and what that is worth.
struct Best<F> {
    value: f32,
    /// What the board is worth, whatever is left of the hand.
    base: f32,
    slot: u8,
    anchor: usize,
    next: F,
    is_cleared: bool,
}

/// A board within a hand.
struct Within<F> {
    field: F,
    hand: Hand,
    left: u16,
    /// What the board is worth, whatever is left of the hand.
    base: f32,
}

/// What a thread keeps.
#[derive(Debug, Default)]
pub struct Scratch {
    viewer: LearningViewer,
    active: Vec<u32>,
}

impl<F: Field + Send + Sync> Episodes for PuzzleEpisodes<'_, F> {
    type Net = Net;
    type Scratch = Scratch;

    fn net(&self) -> Net {
        Net::new(self.tuples.weights(), self.optimism / self.on_a_board() as f32)
    }

    fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    fn episode(&self, scratch: &mut Scratch, net: &Net, seed: u64, trajectory: &mut Trajectory) -> Episode {
        let tables = LiveTables { net, tuples: &self.tuples };
        let mut rng = Rng::new(seed);
        let mut field = F::empty(self.game.tables());
        let (mut moves, mut within) = (0, Vec::new());
        scratch.viewer.look(&tables, &field);
        for hands in 0..MOST_HANDS {
            let hand = self.draw(&mut rng);
            let mut left = hand.slots;
            within.clear();
            let mut base = 0.0;
            while left != 0 {
                let Some(best) = self.best(&mut scratch.viewer, net, &field, &hand, left) else {
                    self.look_back(&within, LOST, trajectory);
                    return Episode { moves, score: hands.into() };
                };
                self.follow(&mut scratch.viewer, net, &hand, &best);
                (field, left) = (best.next, left & !(1 << best.slot));
                base = best.base;
                if left != 0 {
                    within.push(Within { field: best.next, hand, left, base: best.base });
                }
                moves += 1;
            }
            self.look_back(&within, base, trajectory);
            scratch.viewer.active(&self.tuples, self.game, &field, &mut scratch.active);
            trajectory.push(&scratch.active, 1.0);
        }
        trajectory.cut();
        Episode { moves, score: MOST_HANDS.into() }
    }
}

#[cfg(test)]
mod tests {
    use tercet_train::value::{Span, train};
    use tercet_triangle::{Config, Dense, Layout};

    use super::*;

    fn trained(games: u64, jobs: usize) -> (Net, f64) {
        let config = Config { grid: Layout::Hexagon(3), ..Config::default() };
        let game = Puzzle::<Dense>::new(&config).unwrap();
        let task = PuzzleEpisodes::new(&game);
        let net = task.net();
        let span = Span { seed: 4, first: 0, games, jobs };
        train(&task, &net, &LESSON, &span, &|| false);
        let last = Span { seed: 4, first: games, games: 100, jobs: 1 };
        let played = train(&task, &net, &LESSON, &last, &|| false);
        (net, played.score / played.games as f64)
    }

    #[test]
    fn it_lives_longer_after_training_and_one_thread_learns_the_same_each_time() {
        let (_, before) = trained(0, 1);
        let (net, after) = trained(1500, 1);
        assert!(after > before + 0.8, "{before} {after}");
        assert_eq!(trained(1500, 1).0.parts(), net.parts());
    }

    #[test]
    fn a_shape_that_still_waits_is_worth_more_the_more_places_it_has() {
        let (net, _) = trained(1500, 1);
        let config = Config { grid: Layout::Hexagon(3), ..Config::default() };
        let game = Puzzle::<Dense>::new(&config).unwrap();
        let task = PuzzleEpisodes::new(&game);
        let shapes = game.shapes().len();
        let mean = |places: u32| {
            let weight = |shape: usize| {
                let counter = patterns::waiting(shapes, 1, shape as u8);
                f64::from(net.weight(task.tuples.counted(counter, places) as usize))
            };
            (0..shapes).map(weight).sum::<f64>() / shapes as f64
        };
        assert!(mean(1) < mean(6), "{} {}", mean(1), mean(6));
    }

    #[test]
    fn an_optimist_values_every_board_alike_at_first() {
        let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
        let task = PuzzleEpisodes::new(&game).optimistic(30.0);
        let (net, mut scratch) = (task.net(), task.scratch());
        let mut trajectory = Trajectory::default();
        task.episode(&mut scratch, &net, 1, &mut trajectory);
        assert!(trajectory.len() > 2);
        assert!(trajectory.positions().all(|(active, _)| (net.value(active) - 30.0).abs() < 1e-2));
    }

    #[test]
    fn two_threads_learn_too() {
        let (_, before) = trained(0, 1);
        let (_, after) = trained(1500, 2);
        assert!(after > before + 0.8, "{before} {after}");
    }
}
