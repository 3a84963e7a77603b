//! The model `exact` against very many played rounds: `cargo xtask soak`.
#![cfg(feature = "soak")]

mod rounds;
mod table;

use tercet_machi::{Config, Expansion};

#[test]
fn two_hundred_positions_are_as_played() {
    let harbor = Config { expansions: vec![Expansion::Harbor], ..Config::base(3) };
    for (config, count, kinds) in [
        (Config::base(2), 60, 8),
        (Config::base(3), 50, 8),
        (Config::base(4), 50, 8),
        (harbor, 20, 6),
        (Config::everything(2), 20, 5),
    ] {
        let fit = rounds::positions(&config, count, kinds, 1_000_000);
        let rounds::Fit { compared, worst } = fit;
        println!("{count} positions: {compared} chances compared, the farthest {worst:.2} deviations off");
    }
}
