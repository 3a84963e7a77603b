//! `tercet simulate set`: many games of bots, summed up.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use tercet_arena::{Outcome, Series, SeriesError, Watch, simulate};
use tercet_entry::{NamedBot, count};
use tercet_game::{Game as _, Player, Seat};
use tercet_search::BotLimits;
use tercet_set::{Config, SetGame};
use tercet_set_play::bots::{self as bots, First};

use crate::commands::simulate::explain::explained;
use crate::commands::simulate::{Simulation, SimulationOptions, watched};
use crate::failure::{Failure, FailureExt};
use crate::games::set::play::Policy;
use crate::games::set::report::Report;
use crate::games::set::setup::Rules;
use crate::games::set::study::{SetStudy, SetSums};
use crate::names::Bots;
use crate::options;
use crate::output::Screen;

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", options::options_help::<Config>())
}

const EXAMPLES: &str = "\
Examples:
  tercet simulate set --games 100000
  tercet simulate set --games 100000 --policy sweep --jobs 4 --seed 1
  tercet simulate set --games 1000 --players racer:2,racer:3,racer:4 --json
  tercet simulate set --games 1000 --players racer:2,racer:3 --rotate
  tercet simulate set --games 1 --players racer:2,perfect --explain why.jsonl

Nothing is guaranteed unless --option says so: each deal is fair, and three more cards come only \
when there is no Set. The numbers depend on seed and options, never on --jobs. `se` is the standard \
error of the mean or share before it; boards count as if each were of a game of its own. With --rotate \
player 1 sits first in game 1, player 2 in game 2, and so on. With --explain one thread plays. In a race \
all seats are asked before each play; the one with the least `delay_ms` acts.";

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Set {
    #[command(flatten)]
    many: SimulationOptions,
    /// How one bot plays alone
    #[arg(long, default_value = "random", conflicts_with = "players")]
    policy: Policy,
    /// Which bots play, seat by seat; several race (see `tercet bots set`)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = Bots::of(SetGame::ID), hide_possible_values = true)]
    players: Vec<String>,
    /// Move the players on by a seat from game to game; results are by player
    #[arg(long, requires = "players")]
    rotate: bool,
    #[command(flatten)]
    rules: Rules,
    /// Write why each bot does what it does to this file, one JSON object a decision
    #[arg(long, value_name = "FILE")]
    explain: Option<PathBuf>,
}

/// A series of SET.
pub(crate) struct SetSimulation {
    options: Set,
    game: SetGame,
    players: Vec<String>,
    series: Series,
}

impl Simulation for SetSimulation {
    type Sums = SetSums;

    fn series(&self) -> &Series {
        &self.series
    }

    fn rules(&self) -> (&'static str, u16) {
        (SetGame::ID, SetGame::RULES_VERSION)
    }

    fn players(&self) -> &[String] {
        &self.players
    }

    fn local_option(&self) -> Option<&'static str> {
        self.options.explain.is_some().then_some("--explain")
    }

    fn play(&self, series: &Series, watch: &Watch) -> Result<Outcome<SetSums>, Failure> {
        let SetSimulation { options, game, players, .. } = self;
        let Outcome { study, games } = match &options.explain {
            Some(path) => explained(path, players, series, |series, reasons| {
                let sit = |seat: Seat, seed| reasons.sit(seat, sit(players, seat, seed));
                watched(series, watch, || play(series, watch, game, sit)).or_failed()
            })?,
            None => watched(series, watch, || options.simulate(series, watch, game, players)).or_failed()?,
        };
        Ok(Outcome { study: study.sums, games })
    }

    fn add(sums: &mut SetSums, other: SetSums) {
        sums.add(&other);
    }

    fn report(&self, series: &Series, study: &SetSums, screen: &mut Screen) -> Result<(), Failure> {
        let report = Report { game: &self.game, series, players: &self.players, study };
        if self.options.many.json {
            screen.json(&report.json())?;
        } else {
            screen.line(&report.text())?;
        }
        Ok(())
    }
}

impl Set {
    pub(crate) fn simulation(self) -> Result<SetSimulation, Failure> {
        let (game, players) = (self.game().or_usage()?, self.names());
        for name in &players {
            NamedBot::<tercet_set_play::Set>::new(name, 0, &BotLimits::own()).or_usage()?;
        }
        let series = self.many.series(self.rotate);
        Ok(SetSimulation { options: self, game, players, series })
    }

    fn names(&self) -> Vec<String> {
        if self.players.is_empty() { vec![self.policy.name().to_owned()] } else { self.players.clone() }
    }

    fn game(&self) -> Result<SetGame> {
        let names = self.names();
        let base = match u8::try_from(names.len()) {
            Ok(1) if names == ["sweep"] => Config::demo(),
            Ok(seats) => Config::race(seats),
            Err(_) => bail!("{} players are too many; 1 to {} can play", names.len(), Config::MAX_SEATS),
        };
        let config = self.rules.config(base)?;
        if usize::from(config.seats) != names.len() {
            let seats = count(config.seats.into(), "seat", "seats");
            let players = count(names.len(), "player", "players");
            bail!("the game has {seats} and {players}; --players names one for each");
        }
        Ok(SetGame::new(&config)?)
    }

    /// The policies have loops of their own, without a choice among all bots at each play.
    fn simulate<'g>(
        &self,
        series: &Series,
        watch: &Watch,
        game: &'g SetGame,
        names: &[String],
    ) -> Result<Outcome<SetStudy<'g>>, SeriesError> {
        match (self.players.is_empty(), self.policy) {
            (true, Policy::First | Policy::Sweep) => play(series, watch, game, |_, _| First),
            (true, Policy::Random) => play(series, watch, game, |_, seed| bots::Random::new(seed)),
            (false, _) => play(series, watch, game, |seat, seed| sit(names, seat, seed)),
        }
    }
}

fn sit(names: &[String], seat: Seat, seed: u64) -> NamedBot<tercet_set_play::Set> {
    NamedBot::new(&names[seat.index()], seed, &BotLimits::own()).expect("all names were tried before")
}

fn play<'g, P: Player<SetGame>>(
    series: &Series,
    watch: &Watch,
    game: &'g SetGame,
    sit: impl Fn(Seat, u64) -> P + Sync,
) -> Result<Outcome<SetStudy<'g>>, SeriesError> {
    simulate(series, watch, game, |seed| game.shuffle(seed), sit, || SetStudy::new(game))
}
