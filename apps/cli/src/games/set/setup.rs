//! The options of a game of SET: rules, and where the cards come from.

use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;
use tercet_game::{ConfigError, Deal, Settings};
use tercet_set::{Config, Guarantee, given_deal};

use crate::files;
use crate::games::set::cards;
use crate::names;
use crate::options;

/// What may be said about the rules.
#[derive(Args, Debug)]
pub(crate) struct Rules {
    /// What is played
    #[arg(long, value_name = "VARIANT", value_parser = names::variant())]
    pub(crate) variant: Option<String>,
    /// Set an option of the rules; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = options::pair("deal_rule=penalty"))]
    pub(crate) options: Vec<(String, String)>,
}

impl Rules {
    /// Sets all that was said, on top of a config.
    pub(crate) fn config(&self, mut config: Config) -> Result<Config, ConfigError> {
        if let Some(variant) = &self.variant {
            config.set("variant", variant)?;
        }
        for (key, value) in &self.options {
            config.set(key, value)?;
        }
        Ok(config)
    }

    /// Was this option set by hand?
    pub(crate) fn names(&self, key: &str) -> bool {
        self.options.iter().any(|(name, _)| name == key)
    }
}

/// The deal of a deck's order as typed, or from `@FILE`.
pub(crate) fn deck(text: &str) -> Result<Deal> {
    let cards = match text.strip_prefix('@') {
        Some(path) => {
            let text = files::read_text(Path::new(path))?;
            cards::read([text.as_str()]).with_context(|| path.to_owned())?
        }
        None => cards::read([text])?,
    };
    Ok(given_deal(&cards))
}

/// A given order may begin with a board without a Set, so nothing is guaranteed unless somebody says so.
pub(crate) fn without_guarantee(config: Config, rules: &Rules) -> Config {
    if rules.names("guarantee") { config } else { Config { guarantee: Guarantee::None, ..config } }
}

/// The deal of today, the day being that of UTC.
pub(crate) fn daily_deal() -> Deal {
    Deal::stream(today())
}

/// The seed of today, the date as one number, the day being that of UTC.
pub(crate) fn today() -> u64 {
    tercet_store::day_number(&tercet_store::today()).expect("today is a day")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variant_comes_before_the_options() {
        let rules =
            Rules { variant: Some("junior".to_owned()), options: vec![("capacity".into(), "6".into())] };
        assert_eq!(rules.config(Config::default()).unwrap().capacity, 6);
    }
}
