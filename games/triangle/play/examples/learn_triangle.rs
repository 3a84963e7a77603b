//! A quick trial of learning: so many games on so many threads, then its speed and a file.
//!
//! ```sh
//! cargo run --release -p tercet-triangle-play --example learn_triangle -- 100000 1 1 out.tercet
//! ```
//!
//! takes a number of games, threads, a seed and where to write the value; then, if they are to be others, how many steps each way a weight
//! is rounded to (fewer make a smaller file), and after how many games each time the file is written and measured.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use criterion::measurement::Measurement as _;
use tercet_game::Game as _;
use tercet_measure::CpuTime;
use tercet_train::value::{Episodes as _, Learned, Learner as _, Span, train};
use tercet_triangle::{Config, Dense, Puzzle};
use tercet_triangle_play::learned::{LESSON, PuzzleEpisodes, evaluate, freeze, thaw};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [games, jobs, seed, path, rest @ ..] = words.as_slice() else {
        return Err("it takes games, threads, a seed and a file".into());
    };
    let (games, jobs, seed): (u64, usize, u64) = (games.parse()?, jobs.parse()?, seed.parse()?);
    let steps: f32 = rest.first().map_or(Ok(16_000.0), |word| word.parse())?;
    let part: u64 = rest.get(1).map_or(Ok(games), |word| word.parse())?;
    let config = Config::default();
    let game = Puzzle::<Dense>::new(&config)?;
    let task = PuzzleEpisodes::new(&game);
    let net = task.net();
    println!("{} weights", net.len());
    let (mut at, mut seconds) = (0, 0.0);
    while at < games {
        let before = CpuTime.start();
        let span = Span { seed, first: at, games: part.min(games - at), jobs };
        let played = train(&task, &net, &LESSON, &span, &|| false);
        at += played.games;
        let took = CpuTime.end(before).as_secs_f64();
        seconds += took;
        println!(
            "{at} games, {:.1} hands a game, {:.0} moves/s, {seconds:.1} s",
            played.score / played.games as f64,
            played.moves as f64 / took
        );
        let weights = net.to_play();
        let command = format!("learn_triangle {at} {jobs} {seed} value.tercet {steps}");
        let mut learned = freeze(&config, &weights, steps, &command, "not measured");
        learned.score = measured(&game, &learned)?;
        println!("{}", learned.score);
        learned.write(Path::new(path))?;
    }
    Ok(())
}

/// How strong a value is, in words.
fn measured(game: &Puzzle<Dense>, learned: &Learned) -> Result<String, Box<dyn Error>> {
    let value = Arc::new(thaw("the value", learned, game)?);
    let done = evaluate(game, &value, (8, GAMES, 1), &|| false).ok_or("nobody stops it")?;
    Ok(format!("score {:.1} ± {:.1} of {GAMES} games with a beam of 8", done.mean, done.error))
}

/// How many games it is measured by.
const GAMES: u64 = 300;
