//! Learned values of the puzzle in files, and the one that is in the program.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use tercet_game::{Game as _, Settings as _};
use tercet_train::value::{Learned, LearnedError};
use tercet_triangle::{Config, Dense, Field, Puzzle};

use super::Value;

/// Raised when the patterns or the rules change, so that old weights would mean something else.
pub const FILE_VERSION: &str = "rules 1, patterns 3";

/// What of the options a value depends on: not the colours, nor how long a game may last.
pub(crate) fn options(config: &Config) -> String {
    let counts = |key: &str| matches!(key, "grid" | "slots" | "shapes" | "spare" | "min_line");
    let pairs = config.pairs().into_iter().filter(|(key, _)| counts(key));
    pairs.map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join("\n")
}

/// What training a puzzle's value is called in a run's folder: it goes on as the same only.
pub fn about(config: &Config) -> String {
    format!("{} ({FILE_VERSION}) with {}", Puzzle::<Dense>::ID, options(config).replace('\n', ", "))
}

/// Puts weights that were learned for this puzzle into the form of a file.
pub fn freeze(config: &Config, weights: &[f32], steps: f32, command: &str, score: &str) -> Learned {
    let (weights, unit) = Learned::rounded_to(weights, steps);
    Learned {
        game: Puzzle::<Dense>::ID.to_owned(),
        options: options(config),
        version: FILE_VERSION.to_owned(),
        command: command.to_owned(),
        score: score.to_owned(),
        unit,
        weights,
    }
}

/// The value of a file for this puzzle; `name` is what errors call it.
///
/// # Errors
/// If it was learned for another puzzle.
pub fn thaw<F: Field>(name: &str, learned: &Learned, game: &Puzzle<F>) -> Result<Value, LearnedError> {
    learned.check(name, Puzzle::<F>::ID, &options(game.config()), FILE_VERSION)?;
    Value::new(game, &learned.weights, learned.unit).ok_or_else(|| {
        let why = format!("{} weights are not what this puzzle has", learned.weights.len());
        LearnedError::Other { path: name.to_owned(), why }
    })
}

/// Where a learned value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The one that is in the program.
    Shipped,
    /// A file.
    File(String),
}

/// What the value in the program is called where a file's name could stand.
pub(crate) const SHIPPED: &str = "learned";

/// Made by `cargo xtask learned`; how is in `docs/bots.md`.
static SHIPPED_BYTES: &[u8] = include_bytes!("../../learned.tercet");

impl Source {
    /// What a bot's name says.
    pub fn named(name: &str) -> Source {
        if name == SHIPPED { Source::Shipped } else { Source::File(name.to_owned()) }
    }

    fn name(&self) -> &str {
        match self {
            Source::Shipped => "the value in the program",
            Source::File(path) => path,
        }
    }

    /// What tells one state of a file from another, as far as its directory says.
    fn stamp(&self) -> Option<(SystemTime, u64)> {
        let Source::File(path) = self else { return None };
        let facts = std::fs::metadata(path).ok()?;
        Some((facts.modified().ok()?, facts.len()))
    }

    /// Reads it.
    ///
    /// # Errors
    /// If it can't be read, or is no value for the puzzle.
    pub fn read(&self) -> Result<Learned, LearnedError> {
        let learned = match self {
            Source::Shipped => Learned::from_bytes(self.name(), SHIPPED_BYTES)?,
            Source::File(path) => Learned::read(Path::new(path))?,
        };
        let game = Puzzle::<Dense>::ID;
        learned.check(self.name(), game, &learned.options, FILE_VERSION)?;
        Ok(learned)
    }

    /// Is it a value for the puzzle at all, of whatever options? One that was in use a moment ago is not read again.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn check(&self) -> Result<(), LearnedError> {
        let stamp = self.stamp();
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = kept.iter().any(|((source, of, _), _)| source == self && *of == stamp);
        if is_known { Ok(()) } else { self.read().map(drop) }
    }

    /// The value for this puzzle. The last few are kept, because a tournament makes bots anew for every game.
    ///
    /// # Errors
    /// As [`Source::read`], or if it was learned for another puzzle.
    pub fn value<F: Field>(&self, game: &Puzzle<F>) -> Result<Arc<Value>, LearnedError> {
        let key = (self.clone(), self.stamp(), options(game.config()));
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = kept.iter().find(|(other, _)| *other == key) {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(thaw(self.name(), &self.read()?, game)?);
        kept.truncate(MOST_KEPT - 1);
        kept.push_front((key, Arc::clone(&value)));
        Ok(value)
    }
}

type Key = (Source, Option<(SystemTime, u64)>, String);

const MOST_KEPT: usize = 4;

static KEPT: Mutex<VecDeque<(Key, Arc<Value>)>> = Mutex::new(VecDeque::new());

/// A source, and its value for the puzzle that is played.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    source: Source,
    held: Option<(Config, Arc<Value>)>,
}

impl Known {
    pub(crate) fn new(source: Source) -> Known {
        Known { source, held: None }
    }

    /// A value that is there already.
    pub(crate) fn held<F: Field>(game: &Puzzle<F>, value: Arc<Value>) -> Known {
        Known { source: Source::Shipped, held: Some((game.config().clone(), value)) }
    }

    /// Makes sure that the value is this puzzle's.
    pub(crate) fn settle<F: Field>(&mut self, game: &Puzzle<F>) -> Result<(), String> {
        if self.held.as_ref().is_none_or(|(config, _)| config != game.config()) {
            let value = self.source.value(game).map_err(|error| error.to_string())?;
            self.held = Some((game.config().clone(), value));
        }
        Ok(())
    }

    pub(crate) fn value(&self) -> Option<&Arc<Value>> {
        self.held.as_ref().map(|(_, value)| value)
    }
}
