//! `tercet simulate` for a game without a report of its own: wins and points of each seat.

use std::sync::Arc;

use clap::Args;
use serde_json::json;
use tercet_arena::{Outcome, Results, Series, Watch, simulate_bots};
use tercet_entry::{AnyRules, Entry, Seated};
use tercet_game::{End, Seat};
use tercet_search::Stop;

use super::{By as _, Simulation, SimulationOptions, error, tally_json, watched};
use crate::failure::{Failure, FailureExt};
use crate::options;
use crate::output::Screen;

#[derive(Args)]
pub(crate) struct AnySimulate {
    #[command(flatten)]
    many: SimulationOptions,
    /// Which bots play, seat by seat (see `tercet bots`); `random` at every seat if not given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    /// Move the players on by a seat from game to game; results are by player
    #[arg(long, requires = "players")]
    rotate: bool,
    /// An option of the rules; can be given more than once
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = options::pair("seats=2"))]
    rules: Vec<(String, String)>,
    #[command(flatten)]
    room: options::Room,
}

impl AnySimulate {
    pub(crate) fn simulation(self, entry: &'static Entry) -> Result<AnySimulation, Failure> {
        let seats = match self.players.len() {
            0 => *entry.usual().tables().start(),
            seats => u8::try_from(seats).unwrap_or(u8::MAX),
        };
        let players: Vec<String> = if self.players.is_empty() {
            vec!["random".to_owned(); seats.into()]
        } else {
            self.players.clone()
        };
        let rules = entry.seated(&self.rules, seats).or_usage()?;
        let series = self.many.series(self.rotate);
        let bot_limits = self.room.bot_limits(&Stop::default());
        for name in &players {
            entry.usual().check_bot(name, &bot_limits).or_usage()?;
        }
        Ok(AnySimulation { options: self, rules, players, series })
    }
}

/// A series of any game.
pub(crate) struct AnySimulation {
    options: AnySimulate,
    rules: Arc<dyn AnyRules>,
    players: Vec<String>,
    series: Series,
}

impl Simulation for AnySimulation {
    type Sums = Results;

    fn series(&self) -> &Series {
        &self.series
    }

    fn rules(&self) -> (&'static str, u16) {
        (self.rules.id(), self.rules.version())
    }

    fn players(&self) -> &[String] {
        &self.players
    }

    fn play(&self, series: &Series, watch: &Watch) -> Result<Outcome<Results>, Failure> {
        let bot_limits = self.options.room.bot_limits(watch.word());
        let sit = |seat: Seat, seed| Seated::Bot { name: &self.players[seat.index()], seed };
        watched(series, watch, || simulate_bots(series, watch, &*self.rules, &bot_limits, sit)).or_failed()
    }

    fn add(sums: &mut Results, other: Results) {
        sums.add(&other);
    }

    fn report(&self, series: &Series, sums: &Results, screen: &mut Screen) -> Result<(), Failure> {
        report(self.rules.id(), self.options.many.json, series, &self.players, sums, screen)
    }
}

fn report(
    game: &str,
    is_json: bool,
    series: &Series,
    players: &[String],
    study: &Results,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let games = &series.games;
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
