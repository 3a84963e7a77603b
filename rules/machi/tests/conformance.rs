//! Machi Koro obeys the laws of the contract, with every expansion, market and option.

use tercet_conformance::{Suite, Tally};
use tercet_game::{Game, Seat, Settings};
use tercet_machi::{Action, Chance, Config, Kind, Landmark, MachiKoro, State};

/// Every action that has a number or a name, for one seat and one card too many.
fn everything_sayable(game: &MachiKoro, _state: &State) -> Vec<Action> {
    let kinds: Vec<Kind> = game.cards().iter().map(|(kind, _)| kind).collect();
    let seats = || (0..=game.seats()).map(Seat);
    let mut all = vec![
        Action::Roll(0),
        Action::Roll(1),
        Action::Roll(2),
        Action::Roll(3),
        Action::Keep,
        Action::Reroll,
        Action::AddTwo,
        Action::Stay,
        Action::Decline,
        Action::Pass,
        Action::Invest,
        Action::Save,
    ];
    all.extend(seats().flat_map(|seat| [Action::Target(seat), Action::Exchange(seat)]));
    for landmark in Landmark::ALL {
        all.extend([Action::Demolish(landmark), Action::BuildLandmark(landmark)]);
    }
    for kind in kinds {
        all.extend([Action::Give(kind), Action::Take(kind), Action::Renovate(kind)]);
        all.extend([Action::Exhibit(kind), Action::Activate(kind), Action::Build(kind)]);
        all.extend(seats().map(|seat| Action::Move(kind, seat)));
    }
    all
}

fn chances(game: &MachiKoro, _state: &State) -> Vec<Chance> {
    let dice = (0..=7).flat_map(|low| [Chance::Die(low), Chance::Dice(low, 6), Chance::Dice(3, low)]);
    let throws = [0, 1, 2, 12, 13].map(Chance::Throw);
    dice.chain(throws).chain(game.cards().iter().map(|(kind, _)| Chance::Deal(kind))).collect()
}

fn obeys(name: &str, pairs: &[(&str, &str)]) -> Tally {
    let config = Config::from_pairs(pairs.iter().copied()).unwrap();
    let tally = Suite::<MachiKoro>::new()
        .probes(everything_sayable)
        .chances(chances)
        .deals(&["stream 1", "stream 18446744073709551615"])
        .games(6)
        .thorough(1)
        .config(name, config)
        .run();
    assert!(tally.positions > 100 && tally.refused > 1000, "{name}: {tally:?}");
    tally
}

const ALL: &str = "harbor,millionaires_row,promo";

#[test]
fn the_base_game() {
    obeys("two players", &[]);
    obeys("four players", &[("players", "4")]);
}

#[test]
fn every_market_with_everything() {
    for market in ["total", "variable", "hybrid"] {
        obeys(market, &[("players", "5"), ("expansions", ALL), ("market", market)]);
        obeys(market, &[("players", "2"), ("market", market), ("turn_limit", "40")]);
    }
}
