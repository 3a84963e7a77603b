//! Configs as keys and values, and the words of their errors.

use tercet_conformance::toy::{Config, Toy};
use tercet_game::{ConfigError, Game, Settings, named};

#[test]
fn pairs_are_in_the_order_of_the_keys_and_read_back() {
    let config = Config { seats: 3, goal: 50, limit: 10 };
    let pairs = config.pairs();
    let texts: Vec<(&str, &str)> = pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(texts, [("seats", "3"), ("goal", "50"), ("limit", "10")]);
    assert_eq!(Config::from_pairs(pairs), Ok(config));
}

#[test]
fn options_left_out_are_the_defaults() {
    assert_eq!(Config::from_pairs([("goal", "7")]), Ok(Config { goal: 7, ..Config::default() }));
    assert_eq!(Config::from_pairs::<&str, &str>([]), Ok(Config::default()));
}

#[test]
fn the_first_option_that_is_refused_is_told() {
    let unknown = Config::from_pairs([("gaol", "7"), ("goal", "x")]).unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "config `gaol`: there is no such option; the options are seats, goal, limit"
    );
    let value = Config::from_pairs([("goal", "x"), ("gaol", "7")]).unwrap_err();
    assert_eq!(value.to_string(), "config `goal`: `x` is not one of 1 to 1000");
}

#[test]
fn rules_refuse_what_their_options_cannot_be() {
    let error = Toy::new(&Config { seats: 5, ..Config::default() }).unwrap_err();
    assert_eq!(error, ConfigError::new("seats", "`5` is not one of 2 to 4"));
}

#[test]
fn named_enums_are_padded_like_other_texts() {
    named! {
        /// A size.
        pub enum Size {
            /// Not large.
            Small = "small",
            /// Not small.
            Large = "large",
        }
    }
    assert_eq!(format!("{:>7}|{:<7}|", Size::Small, Size::Large), "  small|large  |");
    assert_eq!(Size::from_name("Large"), None);
    assert!(Size::Small < Size::Large);
}
