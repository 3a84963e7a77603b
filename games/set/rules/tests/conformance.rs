//! SET obeys the laws of the contract, in every variant and under every option.

use tercet_conformance::{Suite, Tally, pinned};
use tercet_set::{
    Action, Card, Cell, Claim, Config, DealRule, Exhausted, Guarantee, Refill, SetGame, State, Variant,
};

/// All claims of three cells, some of four, and the rest: whatever a player could say.
fn everything_sayable(_game: &SetGame, _state: &State) -> Vec<Action> {
    let cell = |index: usize| Cell::new(index).unwrap();
    let count = usize::from(Cell::COUNT);
    let mut actions = vec![Action::Deal, Action::Call];
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                actions.push(Action::Claim(Claim::new(&[i, j, k].map(cell)).unwrap()));
                if (i * 31 + j * 7 + k) % 5 == 0 && k + 1 < count {
                    actions.push(Action::Claim(Claim::new(&[i, j, k, k + 1].map(cell)).unwrap()));
                }
            }
        }
    }
    actions
}

fn suite() -> Suite<SetGame> {
    Suite::new()
        .probes(everything_sayable)
        .chances(|_, _| Card::all().collect())
        .deals(&["stream 1", "stream 18446744073709551615"])
        .games(5)
        .thorough(1)
}

#[track_caller]
fn obeys(configs: &[(&str, Config)]) -> Tally {
    let suite = configs.iter().fold(suite(), |suite, (name, config)| suite.config(name, config.clone()));
    let tally = suite.run();
    assert!(tally.positions > 1000 && tally.refused > 1000, "{tally:?}");
    tally
}

#[test]
fn the_game_alone() {
    obeys(&[
        ("environment", Config::default()),
        ("engine", Config::engine()),
        ("plain", Config::plain()),
        ("demo", Config::demo()),
        ("in place", Config { refill: Refill::InPlace, ..Config::plain() }),
        ("penalty", Config { deal_rule: DealRule::Penalty, ..Config::default() }),
    ]);
}

#[test]
fn guarantees_that_are_hard_to_keep() {
    let three = Config { capacity: 3, redeals: 2, ..Config::default() };
    let every =
        Config { guarantee: Guarantee::InitialAndRefill, capacity: 6, redeals: 3, ..Config::default() };
    obeys(&[
        ("three cards, forced", three.clone()),
        ("three cards, void", Config { exhausted: Exhausted::Error, ..three }),
        ("every refill, forced", every.clone()),
        ("every refill, void", Config { exhausted: Exhausted::Error, ..every.clone() }),
        ("every refill in place", Config { refill: Refill::InPlace, ..every }),
    ]);
}

#[test]
fn races() {
    obeys(&[
        ("two seats", Config::race(2)),
        ("eight seats, no penalty", Config { penalty: 0, ..Config::race(8) }),
        ("calls", Config { call_ms: 5000, deal_rule: DealRule::Free, ..Config::race(3) }),
        (
            "fines, in place",
            Config { deal_rule: DealRule::Penalty, refill: Refill::InPlace, ..Config::race(2) },
        ),
        ("by the limit", Config { limit: 100, ..Config::race(4) }),
    ]);
}

#[test]
fn variants_alone() {
    let puzzle = Config { puzzle_sets: 3, ..Config::of(Variant::Puzzle) };
    obeys(&[
        ("junior", Config::of(Variant::Junior)),
        ("chain", Config::of(Variant::Chain)),
        ("chain, guaranteed", Config { variant: Variant::Chain, ..Config::engine() }),
        ("puzzle", puzzle),
    ]);
}

#[test]
fn ultraset_alone() {
    obeys(&[
        ("ultra", Config::of(Variant::Ultra)),
        (
            "ultra, guaranteed, in place",
            Config { variant: Variant::Ultra, refill: Refill::InPlace, ..Config::engine() },
        ),
    ]);
}

#[test]
fn variants_in_a_race() {
    let race = |variant| Config { seats: 3, deal_rule: DealRule::OnlyIfNoSet, ..Config::of(variant) };
    obeys(&[
        ("junior", race(Variant::Junior)),
        ("chain", race(Variant::Chain)),
        ("puzzle", Config { puzzle_sets: 2, ..race(Variant::Puzzle) }),
    ]);
}

#[test]
fn pythons_dealer_and_a_given_order() {
    let order: Vec<String> = (0..81).map(|id| (id * 7 % 81).to_string()).collect();
    let given = format!("given {}", order.join(" "));
    Suite::<SetGame>::new()
        .config("plain", Config::plain())
        .deals(&["cpython 7", "cpython -123456789012345678901234567890", &given])
        .games(2)
        .run();
}

#[test]
fn the_digests_of_fixed_seeds_are_pinned() {
    pinned::<SetGame>(&Config::default(), 1, "ce40c98ba11f3324");
    pinned::<SetGame>(&Config::race(3), 1, "63b2e2e4ca3a3f0a");
    pinned::<SetGame>(&Config::of(Variant::Chain), 1, "ef66798477a097fb");
}
