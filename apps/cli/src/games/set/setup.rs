//! The options of a game of SET: rules, and where the cards come from.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use clap::Args;
use tercet_game::{ConfigError, Deal, Settings};
use tercet_set::{Config, Guarantee, daily_seed, given_deal};

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
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_and_value)]
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

fn key_and_value(text: &str) -> Result<(String, String), String> {
    options::key_and_value(text, "deal_rule=penalty")
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
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let (year, month, day) = date(since.as_secs() / 86_400);
    daily_seed(year, month, day)
}

/// Year, month and day so many days after the first of January 1970.
fn date(mut days: u64) -> (u16, u8, u8) {
    let is_leap =
        |year: u16| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_does() {
        let cases = [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (364, (1970, 12, 31)),
            (789, (1972, 2, 29)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (19_723, (2024, 1, 1)),
            (20_762, (2026, 11, 5)),
        ];
        for (days, expected) in cases {
            assert_eq!(date(days), expected);
        }
    }

    #[test]
    fn the_variant_comes_before_the_options() {
        let rules =
            Rules { variant: Some("junior".to_owned()), options: vec![("capacity".into(), "6".into())] };
        assert_eq!(rules.config(Config::default()).unwrap().capacity, 6);
    }
}
