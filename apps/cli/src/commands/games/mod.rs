//! `tercet games`: what is in the archive.

use anyhow::anyhow;
use clap::Args;
use serde_json::{Value, json};
use tercet_arena::TournamentPlan;
use tercet_store::{Archive, Filter, GameRow, SeatRow, TournamentRow, rfc3339};

use crate::data::Data;
use crate::failure::{Answer, Failure, FailureExt};
use crate::names::{self, Bots};
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
    #[arg(long, value_name = "GAME", value_parser = names::game())]
    game: Option<String>,
    /// Only games in which this bot or person sat
    #[arg(long, value_name = "NAME", value_parser = Bots::ANY, hide_possible_values = true)]
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
    /// The games that are meant, in an archive that may know whom they name.
    pub(crate) fn filter(&self, archive: &Archive, newest: Option<u32>) -> Result<Filter, Failure> {
        if let Some(tournament) = self.tournament {
            archive.tournament(tournament).or_usage()?;
        }
        if let Some(name) = &self.player {
            self.check_player(name, archive)?;
        }
        // What is no date is found out before anything is read.
        let dates = Filter {
            since: self.since.clone(),
            until: self.until.clone(),
            newest: Some(0),
            ..Filter::default()
        };
        archive.games(&dates).or_usage()?;
        Ok(Filter {
            game: self.game.clone(),
            player: self.player.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
            tournament: self.tournament,
            outside_tournaments: false,
            newest,
        })
    }

    /// A player is a bot, or somebody who is in the archive.
    fn check_player(&self, name: &str, archive: &Archive) -> Result<(), Failure> {
        let played = Filter { player: Some(name.to_owned()), newest: Some(1), ..Filter::default() };
        if names::is_bot(name, self.game.as_deref()) || !archive.games(&played).or_failed()?.is_empty() {
            return Ok(());
        }
        let recent = archive.games(&Filter { newest: Some(RECENT), ..Filter::default() }).or_failed()?;
        let people = recent.iter().flat_map(|game| &game.seats).map(|seat| seat.label.as_str());
        let mut known: Vec<&str> = names::bot_names(self.game.as_deref()).collect();
        known.extend(people);
        let of = self.game.as_ref().map_or_else(String::new, |game| format!(" of {game}"));
        Err(match names::nearest(name, known) {
            Some(near) => anyhow!("`{name}` is no bot{of} and not in the archive; did you mean `{near}`?"),
            None => anyhow!("`{name}` is no bot{of} and not in the archive; `tercet bots` lists the bots"),
        })
        .or_usage()
    }
}

/// From how many games, the newest, names of people are suggested.
const RECENT: u32 = 1000;

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let archive = options.data.read()?;
    if options.tournaments {
        return tournaments(options, &archive, screen);
    }
    let games = archive.games(&options.which.filter(&archive, Some(options.limit))?).or_usage()?;
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
        let seat = |seat: &SeatRow| {
            let won = if game.seats.len() > 1 && seat.finish.place == 1 { " (won)" } else { "" };
            let helped = if seat.assisted { " (assisted)" } else { "" };
            format!("{}{helped} {}{won}", seat.label, seat.points)
        };
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
        "tournament": game.slot.map(|slot| slot.tournament),
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
    for tournament in archive.tournaments().or_failed()? {
        let plan = TournamentPlan::from_json(&tournament.plan).or_failed()?;
        if options.json {
            screen.json(&tournament_json(&tournament, &plan))?;
        }
        let names: Vec<&str> = plan.plan.entrants.iter().map(|entrant| entrant.label.as_str()).collect();
        table.row(vec![
            tournament.id.to_string(),
            minute(tournament.started_ms),
            tournament.game.clone(),
            plan.plan.format.to_string(),
            format!("{}/{}", tournament.games, plan.plan.game_count()),
            if tournament.finished_ms.is_some() { "over" } else { "open" }.to_owned(),
            names.join(", "),
        ]);
    }
    if !options.json {
        screen.line(&table.lines().join("\n"))?;
    }
    Ok(Answer::Yes)
}

fn tournament_json(tournament: &TournamentRow, plan: &TournamentPlan) -> Value {
    let names: Vec<&str> = plan.plan.entrants.iter().map(|entrant| entrant.label.as_str()).collect();
    json!({
        "id": tournament.id,
        "started": rfc3339(tournament.started_ms),
        "finished": tournament.finished_ms.map(rfc3339),
        "game": tournament.game,
        "format": plan.plan.format.name(),
        "seed": plan.plan.seed,
        "games": tournament.games,
        "of": plan.plan.game_count(),
        "entrants": names,
    })
}
