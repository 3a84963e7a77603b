//! `tercet stats`: what the archive's games tell of the bots.

mod report;

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tercet_arena::chart;
use tercet_catalog::{GAMES, UnknownGame};

use crate::data::Data;
use crate::failure::{Answer, Blame, Failure};
use crate::output::Screen;
use crate::svg;

pub(crate) use report::counted_json;
pub(crate) use tercet_store::{Counted, counted};

const EXAMPLES: &str = "\
Examples:
  tercet stats
  tercet stats set
  tercet stats set --tournament 3 --json
  tercet stats set --plot wins.svg
  tercet stats set --chart head-to-head --plot table.svg

Intervals hold the true value in 95 of 100 cases (Wilson). `chance` is how likely a difference as
large as this is between equal bots; `needed` is how many games would show it, in four of five tries.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Only this game
    game: Option<String>,
    /// Only this tournament
    #[arg(long, value_name = "ID")]
    tournament: Option<i64>,
    #[command(flatten)]
    data: Data,
    /// Draw a chart into a file of SVG
    #[arg(long, value_name = "FILE.svg", requires = "game")]
    plot: Option<PathBuf>,
    /// Which chart is drawn
    #[arg(long, default_value = "wins", requires = "plot")]
    chart: Chart,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Chart {
    /// Win rates with intervals
    Wins,
    /// How many plays games took
    Length,
    /// Who beats whom
    HeadToHead,
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    if let Some(id) = options.game.as_ref().filter(|id| GAMES.iter().all(|entry| entry.id != **id)) {
        return Err(UnknownGame { id: id.clone() }).or_usage();
    }
    if let Some(path) = &options.plot {
        svg::is_svg(path).or_usage()?;
    }
    let archive = options.data.open()?;
    if let Some(event) = options.tournament {
        archive.event(event).or_usage()?;
    }
    let mut values = Vec::new();
    for (game, _) in archive.counts().or_failed()? {
        if options.game.as_ref().is_some_and(|asked| *asked != game) {
            continue;
        }
        let counted = counted(&archive, &game, options.tournament).or_failed()?;
        if counted.statistics.tables() == 0 {
            continue;
        }
        if let Some(path) = &options.plot {
            svg::write(path, &options.draw(&game, &counted)).or_failed()?;
        }
        values.push(json!({ "game": game, "statistics": counted_json(&counted) }));
        if !options.json {
            screen.line(&report::text(&game, &counted))?;
        }
    }
    if values.is_empty() {
        return Err(anyhow!("there are no such games in the archive; play some with `tercet tournament`"))
            .or_failed();
    }
    if options.json {
        screen.json(&Value::Array(values))?;
    }
    Ok(Answer::Yes)
}

impl Options {
    fn draw(&self, game: &str, counted: &Counted) -> String {
        let Counted { names, statistics } = counted;
        match self.chart {
            Chart::Wins => {
                let bars = names.iter().enumerate().filter_map(|(bot, name)| {
                    let (share, interval) = statistics.bot(bot).win_rate()?;
                    Some(chart::Bar { label: name.clone(), value: share, interval })
                });
                chart::bars(&format!("{game}: share of tables won"), &bars.collect::<Vec<_>>())
            }
            Chart::Length => {
                let counts: Vec<(i64, u64)> = statistics.length().iter().collect();
                chart::histogram(&format!("{game}: plays a game"), &counts)
            }
            Chart::HeadToHead => {
                let share =
                    |own: usize, other: usize| statistics.pair(own, other).share().map(|share| share.0);
                let row = |own: usize| (0..names.len()).map(|other| share(own, other)).collect();
                let rows: Vec<Vec<Option<f64>>> = (0..names.len()).map(row).collect();
                chart::heat_map(
                    &format!("{game}: share of points of the row against the column"),
                    names,
                    &rows,
                )
            }
        }
    }
}
