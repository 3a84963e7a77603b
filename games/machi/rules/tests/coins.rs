//! Every coin that moves is in an event, and no card is lost: random games in every market.

#[allow(dead_code, reason = "each test file uses a part of the ledger")]
mod ledger;

use ledger::{game, play};

const ALL: (&str, &str) = ("expansions", "harbor,millionaires_row,promo");

#[test]
fn events_account_for_every_coin_in_every_market() {
    for market in ["total", "variable", "hybrid"] {
        for (players, games) in [("2", 12), ("4", 8), ("5", 8)] {
            let game = game(&[("players", players), ALL, ("market", market), ("turn_limit", "300")]);
            for seed in 0..games {
                let tally = play(&game, seed);
                assert!(tally.paid > tally.received, "{tally:?}: somebody has kept something");
            }
        }
    }
}

#[test]
fn events_account_for_every_coin_of_the_compatible_game() {
    let game = game(&[("players", "4"), ("compat", "harmonictook")]);
    for seed in 0..20 {
        assert!(play(&game, seed).turns > 10);
    }
}

#[test]
fn a_purse_is_never_fuller_than_full() {
    // Mints that pay for each other fill a purse within some dozen turns.
    let mints: Vec<String> =
        (1..=6).map(|n| format!("Mint {n}|blue|1-14|0|gold|bank 99 per gold of all|20")).collect();
    let game = game(&[("players", "2"), ("cards", &mints.join(";")), ("turn_limit", "400")]);
    let full = (0..10).map(|seed| play(&game, seed)).filter(|tally| tally.paid > 1_900_000).count();
    assert!(full > 0, "the limit was met");
}
