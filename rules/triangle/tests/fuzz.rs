//! Any text may come: nothing panics, and what reads writes and reads back to the same value.
//!
//! About half a second each; `cargo xtask soak` sets `BOLERO_RANDOM_TEST_TIME_MS` and lets them run longer.

use std::fmt::{Debug, Display};
use std::fs;
use std::str::FromStr;
use std::time::Duration;

use tercet_game::{Deal, Deals, Digest, Game, Match, Notation, NotationError, Record, Replay, Settings};
use tercet_triangle::{Config, Dense, Layout, Puzzle, Shape, Triangle, Wide};

/// How long a test looks where nobody says otherwise.
const TIME: Duration = Duration::from_millis(500);

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

/// Bytes as a text: most stand for a piece, the others for a letter or sign.
fn text(bytes: &[u8]) -> String {
    let piece = |&byte: &u8| match byte {
        0..192 => PIECES[usize::from(byte % 64)].to_owned(),
        _ => char::from_u32(u32::from(byte) * 7 % 0x250).unwrap_or('?').to_string(),
    };
    bytes.iter().map(piece).collect()
}

fn reads_back<T: FromStr + Display + PartialEq + Debug>(text: &str)
where
    T::Err: Display + Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            assert!(!written.contains('\n'), "{written:?}");
            assert_eq!(written.parse::<T>().unwrap(), value, "{text:?} was written as {written:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
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

/// A game with a spare shape.
fn game() -> Puzzle<Dense> {
    let shapes = ["U0,0", "D0,0", "U0,0", "D0,0 U0,1"].map(|text| text.parse().unwrap()).to_vec();
    let spare = vec!["U0,0 D0,1 U0,2".parse().unwrap()];
    Puzzle::new(&Config { templates: shapes, spare, ..Config::default() }).unwrap()
}

/// Reads a text; what reads is written in one line that reads to the same value.
fn notation<T: PartialEq + Debug>(
    text: &str,
    read: impl Fn(&str) -> Result<T, NotationError>,
    write: impl Fn(&T) -> String,
) {
    match read(text) {
        Ok(value) => {
            let written = write(&value);
            assert!(!written.contains('\n'), "{written:?}");
            assert_eq!(read(&written), Ok(value), "{text:?} was written as {written:?}");
        }
        Err(error) => assert!(error.text == text && !error.why.is_empty(), "{error}"),
    }
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
        let mut config = Config::default();
        match config.set(name, &value) {
            Ok(()) => {
                assert_eq!(Config::from_pairs(config.pairs()), Ok(config.clone()));
                let _ = Puzzle::<Wide<32>>::new(&config);
                let _ = Puzzle::<Dense>::new(&config);
            }
            Err(error) => {
                assert_eq!(config, Config::default());
                assert_eq!(error.key, name);
            }
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

/// The text of a golden game with changes at places that the bytes choose.
fn altered(text: &str, changes: &[u8]) -> String {
    let mut lines: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
    for change in changes.chunks_exact(4) {
        let [way, place, column, byte] = *change else { continue };
        let (here, there) = (usize::from(place) % lines.len(), usize::from(byte) % lines.len());
        match way % 8 {
            0 => lines.swap(here, there),
            1 => {
                let line = lines[there].clone();
                lines[here].clone_from(&line);
            }
            2 => drop(lines.remove(here)),
            3 => lines.insert(there, lines[here].clone()),
            _ if lines[here].is_empty() => lines[here].push(byte),
            _ => {
                let column = usize::from(column) % lines[here].len();
                lines[here][column] = if way & 8 == 0 { b'0' + byte % 10 } else { byte };
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    let lines: Vec<String> = lines.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
    lines.join("\n") + "\n"
}

/// The same with a checksum that fits, so that the rules get to see what was changed.
fn with_digest(text: &str) -> String {
    let Some((body, _)) = text.split_once("\ndigest ") else { return text.to_owned() };
    let body = format!("{body}\n");
    let mut digest = Digest::default();
    digest.bytes(body.as_bytes());
    format!("{body}digest {digest}\n")
}

/// An error, or a game that is what it says.
fn replays_or_complains(text: &str) {
    let record = match text.parse::<Record>() {
        Ok(record) => record,
        Err(error) => return assert!(error.to_string().starts_with("line ")),
    };
    let replayed = Replay::<Puzzle<Dense>>::open(&record).and_then(|mut replay| replay.verify(&mut ()));
    let resumed = Match::<Puzzle<Dense>>::resume(&record, &mut ());
    match replayed {
        Ok(()) => {
            assert!(record.to_string().lines().eq(text.lines()), "the same game in other words: {text}");
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(resumed.is_err(), "it does not replay, and goes on: {text}");
        }
    }
}

fn golden_games() -> Vec<String> {
    let names = ["open", "edits", "limit", "triangle", "parallelogram", "stream"];
    names.iter().map(|name| fs::read_to_string(format!("tests/golden/{name}.play")).unwrap()).collect()
}

#[test]
fn altered_games_complain() {
    let games = golden_games();
    bolero::check!().with_test_time(TIME).with_max_len(40).for_each(|bytes: &[u8]| {
        let (which, changes) = bytes.split_first().unwrap_or((&0, &[]));
        let game = &games[usize::from(*which) % games.len()];
        let text = altered(game, changes);
        replays_or_complains(&text);
        if text != *game {
            let kept = text.parse::<Record>().map(|record| record.to_string());
            assert!(kept.is_err() || kept == Ok(game.clone()), "the checksum finds an accident");
        }
    });
}

#[test]
fn altered_games_with_a_fitting_checksum_complain_or_replay() {
    let games = golden_games();
    bolero::check!().with_test_time(2 * TIME).with_max_len(13).for_each(|bytes: &[u8]| {
        let (which, changes) = bytes.split_first().unwrap_or((&0, &[]));
        let text = altered(&games[usize::from(*which) % games.len()], changes);
        replays_or_complains(&with_digest(&text));
    });
}
