//! The solver's lines against the recorded boards, in many ways of writing them, and the refusals.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::{Value, json};
use tercet_game::Rng;
use tercet_set_play::json::solve_line;

fn recorded() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/fixtures/public.jsonl.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn answer(line: &str) -> Result<String, String> {
    let mut out = b"before ".to_vec();
    match solve_line(line.as_bytes(), &mut out) {
        Ok(()) => Ok(String::from_utf8(out).unwrap().strip_prefix("before ").unwrap().to_owned()),
        Err(error) => {
            assert_eq!(out, b"before ", "a refused line adds nothing");
            Err(error.to_string())
        }
    }
}

/// JSON with random spaces between its tokens.
fn spaced(value: &Value, rng: &mut Rng) -> String {
    let space = |rng: &mut Rng| ["", "", " ", "\t", "  "][rng.below(5) as usize];
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items
                .iter()
                .map(|item| format!("{}{}{}", space(rng), spaced(item, rng), space(rng)))
                .collect();
            format!("[{}{}]", items.join(","), space(rng))
        }
        other => other.to_string(),
    }
}

/// An object with the cards and other fields in any order.
fn any_order(cards: &Value, rng: &mut Rng) -> String {
    let mut fields = [
        format!("\"cards\"{}:{}", [" ", ""][rng.below(2) as usize], spaced(cards, rng)),
        "\"id\":\"p-1\"".to_owned(),
        "\"note\": {\"cards\": [1, 1, \"x\"]}".to_owned(),
        "\"sets\":[[0,1,2]]".to_owned(),
    ];
    for last in (1..fields.len()).rev() {
        fields.swap(last, rng.below(last as u32 + 1) as usize);
    }
    format!(" {{ {} }} ", fields.join(" , "))
}

#[test]
fn every_way_to_write_a_recorded_board_has_the_recorded_answer() {
    let boards = recorded();
    assert_eq!(boards.len(), 3499);
    let mut rng = Rng::new(3);
    for board in boards {
        let (cards, expected) = (&board["cards"], json!({ "sets": board["sets"] }).to_string() + "\n");
        let expected = Ok(expected);
        assert_eq!(answer(&format!("{{\"cards\":{cards}}}")), expected);
        assert_eq!(answer(&format!("{{\"cards\":{cards}}}\r\n")), expected);
        assert_eq!(answer(&board.to_string()), expected);
        assert_eq!(answer(&any_order(cards, &mut rng)), expected);
    }
}

#[test]
fn the_whole_deck_has_all_sets() {
    let deck: Vec<u8> = (0..81).collect();
    let answer = answer(&json!({ "cards": deck }).to_string()).unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["sets"].as_array().unwrap().len(), 1080);
    assert_eq!(answer["sets"][1079], json!([78, 79, 80]));
}

#[test]
fn refusals_say_what_is_wrong() {
    let shape = "a line is {\"cards\":[0,1,2]}";
    let id = |id: &str| format!("`{id}` is no card's id; ids are whole numbers from 0 to 80");
    let cases = [
        ("", "not JSON: EOF while parsing a value at column 0".to_owned()),
        ("{\"cards\":[0,1", "not JSON: EOF while parsing a list at column 13".to_owned()),
        ("{\"cards\":[01]}", "not JSON: invalid number at column 12".to_owned()),
        ("{\"cards\":[0]} x", "not JSON: trailing characters at column 15".to_owned()),
        ("[0,1,2]", format!("not an object; {shape}")),
        ("{\"card\":[0]}", format!("`cards` is missing; {shape}")),
        ("{\"cards\":0}", format!("`cards` is no list; {shape}")),
        ("{\"cards\":[0],\"cards\":[1]}", format!("duplicate field `cards`; {shape}")),
        ("{\"cards\":[0,81]}", id("81")),
        ("{\"cards\":[300]}", id("300")),
        ("{\"cards\":[-1]}", id("-1")),
        ("{\"cards\":[1.5]}", id("1.5")),
        ("{\"cards\":[1.0]}", id("1.0")),
        ("{\"cards\":[true]}", id("true")),
        ("{\"cards\":[\"1\"]}", id("\"1\"")),
        ("{\"cards\":[0,1,0]}", "card 0 (one red solid diamond) is there twice".to_owned()),
    ];
    for (line, expected) in cases {
        assert_eq!(answer(line), Err(expected), "{line}");
    }
}

#[test]
fn more_cards_than_the_deck_has_are_doubles() {
    let mut cards: Vec<u8> = (0..81).collect();
    cards.push(46);
    let expected = "card 46 (two red striped ovals) is there twice";
    assert_eq!(answer(&json!({ "cards": cards }).to_string()), Err(expected.to_owned()));
}
