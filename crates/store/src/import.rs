//! Games from elsewhere.

use std::collections::HashSet;

use tercet_entry::{BeginError, Catalog};
use tercet_game::{Digest, Finish, Record, ReplayError, Scores};
use thiserror::Error;

use crate::game_line::GameLine;
use crate::names::one_spelling;
use crate::new_game::insert_as;
use crate::recorded::RecordedGame;
use crate::{Archive, Filter, NewGame, SeatRow, StoreError};

/// What came of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that were put in.
    pub added: u64,
    /// Games that were there before, with the same players.
    pub known: u64,
    /// Of those put in, games of other rules than this build's: their results stand, but nobody has replayed them.
    pub unchecked: u64,
}

/// Why nothing was imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// A line is no game.
    #[error("line {line}: {why}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The archive can't be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Imports games, one a line of JSON, or a single record as text: all of them, each replayed before, or none. Games
/// that are there already are passed over.
///
/// # Errors
/// At the first line that is no game or does not replay to what it says.
pub fn import(archive: &mut Archive, text: &str, now_ms: i64) -> Result<Imported, ImportError> {
    let games = read(text)?;
    let mut there = fingerprints(archive)?;
    let mut imported = Imported::default();
    let mut parts = Vec::new();
    for (line, game) in &games {
        let scores = match archive.catalog.verify(&game.record) {
            Ok(scores) => Some(scores),
            Err(BeginError::Replay(ReplayError::Rules { .. })) => {
                imported.unchecked += 1;
                None
            }
            Err(error) => return Err(ImportError::Line { line: *line, why: error.to_string() }),
        };
        let seats = seats_of(archive.catalog, game, scores.as_ref());
        if there.insert(fingerprint(&game.record, &seats)) {
            parts.push(RecordedGame::of(&game.record, seats, now_ms));
            imported.added += 1;
        } else {
            imported.known += 1;
        }
    }
    let new: Vec<_> = parts.iter().map(|parts| (parts.new_game(), &parts.record.reasons)).collect();
    archive.add_with_reasons(&new)?;
    Ok(imported)
}

fn read(text: &str) -> Result<Vec<(usize, GameLine)>, ImportError> {
    if text.starts_with("tercet record") {
        let record: Record = text.parse().map_err(|error: tercet_game::RecordError| ImportError::Line {
            line: error.line,
            why: error.why,
        })?;
        let players = vec!["unknown".to_owned(); record.scores.len()];
        let finish = record.scores.iter().map(|&points| points.into()).collect();
        return Ok(vec![(
            1,
            GameLine { record, bots: players.clone(), players, finish, places: None, assisted: Vec::new() },
        )]);
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(row, line)| {
            let game = GameLine::read(line);
            game.map(|game| (row + 1, game))
                .map_err(|error| ImportError::Line { line: row + 1, why: error.to_string() })
        })
        .collect()
}

/// Who sat there, and how they came out: by the replay, or where there is none by what the line says.
fn seats_of(catalog: Catalog, game: &GameLine, replayed: Option<&Scores>) -> Vec<SeatRow> {
    let finishes = match (replayed, &game.places) {
        (Some(scores), _) => scores.finishes(&game.finish),
        (None, Some(places)) => {
            places.iter().zip(&game.finish).map(|(&place, &score)| Finish { place, score }).collect()
        }
        (None, None) => Finish::by_score(&game.finish),
    };
    let names = game.players.iter().zip(&game.bots);
    let numbers = game.record.scores.iter().zip(finishes);
    let seat = |(number, ((label, bot), (&points, finish))): (_, ((&String, &String), _))| {
        let (label, bot) = one_spelling(catalog, Some(&game.record.game), label, bot);
        SeatRow { label, bot, points, finish, assisted: game.assisted.contains(&number) }
    };
    (1..).zip(names.zip(numbers)).map(seat).collect()
}

/// What tells games apart: what was played, and by whom.
fn fingerprint(record: &Record, seats: &[SeatRow]) -> u64 {
    let mut digest = Digest::default();
    digest.bytes(record.game.as_bytes());
    for (key, value) in &record.config {
        digest.bytes(format!("{key} {value}\n").as_bytes());
    }
    finger(digest, &record.deal.to_string(), record.state, seats)
}

fn finger(mut digest: Digest, deal: &str, state: u64, seats: &[SeatRow]) -> u64 {
    digest.bytes(format!("{deal}\n{state}").as_bytes());
    for seat in seats {
        digest.bytes(format!("\n{} {} {}", seat.label, seat.bot, seat.points).as_bytes());
    }
    digest.value()
}

fn fingerprints(archive: &mut Archive) -> Result<HashSet<u64>, StoreError> {
    let mut all = HashSet::new();
    archive.for_each_game(&Filter::default(), |_, row| {
        let mut digest = Digest::default();
        digest.bytes(row.game.as_bytes());
        for (key, value) in &row.config {
            digest.bytes(format!("{key} {value}\n").as_bytes());
        }
        all.insert(finger(digest, &row.deal, row.state, &row.seats));
        Ok(())
    })?;
    Ok(all)
}

impl Archive {
    /// Puts games in under numbers that are not taken, all or none.
    ///
    /// # Errors
    /// If the file can't be written, or a number is taken.
    pub fn add_numbered(&mut self, games: &[(i64, NewGame<'_>)]) -> Result<(), StoreError> {
        self.whole(|change, known| {
            games
                .iter()
                .try_for_each(|(number, game)| insert_as(change, known, Some(*number), game).map(drop))
        })
    }
}
