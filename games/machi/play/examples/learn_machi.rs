//! A trial of learning: so many games on so many threads, then a file.
//!
//! ```sh
//! cargo run --release -p tercet-machi-play --example learn_machi -- base averaged 20000 1 1 out.tercet
//! ```
//!
//! takes `base`, `harbor` or `everything`, whether dice are `averaged` or `sampled`, a number of games, threads, a seed and where to write the value; then, if they are to be
//! others than 2 to 5, the numbers of players.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use criterion::measurement::Measurement as _;
use tercet_game::Game as _;
use tercet_machi::{Config, Expansion, MachiKoro};
use tercet_machi_play::learned::{LESSON, MachiEpisodes, Rolls, evaluate, freeze, thaw};
use tercet_measure::CpuTime;
use tercet_train::value::{Episodes as _, Learner as _, Span, train};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [family, rolls, games, jobs, seed, path, players @ ..] = words.as_slice() else {
        return Err(
            "it takes base, harbor or everything, averaged or sampled, games, threads, a seed and a file"
                .into(),
        );
    };
    let config = match family.as_str() {
        "base" => Config::base(2),
        "harbor" => Config { expansions: vec![Expansion::Harbor], ..Config::base(2) },
        "everything" => Config::everything(2),
        other => return Err(format!("there is no `{other}`; there are base, harbor and everything").into()),
    };
    let (games, jobs, seed): (u64, usize, u64) = (games.parse()?, jobs.parse()?, seed.parse()?);
    let mut players: Vec<u8> = players.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    if players.is_empty() {
        players = if family == "base" { vec![2, 3, 4] } else { vec![2, 3, 4, 5] };
    }
    let rolls = if rolls == "averaged" { Rolls::Averaged } else { Rolls::Sampled };
    let task = MachiEpisodes::new(&config, &players, rolls)?;
    let net = task.net();
    println!("{} weights", net.count());
    let start = CpuTime.start();
    let parts = 10;
    for part in 0..parts {
        let before = CpuTime.start();
        let span = Span { seed, first: part * games / parts, games: games / parts, jobs };
        let played = train(&task, &net, &LESSON, &span, &|| false);
        let (seconds, all) = (CpuTime.end(before).as_secs_f64(), CpuTime.end(start).as_secs_f64());
        println!(
            "{} games, {:.1} turns a game, {:.0} games/s, {all:.1} s",
            span.first + played.games,
            played.score / played.games as f64,
            played.games as f64 / seconds
        );
    }
    let [weights, ..] = net.to_parts();
    let players: Vec<String> = players.iter().map(u8::to_string).collect();
    let command = format!("learn_machi {} ({} players)", words[..5].join(" "), players.join(", "));
    let mut learned = freeze(&config, &weights, &command, "not measured");
    let game = MachiKoro::new(&config)?;
    let value = Arc::new(thaw(path, &learned, &game)?);
    if let Some((share, error)) = evaluate(&game, &value, 400, &|| false) {
        let (share, error) = (100.0 * share, 100.0 * error);
        learned.score =
            format!("search wins {share:.1} ± {error:.1} % of 400 games of two against impatient");
        println!("{}", learned.score);
    }
    Ok(learned.write(Path::new(path))?)
}
