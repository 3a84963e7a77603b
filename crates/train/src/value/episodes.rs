//! Games that teach, on several threads.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use tercet_game::stream_seed;

use super::{Lesson, Net, Trail};

/// A game that learns values by playing itself.
pub trait Episodes: Sync {
    /// What a thread keeps from one game to the next.
    type Scratch: Send;

    /// How many weights there are.
    fn weights(&self) -> usize;

    /// The scratch memory of a thread.
    fn scratch(&self) -> Self::Scratch;

    /// Plays the game of this seed by the net's values, and leaves the positions that are to be valued on the trail, which is empty.
    /// Other threads may change the net meanwhile.
    fn episode(&self, scratch: &mut Self::Scratch, net: &Net, seed: u64, trail: &mut Trail) -> Episode;
}

/// What came of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Episode {
    /// How many moves it took.
    pub moves: u64,
    /// How it came out; more is better.
    pub score: f64,
}

/// Which games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The seed that all games' seeds derive from.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games at most.
    pub games: u64,
    /// How many threads.
    pub jobs: usize,
}

/// What was played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Played {
    /// How many games.
    pub games: u64,
    /// How many moves.
    pub moves: u64,
    /// The sum of their scores.
    pub score: f64,
}

impl Played {
    fn add(&mut self, other: &Played) {
        self.games += other.games;
        self.moves += other.moves;
        self.score += other.score;
    }
}

/// Plays games and learns from each at its end, until all are played or `is_over` says so; games that were begun are finished. So
/// the games that were played are always those from the first on, without a gap.
pub fn train<E: Episodes>(
    task: &E,
    net: &Net,
    lesson: &Lesson,
    span: &Span,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Played {
    let next = AtomicU64::new(0);
    let work = || {
        let (mut scratch, mut trail, mut played) = (task.scratch(), Trail::default(), Played::default());
        while !is_over() {
            let number = next.fetch_add(1, Relaxed);
            if number >= span.games {
                break;
            }
            trail.clear();
            let seed = stream_seed(span.seed, &[span.first + number]);
            let Episode { moves, score } = task.episode(&mut scratch, net, seed, &mut trail);
            trail.learn(net, lesson);
            played.add(&Played { games: 1, moves, score });
        }
        played
    };
    if span.jobs <= 1 {
        return work();
    }
    thread::scope(|scope| {
        let running: Vec<_> = (0..span.jobs).map(|_| scope.spawn(work)).collect();
        let mut all = Played::default();
        for job in running {
            all.add(&job.join().expect("a game of training came to its end"));
        }
        all
    })
}
