//! How often one bot wins against others: every deal once from each seat, on one thread.
//!
//! ```sh
//! cargo run --release -p tercet-machi-play --example measure_machi -- base 2 500 search search:value=tuned
//! ```
//!
//! takes `base`, `harbor` or `everything`, the number of players, of deals, the bot, and who sits at all other seats.

use std::error::Error;

use criterion::measurement::Measurement as _;
use tercet_game::{Game as _, stream_seed};
use tercet_machi::{Config, Expansion, MachiKoro};
use tercet_machi_play::bots::by_name;
use tercet_measure::CpuTime;
use tercet_odds::win_chances;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [family, players, deals, name, others, rest @ ..] = words.as_slice() else {
        return Err("it takes base, harbor or everything, players, deals, a bot and its opponent".into());
    };
    let players: u8 = players.parse()?;
    let config = match family.as_str() {
        "base" => Config::base(players),
        "harbor" => Config { expansions: vec![Expansion::Harbor], ..Config::base(players) },
        "everything" => Config::everything(players),
        other => return Err(format!("there is no `{other}`; there are base, harbor and everything").into()),
    };
    let seed: u64 = rest.first().map_or(Ok(7), |word| word.parse())?;
    let game = MachiKoro::new(&config)?;
    let bots = [by_name(name, 1)?, by_name(others, 1)?];
    drop(bots);
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global()?;
    let (deals, start) = (deals.parse::<u32>()?, CpuTime.start());
    let (mut sum, mut squares) = (0.0, 0.0);
    for deal in 0..deals {
        let won: u32 = (0..players)
            .map(|place| won(&game, (name, others), place, stream_seed(seed, &[deal.into()])))
            .sum();
        let share = f64::from(won) / f64::from(players);
        sum += share;
        squares += share * share;
    }
    let count = f64::from(deals);
    let mean = sum / count;
    let error = ((squares / count - mean * mean) / count).sqrt();
    let seconds = CpuTime.end(start).as_secs_f64();
    println!(
        "{family}, {players} players: {name} against {others}: {:.1} ± {:.1} % of {deals} deals, {:.1} ms a game",
        100.0 * mean,
        100.0 * error,
        1000.0 * seconds / count / f64::from(players)
    );
    Ok(())
}

/// Does the bot win from this seat?
fn won(game: &MachiKoro, (name, others): (&str, &str), place: u8, seed: u64) -> u32 {
    let player = |seat: tercet_game::Seat, seed| {
        by_name(if seat.0 == place { name } else { others }, seed).expect("it was made before")
    };
    win_chances(game, &game.start(), player, 1, seed, || true).wins(tercet_game::Seat(place))
}
