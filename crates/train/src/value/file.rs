//! A learned value in a file: what it is for, how it came about, and its weights.

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::run::{OwnedPart, Part, RunError, read, read_bytes, write};

/// A learned value as a file holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The game.
    pub game: String,
    /// Its options, one `key=value` a line.
    pub options: String,
    /// The version of the rules and of the features: what was learned for others means nothing here.
    pub version: String,
    /// The command that made it.
    pub command: String,
    /// What it scored when it was made.
    pub score: String,
    /// What one of the weights' numbers stands for.
    pub unit: f32,
    /// The weights.
    pub weights: Vec<i16>,
}

/// Why a file's value can't be used.
#[derive(Debug, Error)]
pub enum LearnedError {
    /// The file can't be read, or is not what was written.
    #[error(transparent)]
    File(#[from] RunError),
    /// A file of a run that holds something else.
    #[error("{path}: it holds no learned value: {why}")]
    Other {
        /// Which file.
        path: String,
        /// What is missing or wrong.
        why: String,
    },
    /// A value for something else.
    #[error("{path}: it was learned for {what} `{theirs}`, this is `{ours}`")]
    Unfit {
        /// Which file.
        path: String,
        /// What differs.
        what: &'static str,
        /// What the file says.
        theirs: String,
        /// What is needed.
        ours: String,
    },
}

/// So many steps each way: two weights that are added still fit.
const STEPS: f32 = 16_000.0;

impl Learned {
    /// Rounds weights to whole numbers of a unit that holds the largest of them.
    pub fn rounded(weights: &[f32]) -> (Vec<i16>, f32) {
        Learned::rounded_to(weights, STEPS)
    }

    /// The same, with so many steps each way: fewer make a smaller file.
    pub fn rounded_to(weights: &[f32], steps: f32) -> (Vec<i16>, f32) {
        let most = weights.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let unit = if most > 0.0 { most / steps.min(STEPS) } else { 1.0 };
        (weights.iter().map(|weight| (weight / unit).round() as i16).collect(), unit)
    }

    /// Writes it, whole or not at all.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write(&self, path: &Path) -> Result<(), RunError> {
        let (unit, count) = (self.unit.to_string(), self.weights.len().to_string());
        let texts = [&self.game, &self.options, &self.version, &self.command, &self.score, &unit, &count];
        let bytes = packed(&self.weights).map_err(RunError::io(path))?;
        let mut parts: Vec<Part> =
            TEXTS.iter().zip(texts).map(|(name, text)| Part::new(name, "text", text.as_bytes())).collect();
        parts.push(Part::new("weights", "zstd", &bytes));
        write(path, &parts)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it can't be read, was changed, or is no learned value.
    pub fn read(path: &Path) -> Result<Learned, LearnedError> {
        Learned::from_parts(&path.display().to_string(), &read(path)?)
    }

    /// Reads what a file holds; `name` is what errors call it.
    ///
    /// # Errors
    /// As [`Learned::read`].
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Learned, LearnedError> {
        Learned::from_parts(name, &read_bytes(name, bytes)?)
    }

    fn from_parts(path: &str, parts: &[OwnedPart]) -> Result<Learned, LearnedError> {
        let other = |why: String| LearnedError::Other { path: path.to_owned(), why };
        let part = |name: &str, kind: &str| {
            let found = parts.iter().find(|part| part.name == name && part.kind == kind);
            found.ok_or_else(|| other(format!("there is no part `{name}`")))
        };
        let text = |name: &str| -> Result<String, LearnedError> {
            Ok(String::from_utf8_lossy(&part(name, "text")?.bytes).into_owned())
        };
        let count: usize = text("count")?.parse().map_err(|_| other("its count is no number".to_owned()))?;
        let unit: f32 = text("unit")?.parse().map_err(|_| other("its unit is no number".to_owned()))?;
        let weights = unpacked(&part("weights", "zstd")?.bytes, count);
        let weights = weights.ok_or_else(|| other(format!("its weights are not {count}")))?;
        let [game, options, version, command, score] =
            ["game", "options", "version", "command", "score"].map(text);
        let (game, options, version) = (game?, options?, version?);
        Ok(Learned { game, options, version, command: command?, score: score?, unit, weights })
    }

    /// Is it for this game, with these options and this version? `path` is what errors call it.
    ///
    /// # Errors
    /// Names the first that differs.
    pub fn check(&self, path: &str, game: &str, options: &str, version: &str) -> Result<(), LearnedError> {
        let pairs = [
            ("the game", &self.game, game),
            ("the options", &self.options, options),
            ("the version", &self.version, version),
        ];
        match pairs.into_iter().find(|(_, theirs, ours)| theirs != ours) {
            None => Ok(()),
            Some((what, theirs, ours)) => {
                let (theirs, ours) = (theirs.replace('\n', ", "), ours.replace('\n', ", "));
                Err(LearnedError::Unfit { path: path.to_owned(), what, theirs, ours })
            }
        }
    }
}

/// The names of the texts, in their order.
const TEXTS: [&str; 7] = ["game", "options", "version", "command", "score", "unit", "count"];

/// More weights than this are not read: so a small file can't ask for all memory.
const MOST: usize = 1 << 28;

/// Low bytes first, then high ones: the high ones are nearly all alike, and pack to little.
fn packed(weights: &[i16]) -> io::Result<Vec<u8>> {
    let low = weights.iter().map(|weight| weight.to_le_bytes()[0]);
    let high = weights.iter().map(|weight| weight.to_le_bytes()[1]);
    let bytes: Vec<u8> = low.chain(high).collect();
    zstd::bulk::compress(&bytes, 19)
}

fn unpacked(bytes: &[u8], count: usize) -> Option<Vec<i16>> {
    let bytes = zstd::bulk::decompress(bytes, 2 * count.min(MOST)).ok()?;
    let (low, high) = bytes.split_at_checked(count)?;
    (high.len() == count).then(|| low.iter().zip(high).map(|(&l, &h)| i16::from_le_bytes([l, h])).collect())
}
