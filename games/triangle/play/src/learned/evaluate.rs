//! How strong a value is: games on seeds of their own, always the same, that no training draws from.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use tercet_game::{Live, run, stream_seed};
use tercet_triangle::{Drawn, Field, Puzzle};

use super::Value;
use crate::bots::Beam;

/// The seed that the games' seeds derive from.
const SEED: u64 = 0x0065_7661_6c75_6174;

/// The mean score (points / 200) of so many games with a beam of this width, and its standard error; `None` if it was stopped before.
pub fn evaluate<F: Field + Send + Sync + 'static>(
    game: &Puzzle<F>,
    value: &Arc<Value>,
    (width, games, jobs): (usize, u64, usize),
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Option<(f64, f64)> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut scores = Vec::new();
        while !is_stopped() {
            let number = next.fetch_add(1, Relaxed);
            if number >= games {
                break;
            }
            scores.push((number, score(game, value, width, number)));
        }
        scores
    };
    let mut scores: Vec<(u64, f64)> = thread::scope(|scope| {
        let running: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|job| job.join().expect("the bot plays what is legal")).collect()
    });
    scores.sort_by_key(|&(number, _)| number);
    (scores.len() as u64 == games).then(|| mean(&scores))
}

fn score<F: Field>(game: &Puzzle<F>, value: &Arc<Value>, width: usize, number: u64) -> f64 {
    let mut live =
        Live::new(game, Drawn::new(stream_seed(SEED, &[number])), (), &mut ()).expect("our dealer deals");
    let mut players = [Beam::valued(width, game, Arc::clone(value))];
    let scores = run(game, &mut live, &mut players, &mut ()).expect("the bot plays what is legal");
    f64::from(scores.points()[0]) / 200.0
}

fn mean(scores: &[(u64, f64)]) -> (f64, f64) {
    let count = scores.len() as f64;
    let mean = scores.iter().map(|(_, score)| score).sum::<f64>() / count;
    let squares: f64 = scores.iter().map(|(_, score)| (score - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
}
