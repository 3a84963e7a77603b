//! A tournament that is asked for, and the plan that it comes to.

use std::sync::Arc;

use tercet_entry::{AnyRules, Entry, PlayError};
use tercet_game::ConfigError;
use tercet_search::{BotError, BotLimits, Limits};
use thiserror::Error;

use crate::{Entrant, Format, Plan, PlanError, Rating, SWISS_MULTIPLE, Tables, TournamentPlan, field, pad};

/// The bot that fields are filled up with.
const PADDING_BOT: &str = "random";

/// A tournament as it is asked for, whatever the door.
#[derive(Clone, Debug)]
pub struct TournamentOptions {
    /// The bots; one that is named twice is numbered.
    pub entrants: Vec<String>,
    /// Who plays whom.
    pub format: Format,
    /// How many times the whole of it is played.
    pub days: u32,
    /// How many games a pairing plays; the usual number if `None`.
    pub games: Option<u32>,
    /// How many sit at a table of a round robin.
    pub table: Option<usize>,
    /// Do the last round's tables of a Swiss day mix strong and weak?
    pub is_striped: bool,
    /// What seats are ranked by; the usual way if `None`.
    pub finish: Option<String>,
    /// Options of the rules.
    pub options: Vec<(String, String)>,
    /// The seed.
    pub seed: u64,
    /// Ratings to begin with, by label; a label without one begins at the usual rating.
    pub ratings: Vec<(String, Rating)>,
}

/// Why a tournament can't be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// There can't be such a tournament.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// There is no such bot, or it would take more than it may.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The options can't be.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Tables of that size, ways to rank, rules of that version: there are none; or a game came to no end.
    #[error("{0}")]
    Other(String),
}

impl TournamentOptions {
    /// The plan of such a tournament of this game.
    ///
    /// # Errors
    /// If it can't be played; the error says why.
    pub fn plan(&self, game: &Entry, limits: Limits) -> Result<TournamentPlan, TournamentError> {
        let plan = TournamentPlan {
            plan: self.pairings(game, &limits)?,
            rules: game.usual().version(),
            options: self.options.clone(),
            finish: self.finish.as_deref().unwrap_or(game.usual().finishes()[0].name).to_owned(),
        };
        plan.plan.check()?;
        plan.check_bots(game, limits)?;
        plan.table_rules(game)?;
        plan.finish_way(game)?;
        Ok(plan)
    }

    fn pairings(&self, game: &Entry, limits: &Limits) -> Result<Plan, TournamentError> {
        let tables = if *game.usual().tables().end() == 1 { Tables::Duplicate } else { Tables::Together };
        let bots = self.entrants.iter().map(|bot| game.usual().canonical(bot, limits));
        let mut entrants = field(&bots.collect::<Result<Vec<_>, _>>()?);
        if self.format == Format::Swiss {
            pad(&mut entrants, SWISS_MULTIPLE, PADDING_BOT);
        }
        let everybody = if tables == Tables::Duplicate { entrants.len() } else { 2 };
        let table_size = self.table.unwrap_or(everybody);
        let usual = match (self.format, tables) {
            (Format::Swiss, _) | (_, Tables::Duplicate) => 1,
            (Format::RoundRobin, Tables::Together) => table_size as u32,
            (Format::Knockout, Tables::Together) => 2,
        };
        let rating = |entrant: &Entrant| {
            let known = self.ratings.iter().find(|(label, _)| !entrant.is_filler && *label == entrant.label);
            known.map_or_else(Rating::default, |(_, rating)| *rating)
        };
        Ok(Plan {
            format: self.format,
            tables,
            days: self.days,
            seed: self.seed,
            games: self.games.unwrap_or(usual),
            table_size,
            is_striped: self.is_striped,
            has_memory: true,
            start: entrants.iter().map(rating).collect(),
            entrants,
        })
    }
}

impl TournamentPlan {
    /// May the bots take what they are asked for?
    ///
    /// # Errors
    /// If there is no such bot, or one would take more than it may.
    pub fn check_bots(&self, game: &Entry, limits: Limits) -> Result<(), TournamentError> {
        let bot_limits = BotLimits { limits, ..BotLimits::own() };
        let mut entrants = self.plan.entrants.iter();
        entrants.try_for_each(|entrant| Ok(game.usual().check_bot(&entrant.bot, &bot_limits)?))
    }

    /// Is it of the rules that this build plays?
    ///
    /// # Errors
    /// If it was begun with another version.
    pub fn check_version(&self, game: &Entry) -> Result<(), TournamentError> {
        let version = game.usual().version();
        if self.rules == version {
            return Ok(());
        }
        Err(TournamentError::Other(format!(
            "the tournament was begun with version {} of the rules of `{}`, this build plays version {version}",
            self.rules, game.id,
        )))
    }

    /// The rules of every size of table that comes up.
    ///
    /// # Errors
    /// If so many can't sit at a table, or an option can't be.
    pub fn table_rules(&self, game: &Entry) -> Result<Vec<Arc<dyn AnyRules>>, TournamentError> {
        let rules = |size| Ok(game.with(&self.options).table(&self.options, self.seats_for(game, size)?)?);
        self.plan.table_sizes().into_iter().map(rules).collect()
    }

    /// How many seats the game has that a table of this size plays.
    fn seats_for(&self, game: &Entry, size: usize) -> Result<u8, TournamentError> {
        if self.plan.tables == Tables::Duplicate {
            return Ok(1);
        }
        let tables = game.usual().tables();
        match u8::try_from(size) {
            Ok(seats) if tables.contains(&seats) => Ok(seats),
            _ => Err(TournamentError::Other(format!(
                "{size} can't sit at a table of {}; it seats {} to {}",
                game.id,
                tables.start(),
                tables.end()
            ))),
        }
    }

    /// The number of the way to rank seats.
    ///
    /// # Errors
    /// If the game has no such way.
    pub fn finish_way(&self, game: &Entry) -> Result<usize, TournamentError> {
        let finishes = game.usual().finishes();
        let way = finishes.iter().position(|finish| finish.name == self.finish);
        way.ok_or_else(|| {
            let names: Vec<&str> = finishes.iter().map(|finish| finish.name).collect();
            let (id, name) = (game.id, &self.finish);
            TournamentError::Other(format!("{id} is not ranked by `{name}`; it is by {}", names.join(", ")))
        })
    }

    /// With how many digits behind the point means of finish scores are shown.
    ///
    /// # Errors
    /// As [`TournamentPlan::finish_way`].
    pub fn finish_decimals(&self, game: &Entry) -> Result<usize, TournamentError> {
        Ok(game.usual().finishes()[self.finish_way(game)?].decimals.into())
    }
}

impl TournamentError {
    /// What went wrong in a game.
    pub(super) fn of_game(error: PlayError, fixture: u64) -> TournamentError {
        match error {
            PlayError::Bot(error) => TournamentError::Bot(error),
            PlayError::Run(why) => {
                TournamentError::Other(format!("game {} of the tournament: {why}", fixture + 1))
            }
        }
    }
}
