//! Configs as keys and values: one text form for records, commands, files and Python.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

/// One option of a config, as help texts and forms show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name in records, on the command line and in files.
    pub name: &'static str,
    /// What it may be, in words or as a list of words.
    pub values: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
}

impl Key {
    /// Reads a value that is one of some words.
    ///
    /// # Errors
    /// If it is none of them.
    pub fn word<T>(&self, value: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, ConfigError> {
        read(value).ok_or_else(|| ConfigError::value(self, value))
    }

    /// Reads a value that is a whole number, in its canonical digits only: a record's text must say the same thing
    /// in one way only.
    ///
    /// # Errors
    /// If it is not.
    pub fn number<T: FromStr + ToString>(&self, value: &str) -> Result<T, ConfigError> {
        let number = |value: &str| value.parse().ok().filter(|number: &T| number.to_string() == value);
        self.word(value, number)
    }

    /// Checks that a number is in its range.
    ///
    /// # Errors
    /// If it is not.
    pub fn within(&self, value: impl Into<u32>, range: RangeInclusive<u32>) -> Result<(), ConfigError> {
        let value = value.into();
        if range.contains(&value) {
            return Ok(());
        }
        let why = format!("{value} is not from {} to {}", range.start(), range.end());
        Err(ConfigError::new(self.name, why))
    }
}

/// A config that can be read and written option by option.
pub trait Settings: Clone + Eq + fmt::Debug + Default {
    /// Every option, in the order in which records list them.
    const KEYS: &'static [Key];

    /// The value of an option as text; `None` if there is no such option.
    fn get(&self, key: &str) -> Option<String>;

    /// Sets an option from its text.
    ///
    /// # Errors
    /// If there is no such option or the text is not one of its values; the config is as before then.
    fn set(&mut self, key: &str, value: &str) -> Result<(), ConfigError>;

    /// All options with their values, in the order of [`Settings::KEYS`].
    fn pairs(&self) -> Vec<(String, String)> {
        let value = |key: &Key| self.get(key.name).expect("each listed key has a value");
        Self::KEYS.iter().map(|key| (key.name.to_string(), value(key))).collect()
    }

    /// The default config with these options set.
    ///
    /// # Errors
    /// At the first option that [`Settings::set`] refuses.
    fn from_pairs<K: AsRef<str>, V: AsRef<str>>(
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Self, ConfigError> {
        let mut settings = Self::default();
        for (key, value) in pairs {
            settings.set(key.as_ref(), value.as_ref())?;
        }
        Ok(settings)
    }
}

/// A game without options.
impl Settings for () {
    const KEYS: &'static [Key] = &[];

    fn get(&self, _key: &str) -> Option<String> {
        None
    }

    fn set(&mut self, key: &str, _value: &str) -> Result<(), ConfigError> {
        Err(ConfigError::new(key, "there is no such option; this game has none"))
    }
}

/// A config that can't be: which option, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The option.
    pub key: String,
    /// What is wrong with it, and what it may be instead.
    pub why: String,
}

impl ConfigError {
    /// A complaint about one option.
    pub fn new(key: &str, why: impl Into<String>) -> ConfigError {
        ConfigError { key: key.to_owned(), why: why.into() }
    }

    /// There is no such option; these are there.
    pub fn unknown(key: &str, known: &[Key]) -> ConfigError {
        let names: Vec<&str> = known.iter().map(|key| key.name).collect();
        ConfigError::new(key, format!("there is no such option; the options are {}", names.join(", ")))
    }

    /// The text is not a value of this option.
    pub fn value(key: &Key, value: &str) -> ConfigError {
        ConfigError::new(key.name, format!("`{value}` is not one of {}", key.values))
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "config `{}`: {}", self.key, self.why)
    }
}

impl core::error::Error for ConfigError {}

