//! The model `exact` against rounds that the engine plays with drawn dice.

mod rounds;
mod table;

use rounds::positions;
use tercet_machi::{Config, Expansion};

#[test]
fn the_base_game_is_as_played() {
    assert!(positions(&Config::base(2), 8, 8, 50_000).compared > 100);
    assert!(positions(&Config::base(4), 8, 8, 50_000).compared > 100);
}

#[test]
fn expansions_are_as_played() {
    let harbor = Config { expansions: vec![Expansion::Harbor], ..Config::base(3) };
    assert!(positions(&harbor, 2, 6, 20_000).compared > 40);
    assert!(positions(&Config::everything(2), 2, 5, 20_000).compared > 10);
}
