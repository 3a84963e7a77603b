//! `tercet tournament`: bots meet, and are rated.

pub(crate) mod parts;
mod progress;
mod report;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use tercet_arena::{Format, Resources, TournamentOptions, TournamentPlan, Watch};
use tercet_catalog::games;
use tercet_store::{
    Archive, CountedPurchases, Filter, RatingRow, StoreError, TournamentOutcome, count_purchases,
    export_tournament, now_ms,
};

use crate::commands::stats::counted;
use crate::data::Data;
use crate::failure::{Answer, Failure, FailureExt};
use crate::names::{self, Bots};
use crate::options;
use crate::output::Screen;
use crate::table::plain;

pub(crate) use report::{groups_note, rating_json, strength_text, with_interval};

const EXAMPLES: &str = "\
Examples:
  tercet tournament set --entrants racer:1,racer:2,racer:3,first --seed 1
  tercet tournament triangle --entrants greedy,random --format round-robin --games 20
  tercet tournament set --entrants racer:2,racer:4 --format knockout --games 8 --records games.jsonl
  tercet tournament --resume 3

A Swiss field is filled up to a multiple of 12 with RandomBot, who is rated within the tournament only. \
Games for one are played as duplicates: everybody has the same deal. `strength` is fitted to all games \
at once; behind a value stands how far its 95 % interval reaches to both sides. Tables depend on seed, entrants and options, never on --jobs, nor on how \
often the tournament was stopped and gone on with.

Exit codes: 0 it is over, 1 it was stopped or failed, 2 wrong usage.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Which game
    #[arg(required_unless_present = "resume", value_parser = names::game())]
    game: Option<String>,
    /// Which bots enter (see `tercet bots`); one that is named twice is numbered
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required_unless_present = "resume", value_parser = Bots::ANY, hide_possible_values = true)]
    entrants: Vec<String>,
    /// Who plays whom
    #[arg(long, default_value = "swiss")]
    format: FormatName,
    /// How many times the whole of it is played; ratings go on from day to day
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    days: u32,
    /// How many games a pairing plays; usually 1 in a Swiss day and in duplicates, else one a seat
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// How many sit at a table of a round robin; usually 2, in duplicates everybody
    #[arg(long, value_name = "N")]
    table: Option<usize>,
    /// Mix strong and weak in the last round of a Swiss day
    #[arg(long)]
    striped: bool,
    /// What seats are ranked by, where a game has several ways
    #[arg(long, value_name = "NAME")]
    finish: Option<String>,
    /// Begin with the ratings that the archive has, not at 1500
    #[arg(long)]
    carry: bool,
    #[command(flatten)]
    run: options::RunOptions,
    /// Go on with a tournament that was stopped (see `tercet games --tournaments`)
    #[arg(long, value_name = "ID", conflicts_with_all = ["entrants", "format", "days", "games", "table", "striped", "finish", "carry", "rules", "seed"])]
    resume: Option<i64>,
    /// Write the games to a file, one a line of JSON
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Write standings, ratings and statistics to a file of JSON
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
    /// What to do when the archive can't be written: stop, or go on in memory
    #[arg(long, value_name = "WHAT", default_value = "stop")]
    if_unwritable: Unwritable,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The formats, as the command line names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// Days of four rounds: random pairs, then pairs, triples and quads of neighbours in rating
    Swiss,
    /// Everybody against everybody
    RoundRobin,
    /// Who loses is out
    Knockout,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Swiss => Format::Swiss,
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Knockout => Format::Knockout,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unwritable {
    /// Stop with an error
    Stop,
    /// Go on in memory, with a warning
    Memory,
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    for path in [&options.records, &options.stats].into_iter().flatten() {
        writable(path).or_usage()?;
    }
    let archive = options.open()?;
    let (archive, id, game, plan) = options.begin(archive)?;
    let watch = Arc::new(Watch::default());
    stop_on_signal(&watch);
    let resources = Resources { jobs: options.run.jobs(), limits: options.run.room.limits(), watch: &watch };
    let goes_on_in_memory = options.if_unwritable == Unwritable::Memory;
    let outcome =
        progress::play(archive, id, &game, plan.clone(), resources, goes_on_in_memory).or_failed()?;
    options.write_files(outcome, &game, &plan, screen)
}

impl Options {
    fn open(&self) -> Result<Archive, Failure> {
        match Archive::open(&self.data.directory()?, games()) {
            Err(error) if self.if_unwritable == Unwritable::Memory && error.is_about_writing() => {
                tracing::warn!("{error}; the tournament is kept in memory only");
                Archive::in_memory(games()).or_failed()
            }
            opened => opened.or_failed(),
        }
    }

