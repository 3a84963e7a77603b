//! Games that teach, on several threads.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use tercet_game::stream_seed;

use super::TdOptions;

/// Weights that learn from games, shared by threads.
pub trait Learner: Sync + Sized {
    /// What a game leaves behind to be learned from.
    type Trajectory: Default;

    /// Empties a trajectory for the next game.
    fn forget(trajectory: &mut Self::Trajectory);

    /// Learns from a finished game.
    fn learn_from(&self, trajectory: &Self::Trajectory, td: &TdOptions);

    /// Takes the weights as they are now into their average over the training, if the learner has one.
    fn average(&self) {}

    /// The weights to play by: the average, if there is one.
    fn to_play(&self) -> Vec<f32> {
        let [weights, ..] = self.to_parts();
        weights
    }

    /// The average and all that the next one depends on; nothing if the learner has none.
    fn to_averages(&self) -> Vec<f32> {
        Vec::new()
    }

    /// The same learner with these averages; `None` if they don't fit.
    fn with_averages(self, _averages: &[f32]) -> Option<Self> {
        Some(self)
    }

    /// How many weights.
    fn count(&self) -> usize;

    /// The weights, and all that the next game depends on.
    fn to_parts(&self) -> [Vec<f32>; 3];

    /// The same again; `None` if the parts don't fit together.
    fn of_parts(parts: [&[f32]; 3]) -> Option<Self>;
}

/// A game that learns values by playing itself.
pub trait Episodes: Sync {
    /// What learns: [`super::Net`] for patterns on a board, [`super::SeatNet`] for games of several seats, or one's own.
    type Net: Learner;

    /// What a thread keeps from one game to the next.
    type Scratch: Send;

    /// Weights that know nothing yet.
    fn net(&self) -> Self::Net;

    /// The scratch memory of a thread.
    fn scratch(&self) -> Self::Scratch;

    /// Plays the game of this seed by the net's values, and leaves the positions that are to be valued on the trajectory, which is empty.
    /// Other threads may change the net meanwhile.
    fn episode(
        &self,
        scratch: &mut Self::Scratch,
        net: &Self::Net,
        seed: u64,
        trajectory: &mut <Self::Net as Learner>::Trajectory,
    ) -> Episode;
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

/// After so many games the weights are taken into their average.
const AVERAGED: u64 = 1000;

/// Plays games and learns from each at its end, until all are played or `is_over` says so; games that were begun are finished. So
/// the games that were played are always those from the first on, without a gap.
pub fn train<E: Episodes>(
    task: &E,
    net: &E::Net,
    td: &TdOptions,
    span: &Span,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Played {
    let next = AtomicU64::new(0);
    let work = || {
        let (mut scratch, mut played) = (task.scratch(), Played::default());
        let mut trajectory = <E::Net as Learner>::Trajectory::default();
        while !is_over() {
            let number = next.fetch_add(1, Relaxed);
            if number >= span.games {
                break;
            }
            E::Net::forget(&mut trajectory);
            let seed = stream_seed(span.seed, &[span.first + number]);
            let Episode { moves, score } = task.episode(&mut scratch, net, seed, &mut trajectory);
            net.learn_from(&trajectory, td);
            if (span.first + number + 1).is_multiple_of(AVERAGED) {
                net.average();
            }
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
