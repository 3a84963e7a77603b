//! `tercet review`: a finished game looked at again.

mod report;

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use tercet_arena::chart;
use tercet_catalog::games;
use tercet_draw::THEMES;
use tercet_entry::{REVIEW_PLAYOUTS, REVIEW_VERSION, Review, ReviewOptions};
use tercet_game::{Record, Seat};
use tercet_store::{Archive, ReviewFacts};

use crate::data::Data;
use crate::drawing::PlotFile;
use crate::failure::{Answer, Failure, FailureExt};
use crate::output::Screen;
use crate::{files, names};

const EXAMPLES: &str = "\
Examples:
  tercet review game.record
  tercet review 17
  tercet review 17 --json
  tercet review game.record --chart curve.svg --theme dark
  tercet review - --playouts 40000 --seed 2 < game.record

The same record, playouts and seed give the same review. What each number means: docs/review.md.

Exit codes: 0 there it is, 2 it can't be read, is no record, or the game is not over.";

/// The seed of the playouts, if none is given.
const SEED: u64 = 1;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The record, or the number of a game of the archive; - is stdin
    #[arg(value_name = "FILE|ID")]
    file: PathBuf,
    /// How many playouts are made in all
    #[arg(long, value_name = "N", default_value_t = REVIEW_PLAYOUTS, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    playouts: u32,
    /// The seed of what the playouts draw
    #[arg(long, value_name = "SEED", default_value_t = SEED)]
    seed: u64,
    /// Draw the curve into a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// The chart's colours
    #[arg(long, value_name = "THEME", default_value = THEMES[0], requires = "chart", value_parser = names::theme())]
    theme: String,
    #[command(flatten)]
    data: Data,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let chart =
        options.chart.as_ref().map(|path| PlotFile::new(path, &options.theme)).transpose().or_usage()?;
    let review = options.review()?;
    if let Some(file) = &chart {
        file.draw(&chart::review(&review)).or_failed()?;
    }
    if options.json {
        let value: Value = serde_json::to_value(&review).map_err(anyhow::Error::from).or_failed()?;
        screen.json(&value)?;
    } else {
        screen.line(&report::text(&review))?;
    }
    Ok(Answer::Yes)
}

impl Options {
    /// A number is a file if there is one of that name, and a game of the archive else.
    fn review(&self) -> Result<Review, Failure> {
        let number = self.file.to_str().and_then(|text| text.parse::<i64>().ok());
        if let Some(id) = number.filter(|_| !self.file.exists()) {
            return self.kept(&mut self.data.read()?, id);
        }
        let text = files::read_text(&self.file).or_usage()?;
        let record = text.parse().map_err(|error| anyhow!("{}: {error}", self.file.display())).or_usage()?;
        self.worked_out(&record, &ReviewFacts::default())
    }

    /// The review of a game of the archive, which keeps it.
    fn kept(&self, archive: &mut Archive, id: i64) -> Result<Review, Failure> {
        let row = archive.game(id).or_usage()?;
        let is_usual = (self.playouts, self.seed) == (REVIEW_PLAYOUTS, SEED);
        let known = archive.review(id, REVIEW_VERSION).or_failed()?.filter(|_| is_usual);
        if let Some(review) = known.and_then(|body| serde_json::from_str(&body).ok()) {
            return Ok(review);
        }
        let record = archive.record_of(&row).or_usage()?;
        let facts = archive.review_facts(&row, &record).or_failed()?;
        let review = self.worked_out(&record, &facts)?;
        if is_usual {
            let body = serde_json::to_string(&review).map_err(anyhow::Error::from).or_failed()?;
            archive.keep_review(id, REVIEW_VERSION, &body).or_failed()?;
        }
        Ok(review)
    }

    fn worked_out(&self, record: &Record, facts: &ReviewFacts) -> Result<Review, Failure> {
        let who = |seat: Seat| facts.names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
        let bar = bar();
        let progress = |done: u32, of: u32| {
            bar.set_length(of.into());
            bar.set_position(done.into());
        };
        let wanted = ReviewOptions {
            playouts: self.playouts,
            seed: self.seed,
            times: facts.times.as_deref(),
            past: &facts.past,
            progress: &progress,
            ..ReviewOptions::new(&who)
        };
        let review = games().review(record, &wanted);
        bar.finish_and_clear();
        review.map_err(|error| anyhow!("{}: {error}", self.file.display())).or_usage()
    }
}

/// Progress, shown if stderr is a terminal.
fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(1);
    let look =
        ProgressStyle::with_template("{bar:30} {percent} %, {eta} left").expect("the template is right");
    bar.set_style(look.progress_chars("=> "));
    bar
}
