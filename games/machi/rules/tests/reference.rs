//! The engine beside its slow twin, text by text: whole random games under every option and market.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

#[allow(dead_code, reason = "each test file uses a part of the pair")]
mod pair;

use pair::{Pair, VARIANTS};

/// Of each way to play, for each number of players; `soak` plays many more.
const GAMES: u64 = 3;

#[test]
fn whole_games_are_the_same_text_by_text() {
    for (place, variant) in VARIANTS.iter().enumerate() {
        for players in 2..=variant.most() {
            for seed in 0..GAMES {
                Pair::new(variant, players).whole_game(1000 * place as u64 + seed);
            }
        }
    }
}
