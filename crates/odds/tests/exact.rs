//! The model `exact` against rounds that the engine plays with drawn dice.

mod rounds;
mod table;

use rounds::positions;
use tercet_machi::{Config, Expansion};

#[test]
fn the_base_game_is_as_played() {
    positions(&Config::base(2), 3, 8, 20_000);
    positions(&Config::base(4), 3, 8, 20_000);
}

#[test]
fn expansions_are_as_played() {
    let harbor = Config { expansions: vec![Expansion::Harbor], ..Config::base(3) };
    positions(&harbor, 2, 6, 2_000);
    positions(&Config::everything(2), 2, 5, 2_000);
}
