//! Configs as keys and values.

use std::collections::BTreeSet;

use tercet_game::{ConfigError, Settings};

use crate::law::{Breach, Checked, Law, demand};

/// No option takes it: a record keeps each option on one line.
const GARBAGE: &str = "no value\nat all";
/// No game has it.
const UNKNOWN: &str = "no-such-option";

/// The config's options read back, and what is none of them is refused.
pub(crate) fn check<C: Settings>(config: &C) -> Checked {
    names::<C>()?;
    values(config)?;
    refused(config, UNKNOWN, "1")?;
    C::KEYS.iter().try_for_each(|key| refused(config, key.name, GARBAGE))
}

fn names<C: Settings>() -> Checked {
    let mut names = BTreeSet::new();
    for key in C::KEYS {
        let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
        let name = key.name;
        demand!(!name.is_empty() && name.bytes().all(is_word), Law::Settings, "`{name}` is not one word");
        demand!(names.insert(name), Law::Settings, "`{name}` is listed twice");
        demand!(!key.values.is_empty(), Law::Settings, "`{name}` does not say what it may be");
        demand!(!key.about.is_empty(), Law::Settings, "`{name}` does not say what it does");
    }
    Ok(())
}

fn values<C: Settings>(config: &C) -> Checked {
    for key in C::KEYS {
        let Some(value) = config.get(key.name) else {
            return Err(Breach::new(Law::Settings, format!("`{}` is listed and has no value", key.name)));
        };
        let is_line = value.trim() == value && !value.contains(char::is_control);
        demand!(is_line, Law::Settings, "the value of `{}` is {value:?}", key.name);
    }
    demand!(config.get(UNKNOWN).is_none(), Law::Settings, "`{UNKNOWN}` has a value");
    match C::from_pairs(config.pairs()) {
        Ok(back) if back == *config => Ok(()),
        Ok(back) => Err(Breach::new(Law::Settings, format!("{config:?} reads back as {back:?}"))),
        Err(error) => Err(Breach::new(Law::Settings, format!("{config:?} does not read back: {error}"))),
    }
}

fn refused<C: Settings>(config: &C, key: &str, value: &str) -> Checked {
    let mut changed = config.clone();
    match changed.set(key, value) {
        Ok(()) => Err(Breach::new(Law::Settings, format!("`{key}` takes {value:?}"))),
        Err(ConfigError { key: named, why }) => {
            demand!(changed == *config, Law::Settings, "`{key}` refuses {value:?} and makes {changed:?}");
            demand!(named == key, Law::Settings, "`{key}` refuses {value:?} as `{named}`");
            demand!(!why.is_empty(), Law::Settings, "`{key}` refuses {value:?} without a word");
            Ok(())
        }
    }
}
