//! The options of a puzzle.

use std::str::FromStr;

use anyhow::{Result, bail};
use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use tercet_entry::NamedBot;
use tercet_game::{Deal, Game as _, Settings};
use tercet_search::BotLimits;
use tercet_triangle::{Config, Dense, Puzzle};
use tercet_triangle_play::Triangle;

use crate::names::{self, Bots};
use crate::options;

/// What may be said about the rules.
#[derive(Args, Debug)]
pub(crate) struct Rules {
    /// Set an option of the rules; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = options::pair("slots=4"))]
    pub(crate) options: Vec<(String, String)>,
}

impl Rules {
    /// The config that was asked for.
    pub(crate) fn config(&self) -> Result<Config> {
        let pairs = self.options.iter().map(|(key, value)| (key, value));
        Ok(Config::from_pairs(pairs)?)
    }
}

/// The bot that plays a whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Policy(String);

impl Policy {
    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.0
    }
}

impl FromStr for Policy {
    type Err = String;

    fn from_str(name: &str) -> Result<Policy, String> {
        let bot = NamedBot::<Triangle<Dense>>::new(name, 0, &BotLimits::own());
        bot.map(|_| Policy(name.to_owned())).map_err(|error| names::error_words(&error.into()))
    }
}

/// What reads a bot that plays a whole game, and knows the names for shells.
pub(crate) fn policy() -> impl TypedValueParser<Value = Policy> {
    Bots::of(Puzzle::<Dense>::ID).try_map(|name| name.parse::<Policy>())
}

/// A dealer that many games can have, each with a seed of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dealing {
    /// Our own dealer
    Stream,
    /// The reference's
    Mt19937,
}

impl Dealing {
    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Dealing::Stream => "stream",
            Dealing::Mt19937 => "mt19937",
        }
    }
}

/// The deal that was asked for: our own dealer's unless another is named. A dealer's name alone takes the seed,
/// which the system draws if none is given.
pub(crate) fn deal(deal: Option<&str>, seed: Option<u64>) -> Result<Deal> {
    let name = deal.unwrap_or("stream");
    if !["stream", "mt19937"].contains(&name) {
        if seed.is_some() {
            bail!("--deal `{name}` has all that it needs; --seed goes with a dealer's name alone");
        }
        return Ok(name.parse()?);
    }
    // Any dealer takes a seed of 32 bits.
    let drawn = || if name == "stream" { options::drawn_seed() } else { options::drawn_seed() >> 32 };
    Ok(Deal { name: name.to_owned(), argument: seed.unwrap_or_else(drawn).to_string() })
}
