//! `tercet export`: the archive's tables for other programs.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use tercet_store::{Format, Table, export};

use crate::commands::games::Which;
use crate::data::Data;
use crate::failure::{Answer, Failure, FailureExt};
use crate::output::Screen;

const EXAMPLES: &str = "\
Examples:
  tercet export --format jsonl > games.jsonl
  tercet export --format csv --table ratings
  tercet export --format parquet --table moves --game set --output moves.parquet

`games` has one row a game with its whole record, and as JSONL it is what `tercet import` reads; `moves` one \
row an input; `events` one row an event, told by replaying; `ratings` one row a player and round.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// How it is written
    #[arg(long)]
    format: FormatName,
    /// What is exported
    #[arg(long, default_value = "games")]
    table: TableName,
    #[command(flatten)]
    which: Which,
    /// Where to; stdout if not given
    #[arg(short, long, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// One row a line of JSON
    Jsonl,
    /// Comma-separated values; lists are joined by semicolons
    Csv,
    /// Apache Parquet
    Parquet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableName {
    /// One row a game
    Games,
    /// One row an input
    Moves,
    /// One row a rating after a round
    Ratings,
    /// One row a player: how strong, by all games at once
    Strengths,
    /// One row an event
    Events,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Jsonl => Format::Jsonl,
            FormatName::Csv => Format::Csv,
            FormatName::Parquet => Format::Parquet,
        }
    }
}

impl From<TableName> for Table {
    fn from(name: TableName) -> Table {
        match name {
            TableName::Games => Table::Games,
            TableName::Moves => Table::Moves,
            TableName::Ratings => Table::Ratings,
            TableName::Strengths => Table::Strengths,
            TableName::Events => Table::Events,
        }
    }
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let (table, format) = (options.table.into(), options.format.into());
    let mut archive = options.data.read()?;
    let filter = options.which.filter(&archive, None)?;
    let exported = match &options.output {
        None if format == Format::Parquet && io::stdout().is_terminal() => {
            return Err(anyhow!("Parquet is not for a terminal; name a file with --output")).or_usage();
        }
        None => {
            screen.flush()?;
            let mut out = BufWriter::new(io::stdout());
            export(&mut archive, table, format, &filter, &mut out)
        }
        Some(path) => {
            let complaint = || format!("`{}` can't be written", path.display());
            let mut out = BufWriter::new(File::create(path).with_context(complaint).or_usage()?);
            let exported = export(&mut archive, table, format, &filter, &mut out);
            out.flush().with_context(complaint).or_failed()?;
            exported
        }
    };
    let exported = exported.or_failed()?;
    if exported.skipped > 0 {
        let games = exported.skipped;
        tracing::warn!("{games} games are of other rules than this build's and were not replayed");
    }
    Ok(Answer::Yes)
}
