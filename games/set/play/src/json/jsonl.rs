//! The solver's lines: `{"cards":[0,1,2]}` in, `{"sets":[[0,1,2]]}` out.
//!
//! Lines as programs write them are read byte by byte ([`common_form`]); whatever is not exactly of that form is
//! left to the JSON reader, so the quick way never has to be complete, only right.

use serde::Deserialize;
use serde_json::Value;
use tercet_set::{Card, CardSet, DECK_SIZE, for_each_set};
use thiserror::Error;

use tercet_entry::NotJson;
use tercet_entry::json::without_place;

/// Why a line can't be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] NotJson),
    /// It is JSON of another shape.
    #[error("{0}; a line is {{\"cards\":[0,1,2]}}")]
    Shape(String),
    /// There is no such card.
    #[error("`{0}` is no card's id; ids are whole numbers from 0 to 80")]
    Id(String),
    /// A card is there twice.
    #[error("card {} ({}) is there twice", .0.id(), .0.words())]
    Twice(Card),
}

/// The cards of a line in order.
struct Hand {
    cards: [Card; DECK_SIZE],
    len: usize,
    seen: CardSet,
}

impl Hand {
    fn new() -> Hand {
        let first = Card::from_id(0).expect("0 is an id");
        Hand { cards: [first; DECK_SIZE], len: 0, seen: CardSet::EMPTY }
    }

    /// Adds a card; `false` if it is there already.
    #[inline]
    fn add(&mut self, card: Card) -> bool {
        if !self.seen.insert(card) {
            return false;
        }
        self.cards[self.len] = card;
        self.len += 1;
        true
    }

    fn cards(&self) -> &[Card] {
        &self.cards[..self.len]
    }
}

/// Answers one line: adds `{"sets":[[i,j,k],…]}` and a line end to `out`. Positions count from 0 in the order of
/// the line's cards; fields other than `cards` are passed over.
///
/// # Errors
/// If the line is no JSON object with a list of different card ids; nothing is added then.
pub fn solve_line(line: &[u8], out: &mut Vec<u8>) -> Result<(), LineError> {
    let hand = match common_form(line) {
        Some(hand) => hand,
        None => any_form(line)?,
    };
    write_sets(hand.cards(), out);
    Ok(())
}

/// Reads `{"cards":[0,1,2]}` without spaces, or with one after the colon and the commas, and perhaps an end of
/// line; `None` for anything else, right or wrong.
fn common_form(line: &[u8]) -> Option<Hand> {
    let rest = line.strip_prefix(b"{\"cards\":")?;
    let mut rest = rest.strip_prefix(b" ").unwrap_or(rest).strip_prefix(b"[")?;
    let mut hand = Hand::new();
    if let Some(end) = rest.strip_prefix(b"]") {
        rest = end;
    } else {
        loop {
            let (id, after) = digits(rest)?;
            if !hand.add(Card::from_id(id)?) {
                return None;
            }
            match after {
                [b',', b' ', next @ ..] | [b',', next @ ..] => rest = next,
                [b']', end @ ..] => {
                    rest = end;
                    break;
                }
                _ => return None,
            }
        }
    }
    matches!(rest, b"}" | b"}\n" | b"}\r\n" | b"}\r").then_some(hand)
}

/// One or two digits without a leading zero, and what follows them.
#[inline]
fn digits(text: &[u8]) -> Option<(usize, &[u8])> {
    let value = |byte: u8| usize::from(byte.wrapping_sub(b'0'));
    match *text {
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9', ref rest @ ..] => {
            Some((10 * value(tens) + value(ones), rest))
        }
        [ones @ b'0'..=b'9', ref rest @ ..] => Some((value(ones), rest)),
        _ => None,
    }
}

#[derive(Deserialize)]
struct Line {
    cards: Vec<u8>,
}

/// Reads any JSON.
fn any_form(line: &[u8]) -> Result<Hand, LineError> {
    let Line { cards } = serde_json::from_slice(line).map_err(|error| explain(line, &error))?;
    let mut hand = Hand::new();
    for id in cards {
        let card = Card::from_id(id.into()).ok_or_else(|| LineError::Id(id.to_string()))?;
        if !hand.add(card) {
            return Err(LineError::Twice(card));
        }
    }
    Ok(hand)
}

/// What is wrong with a line that did not read.
fn explain(line: &[u8], error: &serde_json::Error) -> LineError {
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(error) => return NotJson::from(error).into(),
    };
    match value.get("cards") {
        None if value.is_object() => LineError::Shape("`cards` is missing".to_owned()),
        None => LineError::Shape("not an object".to_owned()),
        Some(Value::Array(ids)) => {
            let is_id = |id: &&Value| id.as_u64().is_some_and(|id| id < DECK_SIZE as u64);
            match ids.iter().find(|id| !is_id(id)) {
                Some(id) => LineError::Id(id.to_string()),
                None => LineError::Shape(without_place(error)),
            }
        }
        Some(_) => LineError::Shape("`cards` is no list".to_owned()),
    }
}

fn write_sets(cards: &[Card], out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"sets\":[");
    let empty = out.len();
    for_each_set(cards, |[i, j, k]| {
        out.push(b'[');
        push_number(i, out);
        out.push(b',');
        push_number(j, out);
        out.push(b',');
        push_number(k, out);
        out.extend_from_slice(b"],");
    });
    if out.len() > empty {
        out.pop();
    }
    out.extend_from_slice(b"]}\n");
}

/// A number below 100.
#[inline]
fn push_number(number: usize, out: &mut Vec<u8>) {
    let number = number as u8;
    if number >= 10 {
        out.push(b'0' + number / 10);
    }
    out.push(b'0' + number % 10);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_game::Rng;

    fn both(line: &[u8]) -> (Option<Vec<Card>>, Option<Vec<Card>>) {
        let quick = common_form(line).map(|hand| hand.cards().to_vec());
        (quick, any_form(line).ok().map(|hand| hand.cards().to_vec()))
    }

    #[test]
    fn what_the_quick_way_reads_the_json_reader_reads_alike() {
        let alphabet: &[&str] = &[
            "{",
            "\"cards\"",
            ":",
            " ",
            "[",
            "]",
            "}",
            ",",
            "0",
            "1",
            "2",
            "80",
            "81",
            "-",
            ".",
            "\n",
            "\r",
            "x",
        ];
        let mut rng = Rng::new(1);
        let mut read = 0;
        for _ in 0..200_000 {
            let mut line = "{\"cards\":[0,1,2,13]}".to_owned();
            for _ in 0..rng.below(3) {
                let at = rng.below(line.len() as u32 + 1) as usize;
                let piece = alphabet[rng.below(alphabet.len() as u32) as usize];
                if rng.below(2) == 0 || at == line.len() {
                    line.insert_str(at, piece);
                } else {
                    line.replace_range(at..=at, piece);
                }
            }
            if let (Some(quick), any) = both(line.as_bytes()) {
                assert_eq!(Some(quick), any, "{line}");
                read += 1;
            }
        }
        assert!(read > 50_000, "{read}");
    }

    #[test]
    fn common_lines_take_the_quick_way() {
        for line in
            ["{\"cards\":[]}", "{\"cards\":[80]}", "{\"cards\": [1, 2, 3]}\n", "{\"cards\":[1,2]}\r\n"]
        {
            let (quick, any) = both(line.as_bytes());
            assert!(quick.is_some() && quick == any, "{line}");
        }
    }
}
