//! Training: the puzzle played one placement at a time, by the value that there is so far.

use tercet_game::{Game as _, Rng};
use tercet_train::value::{Episode, Episodes, LiveTables, Net, TdOptions, Trajectory, Tuples};
use tercet_triangle::{Cells as _, Field, Puzzle};

use super::patterns;
use super::value::{Placements, Viewer};
use crate::bots::Hand;

/// How the puzzle learns: a hand survived counts one, and later hands a little less each.
pub const LESSON: TdOptions = TdOptions { discount: 0.98, lambda: 0.0 };

/// Games are cut after so many hands.
const MOST_HANDS: u32 = 2000;

/// What a shape costs for which a placement leaves no room: more than any hands that may come.
const STUCK: f32 = 1000.0;

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

    fn draw(&self, rng: &mut Rng) -> Hand {
        let templates = self.game.config().templates.len() as u32;
        let draw = |_| self.game.piece_of(rng.below(templates) as usize).map(|piece| piece.0);
        Hand::new((0..self.game.config().slots).map(draw))
    }

    /// The best placement of those that are left.
    fn best(
        &self,
        viewer: &mut Viewer<f32>,
        net: &Net,
        field: &F,
        hand: &Hand,
        left: u16,
    ) -> Option<Best<F>> {
        let tables = LiveTables { net, tuples: &self.tuples };
        let rules = self.game.tables();
        let mut best: Option<Best<F>> = None;
        for slot in hand.different(left) {
            let shape = hand.shape(slot);
            field.each(rules, shape, |anchor| {
                let mut next = *field;
                let is_cleared = !next.place(rules, shape, anchor).is_empty();
                let changes = self.placements.of(shape, anchor);
                let mut value = viewer.after(&tables, rules, changes, &next, is_cleared);
                let rest = left & !(1 << slot);
                value -= STUCK * hand.stuck(&next, rules, rest) as f32;
                if best.as_ref().is_none_or(|best| value > best.value) {
                    best = Some(Best { value, slot, anchor, next, is_cleared });
                }
            });
        }
        best
    }

    /// Looks at the board that a placement led to from the one that was looked at.
    fn follow(&self, viewer: &mut Viewer<f32>, net: &Net, hand: &Hand, best: &Best<F>) {
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
    slot: u8,
    anchor: usize,
    next: F,
    is_cleared: bool,
}

/// What a thread keeps.
#[derive(Debug, Default)]
pub struct Scratch {
    viewer: Viewer<f32>,
    active: Vec<u32>,
}

impl<F: Field + Send + Sync> Episodes for PuzzleEpisodes<'_, F> {
    type Net = Net;
    type Scratch = Scratch;

    fn net(&self) -> Net {
        Net::new(self.tuples.weights(), self.optimism / self.tuples.active_weights() as f32)
    }

    fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    fn episode(&self, scratch: &mut Scratch, net: &Net, seed: u64, trajectory: &mut Trajectory) -> Episode {
        let tables = LiveTables { net, tuples: &self.tuples };
        let mut rng = Rng::new(seed);
        let mut field = F::empty(self.game.tables());
        let mut moves = 0;
        scratch.viewer.look(&tables, &field);
        for hands in 0..MOST_HANDS {
            let hand = self.draw(&mut rng);
            let mut left = hand.slots;
            while left != 0 {
                let Some(best) = self.best(&mut scratch.viewer, net, &field, &hand, left) else {
                    return Episode { moves, score: hands.into() };
                };
                self.follow(&mut scratch.viewer, net, &hand, &best);
                (field, left) = (best.next, left & !(1 << best.slot));
                moves += 1;
            }
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
