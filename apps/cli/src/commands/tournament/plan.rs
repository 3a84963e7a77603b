//! From the command line to a plan.

use anyhow::{Result, bail};
use tercet_arena::{Format, Plan, Rating, SWISS_MULTIPLE, Tables, field, pad};
use tercet_catalog::{Playable, Visitor};
use tercet_formats::archive::EventPlan;
use tercet_game::Game;
use tercet_store::RatingRow;

use crate::commands::tournament::Options;
use crate::options;

/// The bot that fields are filled up with.
const PADDING_BOT: &str = "random";

pub(super) struct Planner<'o> {
    pub(super) options: &'o Options,
    /// Ratings to begin with.
    pub(super) ratings: Vec<RatingRow>,
}

impl Visitor for Planner<'_> {
    type Out = Result<EventPlan>;

    fn visit<G: Playable>(self) -> Result<EventPlan> {
        let plan = self.plan::<G>()?;
        plan.check()?;
        for entrant in &plan.entrants {
            G::bot(&entrant.bot, 0)?;
        }
        for size in plan.table_sizes() {
            G::new(&G::table(&self.options.rules, seats_for::<G>(&plan, size)?)?)?;
        }
        let finish = self.finish::<G>()?.to_owned();
        Ok(EventPlan { plan, rules: G::RULES_VERSION, options: self.options.rules.clone(), finish })
    }
}

impl Planner<'_> {
    fn plan<G: Playable>(&self) -> Result<Plan> {
        let options = self.options;
        let format = Format::from(options.format);
        let tables = if *G::TABLES.end() == 1 { Tables::Duplicate } else { Tables::Together };
        let mut entrants = field(&options.entrants);
        if format == Format::Swiss {
            pad(&mut entrants, SWISS_MULTIPLE, PADDING_BOT);
        }
        if options.table.is_some() && format != Format::RoundRobin {
            bail!(
                "--table goes with --format round-robin; a Swiss day has tables of 2, 3 and 4, a knock-out of 2"
            );
        }
        let everybody = if tables == Tables::Duplicate { entrants.len() } else { 2 };
        let table_size = options.table.unwrap_or(everybody);
        let usual = match (format, tables) {
            (Format::Swiss, _) | (_, Tables::Duplicate) => 1,
            (Format::RoundRobin, Tables::Together) => table_size as u32,
            (Format::Knockout, Tables::Together) => 2,
        };
        Ok(Plan {
            format,
            tables,
            days: options.days,
            seed: options.seed.unwrap_or_else(options::drawn_seed),
            games: options.games.unwrap_or(usual),
            table_size,
            is_striped: options.striped,
            start: entrants.iter().map(|entrant| self.rating(&entrant.label)).collect(),
            entrants,
        })
    }

    fn rating(&self, label: &str) -> Rating {
        self.ratings.iter().find(|row| row.label == label).map_or_else(Rating::default, |row| row.rating)
    }

    fn finish<G: Playable>(&self) -> Result<&str> {
        let Some(name) = &self.options.finish else { return Ok(G::FINISHES[0].name) };
        finish_way::<G>(name)?;
        Ok(name)
    }
}

/// How many seats the game has that a table of this size plays.
///
/// # Errors
/// If no game has so many.
pub(super) fn seats_for<G: Playable>(plan: &Plan, size: usize) -> Result<u8> {
    if plan.tables == Tables::Duplicate {
        return Ok(1);
    }
    match u8::try_from(size) {
        Ok(seats) if G::TABLES.contains(&seats) => Ok(seats),
        _ => bail!(
            "{size} can't sit at a table of {}; it seats {} to {}",
            <G as Game>::ID,
            G::TABLES.start(),
            G::TABLES.end()
        ),
    }
}

/// The number of the way to rank seats that has this name.
///
/// # Errors
/// If there is none.
pub(super) fn finish_way<G: Playable>(name: &str) -> Result<usize> {
    if let Some(way) = G::FINISHES.iter().position(|finish| finish.name == name) {
        return Ok(way);
    }
    let names: Vec<&str> = G::FINISHES.iter().map(|finish| finish.name).collect();
    bail!("{} is not ranked by `{name}`; it is by {}", <G as Game>::ID, names.join(", "))
}
