//! How strong a value is: games on seeds of their own, always the same, that no training draws from.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use tercet_game::{Deal, Live, Record, Recorder, Scores, run, stream_seed};
use tercet_triangle::{Drawn, Field, Puzzle};

use super::Value;
use crate::bots::Beam;

/// The seed that the games' seeds derive from.
const SEED: u64 = 0x0065_7661_6c75_6174;

/// What came of an evaluation; scores are points / 200.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluated {
    /// The mean score.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The number of the best game.
    pub best: u64,
    /// The score of that game.
    pub highest: f64,
}

/// How so many games go with a beam of this width; `None` if it was stopped before.
pub fn evaluate<F: Field + Send + Sync + 'static>(
    game: &Puzzle<F>,
    value: &Arc<Value>,
    (width, games, jobs): (usize, u64, usize),
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Option<Evaluated> {
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
    if scores.is_empty() || (scores.len() as u64) < games {
        return None;
    }
    let (mean, error) = mean(&scores);
    // Of equals the first.
    let &(best, highest) = scores.iter().rev().max_by(|one, other| one.1.total_cmp(&other.1))?;
    Some(Evaluated { mean, error, best, highest })
}

/// The game of this number of an evaluation, as a record.
pub fn recorded<F: Field + Send + Sync + 'static>(
    game: &Puzzle<F>,
    value: &Arc<Value>,
    width: usize,
    number: u64,
) -> (Record, Scores) {
    let (live, scores) = played(game, value, width, number, Vec::new());
    let deal = Deal::stream(stream_seed(SEED, &[number]));
    (Record::of(game, live.state(), deal, live.recorder()), scores)
}

fn score<F: Field>(game: &Puzzle<F>, value: &Arc<Value>, width: usize, number: u64) -> f64 {
    let (_, scores) = played(game, value, width, number, ());
    f64::from(scores.points()[0]) / 200.0
}

fn played<F: Field, T: Recorder<Puzzle<F>>>(
    game: &Puzzle<F>,
    value: &Arc<Value>,
    width: usize,
    number: u64,
    recorder: T,
) -> (Live<Puzzle<F>, Drawn, T>, Scores) {
    let dealer = Drawn::new(stream_seed(SEED, &[number]));
    let mut live = Live::new(game, dealer, recorder, &mut ()).expect("our dealer deals");
    let mut players = [Beam::valued(width, game, Arc::clone(value))];
    let scores = run(game, &mut live, &mut players, &mut ()).expect("the bot plays what is legal");
    (live, scores)
}

fn mean(scores: &[(u64, f64)]) -> (f64, f64) {
    let count = scores.len() as f64;
    let mean = scores.iter().map(|(_, score)| score).sum::<f64>() / count;
    let squares: f64 = scores.iter().map(|(_, score)| (score - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
}

#[cfg(test)]
mod tests {
    use tercet_game::Game as _;
    use tercet_triangle::{Config, Dense, Layout};

    use super::*;
    use crate::learned::{freeze, thaw};

    #[test]
    fn the_best_game_of_an_evaluation_can_be_looked_at() {
        let config = Config { grid: Layout::Hexagon(2), ..Config::default() };
        let game = Puzzle::<Dense>::new(&config).unwrap();
        let weights = crate::learned::PuzzleEpisodes::new(&game).weights();
        let learned = freeze(&config, &vec![0.0; weights], 10.0, "", "");
        let value = Arc::new(thaw("it", &learned, &game).unwrap());
        let done = evaluate(&game, &value, (2, 12, 2), &|| false).unwrap();
        let (record, scores) = recorded(&game, &value, 2, done.best);
        assert!((f64::from(scores.points()[0]) / 200.0 - done.highest).abs() < 1e-9);
        assert!(done.highest >= done.mean && record.scores == scores.points());
        assert!(evaluate(&game, &value, (2, 12, 1), &|| true).is_none());
    }
}
