//! Long checks: thousands of whole games with everything, in every market; the engine beside its twin.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

#[allow(dead_code, reason = "each test file uses a part of the pair")]
mod pair;

#[allow(dead_code, reason = "each test file uses a part of the ledger")]
mod ledger;

use pair::{Pair, VARIANTS};

const ALL: (&str, &str) = ("expansions", "harbor,millionaires_row,promo");

#[test]
fn games_with_everything_end_and_account_for_every_coin() {
    const GAMES: u64 = 10_000;
    for market in ["total", "variable", "hybrid"] {
        let (mut turns, mut paid, mut received) = (0, 0, 0);
        for players in 2..=5u64 {
            let count = players.to_string();
            let game = ledger::game(&[("players", &count), ALL, ("market", market)]);
            for seed in 0..GAMES / 4 {
                let tally = ledger::play(&game, 4 * seed + players);
                turns += u64::from(tally.turns);
                paid += tally.paid;
                received += tally.received;
            }
        }
        println!(
            "{market}: {GAMES} games, {:.1} turns each; the bank paid {paid}, was paid {received}",
            turns as f64 / GAMES as f64
        );
    }
}

#[test]
fn thousands_of_games_are_the_twins() {
    const GAMES: u64 = 60;
    let mut games = 0;
    for (place, variant) in VARIANTS.iter().enumerate() {
        for players in 2..=variant.most() {
            for seed in 0..GAMES {
                Pair::new(variant, players).whole_game(1_000_000 + 1000 * place as u64 + seed);
                games += 1;
            }
        }
    }
    println!("{games} games");
}