/// Declares a config whose options are whole numbers, each with what it is if nobody says, what it may be and what it does.
///
/// ```
/// use tercet_game::Settings;
///
/// tercet_game::settings! {
///     /// The options of a race.
///     pub struct Config {
///         players: u8 = 2, 2..=8, "how many run";
///         laps: u32 = 10, 1..=100, "how far they run";
///     }
/// }
///
/// let config = Config::from_pairs([("laps", "3")])?;
/// assert_eq!(config, Config { players: 2, laps: 3 });
/// let error = Config::from_pairs([("laps", "0")]).unwrap_err();
/// assert_eq!(error.to_string(), "config `laps`: `0` is not one of 1..=100");
/// # Ok::<(), tercet_game::ConfigError>(())
/// ```
#[macro_export]
macro_rules! settings {
    ($(#[$meta:meta])* pub struct $config:ident {
        $($name:ident: $number:ty = $usual:expr, $range:expr, $about:literal;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $config { $(#[doc = $about] pub $name: $number,)+ }

        impl ::core::default::Default for $config {
            fn default() -> $config {
                $config { $($name: $usual,)+ }
            }
        }

        impl $crate::Settings for $config {
            const KEYS: &'static [$crate::Key] = &[$($crate::Key {
                name: stringify!($name),
                values: stringify!($range),
                about: $about,
            },)+];

            fn get(&self, key: &str) -> ::core::option::Option<$crate::String> {
                match key {
                    $(stringify!($name) => Some($crate::ToString::to_string(&self.$name)),)+
                    _ => None,
                }
            }

            fn set(&mut self, key: &str, value: &str) -> ::core::result::Result<(), $crate::ConfigError> {
                let found = Self::KEYS.iter().find(|each| each.name == key);
                let known = found.ok_or_else(|| $crate::ConfigError::unknown(key, Self::KEYS))?;
                match key {
                    $(stringify!($name) => {
                        let number: $number = known.number(value)?;
                        if !($range).contains(&number) {
                            return Err($crate::ConfigError::value(known, value));
                        }
                        self.$name = number;
                    })+
                    _ => {}
                }
                Ok(())
            }
        }
    };
}

/// Makes a config [`Settings`] by one list of its options: each with its [`Key`] as a constant, the name, how it is read and written, what
/// it may be and what it does. A `number` is a field, a `word` a field of a [`named`](crate::named) type; a `text` has a function that
/// sets it and one that writes it.
///
/// ```
/// use tercet_game::{Settings, named, options};
///
/// named! {
///     /// Where they run.
///     pub enum Track {
///         /// Under the sky.
///         Field = "field",
///         /// Under a roof.
///         Hall = "hall",
///     }
/// }
///
/// #[derive(Clone, Debug, PartialEq, Eq)]
/// struct Config {
///     laps: u32,
///     track: Track,
/// }
///
/// # impl Default for Config { fn default() -> Config { Config { laps: 10, track: Track::Field } } }
/// options! { Config {
///     LAPS = "laps", number(laps), "a whole number", "how far they run";
///     TRACK = "track", word(track: Track), "field, hall", "where they run";
/// } }
///
/// let config = Config::from_pairs([("track", "hall")])?;
/// assert_eq!((config.laps, config.get("track").as_deref()), (10, Some("hall")));
/// assert_eq!(TRACK.about, "where they run");
/// # let _ = LAPS;
/// # Ok::<(), tercet_game::ConfigError>(())
/// ```
#[macro_export]
macro_rules! options {
    (@get number, $config:expr, $field:ident) => { $crate::ToString::to_string(&$config.$field) };
    (@get word, $config:expr, $field:ident: $type:ty) => { $crate::ToString::to_string(&$config.$field) };
    (@get text, $config:expr, $set:expr, $write:expr) => { $write($config) };
    (@set number, $config:expr, $key:ident, $value:expr, $field:ident) => {
        $config.$field = $key.number($value)?
    };
    (@set word, $config:expr, $key:ident, $value:expr, $field:ident: $type:ty) => {
        $config.$field = $key.word($value, <$type>::from_name)?
    };
    (@set text, $config:expr, $key:ident, $value:expr, $set:expr, $write:expr) => { $set($config, $value)? };
    ($config:ident { $(
        $key:ident = $name:literal, $how:ident($($with:tt)+), $values:literal, $about:literal;
    )+ }) => {
        $(const $key: $crate::Key = $crate::Key { name: $name, values: $values, about: $about };)+

        impl $crate::Settings for $config {
            const KEYS: &'static [$crate::Key] = &[$($key),+];

            fn get(&self, key: &str) -> ::core::option::Option<$crate::String> {
                match key {
                    $($name => Some($crate::options!(@get $how, self, $($with)+)),)+
                    _ => None,
                }
            }

            fn set(&mut self, key: &str, value: &str) -> ::core::result::Result<(), $crate::ConfigError> {
                match key {
                    $($name => $crate::options!(@set $how, self, $key, value, $($with)+),)+
                    _ => return Err($crate::ConfigError::unknown(key, Self::KEYS)),
                }
                Ok(())
            }
        }
    };
}

/// Declares an enum whose variants have names: `ALL`, `name`, `from_name` and `Display` from one list.
///
/// ```
/// tercet_game::named! {
///     /// How loud it is.
///     pub enum Volume {
///         /// Not at all.
///         Silent = "silent",
///         /// Very.
///         Loud = "loud",
///     }
/// }
///
/// assert_eq!(Volume::from_name("loud"), Some(Volume::Loud));
/// assert_eq!(Volume::ALL.map(Volume::name), ["silent", "loud"]);
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* pub enum $type:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type { $($(#[$doc])* $variant,)+ }

        impl $type {
            /// All of them, in order.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// Its word.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)+ }
            }

            /// The one with this word.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|each| each.name() == name)
            }
        }

        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
