//! What fuzz tests of games have in common: texts out of bytes, values that read back, and altered records that
//! complain or replay. The bytes come from a fuzzer; a game's `tests/fuzz.rs` names its texts.

use std::fmt::{Debug, Display};
use std::fs;
use std::str::FromStr;
use std::time::Duration;

use tercet_game::{Deals, Digest, Game, Match, Notation, NotationError, Record, Replay, Settings};

/// How long a test looks where nobody says otherwise.
pub const TIME: Duration = Duration::from_millis(500);

/// Bytes as a text: most stand for one of the pieces, the others for a letter or sign.
pub fn text(bytes: &[u8], pieces: &[&str]) -> String {
    let piece = |&byte: &u8| match byte {
        0..192 => pieces[usize::from(byte) % pieces.len()].to_owned(),
        _ => char::from_u32(u32::from(byte) * 7 % 0x250).unwrap_or('?').to_string(),
    };
    bytes.iter().map(piece).collect()
}

/// Reads a text; what reads is written in one line that reads to the same value.
///
/// # Panics
/// If it is not, or if an error says nothing.
pub fn reads_back<T: FromStr + Display + PartialEq + Debug>(text: &str)
where
    T::Err: Display + Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            assert!(!written.contains('\n'), "{written:?}");
            let read =
                written.parse::<T>().unwrap_or_else(|error| panic!("{written:?} does not read: {error}"));
            assert_eq!(read, value, "{text:?} was written as {written:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// As [`reads_back`], for texts that go through the rules. Gives the error back, for a game that promises more of it.
///
/// # Panics
/// If it does not read back, or if an error says nothing or quotes what is not in the text.
pub fn notation<T: PartialEq + Debug>(
    text: &str,
    read: impl Fn(&str) -> Result<T, NotationError>,
    write: impl Fn(&T) -> String,
) -> Option<NotationError> {
    match read(text) {
        Ok(value) => {
            let written = write(&value);
            assert!(!written.contains('\n'), "{written:?}");
            assert_eq!(read(&written), Ok(value), "{text:?} was written as {written:?}");
            None
        }
        Err(error) => {
            assert!(text.contains(&error.text) && !error.why.is_empty(), "{text:?}: {error}");
            Some(error)
        }
    }
}

/// Reads an action, an outcome, an edit and an event from the text, each as by [`notation`].
///
/// # Panics
/// If one does not read back.
pub fn inputs_and_events<G: Notation>(game: &G, text: &str) {
    notation(text, |text| game.read_action(text), |&action| game.action_text(action));
    notation(text, |text| game.read_chance(text), |&chance| game.chance_text(chance));
    notation(text, |text| game.read_edit(text), |&edit| game.edit_text(edit));
    notation(text, |text| game.read_event(text), |event| game.event_text(event));
}

/// Sets an option of the default config. What is taken reads back and makes rules or a complaint; what is refused
/// changes nothing and names the key.
///
/// # Panics
/// If not.
pub fn option<G: Game>(key: &str, value: &str) -> Option<G::Config> {
    let mut config = G::Config::default();
    match config.set(key, value) {
        Ok(()) => {
            assert_eq!(G::Config::from_pairs(config.pairs()), Ok(config.clone()));
            let _ = G::new(&config);
            Some(config)
        }
        Err(error) => {
            assert_eq!(config, G::Config::default());
            assert_eq!(error.key, key);
            None
        }
    }
}

/// The golden games of these names, as text.
///
/// # Panics
/// If one is not there.
pub fn golden_games(names: &[&str]) -> Vec<String> {
    let text = |name: &&str| {
        let path = format!("tests/golden/{name}.play");
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    names.iter().map(text).collect()
}

/// A game altered by the bytes is refused by its checksum, or is the same in the same words.
///
/// # Panics
/// If not.
pub fn altered_game<G: Notation + Deals>(games: &[String], bytes: &[u8]) {
    let (which, changes) = bytes.split_first().unwrap_or((&0, &[]));
    let game = &games[usize::from(*which) % games.len()];
    let text = altered(game, changes);
    replays_or_complains::<G>(&text);
    if text != *game {
        let kept = text.parse::<Record>().map(|record| record.to_string());
        assert!(kept.is_err() || kept == Ok(game.clone()), "the checksum finds an accident");
    }
}

/// A game altered by the bytes, with a checksum that fits, so that the rules get to see what was changed: it is refused
/// or replays.
///
/// # Panics
/// If neither.
pub fn altered_game_with_digest<G: Notation + Deals>(games: &[String], bytes: &[u8]) {
    let (which, changes) = bytes.split_first().unwrap_or((&0, &[]));
    let text = altered(&games[usize::from(*which) % games.len()], changes);
    replays_or_complains::<G>(&with_digest(&text));
}

/// The text of a game with changes at places that the bytes choose.
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

fn with_digest(text: &str) -> String {
    let Some((body, _)) = text.split_once("\ndigest ") else { return text.to_owned() };
    let body = format!("{body}\n");
    let mut digest = Digest::default();
    digest.bytes(body.as_bytes());
    format!("{body}digest {digest}\n")
}

/// An error, or a game that is what it says.
fn replays_or_complains<G: Notation + Deals>(text: &str) {
    let record = match text.parse::<Record>() {
        Ok(record) => record,
        Err(error) => return assert!(error.to_string().starts_with("line ")),
    };
    let replayed = Replay::<G>::open(&record).and_then(|mut replay| replay.verify(&mut ()));
    let resumed = Match::<G>::resume(&record, &mut ());
    match replayed {
        Ok(_) => {
            assert!(record.to_string().lines().eq(text.lines()), "the same game in other words: {text}");
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(resumed.is_err(), "it does not replay, and goes on: {text}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Config, Toy};

    fn game() -> String {
        fs::read_to_string("tests/golden/race.play").unwrap()
    }

    #[test]
    fn bytes_are_pieces_and_signs() {
        assert_eq!(text(&[0, 1, 4, 200], &["a", "b", " "]), format!("ab{}", "b").to_owned() + &sign(200));
    }

    fn sign(byte: u32) -> String {
        char::from_u32(byte * 7 % 0x250).unwrap().to_string()
    }

    #[test]
    fn an_unaltered_game_replays() {
        altered_game::<Toy>(&[game()], &[]);
        altered_game_with_digest::<Toy>(&[game()], &[]);
        assert_eq!(with_digest(&game()), game());
    }

    #[test]
    fn an_altered_game_is_told_from_the_first() {
        for way in 0..16 {
            let bytes = [0, way, 9, 3, 200];
            altered_game::<Toy>(&[game()], &bytes);
            altered_game_with_digest::<Toy>(&[game()], &bytes);
        }
        assert_ne!(altered(&game(), &[2, 9, 0, 0]), game());
    }

    #[test]
    fn options_are_taken_or_refused() {
        assert_eq!(option::<Toy>("seats", "4"), Some(Config { seats: 4, ..Config::default() }));
        assert_eq!(option::<Toy>("seats", "four"), None);
        assert_eq!(option::<Toy>("chairs", "4"), None);
    }

    #[test]
    #[should_panic(expected = "was written as")]
    fn a_value_that_reads_back_as_another_is_told() {
        notation("7", |text| Ok(text.len()), |_| "twelve".to_owned());
    }
}
