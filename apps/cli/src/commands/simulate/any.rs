//! `tercet simulate` for a game without a report of its own: wins and points of each seat.

use clap::Args;
use serde_json::json;
use tercet_arena::{Outcome, Results, Series, simulate_bots};
use tercet_entry::{Entry, Seated};
use tercet_game::{End, Seat};

use super::{By as _, answer, error, played, stopped_by_signal, tally_json, watched};
use crate::failure::{Answer, Blame, Failure};
use crate::options;
use crate::output::Screen;

#[derive(Args)]
pub(crate) struct AnySimulate {
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Which bots play, seat by seat (see `tercet bots`); `random` at every seat if not given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    /// Move the players on by a seat from game to game; results are told by player
    #[arg(long, requires = "players")]
    rotate: bool,
    /// How many threads; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The seed of the series; drawn from the system and printed if none is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// An option of the rules; can be given more than once
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_and_value)]
    rules: Vec<(String, String)>,
    #[command(flatten)]
    room: options::Room,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    options::key_and_value(text, "seats=2")
}

pub(crate) fn run(
    entry: &'static Entry,
    options: &AnySimulate,
    screen: &mut Screen,
) -> Result<Answer, Failure> {
    let seats = match options.players.len() {
        0 => *entry.usual().tables().start(),
        seats => u8::try_from(seats).unwrap_or(u8::MAX),
    };
    let players: Vec<String> = if options.players.is_empty() {
        vec!["random".to_owned(); seats.into()]
    } else {
        options.players.clone()
    };
    let rules = entry.seated(&options.rules, seats).or_usage()?;
    let series = Series {
        games: options.games,
        seed: options.seed.unwrap_or_else(options::drawn_seed),
        jobs: options.jobs.map_or(0, usize::from),
        is_rotated: options.rotate,
    };
    let watch = stopped_by_signal();
    let terms = options.room.terms(watch.word());
    for name in &players {
        entry.usual().check_bot(name, &terms).or_usage()?;
    }
    let sit = |seat: Seat, seed| Seated::Bot { name: &players[seat.index()], seed };
    let outcome =
        watched(&series, &watch, || simulate_bots(&series, &watch, &*rules, &terms, sit)).or_failed()?;
    let series = played(&series, outcome.games)?;
    report(entry.id, options.json, &series, &players, &outcome, screen)?;
    Ok(answer(&watch))
}

fn report(
    game: &str,
    is_json: bool,
    series: &Series,
    players: &[String],
    Outcome { study, games }: &Outcome<Results>,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let share = |wins: u64| wins as f64 / *games as f64;
    if is_json {
        let seat = |(seat, bot): (usize, &String)| {
            json!({
                "bot": bot,
                "won": study.won(seat),
                "shared": study.shared(seat),
                "win_rate": share(study.won(seat)),
                "points": tally_json(study.points(seat)),
            })
        };
        let seats: Vec<_> = players.iter().enumerate().map(seat).collect();
        screen.json(&json!({
            "game": game, "games": games, "seed": series.seed.to_string(),
            series.whose(): seats, "limit": study.ended(End::Limit),
        }))?;
        return Ok(());
    }
    screen.line(&format!("{games} games of {game}, seed {}", series.seed))?;
    for (seat, bot) in players.iter().enumerate() {
        let (won, points) = (share(study.won(seat)), study.points(seat));
        let deviation = (*games > 1).then(|| 100.0 * (won * (1.0 - won) / *games as f64).sqrt());
        screen.line(&format!(
            "{} {} {bot}: won {:.1} %{}, shared {:.1} %, points {:.2}{}",
            series.who(),
            seat + 1,
            100.0 * won,
            error(deviation, 1),
            100.0 * share(study.shared(seat)),
            points.mean().unwrap_or(0.0),
            error(points.standard_error(), 2),
        ))?;
    }
    if study.ended(End::Limit) > 0 {
        screen.line(&format!("games at their length limit: {}", study.ended(End::Limit)))?;
    }
    Ok(())
}
