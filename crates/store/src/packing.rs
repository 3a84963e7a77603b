//! Inputs made small.
//!
//! The games of one kind share most of their lines (`chance die 3`, `seat 2 build ranch`), so that a line is kept as its
//! number in a vocabulary that lies in the file. A vocabulary never changes: when games say much that is not in it, a larger one
//! follows it.
//!
//! Against zstd with a trained dictionary (1,800 games of Machi Koro, 1,800 of SET, 600 of the puzzle): at level 3 that takes 1.9,
//! 1.6 and 1.6 times the room, at level 9 still 1.6, 1.6 and 1.4 times, and where it comes near (level 19: 1.5, 1.4, 1.3) a game
//! takes a hundred times longer to pack than to play.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use memchr::memchr_iter;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, params};
use rustc_hash::FxHashMap;

/// The numbers that take one byte.
const SHORT: usize = 0xf0;
/// Begins a line that is in no vocabulary: its length, then its bytes.
const SPELT: u8 = 0xff;
/// The most lines of a vocabulary: what is left of the first bytes is followed by a second one.
const MOST_LINES: usize = SHORT + (SPELT as usize - SHORT) * 256;
/// Longer lines are seldom said twice.
const LONGEST: usize = 64;
/// So many bytes must have been spelt for each byte of a vocabulary before a larger one follows it: the vocabularies stay a
/// small part of the file.
const PATIENCE: usize = 4;
/// Packs and unpacks, and remembers the vocabularies.
#[derive(Default)]
pub(crate) struct Packer {
    writers: HashMap<String, Vocabulary>,
    readers: HashMap<i64, Vec<Box<str>>>,
}

impl Packer {
    /// Packs the inputs of a game; the number of the vocabulary comes along.
    pub(crate) fn pack(
        &mut self,
        connection: &Connection,
        game: &str,
        inputs: &str,
    ) -> rusqlite::Result<(i64, Vec<u8>)> {
        if !self.writers.contains_key(game) {
            let vocabulary = Vocabulary::open(connection, game, inputs)?;
            self.writers.insert(game.to_owned(), vocabulary);
        }
        let vocabulary = self.writers.get_mut(game).expect("it was put there if it was missing");
        let packed = (vocabulary.id, vocabulary.pack(inputs));
        if vocabulary.is_outgrown() {
            *vocabulary = vocabulary.grown(connection, game)?;
        }
        Ok(packed)
    }

    /// Unpacks inputs that were packed with this vocabulary.
    pub(crate) fn unpack(
        &mut self,
        connection: &Connection,
        vocabulary: i64,
        packed: &[u8],
    ) -> rusqlite::Result<String> {
        let lines = match self.readers.entry(vocabulary) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(place) => place.insert(read_lines(connection, vocabulary)?),
        };
        let inputs = unpack_lines(lines, packed).and_then(|bytes| String::from_utf8(bytes).ok());
        let damaged = || "the inputs are cut off or not ours".into();
        inputs.ok_or_else(|| rusqlite::Error::FromSqlConversionFailure(1, Type::Blob, damaged()))
    }
}

/// What lines are packed with.
struct Vocabulary {
    id: i64,
    numbers: FxHashMap<Box<str>, u16>,
    /// How often each of them was said.
    said: Vec<u32>,
    /// Lines that are not in it, and how often they were said.
    missed: HashMap<Box<str>, u32>,
    /// The bytes of what was spelt and might have been in it.
    spelt: usize,
    /// Its own bytes.
    size: usize,
}

