//! Any text may come: nothing panics, and what reads writes and reads back to the same value.
//!
//! About half a second each; `cargo xtask soak` sets `BOLERO_RANDOM_TEST_TIME_MS` and lets them run longer.

use std::fmt::Debug;

use tercet_conformance::fuzz::{self, TIME, reads_back};
use tercet_game::{Deal, Deals, Game, Notation, NotationError, Settings};
use tercet_triangle::{Config, Dense, Layout, Puzzle, Shape, Triangle, Wide};

/// Pieces of the texts that the parsers know.
const PIECES: [&str; 64] = [
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    "  ",
    "\t",
    "\n",
    "place",
    "place 1 ",
    "toggle",
    "shapes",
    "dealt",
    "to",
    "placed",
    "from",
    ":",
    ": ",
    "cleared:",
    "filled",
    "freed",
    "set",
    "over",
    "finished",
    "limit",
    "hexagon",
    "triangle",
    "parallelogram",
    "columns:",
    "columns: ",
    "-",
    ",",
    "|",
    " | ",
    "none",
    "standard",
    "U",
    "D",
    "U0,0",
    "D0,1",
    "U1,-1",
    "D-2,3",
    "s0",
    "s1",
    "5:2",
    "30:0",
    "0-3",
    "1-2",
    "0",
    "1",
    "2",
    "3",
    "7",
    "9",
    "15",
    "16",
    "64",
    "01",
    "+1",
    "-1",
    "255",
];

fn text(bytes: &[u8]) -> String {
    fuzz::text(bytes, &PIECES)
}

#[test]
fn any_text_as_a_grid() {
    bolero::check!().with_test_time(TIME).with_max_len(10).for_each(|bytes: &[u8]| {
        let text = text(bytes);
        for text in [format!("hexagon {text}"), format!("3 columns: {text}"), text] {
            reads_back::<Layout>(&text);
            if let Ok(grid) = text.parse() {
                let _ = Puzzle::<Wide<32>>::new(&Config { grid, ..Config::default() });
            }
        }
    });
}

#[test]
fn any_text_as_a_shape() {
    bolero::check!().with_test_time(TIME).with_max_len(10).for_each(|bytes: &[u8]| {
        let text = text(bytes);
        reads_back::<Shape>(&text);
        reads_back::<Triangle>(&text);
        reads_back::<Triangle>(&format!("U{text}"));
    });
}

/// An error quotes the whole text.
fn notation<T: PartialEq + Debug>(
    text: &str,
    read: impl Fn(&str) -> Result<T, NotationError>,
    write: impl Fn(&T) -> String,
) {
    assert!(fuzz::notation(text, read, write).is_none_or(|error| error.text == text), "{text:?}");
}

/// A game with a spare shape.
fn game() -> Puzzle<Dense> {
    let shapes = ["U0,0", "D0,0", "U0,0", "D0,0 U0,1"].map(|text| text.parse().unwrap()).to_vec();
    let spare = vec!["U0,0 D0,1 U0,2".parse().unwrap()];
    Puzzle::new(&Config { templates: shapes, spare, ..Config::default() }).unwrap()
}

#[test]
fn any_text_as_an_action_an_outcome_or_an_edit() {
    let game = game();
    bolero::check!().with_test_time(TIME).with_max_len(10).for_each(|bytes: &[u8]| {
        let text = text(bytes);
        for text in [format!("place {text}"), format!("toggle {text}"), format!("shapes {text}"), text] {
            notation(&text, |text| game.read_action(text), |&action| game.action_text(action));
            notation(&text, |text| game.read_chance(text), |&piece| game.chance_text(piece));
            notation(&text, |text| game.read_edit(text), |&edit| game.edit_text(edit));
        }
    });
}

#[test]
fn any_text_as_an_event() {
    let game = game();
    bolero::check!().with_test_time(TIME).with_max_len(12).for_each(|bytes: &[u8]| {
        let text = text(bytes);
        for text in [format!("placed 0 from 1: {text}"), format!("dealt {text}"), format!("set {text}"), text]
        {
            notation(&text, |text| game.read_event(text), |event| game.event_text(event));
        }
    });
}

#[test]
fn any_text_as_an_option() {
    let values = ["hexagon 4", "none", "standard", "U0,0 | D0,0", "3 columns: 0-3", "16", "128", "1000000"];
    bolero::check!().with_test_time(TIME).with_max_len(8).for_each(|bytes: &[u8]| {
        let (key, rest) = bytes.split_first().unwrap_or((&0, &[]));
        let value = match rest {
            [one] => values[usize::from(*one) % values.len()].to_owned(),
            _ => text(rest),
        };
        let name = Config::KEYS.get(usize::from(*key) % 10).map_or(value.as_str(), |key| key.name);
        if let Some(config) = fuzz::option::<Puzzle<Wide<32>>>(name, &value) {
            let _ = Puzzle::<Dense>::new(&config);
        }
    });
}

#[test]
fn any_text_as_a_deal() {
    let game = game();
    bolero::check!().with_test_time(TIME).with_max_len(20).for_each(|bytes: &[u8]| {
        let name = ["stream", "mt19937", "given", "x"][bytes.len() % 4];
        let given: Vec<String> = bytes.iter().map(|byte| format!("{}:{}", byte % 5, byte / 25)).collect();
        for argument in [text(bytes), given.join(" "), given.concat()] {
            let Ok(deal) = format!("{name} {argument}").parse::<Deal>() else { continue };
            let _ = game.dealer(&deal);
        }
    });
}

fn golden_games() -> Vec<String> {
    fuzz::golden_games(&["open", "edits", "limit", "triangle", "parallelogram", "stream"])
}

#[test]
fn altered_games_complain() {
    let games = golden_games();
    bolero::check!()
        .with_test_time(TIME)
        .with_max_len(40)
        .for_each(|bytes: &[u8]| fuzz::altered_game::<Puzzle<Dense>>(&games, bytes));
}

#[test]
fn altered_games_with_a_fitting_checksum_complain_or_replay() {
    let games = golden_games();
    bolero::check!()
        .with_test_time(2 * TIME)
        .with_max_len(13)
        .for_each(|bytes: &[u8]| fuzz::altered_game_with_digest::<Puzzle<Dense>>(&games, bytes));
}
