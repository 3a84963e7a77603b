//! Games from elsewhere.

use std::collections::HashSet;

use tercet_catalog::{BeginError, verify};
use tercet_formats::archive::GameLine;
use tercet_game::{Digest, Input, InputText, Record, ReplayError};
use thiserror::Error;

use crate::{Archive, Filter, NewGame, NewSeat, Place, SeatRow, StoreError};

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
        match verify(&game.record) {
            Ok(()) => {}
            Err(BeginError::Replay(ReplayError::Rules { .. })) => imported.unchecked += 1,
            Err(error) => return Err(ImportError::Line { line: *line, why: error.to_string() }),
        }
        let seats = seats_of(game);
        if there.insert(fingerprint(&game.record, &seats)) {
            parts.push(Parts::of(&game.record, &seats, now_ms));
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
        return Ok(vec![(1, GameLine { record, bots: players.clone(), players, finish })]);
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

fn seats_of(game: &GameLine) -> Vec<SeatRow> {
    let names = game.players.iter().zip(&game.bots);
    let numbers = game.record.scores.iter().zip(&game.finish);
    let seat = |((label, bot), (&points, &finish)): ((&String, &String), (&i32, &i64))| SeatRow {
        label: label.clone(),
        bot: bot.clone(),
        points,
        finish,
    };
    names.zip(numbers).map(seat).collect()
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

fn fingerprints(archive: &Archive) -> Result<HashSet<u64>, StoreError> {
    let games = archive.games(&Filter::default())?;
    let of = |row: &crate::GameRow| {
        let mut digest = Digest::default();
        digest.bytes(row.game.as_bytes());
        for (key, value) in &row.config {
            digest.bytes(format!("{key} {value}\n").as_bytes());
        }
        finger(digest, &row.deal, row.state, &row.seats)
    };
    Ok(games.iter().map(of).collect())
}

/// A record in the parts that an archive keeps.
pub(crate) struct Parts<'r> {
    record: &'r Record,
    seats: Vec<SeatRow>,
    inputs: String,
    plays: u32,
    finished_ms: i64,
    pub(crate) place: Option<Place>,
}

impl<'r> Parts<'r> {
    pub(crate) fn of(record: &'r Record, seats: &[SeatRow], finished_ms: i64) -> Parts<'r> {
        let inputs = record.inputs.iter().map(|input| input_line(input) + "\n").collect();
        let plays = record.inputs.iter().filter(|input| matches!(input, Input::Play(..))).count() as u32;
        Parts { record, seats: seats.to_vec(), inputs, plays, finished_ms, place: None }
    }

    pub(crate) fn new_game(&self) -> NewGame<'_> {
        let seat = |seat: &'_ SeatRow| -> (i32, i64) { (seat.points, seat.finish) };
        let seats = self.seats.iter().map(|row| {
            let (points, finish) = seat(row);
            NewSeat { label: &row.label, bot: &row.bot, points, finish }
        });
        NewGame {
            game: &self.record.game,
            rules: self.record.rules,
            config: &self.record.config,
            deal: &self.record.deal,
            inputs: &self.inputs,
            plays: self.plays,
            end: self.record.end,
            state: self.record.state,
            seats: seats.collect(),
            place: self.place,
            finished_ms: self.finished_ms,
        }
    }
}

/// An input as its line in a record.
pub(crate) fn input_line(input: &InputText) -> String {
    match input {
        Input::Play(seat, action) => format!("{seat} {action}"),
        Input::Chance(chance) => format!("chance {chance}"),
        Input::Expire => "expire".to_owned(),
        Input::Edit(edit) => format!("edit {edit}"),
    }
}
