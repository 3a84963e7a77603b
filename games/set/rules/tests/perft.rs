//! Perft: the rows of inputs from named positions, counted by the slow twin and met by the engine.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

#[allow(dead_code, reason = "each test file uses a part of the table")]
mod table;

use std::fmt::Write as _;
use std::path::Path;

use tercet_conformance::{golden, perft};
use tercet_game::Game;
use tercet_set::{Config, DealRule, Exhausted, Guarantee, Refill, SetGame, Setup, State, Variant};

use table::{card, cards, cells};
use twin::Twin;

const FILE: &str = "tests/perft.txt";

/// Where a count begins: before the first card, or on a board.
struct Place {
    name: &'static str,
    about: &'static str,
    depths: &'static [u32],
    config: Config,
    setup: Option<Setup>,
}

impl Place {
    fn twin(&self) -> Twin {
        match &self.setup {
            Some(setup) => Twin::at(&self.config, setup),
            None => Twin::start(&self.config),
        }
    }

    fn engine(&self) -> (SetGame, State) {
        let game = SetGame::new(&self.config).unwrap();
        let state = match &self.setup {
            Some(setup) => game.position(setup).unwrap(),
            None => game.start(),
        };
        (game, state)
    }
}

fn plain() -> Config {
    Config { guarantee: Guarantee::None, ..Config::default() }
}

fn on(board: &str, deck: &str) -> Setup {
    Setup { board: cells(board), deck: cards(deck), ..Setup::default() }
}

/// The same in a chain with three red cards on show.
fn on_show(setup: Setup) -> Setup {
    Setup { shown: Some([card("1rsd"), card("2rsd"), card("3rsd")]), ..setup }
}

/// Twelve cards with three Sets: 1 2 3, 1 4 5 and 6 11 12.
const TWELVE: &str = "
    1rsd 2rsd 3rsd 1gsd
    1psd 2gss 1rtd 2rtd
    1gtd 2gtd 2gts 2geo";

/// A deck for it.
const NINE: &str = "3rts 1ges 3pto 2pes 1pto 3peo 3gss 2pso 1gto";

fn places() -> Vec<Place> {
    [starts(), solos(), guarantees(), variants(), races()].into_iter().flatten().collect()
}

fn starts() -> Vec<Place> {
    vec![
        Place {
            name: "start",
            about: "the first cards of the standard game",
            depths: &[1, 2, 3],
            config: Config::default(),
            setup: None,
        },
        Place {
            name: "start-of-three",
            about: "boards of three: some are Sets, the others go back",
            depths: &[3, 4],
            config: Config { capacity: 3, ..Config::of(Variant::Junior) },
            setup: None,
        },
    ]
}

fn solos() -> Vec<Place> {
    vec![
        Place {
            name: "twelve",
            about: "three Sets, a deck of nine",
            depths: &[1, 2, 3, 4, 5, 6, 7],
            config: plain(),
            setup: Some(on(TWELVE, NINE)),
        },
        Place {
            name: "only-if-no-set",
            about: "the same, but dealing only without a Set",
            depths: &[1, 4, 5, 6, 8],
            config: Config { deal_rule: DealRule::OnlyIfNoSet, ..plain() },
            setup: Some(on(TWELVE, NINE)),
        },
        Place {
            name: "in-place",
            about: "the same with holes, and a short deck",
            depths: &[1, 4, 6, 8, 10],
            config: Config { refill: Refill::InPlace, ..plain() },
            setup: Some(on(TWELVE, "3rts 1ges 3pto 2pes 1pto")),
        },
        Place {
            name: "in-place-of-fifteen",
            about: "cards beyond the end move into the holes",
            depths: &[1, 3, 5, 7],
            config: Config { refill: Refill::InPlace, ..plain() },
            setup: Some(on(&format!("{TWELVE} 3rts 1ges 3pto"), "2pes 1pto 3peo 3gss 2pso 1gto")),
        },
        Place {
            name: "on-deal",
            about: "nothing is drawn until somebody deals",
            depths: &[1, 4, 6, 7],
            config: Config { refill: Refill::OnDeal, ..plain() },
            setup: Some(on(TWELVE, NINE)),
        },
    ]
}

