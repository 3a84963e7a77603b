//! A quick trial of learning: so many games on so many threads, then its speed and a file.
//!
//! ```sh
//! cargo run --release -p tercet-triangle-play --example learn_triangle -- 100000 1 1 out.tercet
//! ```
//!
//! takes a number of games, threads, a seed and where to write the value.

use std::error::Error;
use std::path::Path;

use criterion::measurement::Measurement as _;
use tercet_game::Game as _;
use tercet_measure::CpuTime;
use tercet_train::value::{Episodes as _, Net, Span, train};
use tercet_triangle::{Config, Dense, Puzzle};
use tercet_triangle_play::learned::{LESSON, PuzzleEpisodes, freeze};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [games, jobs, seed, path, rest @ ..] = words.as_slice() else {
        return Err("it takes games, threads, a seed and a file".into());
    };
    let (games, jobs, seed): (u64, usize, u64) = (games.parse()?, jobs.parse()?, seed.parse()?);
    let first: f32 = rest.first().map_or(Ok(0.0), |word| word.parse())?;
    let config = Config::default();
    let game = Puzzle::<Dense>::new(&config)?;
    let task = PuzzleEpisodes::new(&game);
    let net = Net::new(task.net().len(), first);
    println!("{} weights", net.len());
    let start = CpuTime.start();
    let mut at = 0;
    while at < games {
        let before = CpuTime.start();
        let part = (games / 20).max(1).min(games - at);
        let played = train(&task, &net, &LESSON, &Span { seed, first: at, games: part, jobs }, &|| false);
        at += part;
        let (seconds, all) = (CpuTime.end(before).as_secs_f64(), CpuTime.end(start).as_secs_f64());
        println!(
            "{at} games, {:.1} hands a game, {:.0} moves/s, {all:.1} s",
            played.score / played.games as f64,
            played.moves as f64 / seconds
        );
        let [weights, ..] = net.parts();
        freeze(&config, &weights, 16000.0, "learn_triangle", "").write(Path::new(path))?;
    }
    Ok(())
}
