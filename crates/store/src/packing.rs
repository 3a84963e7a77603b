//! Inputs made small.
//!
//! The inputs of one game are a few kilobytes of lines that all games share: the first game of each kind becomes a
//! dictionary, and the others say what differs. A race of SET for two, 1.5 KB of inputs, takes 480 bytes and 15.2 µs
//! in all then, rows and indexes included; without the dictionary, 518 and 18.1 (`cargo xtask soak`, 2026-11-16).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rusqlite::{Connection, OptionalExtension, params};
use zstd::bulk::{Compressor, Decompressor};

/// A game of four randoms of Machi Koro, 4.5 KB of inputs, takes 971 bytes and 24 µs; at level 1 858 and 27, at -3 986 and 25.
const LEVEL: i32 = -1;
/// The longest dictionary: a long first game says nothing new after that.
const LONGEST: usize = 16 * 1024;
/// The most that a game's inputs may unpack to.
const MOST: usize = 256 * 1024 * 1024;

/// Packs and unpacks, and remembers the dictionaries.
#[derive(Default)]
pub(crate) struct Packer {
    by_game: HashMap<String, (i64, Compressor<'static>)>,
    contents: HashMap<i64, Vec<u8>>,
}

impl Packer {
    /// Packs the inputs of a game; the number of the dictionary comes along.
    pub(crate) fn pack(
        &mut self,
        connection: &Connection,
        game: &str,
        inputs: &str,
    ) -> rusqlite::Result<(i64, Vec<u8>)> {
        if !self.by_game.contains_key(game) {
            let (id, content) = dictionary(connection, game, inputs)?;
            let compressor = Compressor::with_dictionary(LEVEL, &content).map_err(packing)?;
            self.by_game.insert(game.to_owned(), (id, compressor));
        }
        let (id, compressor) = self.by_game.get_mut(game).expect("it was put there if it was missing");
        Ok((*id, compressor.compress(inputs.as_bytes()).map_err(packing)?))
    }

    /// Unpacks inputs that were packed with this dictionary.
    pub(crate) fn unpack(
        &mut self,
        connection: &Connection,
        dictionary: i64,
        packed: &[u8],
    ) -> rusqlite::Result<String> {
        let content = match self.contents.entry(dictionary) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(place) => {
                let content = "SELECT content FROM dictionaries WHERE id = ?1";
                place.insert(connection.query_row(content, [dictionary], |row| row.get(0))?)
            }
        };
        let mut decompressor = Decompressor::with_dictionary(content).map_err(packing)?;
        let length = Decompressor::upper_bound(packed).unwrap_or(MOST).min(MOST);
        let inputs = decompressor.decompress(packed, length).map_err(packing)?;
        String::from_utf8(inputs).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    }
}

/// The dictionary of a game: the file's, or a new one of these inputs.
fn dictionary(connection: &Connection, game: &str, inputs: &str) -> rusqlite::Result<(i64, Vec<u8>)> {
    let there = connection
        .query_row(
            "SELECT id, content FROM dictionaries WHERE game = ?1 ORDER BY id LIMIT 1",
            [game],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    if let Some(dictionary) = there {
        return Ok(dictionary);
    }
    let content = inputs.as_bytes()[..inputs.len().min(LONGEST)].to_vec();
    connection.execute("INSERT INTO dictionaries (game, content) VALUES (?1, ?2)", params![game, content])?;
    Ok((connection.last_insert_rowid(), content))
}

fn packing(error: std::io::Error) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(error.into())
}
