//! How strong the puzzle's bots are: rows of the table in `docs/bots-triangle.md`.
//!
//! ```sh
//! cargo run --release -p tercet-triangle-play --example measure_triangle -- 200 1 random greedy beam:width=64
//! ```
//!
//! takes a number of games, a seed and names of bots. The games are those of `tercet simulate triangle` with that seed;
//! this adds the CPU time of a move.

use std::error::Error;

use criterion::measurement::Measurement as _;
use tercet_game::{End, Game as _, Live, run, stream_seed};
use tercet_measure::CpuTime;
use tercet_triangle::{Config, Dense, Drawn, Puzzle};
use tercet_triangle_play::bots::by_name;

/// What came of the games of one bot.
#[derive(Default)]
struct Games {
    scores: Vec<f64>,
    steps: Vec<f64>,
    limited: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [games, seed, names @ ..] = words.as_slice() else {
        return Err("it takes a number of games, a seed and names of bots".into());
    };
    let (games, seed): (u64, u64) = (games.parse()?, seed.parse()?);
    let game = Puzzle::<Dense>::new(&Config::default())?;
    println!("| bot | games | score | median | steps | by the limit | ms a move |");
    println!("|---|---|---|---|---|---|---|");
    for name in names {
        let start = CpuTime.start();
        let played = play(&game, name, games, seed)?;
        let moves: f64 = played.steps.iter().sum();
        let (score, score_error) = mean(&played.scores);
        let (steps, steps_error) = mean(&played.steps);
        println!(
            "| `{name}` | {games} | {score:.2} ± {score_error:.2} | {:.2} | {steps:.1} ± {steps_error:.1} | {} | {:.4} |",
            median(&played.scores),
            played.limited,
            1000.0 * CpuTime.end(start).as_secs_f64() / moves
        );
    }
    Ok(())
}

fn play(game: &Puzzle<Dense>, name: &str, games: u64, seed: u64) -> Result<Games, Box<dyn Error>> {
    let mut played = Games::default();
    for number in 0..games {
        let dealer = Drawn::new(stream_seed(seed, &[number, 0]));
        let mut players = [by_name(name, stream_seed(seed, &[number, 1]))?];
        let mut live = Live::new(game, dealer, (), &mut ())?;
        let scores = run(game, &mut live, &mut players, &mut ())?;
        played.scores.push(f64::from(scores.points()[0]) / 200.0);
        played.steps.push(f64::from(live.state().steps()));
        played.limited += usize::from(scores.end() == Some(End::Limit));
    }
    Ok(played)
}

/// The mean and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