impl Vocabulary {
    /// The newest of the file for this game, or a new one of these inputs.
    fn open(connection: &Connection, game: &str, inputs: &str) -> rusqlite::Result<Vocabulary> {
        let newest = "SELECT id, lines FROM vocabularies WHERE game = ?1 ORDER BY id DESC LIMIT 1";
        let there: Option<(i64, String)> =
            connection.query_row(newest, [game], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        if let Some((id, lines)) = there {
            return Ok(Vocabulary::new(id, lines.split('\n').map(Into::into).collect()));
        }
        let mut said = HashMap::new();
        for line in lines(inputs).filter(|line| is_short(line)) {
            *said.entry(line.into()).or_insert(0) += 1;
        }
        Vocabulary::write(connection, game, said)
    }

    fn new(id: i64, lines: Vec<Box<str>>) -> Vocabulary {
        let size = lines.iter().map(|line| line.len()).sum();
        let said = vec![0; lines.len()];
        let numbers = lines.into_iter().zip(0..).collect();
        Vocabulary { id, numbers, said, missed: HashMap::new(), spelt: 0, size }
    }

    /// Writes down a vocabulary, the lines that are said most often first.
    fn write(
        connection: &Connection,
        game: &str,
        said: HashMap<Box<str>, u32>,
    ) -> rusqlite::Result<Vocabulary> {
        let mut said: Vec<(Box<str>, u32)> = said.into_iter().collect();
        said.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let lines: Vec<Box<str>> = said.into_iter().take(MOST_LINES).map(|(line, _)| line).collect();
        connection.execute(
            "INSERT INTO vocabularies (game, lines) VALUES (?1, ?2)",
            params![game, lines.join("\n")],
        )?;
        Ok(Vocabulary::new(connection.last_insert_rowid(), lines))
    }

    fn pack(&mut self, inputs: &str) -> Vec<u8> {
        let mut packed = Vec::with_capacity(inputs.len() / 8);
        for line in lines(inputs) {
            if let Some(&number) = self.numbers.get(line) {
                let said = &mut self.said[usize::from(number)];
                *said = said.saturating_add(1);
                push_number(&mut packed, number.into());
            } else {
                self.miss(line);
                push_spelt(&mut packed, line);
            }
        }
        packed
    }

    /// Remembers a line that is not in it, if there is room for more.
    fn miss(&mut self, line: &str) {
        if self.said.len() == MOST_LINES || !is_short(line) {
            return;
        }
        self.spelt += line.len();
        match self.missed.get_mut(line) {
            Some(times) => *times += 1,
            None => drop(self.missed.insert(line.into(), 1)),
        }
    }

    fn is_outgrown(&self) -> bool {
        self.spelt > PATIENCE * self.size
    }

    /// One with the lines that were missed too.
    fn grown(&mut self, connection: &Connection, game: &str) -> rusqlite::Result<Vocabulary> {
        let mut said = std::mem::take(&mut self.missed);
        said.extend(self.numbers.drain().map(|(line, number)| (line, self.said[usize::from(number)])));
        Vocabulary::write(connection, game, said)
    }
}

/// The lines of a text, which newlines part.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    memchr_iter(b'\n', text.as_bytes()).chain([text.len()]).map(move |end| {
        let line = &text[start..end];
        start = end + 1;
        line
    })
}

fn is_short(line: &str) -> bool {
    (1..=LONGEST).contains(&line.len())
}

fn push_number(packed: &mut Vec<u8>, number: usize) {
    if number < SHORT {
        packed.push(number as u8);
    } else {
        let rest = number - SHORT;
        packed.extend([(SHORT + rest / 256) as u8, rest as u8]);
    }
}

/// The length in groups of seven bits, the lowest first; the last group has no top bit.
fn push_spelt(packed: &mut Vec<u8>, line: &str) {
    packed.push(SPELT);
    let mut length = line.len();
    while length >= 0x80 {
        packed.push(length as u8 | 0x80);
        length >>= 7;
    }
    packed.push(length as u8);
    packed.extend(line.as_bytes());
}

fn read_lines(connection: &Connection, vocabulary: i64) -> rusqlite::Result<Vec<Box<str>>> {
    let lines: String =
        connection
            .query_row("SELECT lines FROM vocabularies WHERE id = ?1", [vocabulary], |row| row.get(0))?;
    Ok(lines.split('\n').map(Into::into).collect())
}

/// `None` if it was not packed with these lines.
fn unpack_lines(lines: &[Box<str>], mut packed: &[u8]) -> Option<Vec<u8>> {
    let mut inputs = Vec::new();
    while let Some(first) = take(&mut packed, 1) {
        let line = match usize::from(first[0]) {
            number if number < SHORT => lines.get(number)?.as_bytes(),
            _ if first[0] == SPELT => take_spelt(&mut packed)?,
            high => {
                let low = usize::from(take(&mut packed, 1)?[0]);
                lines.get(SHORT + (high - SHORT) * 256 + low)?.as_bytes()
            }
        };
        inputs.extend_from_slice(line);
        inputs.push(b'\n');
    }
    // Lines are parted, not ended.
    inputs.pop();
    Some(inputs)
}

