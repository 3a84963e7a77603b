//! `tercet ratings`: how strong the bots are, over all tournaments of the archive.

use std::collections::BTreeMap;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tercet_arena::chart::{Curve, curves};
use tercet_arena::{Interval, Rating};
use tercet_catalog::GAMES;
use tercet_scene::Scene;
use tercet_store::RatingRow;

use crate::commands::tournament::{rating_json, with_interval};
use crate::data::Data;
use crate::drawing::Plot;
use crate::failure::{Answer, Blame, Failure};
use crate::names;
use crate::output::Screen;
use crate::table::{Side, Table, plain};

const EXAMPLES: &str = "\
Examples:
  tercet ratings
  tercet ratings set
  tercet ratings set --plot elo.svg
  tercet ratings triangle --system glicko --plot glicko.png --theme dark

Ratings go on from tournament to tournament; one counts when it is over. Behind the value stands how far \
its 95 % interval reaches to both sides. Weng-Lin is the Bradley-Terry model for tables of any size; a \
beginner has 25.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Only this game
    #[arg(value_parser = names::game())]
    game: Option<String>,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    plot: Plot,
    /// Which ratings are drawn over time
    #[arg(long, default_value = "elo", requires = "path")]
    system: System,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum System {
    /// Elo, K = 32
    Elo,
    /// Glicko-2
    Glicko,
    /// Weng-Lin
    Skill,
}

impl System {
    fn value(self, rating: &Rating) -> (f64, Option<Interval>) {
        match self {
            System::Elo => (rating.elo, rating.elo_interval()),
            System::Glicko => (rating.glicko, Some(rating.glicko_interval())),
            System::Skill => (rating.mu, Some(rating.skill_interval())),
        }
    }
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let plot = options.plot.file().or_usage()?;
    let archive = options.data.open()?;
    let mut values = Vec::new();
    for entry in GAMES.iter().filter(|entry| options.game.as_deref().is_none_or(|game| game == entry.id)) {
        let latest = archive.latest_ratings(entry.id).or_failed()?;
        if latest.is_empty() {
            continue;
        }
        let row = |row: &RatingRow| json!({ "player": row.label, "rating": rating_json(&row.rating) });
        values.push(json!({ "game": entry.id, "ratings": latest.iter().map(row).collect::<Vec<_>>() }));
        if !options.json {
            screen.line(&plain(&text(entry.id, &latest), screen.style))?;
        }
        if let Some(plot) = &plot {
            let history = archive.ratings(Some(entry.id)).or_failed()?;
            plot.draw(&drawn(entry.id, &history, options.system)).or_failed()?;
        }
    }
    if values.is_empty() {
        return Err(anyhow!("nobody is rated yet; play a tournament with `tercet tournament`")).or_failed();
    }
    if options.json {
        screen.json(&Value::Array(values))?;
    }
    Ok(Answer::Yes)
}

fn text(game: &str, latest: &[RatingRow]) -> String {
    let mut table = Table::new(&[
        ("player", Side::Left),
        ("tables", Side::Right),
        ("elo", Side::Right),
        ("glicko-2", Side::Right),
        ("weng-lin", Side::Right),
    ]);
    for RatingRow { label, rating, .. } in latest {
        table.row(vec![
            label.clone(),
            rating.games.to_string(),
            with_interval(rating.elo, rating.elo_interval(), 0),
            with_interval(rating.glicko, Some(rating.glicko_interval()), 0),
            with_interval(rating.mu, Some(rating.skill_interval()), 1),
        ]);
    }
    format!("{game}\n{}", table.lines().join("\n"))
}

/// The ratings over rounds, those of all tournaments after each other.
fn drawn(game: &str, history: &[RatingRow], system: System) -> Scene {
    let mut round = 0;
    let mut last = None;
    let mut players: BTreeMap<&str, Curve> = BTreeMap::new();
    for row in history {
        if last != Some((row.event, row.day, row.round)) {
            last = Some((row.event, row.day, row.round));
            round += 1;
        }
        let (value, interval) = system.value(&row.rating);
        let curve = || Curve { label: row.label.clone(), points: Vec::new() };
        players.entry(&row.label).or_insert_with(curve).points.push((round, value, interval));
    }
    let all: Vec<Curve> = players.into_values().collect();
    let name = match system {
        System::Elo => "Elo",
        System::Glicko => "Glicko-2",
        System::Skill => "Weng-Lin",
    };
    curves(
        &format!("{game}: {name} after each round"),
        "rounds, those of all tournaments after each other",
        &all,
    )
}
