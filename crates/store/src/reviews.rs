//! Reviews of finished games, and what the archive knows beside a record that they need: when things were done, and how quick
//! somebody was before.

use rusqlite::{OptionalExtension as _, params};

use tercet_game::{Input, Record};

use crate::{Archive, GameRow, StoreError};

/// How many earlier games of somebody are looked at.
const PAST: u32 = 200;

/// How a move of a table ends that takes the last one back.
const UNDO: &str = " undo";

/// What the archive knows of a game beside its record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReviewFacts {
    /// Who sat where.
    pub names: Vec<String>,
    /// When each input was given, in milliseconds since the table was made; `None` where that is not known.
    pub times: Option<Vec<u64>>,
    /// [`Archive::past_paces`] of each seat.
    pub past: Vec<Vec<f64>>,
}

impl Archive {
    /// The review of a game that was kept, if it is of this version.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn review(&self, game: i64, version: u16) -> Result<Option<String>, StoreError> {
        let one = "SELECT body FROM reviews WHERE game = ?1 AND version = ?2";
        let found = self.connection.prepare_cached(one).and_then(|mut statement| {
            statement.query_row(params![game, version], |row| row.get(0)).optional()
        });
        found.map_err(self.complaint())
    }

    /// Keeps the review of a game in the place of an older one; of a game that was deleted meanwhile nothing is kept.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn keep_review(&mut self, game: i64, version: u16, body: &str) -> Result<(), StoreError> {
        let keep = "INSERT OR REPLACE INTO reviews SELECT id, ?2, ?3 FROM games WHERE id = ?1";
        self.whole(|change, _| change.prepare_cached(keep)?.execute(params![game, version, body]).map(drop))
    }

    /// What a review needs to know of a game beside its record.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn review_facts(&self, row: &GameRow, record: &Record) -> Result<ReviewFacts, StoreError> {
        let times = self.times_of(row.id)?.and_then(|done| by_input(record, &done));
        let past = match row.seats.as_slice() {
            [alone] if alone.bot == "person" => vec![self.past_paces(row.id, &alone.label)?],
            _ => Vec::new(),
        };
        let names = row.seats.iter().map(|seat| seat.label.clone()).collect();
        Ok(ReviewFacts { names, times, past })
    }

    /// When each thing was done at the table of a game, in milliseconds since the table was made: plays, ends of windows and edits,
    /// those that were taken back left out. `None` where no table's moves are kept.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn times_of(&self, game: i64) -> Result<Option<Vec<u64>>, StoreError> {
        let table =
            "SELECT t.id, t.made_ms FROM table_games s JOIN tables t ON t.id = s.table_id WHERE s.game = ?1";
        let found = self.connection.query_row(table, [game], |row| Ok((row.get(0)?, row.get(1)?)));
        let Some((table, made_ms)) = found.optional().map_err(self.complaint())? else { return Ok(None) };
        let made_ms: i64 = made_ms;
        let mut times = Vec::new();
        for done in self.moves(table)? {
            if done.input.ends_with(UNDO) {
                times.pop();
            } else {
                times.push(u64::try_from(done.made_ms - made_ms).unwrap_or(0));
            }
        }
        Ok((!times.is_empty()).then_some(times))
    }

    /// How many seconds a point took in the earlier games with these options that somebody of this name finished alone and without
    /// help, the newest first.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn past_paces(&self, game: i64, name: &str) -> Result<Vec<f64>, StoreError> {
        let query = "SELECT s.spent_ms, t.points FROM table_games s \
                     JOIN games g ON g.id = s.game JOIN seats t ON t.game = g.id AND t.seat = 0 \
                     JOIN players p ON p.id = t.player \
                     WHERE g.id < ?1 AND g.config = (SELECT config FROM games WHERE id = ?1) AND NOT s.assisted \
                     AND p.label = ?2 AND p.bot = 'person' AND t.points > 0 \
                     AND NOT EXISTS (SELECT 1 FROM seats WHERE game = g.id AND seat > 0) \
                     ORDER BY g.id DESC LIMIT ?3";
        let rows = self.connection.prepare_cached(query).and_then(|mut statement| {
            let pace = |spent_ms: i64, points: i64| spent_ms as f64 / 1000.0 / points as f64;
            let rows =
                statement.query_map(params![game, name, PAST], |row| Ok(pace(row.get(0)?, row.get(1)?)))?;
            rows.collect()
        });
        rows.map_err(self.complaint())
    }
}

/// The time of each input, where there is one for each that somebody gave: what chance drew came at once.
fn by_input(record: &Record, done: &[u64]) -> Option<Vec<u64>> {
    let (mut done, mut now) = (done.iter(), 0);
    let mut times = Vec::with_capacity(record.inputs.len());
    for input in &record.inputs {
        if !matches!(input, Input::Chance(_)) {
            now = *done.next()?;
        }
        times.push(now);
    }
    done.next().is_none().then_some(times)
}