fn guarantees() -> Vec<Place> {
    let config =
        Config { capacity: 6, redeals: 1, guarantee: Guarantee::InitialAndRefill, ..Config::default() };
    let setup = on("1rsd 2rsd 3rsd 1gsd 2gss 1rtd", "2rts 1gts 2gtd 3gso 2gsd 3gsd 1rts");
    vec![
        Place {
            name: "forced-refill",
            about: "refills without a Set go back once, then a card is forced",
            depths: &[4, 7, 8],
            config: config.clone(),
            setup: Some(setup.clone()),
        },
        Place {
            name: "void-refill",
            about: "refills without a Set go back once, then the game is void",
            depths: &[4, 7, 8],
            config: Config { exhausted: Exhausted::Error, ..config },
            setup: Some(setup),
        },
    ]
}

fn variants() -> Vec<Place> {
    let chain = on_show(on("1gsd 1psd 2gsd 2psd 3gto 1pts", "3gsd 3psd 1geo 2rto 1ges 1peo 2pss"));
    vec![
        Place {
            name: "junior",
            about: "a board of five of the junior deck",
            depths: &[1, 4, 6, 8],
            config: Config { capacity: 5, guarantee: Guarantee::None, ..Config::of(Variant::Junior) },
            setup: Some(on("1rsd 2rsd 3rsd 1gsd 1psd", "2gsd 3gsd 2psd 3psd 1rss 2gss 3pso")),
        },
        Place {
            name: "chain",
            about: "three red cards on show",
            depths: &[1, 3, 5, 7],
            config: Config { capacity: 6, guarantee: Guarantee::None, ..Config::of(Variant::Chain) },
            setup: Some(chain),
        },
        Place {
            name: "ultra",
            about: "claims of four cards",
            depths: &[1, 4, 5, 6],
            config: Config { capacity: 6, guarantee: Guarantee::None, ..Config::of(Variant::Ultra) },
            setup: Some(on("1rsd 2rsd 1gsd 2gsd 3pto 1peo", "1rss 2rss 3gto 2gto 3rss 1rtd 2gtd")),
        },
        Place {
            name: "puzzle",
            about: "three Sets in any order: 3, 3x2, 3x2x1, and no more",
            depths: &[1, 2, 3, 4],
            config: Config { puzzle_sets: 3, ..Config::of(Variant::Puzzle) },
            setup: Some(on(TWELVE, "")),
        },
    ]
}

fn races() -> Vec<Place> {
    let race = Config { seats: 2, ..plain() };
    vec![
        Place {
            name: "race",
            about: "two seats on five cards: right, wrong, locked, asking",
            depths: &[1, 2, 3, 4, 5],
            config: Config { capacity: 5, ..race.clone() },
            setup: Some(on("1rsd 2rsd 3rsd 1gsd 1psd", "2gts 3gts 1gts 2rso")),
        },
        Place {
            name: "calls",
            about: "two seats that call before they claim",
            depths: &[1, 3, 5, 7, 9],
            config: Config { capacity: 4, call_ms: 1000, ..race.clone() },
            setup: Some(on("1rsd 2rsd 3rsd 1gsd", "2gts 3gts 1gts 1psd")),
        },
        Place {
            name: "puzzle-race",
            about: "two seats on one puzzle",
            depths: &[1, 2],
            config: Config { puzzle_sets: 3, seats: 2, ..Config::of(Variant::Puzzle) },
            setup: Some(on(TWELVE, "")),
        },
        Place {
            name: "chain-race",
            about: "cards on show may be claimed too",
            depths: &[1, 2, 3, 4, 5],
            config: Config { capacity: 3, variant: Variant::Chain, ..race },
            setup: Some(on_show(on("1gsd 1psd 2gts", "2gsd 3gsd"))),
        },
    ]
}

#[test]
fn golden_perft_is_what_the_twin_counts() {
    let mut text = String::from(
        "# Rows of inputs from named positions: name depth nodes. Each action of each seat and each card that can\n\
         # come is a branch. Counted by the slow twin of tests/twin, met by the engine.\n",
    );
    for place in places() {
        writeln!(text, "\n# {}", place.about).unwrap();
        for &depth in place.depths {
            writeln!(text, "{} {depth} {}", place.name, place.twin().perft(depth)).unwrap();
        }
    }
    golden::check(Path::new(FILE), &text);
}

#[test]
fn the_engine_counts_the_same() {
    let places = places();
    perft::check(Path::new(FILE), |name| places.iter().find(|place| place.name == name).map(Place::engine));
}

#[test]
fn the_start_of_a_game_is_any_cards_in_any_order() {
    let (game, start) = places()[0].engine();
    assert_eq!(perft::perft(&game, &start, 3), 81 * 80 * 79);
}
