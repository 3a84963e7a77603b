//! `tercet games`: what is in the archive.

use clap::Args;
use serde_json::{Value, json};
use tercet_formats::archive::EventPlan;
use tercet_store::{Archive, EventRow, Filter, GameRow, SeatRow, rfc3339};

use crate::data::Data;
use crate::failure::{Answer, Blame, Failure};
use crate::output::Screen;
use crate::table::{Side, Table};

const EXAMPLES: &str = "\
Examples:
  tercet games
  tercet games --game set --player racer:3 --since 2026-11-01
  tercet games --tournament 3 --limit 1000 --json
  tercet games --tournaments

Show one again with `tercet replay ID`.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    which: Which,
    /// At most so many, the newest
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: u32,
    /// List the tournaments instead
    #[arg(long, conflicts_with_all = ["game", "player", "since", "until", "tournament", "limit"])]
    tournaments: bool,
    #[command(flatten)]
    data: Data,
    /// Print JSON, one game a line
    #[arg(long)]
    json: bool,
}

/// Which games are meant.
#[derive(Args, Debug)]
pub(crate) struct Which {
    /// Only this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Only games in which this bot sat
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games that were over on this date (of UTC) or later
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Only games that were over before this date
    #[arg(long, value_name = "DATE")]
    until: Option<String>,
    /// Only games of this tournament
    #[arg(long, value_name = "ID")]
    tournament: Option<i64>,
}

impl Which {
    pub(crate) fn filter(&self, newest: Option<u32>) -> Filter {
        Filter {
            game: self.game.clone(),
            player: self.player.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
            event: self.tournament,
            newest,
        }
    }
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let archive = options.data.open()?;
    if options.tournaments {
        return tournaments(options, &archive, screen);
    }
    let games = archive.games(&options.which.filter(Some(options.limit))).or_usage()?;
    if options.json {
        for game in &games {
            screen.json(&game_json(game))?;
        }
        return Ok(Answer::Yes);
    }
    let mut table = Table::new(&[
        ("id", Side::Right),
        ("finished", Side::Left),
        ("game", Side::Left),
        ("plays", Side::Right),
        ("end", Side::Left),
        ("players and points", Side::Left),
    ]);
    for game in &games {
        let seat = |seat: &SeatRow| format!("{} {}", seat.label, seat.points);
        table.row(vec![
            game.id.to_string(),
            minute(game.finished_ms),
            game.game.clone(),
            game.plays.to_string(),
            game.end.clone(),
            game.seats.iter().map(seat).collect::<Vec<_>>().join(", "),
        ]);
    }
    screen.line(&table.lines().join("\n"))?;
    Ok(Answer::Yes)
}

fn minute(ms: i64) -> String {
    rfc3339(ms)[..16].replace('T', " ")
}

fn game_json(game: &GameRow) -> Value {
    let seat = |seat: &SeatRow| json!({ "player": seat.label, "bot": seat.bot, "points": seat.points, "place": seat.finish.place, "finish": seat.finish.score });
    json!({
        "id": game.id,
        "finished": rfc3339(game.finished_ms),
        "game": game.game,
        "rules": game.rules,
        "deal": game.deal,
        "plays": game.plays,
        "end": game.end,
        "tournament": game.slot.map(|slot| slot.event),
        "seats": game.seats.iter().map(seat).collect::<Vec<_>>(),
    })
}

fn tournaments(options: &Options, archive: &Archive, screen: &mut Screen) -> Result<Answer, Failure> {
    let mut table = Table::new(&[
        ("id", Side::Right),
        ("started", Side::Left),
        ("game", Side::Left),
        ("format", Side::Left),
        ("games", Side::Right),
        ("state", Side::Left),
        ("entrants", Side::Left),
    ]);
    for event in archive.events().or_failed()? {
        let plan = EventPlan::from_json(&event.plan).or_failed()?;
        if options.json {
            screen.json(&tournament_json(&event, &plan))?;
        }
        let names: Vec<&str> = plan.plan.entrants.iter().map(|entrant| entrant.label.as_str()).collect();
        table.row(vec![
            event.id.to_string(),
            minute(event.started_ms),
            event.game.clone(),
            plan.plan.format.to_string(),
            format!("{}/{}", event.games, plan.plan.sittings()),
            if event.finished_ms.is_some() { "over" } else { "open" }.to_owned(),
            names.join(", "),
        ]);
    }
    if !options.json {
        screen.line(&table.lines().join("\n"))?;
    }
    Ok(Answer::Yes)
}

fn tournament_json(event: &EventRow, plan: &EventPlan) -> Value {
    let names: Vec<&str> = plan.plan.entrants.iter().map(|entrant| entrant.label.as_str()).collect();
    json!({
        "id": event.id,
        "started": rfc3339(event.started_ms),
        "finished": event.finished_ms.map(rfc3339),
        "game": event.game,
        "format": plan.plan.format.name(),
        "seed": plan.plan.seed,
        "games": event.games,
        "of": plan.plan.sittings(),
        "entrants": names,
    })
}