    /// The tournament that was asked for: a new one, or the one to go on with.
    fn begin(&self, mut archive: Archive) -> Result<(Archive, i64, String, TournamentPlan), Failure> {
        if let Some(id) = self.resume {
            let row = archive.tournament(id).or_usage()?;
            if let Some(game) = self.game.as_ref().filter(|game| **game != row.game) {
                return Err(anyhow!("tournament {id} is of {}, not of {game}", row.game)).or_usage();
            }
            let plan = TournamentPlan::from_json(&row.plan)
                .with_context(|| format!("tournament {id}"))
                .or_failed()?;
            return Ok((archive, id, row.game, plan));
        }
        let game = self.game.clone().unwrap_or_default();
        let ratings = if self.carry { archive.latest_ratings(&game).or_failed()? } else { Vec::new() };
        let entry = games().game(&game).or_usage()?;
        let plan = self.tournament(ratings)?.plan(entry, self.run.room.limits()).or_usage()?;
        let id = archive.begin_tournament(&game, &plan.to_json(), now_ms()).or_failed()?;
        tracing::info!(tournament = id, archive = %archive.path().display(), "the tournament begins");
        Ok((archive, id, game, plan))
    }

    fn tournament(&self, ratings: Vec<RatingRow>) -> Result<TournamentOptions, Failure> {
        let format = Format::from(self.format);
        if self.table.is_some() && format != Format::RoundRobin {
            let why = "--table goes with --format round-robin; a Swiss day has tables of 2, 3 and 4, a knock-out of 2";
            return Err(anyhow!(why)).or_usage();
        }
        Ok(TournamentOptions {
            entrants: self.entrants.clone(),
            format,
            days: self.days,
            games: self.games,
            table: self.table,
            is_striped: self.striped,
            finish: self.finish.clone(),
            options: self.run.rules.clone(),
            seed: self.run.seed(),
            ratings: ratings.into_iter().map(|row| (row.label, row.rating)).collect(),
        })
    }

    fn write_files(
        &self,
        outcome: TournamentOutcome,
        game: &str,
        plan: &TournamentPlan,
        screen: &mut Screen,
    ) -> Result<Answer, Failure> {
        let TournamentOutcome { mut archive, state, id, is_over } = outcome;
        if !is_over {
            let done = archive.tournament(id).or_failed()?.games;
            let all = plan.plan.game_count();
            let again = format!("go on with: tercet tournament --resume {id}");
            return Err(anyhow!("stopped after {done} of {all} games; {again}")).or_failed();
        }
        let counted = counted(&archive, game, Some(id)).or_failed()?;
        let bought = if self.json || self.stats.is_some() {
            count_purchases(&mut archive, &Filter { tournament: Some(id), ..Filter::default() })
                .or_failed()?
        } else {
            CountedPurchases::default()
        };
        let purchases = Some(&bought.purchases).filter(|purchases| purchases.games() > 0);
        let decimals = plan.finish_decimals(games().game(game).or_failed()?).or_failed()?;
        let report = report::Report { game, plan, state: &state, counted: &counted, decimals, purchases };
        if let Some(path) = &self.records {
            write_records(path, &mut archive, id).or_failed()?;
        }
        if let Some(path) = &self.stats {
            let text = format!("{:#}\n", screen.marked(report.json()));
            std::fs::write(path, text).with_context(|| written(path)).or_failed()?;
        }
        if self.json {
            screen.json(&report.json())?;
        } else {
            screen.line(&plain(&report.text(), screen.style))?;
        }
        Ok(Answer::Yes)
    }
}

fn written(path: &Path) -> String {
    format!("`{}` can't be written", path.display())
}

/// Makes sure that a file can be written, so that nobody plays in vain.
fn writable(path: &Path) -> Result<()> {
    if path.is_dir() {
        bail!("{}: it is a directory", written(path));
    }
    let there = path.exists();
    File::options().create(true).append(true).open(path).with_context(|| written(path))?;
    if !there {
        std::fs::remove_file(path).with_context(|| written(path))?;
    }
    Ok(())
}

fn write_records(path: &Path, archive: &mut Archive, id: i64) -> Result<()> {
    let file = File::create(path).with_context(|| written(path))?;
    let mut out = BufWriter::new(file);
    export_tournament(archive, id, &mut out).map_err(|error: StoreError| anyhow!(error))?;
    out.flush().with_context(|| written(path))
}

/// The first signal ends the games that are being played, in the middle of a move; the second ends the program.
pub(crate) fn stop_on_signal(watch: &Arc<Watch>) {
    let watch = Arc::clone(watch);
    let handler = move || {
        if watch.is_stopped() {
            std::process::exit(130);
        }
        watch.stop();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        tracing::warn!("Ctrl-C will end the program at once: {error}");
    }
}