fn take_spelt<'a>(packed: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (mut length, mut shift) = (0, 0);
    loop {
        let group = take(packed, 1)?[0];
        length |= usize::from(group & 0x7f).checked_shl(shift)?;
        shift += 7;
        if group < 0x80 {
            return take(packed, length);
        }
    }
}

fn take<'a>(packed: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = packed.split_at_checked(length)?;
    *packed = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::SCHEMA;

    fn file() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(SCHEMA).unwrap();
        connection
    }

    /// Packs and unpacks; the bytes, and the number of the vocabulary.
    fn there_and_back(connection: &Connection, packer: &mut Packer, inputs: &str) -> (usize, i64) {
        let (vocabulary, packed) = packer.pack(connection, "machi", inputs).unwrap();
        assert_eq!(packer.unpack(connection, vocabulary, &packed).unwrap(), inputs);
        assert_eq!(
            Packer::default().unpack(connection, vocabulary, &packed).unwrap(),
            inputs,
            "another process"
        );
        (packed.len(), vocabulary)
    }

    #[test]
    fn any_text_comes_back() {
        let (file, mut packer) = (file(), Packer::default());
        let long = "long ".repeat(5_000);
        for inputs in ["", "\n", "a", "a\nb", "a\n", "\n\na\n\n", "ä\r\n\u{0}", "a\na\nb", &long] {
            there_and_back(&file, &mut packer, inputs);
        }
    }

    #[test]
    fn a_known_line_takes_a_byte_and_a_rare_one_two() {
        let (file, mut packer) = (file(), Packer::default());
        let all: Vec<String> = (0..5_000).map(|line| format!("line {line}")).collect();
        there_and_back(&file, &mut packer, &all.join("\n"));
        // The first of equals are those that sort first: `line 0`, `line 1`, `line 10`, and so on.
        assert_eq!(there_and_back(&file, &mut packer, "line 0\nline 10\nline 100").0, 3);
        assert_eq!(there_and_back(&file, &mut packer, "line 4000\nline 2").0, 4);
        assert_eq!(there_and_back(&file, &mut packer, "line 999").0, 2 + "line 999".len(), "it is full");
    }

    #[test]
    fn a_vocabulary_grows_by_what_is_said_and_old_games_stay_readable() {
        let (file, mut packer) = (file(), Packer::default());
        let (_, first) = there_and_back(&file, &mut packer, "aaa\nbbb");
        let old = packer.pack(&file, "machi", "aaa\nnew").unwrap();
        let new = "new\n".repeat(7);
        assert_eq!(
            there_and_back(&file, &mut packer, &new),
            (7 * 5 + 2, first),
            "24 bytes were spelt, and 6 are known"
        );
        assert_eq!(there_and_back(&file, &mut packer, "new"), (5, first));
        let (bytes, second) = there_and_back(&file, &mut packer, &new);
        assert!(second > first);
        assert_eq!(bytes, 7 + 2);
        assert_eq!(packer.unpack(&file, old.0, &old.1).unwrap(), "aaa\nnew");
        let reopened = Packer::default().pack(&file, "machi", "new").unwrap();
        assert_eq!((reopened.0, reopened.1.len()), (second, 1), "another process goes on with the newest");
    }

    #[test]
    fn what_was_not_packed_is_refused() {
        let (file, mut packer) = (file(), Packer::default());
        let (vocabulary, _) = packer.pack(&file, "machi", "a\nb").unwrap();
        let spelt_wrong = [SPELT, 1, 0xc3];
        for broken in [
            &[2_u8][..],
            &[SHORT as u8],
            &[SHORT as u8, 9],
            &[SPELT],
            &[SPELT, 3, 65],
            &[SPELT, 0xff],
            &spelt_wrong,
        ] {
            let error = packer.unpack(&file, vocabulary, broken).unwrap_err().to_string();
            assert!(error.starts_with("Conversion error from type Blob at index: 1"), "{error}");
        }
        assert!(packer.unpack(&file, vocabulary + 1, &[0]).is_err(), "there is no such vocabulary");
    }
}
