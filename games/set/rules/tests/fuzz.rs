//! Any text may come: nothing panics, and what reads writes and reads back to the same value.
//!
//! About half a second each; `cargo xtask soak` sets `BOLERO_RANDOM_TEST_TIME_MS` and lets them run longer.

use tercet_conformance::fuzz::{self, TIME, reads_back};
use tercet_game::{Deal, Deals, Game, Settings};
use tercet_set::{Action, Card, Cell, Claim, Config, Event, SetGame, Variant};

/// Pieces of the texts that the parsers know.
const PIECES: [&str; 64] = [
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    "  ",
    "\t",
    "\n",
    "claim",
    "deal",
    "call",
    "claim 1 2 3",
    "1",
    "2",
    "3",
    "7",
    "12",
    "21",
    "22",
    "0",
    "01",
    "+1",
    "-1",
    "80",
    "81",
    "s1",
    "s2",
    "s3",
    "s4",
    "s",
    "one",
    "two",
    "3",
    "red",
    "green",
    "purple",
    "solid",
    "striped",
    "open",
    "hollow",
    "diamond",
    "squiggles",
    "ovals",
    "2rto",
    "1RSD",
    "3peo",
    "2g",
    "dealt",
    "at",
    "redealt",
    "forced",
    "for",
    "waived",
    "unlocked",
    "over",
    "finished",
    "seat 1",
    "claimed",
    "wrong",
    ":",
    "asked for cards",
    "fined",
    "expired",
];

fn text(bytes: &[u8]) -> String {
    fuzz::text(bytes, &PIECES)
}

#[test]
fn any_text_as_a_card() {
    bolero::check!().with_test_time(TIME).with_max_len(8).for_each(|bytes: &[u8]| {
        let text = text(bytes);
        reads_back::<Card>(&text);
        if let Ok(card) = text.parse::<Card>() {
            assert_eq!(card.words().parse(), Ok(card));
        }
    });
}

#[test]
fn any_text_as_an_action() {
    bolero::check!().with_test_time(TIME).with_max_len(10).for_each(|bytes: &[u8]| {
        let text = text(bytes);
        reads_back::<Action>(&text);
        reads_back::<Action>(&format!("claim {text}"));
        reads_back::<Claim>(&text);
        reads_back::<Cell>(&text);
    });
}

#[test]
fn any_text_as_an_event() {
    bolero::check!().with_test_time(TIME).with_max_len(16).for_each(|bytes: &[u8]| {
        let text = text(bytes);
        reads_back::<Event>(&text);
        reads_back::<Event>(&format!("seat {text}"));
        reads_back::<Event>(&format!("seat 2 claimed 1 2 3: {text}"));
        reads_back::<Event>(&format!("dealt {text}"));
    });
}

#[test]
fn any_text_as_an_option() {
    let values =
        ["standard", "junior", "initial", "force", "penalty", "in_place", "8", "255", "60000", "70000"];
    bolero::check!().with_test_time(TIME).with_max_len(6).for_each(|bytes: &[u8]| {
        let (key, rest) = bytes.split_first().unwrap_or((&0, &[]));
        let value = match rest {
            [one] => values[usize::from(*one) % values.len()].to_owned(),
            _ => text(rest),
        };
        let name = Config::KEYS.get(usize::from(*key) % 16).map_or(value.as_str(), |key| key.name);
        if let Some(config) = fuzz::option::<SetGame>(name, &value) {
            assert_eq!(config.get(name).as_deref(), Some(value.as_str()), "one text a value");
        }
    });
}

#[test]
fn any_text_as_a_deal() {
    let games = [Variant::Standard, Variant::Junior, Variant::Puzzle]
        .map(|variant| SetGame::new(&Config::of(variant)).unwrap());
    bolero::check!().with_test_time(TIME).with_max_len(90).for_each(|bytes: &[u8]| {
        let ids: Vec<String> = bytes.iter().map(|byte| (byte % 82).to_string()).collect();
        let name = ["stream", "cpython", "given", "x"][bytes.len() % 4];
        for argument in [text(bytes), ids.join(" "), ids.concat()] {
            let Ok(deal) = format!("{name} {argument}").parse::<Deal>() else { continue };
            for game in &games {
                let _ = game.dealer(&deal);
            }
        }
    });
}

fn golden_games() -> Vec<String> {
    fuzz::golden_games(&[
        "open",
        "junior",
        "calls",
        "puzzle",
        "guarantee",
        "void",
        "chain",
        "ultra",
        "in_place",
    ])
}

#[test]
fn altered_games_complain() {
    let games = golden_games();
    bolero::check!()
        .with_test_time(TIME)
        .with_max_len(40)
        .for_each(|bytes: &[u8]| fuzz::altered_game::<SetGame>(&games, bytes));
}

#[test]
fn altered_games_with_a_fitting_checksum_complain_or_replay() {
    let games = golden_games();
    bolero::check!()
        .with_test_time(2 * TIME)
        .with_max_len(13)
        .for_each(|bytes: &[u8]| fuzz::altered_game_with_digest::<SetGame>(&games, bytes));
}
