//! Learned chances in files, and those that are in the program.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use tercet_game::Game as _;
use tercet_machi::{Config, Expansion, MachiKoro};
use tercet_train::value::{Learned, LearnedError};

use super::Value;

/// Raised when what is seen or the rules change, so that old weights would mean something else.
pub const FILE_VERSION: &str = "rules 1, sights 1";

/// What of the options a value depends on: the expansions. Cards of one's own count by what they earn.
fn options(config: &Config) -> String {
    let names: Vec<&str> = config.expansions.iter().map(|expansion| expansion.name()).collect();
    format!("expansions={}", if names.is_empty() { "none".to_owned() } else { names.join(",") })
}

/// What training is called in a run's folder: it goes on as the same only.
pub fn about(config: &Config, players: &[u8]) -> String {
    let players: Vec<String> = players.iter().map(u8::to_string).collect();
    format!("{} ({FILE_VERSION}) with {}, players={}", MachiKoro::ID, options(config), players.join(","))
}

/// Puts weights that were learned with these options into the form of a file.
pub fn freeze(config: &Config, weights: &[f32], command: &str, score: &str) -> Learned {
    let (weights, unit) = Learned::rounded(weights);
    Learned {
        game: MachiKoro::ID.to_owned(),
        options: options(config),
        version: FILE_VERSION.to_owned(),
        command: command.to_owned(),
        score: score.to_owned(),
        unit,
        weights,
    }
}

/// The value of a file for this game; `name` is what errors call it.
///
/// # Errors
/// If it was learned with other expansions.
pub fn thaw(name: &str, learned: &Learned, game: &MachiKoro) -> Result<Value, LearnedError> {
    learned.check(name, MachiKoro::ID, &options(game.config()), FILE_VERSION)?;
    made(name, learned, game)
}

fn made(name: &str, learned: &Learned, game: &MachiKoro) -> Result<Value, LearnedError> {
    let weights = learned.weights.iter().map(|&weight| f32::from(weight) * learned.unit).collect();
    Value::new(game, weights).ok_or_else(|| {
        let why = format!("{} weights are not what Machi Koro has", learned.weights.len());
        LearnedError::Other { path: name.to_owned(), why }
    })
}

/// Where learned chances come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// What is in the program: the base game's, Harbor's, or that of all expansions, whichever is nearest.
    Shipped,
    /// A file.
    File(String),
}

/// What the value in the program is called where a file's name could stand.
pub(crate) const SHIPPED: &str = "learned";

/// Made by `cargo xtask learned`; how is in `docs/bots.md`.
static SHIPPED_BYTES: [&[u8]; 3] = [
    include_bytes!("../../learned-base.tercet"),
    include_bytes!("../../learned-harbor.tercet"),
    include_bytes!("../../learned-everything.tercet"),
];

/// The value in the program that is nearest to these options.
fn nearest(config: &Config) -> &'static [u8] {
    let has = |expansion| config.expansions.contains(&expansion);
    let place = match () {
        () if has(Expansion::MillionairesRow) => 2,
        () if has(Expansion::Harbor) => 1,
        () => 0,
    };
    SHIPPED_BYTES[place]
}

impl Source {
    /// What a bot's name says.
    pub fn named(name: &str) -> Source {
        if name == SHIPPED { Source::Shipped } else { Source::File(name.to_owned()) }
    }

    /// What tells one state of a file from another, as far as its directory says.
    fn stamp(&self) -> Option<(SystemTime, u64)> {
        let Source::File(path) = self else { return None };
        let facts = std::fs::metadata(path).ok()?;
        Some((facts.modified().ok()?, facts.len()))
    }

    /// Is it a value for Machi Koro at all, of whatever options?
    ///
    /// # Errors
    /// If it can't be read, or is for something else.
    pub fn check(&self) -> Result<(), LearnedError> {
        let Source::File(path) = self else { return Ok(()) };
        let learned = Learned::read(Path::new(path))?;
        learned.check(path, MachiKoro::ID, &learned.options, FILE_VERSION)
    }

    fn read(&self, game: &MachiKoro) -> Result<Value, LearnedError> {
        match self {
            Source::File(path) => thaw(path, &Learned::read(Path::new(path))?, game),
            Source::Shipped => {
                let name = "the value in the program";
                made(name, &Learned::from_bytes(name, nearest(game.config()))?, game)
            }
        }
    }

    /// The value for this game. The last few are kept, because a tournament makes bots anew for every game.
    ///
    /// # Errors
    /// As [`Source::check`], or if it was learned with other expansions.
    pub fn value(&self, game: &MachiKoro) -> Result<Arc<Value>, LearnedError> {
        let key = (self.clone(), self.stamp(), game.config().clone());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = kept.iter().find(|(other, _)| *other == key) {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(self.read(game)?);
        kept.truncate(MOST_KEPT - 1);
        kept.push_front((key, Arc::clone(&value)));
        Ok(value)
    }
}

type Key = (Source, Option<(SystemTime, u64)>, Config);

const MOST_KEPT: usize = 8;

static KEPT: Mutex<VecDeque<(Key, Arc<Value>)>> = Mutex::new(VecDeque::new());
