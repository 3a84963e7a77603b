//! `tercet import`: games from elsewhere into the archive.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use serde_json::json;
use tercet_store::{ImportError, Imported, import, now_ms};

use crate::data::Data;
use crate::failure::{Answer, Failure, FailureExt};
use crate::files;
use crate::output::Screen;

const EXAMPLES: &str = "\
Examples:
  tercet import games.jsonl
  tercet import game.record
  tercet export --format jsonl --data old | tercet import - --data new

Each game is replayed before; one that does not come to what it says, and nothing is imported. Games that \
are in the archive already are passed over.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The games, one a line of JSON as `tercet export` writes them, or a record; - is stdin
    file: PathBuf,
    #[command(flatten)]
    data: Data,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let text = files::read_text(&options.file).or_usage()?;
    let mut archive = options.data.open()?;
    let imported = match import(&mut archive, &text, now_ms()) {
        Err(ImportError::Store(error)) => return Err(error).or_failed(),
        done => done.map_err(|error| anyhow!("{}: {error}", options.file.display())).or_usage()?,
    };
    let Imported { added, known, unchecked } = imported;
    if options.json {
        screen.json(&json!({ "imported": added, "known": known, "unchecked": unchecked }))?;
    } else {
        let unchecked = if unchecked == 0 {
            String::new()
        } else {
            format!("; {unchecked} of other rules were not replayed")
        };
        screen.line(&format!("imported: {added}, there before: {known}{unchecked}"))?;
    }
    Ok(Answer::Yes)
}
