//! The options of a game of Machi Koro.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use tercet_game::Settings;
use tercet_machi::{Card, Config, Expansion};
use tercet_machi_play::json::{CardFormat, read_cards};

use crate::files;
use crate::names;
use crate::options;

/// What may be said about the rules.
#[derive(Args, Debug, Default)]
pub(crate) struct Rules {
    /// What is added to the base game, by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::expansion())]
    pub(crate) expansions: Vec<String>,
    /// Which cards lie open
    #[arg(long, value_name = "MARKET", value_parser = names::market())]
    pub(crate) market: Option<String>,
    /// Add the cards of this file, TOML or JSON, or replace those of the same name
    #[arg(long, value_name = "FILE")]
    pub(crate) cards: Option<PathBuf>,
    /// Set an option of the rules; may be given several times
    #[arg(long = "option", visible_alias = "set", value_name = "KEY=VALUE", value_parser = options::pair("turn_limit=200"))]
    pub(crate) options: Vec<(String, String)>,
}

impl Rules {
    /// Sets all that was said, on top of a config.
    pub(crate) fn config(&self, mut config: Config) -> Result<Config> {
        if !self.expansions.is_empty() {
            config.set("expansions", &self.expansions.join(","))?;
        }
        if let Some(market) = &self.market {
            config.set("market", market)?;
        }
        for (key, value) in &self.options {
            config.set(key, value)?;
        }
        if let Some(path) = &self.cards {
            config.cards = cards_of(path, &config.expansions)?;
        }
        Ok(config)
    }

    /// The config of a table of so many players.
    pub(crate) fn config_for(&self, players: usize) -> Result<Config> {
        let config =
            self.config(Config { players: u8::try_from(players).unwrap_or(u8::MAX), ..Config::default() })?;
        if usize::from(config.players) != players {
            bail!(
                "the game has {} players and --players names {players}; it names one for each",
                config.players
            );
        }
        Ok(config)
    }
}

/// The cards of a file.
fn cards_of(path: &Path, expansions: &[Expansion]) -> Result<Vec<Card>> {
    match check(path, expansions)? {
        Ok(cards) => Ok(cards),
        Err(errors) => bail!("the cards can't be played with:\n{}", errors.join("\n")),
    }
}

/// The cards of a file, or all that is wrong with them, each with the file's name and its line.
pub(crate) fn check(path: &Path, expansions: &[Expansion]) -> Result<Result<Vec<Card>, Vec<String>>> {
    let text = files::read_text(path)?;
    let read = read_cards(&text, CardFormat::of(path, &text), expansions);
    Ok(read.map_err(|errors| errors.iter().map(|error| format!("{}:{error}", path.display())).collect()))
}
