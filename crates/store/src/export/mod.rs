//! The archive's tables for other programs.

mod parquet;
mod sheet;
mod tables;

use std::io::{self, Write};

use crate::export::sheet::{Cell, Column, csv_head, csv_line, json_line};
use tercet_game::named;

use crate::export::parquet::ParquetSheet;
use crate::{Archive, Filter, StoreError};

named! {
    /// How an export is written.
    pub enum Format {
        /// One row a line of JSON; what `import` reads.
        Jsonl = "jsonl",
        /// Comma-separated values with a line of names; lists are joined by semicolons.
        Csv = "csv",
        /// Apache Parquet, compressed by zstd.
        Parquet = "parquet",
    }
}

named! {
    /// What is exported.
    pub enum Table {
        /// One row a game, with its record.
        Games = "games",
        /// One row an input.
        Moves = "moves",
        /// One row a rating after a round.
        Ratings = "ratings",
        /// One row a player: how strong, by all games at once.
        Strengths = "strengths",
        /// One row an event, derived by replaying.
        Events = "events",
    }
}

/// What came of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// How many rows were written.
    pub rows: u64,
    /// How many games could not be replayed, because their rules are of another version.
    pub skipped: u64,
}

/// Writes a table of the games that are meant, row by row: what is held in memory does not grow with the archive, and nothing is
/// read before what came earlier was written. Strengths aside, which follow from all games at once.
///
/// # Errors
/// If the archive can't be read, nobody waits for it any more ([`Archive::read_while`]), or the output can't be written.
pub fn export(
    archive: &mut Archive,
    table: Table,
    format: Format,
    filter: &Filter,
    out: &mut (dyn Write + Send),
) -> Result<Export, StoreError> {
    let mut sheet = sheet(format, tables::columns(table), out).map_err(StoreError::Output)?;
    let export = tables::rows(archive, table, filter, &mut |row| sheet.row(row).map_err(StoreError::Output))?;
    sheet.finish().map_err(StoreError::Output)?;
    Ok(export)
}

/// Writes the games of a tournament in the order of its fixtures, without what depends on the archive: number, time.
/// The same tournament gives the same bytes, however often it was interrupted.
///
/// # Errors
/// If the archive can't be read or the output written.
pub fn export_tournament(
    archive: &mut Archive,
    tournament: i64,
    out: &mut (dyn Write + Send),
) -> Result<u64, StoreError> {
    let fixtures = format!("SELECT id FROM games WHERE tournament = {tournament} ORDER BY fixture, part");
    let games: Vec<i64> = archive.rows(&fixtures, |row| row.get(0))?;
    for &id in &games {
        let row = archive.game(id)?;
        let record = archive.record_of(&row)?;
        let (columns, cells) = tables::tournament_game(&row, &record);
        writeln!(out, "{}", json_line(&columns, &cells)).map_err(StoreError::Output)?;
    }
    Ok(games.len() as u64)
}

/// Where rows go.
trait Sheet {
    fn row(&mut self, row: &[Cell]) -> io::Result<()>;

    fn finish(self: Box<Self>) -> io::Result<()>;
}

fn sheet<'o>(
    format: Format,
    columns: &'static [Column],
    out: &'o mut (dyn Write + Send),
) -> io::Result<Box<dyn Sheet + 'o>> {
    Ok(match format {
        Format::Jsonl => Box::new(Jsonl { columns, out }),
        Format::Csv => {
            writeln!(out, "{}", csv_head(columns))?;
            Box::new(Csv { out })
        }
        Format::Parquet => Box::new(ParquetSheet::new(columns, out)?),
    })
}

struct Jsonl<'o> {
    columns: &'static [Column],
    out: &'o mut (dyn Write + Send),
}

impl Sheet for Jsonl<'_> {
    fn row(&mut self, row: &[Cell]) -> io::Result<()> {
        writeln!(self.out, "{}", json_line(self.columns, row))
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

struct Csv<'o> {
    out: &'o mut (dyn Write + Send),
}

impl Sheet for Csv<'_> {
    fn row(&mut self, row: &[Cell]) -> io::Result<()> {
        writeln!(self.out, "{}", csv_line(row))
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}
