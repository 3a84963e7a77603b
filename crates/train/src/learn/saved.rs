//! A replay as parts of a file, and back: rows, priorities, and where its draws stand.

use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;

use crate::learn::columns::Column;
use crate::learn::{LearnError, Replay, ReplayOptions};
use crate::run::{self, OwnedPart, Part, RunError};

/// The parts before those of columns.
const HEAD: [&str; 2] = ["replay", "priorities"];

/// Why a saved replay does not come back.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file can't be read.
    #[error(transparent)]
    File(#[from] RunError),
    /// It is whole, and holds no replay.
    #[error(transparent)]
    Replay(#[from] LearnError),
}

impl Replay {
    /// Saves everything: rows, priorities, options, and how many samples were drawn.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn save(&self, path: &Path) -> Result<(), RunError> {
        self.with_parts(|parts| run::write(path, parts))
    }

    /// Brings back what was saved: it draws on as if nothing had been.
    ///
    /// # Errors
    /// If the file can't be read, or holds no replay.
    pub fn load(path: &Path) -> Result<Replay, LoadError> {
        Ok(Replay::from_parts(run::read(path)?)?)
    }

    /// Hands its parts to a writer.
    pub fn with_parts<R>(&self, write: impl FnOnce(&[Part<'_>]) -> R) -> R {
        let options = self.text();
        let priorities: Vec<u8> = self.priorities().iter().flat_map(|p| p.to_le_bytes()).collect();
        let kinds: Vec<String> = self.columns().iter().map(kind).collect();
        let mut parts =
            vec![Part::new(HEAD[0], "text", options.as_bytes()), Part::new(HEAD[1], "f64", &priorities)];
        for (nth, column) in self.columns().iter().enumerate() {
            parts.push(Part::new(&column.name, &kinds[nth], self.bytes(nth)));
        }
        write(&parts)
    }

    fn text(&self) -> String {
        let ReplayOptions { capacity, alpha, epsilon, beta, beta_steps, seed } = *self.options();
        let (added, samples, max) = (self.added(), self.samples(), self.max());
        format!("1 {capacity} {alpha} {epsilon} {beta} {beta_steps} {seed} {added} {samples} {max}")
    }

    /// The replay whose parts these are.
    ///
    /// # Errors
    /// If they are no replay's.
    pub fn from_parts(parts: Vec<OwnedPart>) -> Result<Replay, LearnError> {
        let names: Vec<&str> = parts.iter().take(2).map(|part| part.name.as_str()).collect();
        if names != HEAD {
            return Err(damaged("this is no replay"));
        }
        let mut parts = parts.into_iter();
        let (head, priorities) = (parts.next().unwrap_or_else(none), parts.next().unwrap_or_else(none));
        let (options, state) = read_text(&head.bytes)?;
        let eights = priorities.bytes.chunks_exact(8);
        let priorities: Vec<f64> =
            eights.map(|eight| f64::from_le_bytes(eight.try_into().expect("chunks of eight"))).collect();
        let (mut columns, mut cells) = (Vec::new(), Vec::new());
        for OwnedPart { name, kind, bytes } in parts {
            columns.push(read_kind(name, &kind)?);
            cells.push(bytes);
        }
        Replay::restored(columns, options, state, &priorities, &cells)
    }
}

fn none() -> OwnedPart {
    OwnedPart { name: String::new(), kind: String::new(), bytes: Vec::new() }
}

fn damaged(why: impl Display) -> LearnError {
    LearnError::Damaged { why: why.to_string() }
}

/// Kind, bytes and shape of a row in one text: `<f4 3360 7 8 15`.
fn kind(column: &Column) -> String {
    let shape: Vec<String> = column.shape.iter().map(usize::to_string).collect();
    [column.kind.clone(), column.width.to_string()].into_iter().chain(shape).collect::<Vec<_>>().join(" ")
}

fn read_kind(name: String, text: &str) -> Result<Column, LearnError> {
    let mut words = text.split(' ');
    let kind = words.next().unwrap_or_default().to_owned();
    let numbers: Result<Vec<usize>, LearnError> = words.map(number).collect();
    let mut numbers = numbers?;
    if numbers.is_empty() {
        return Err(damaged(format!("the column `{name}` does not say what it holds")));
    }
    let width = numbers.remove(0);
    Ok(Column { name, kind, shape: numbers, width })
}

fn read_text(bytes: &[u8]) -> Result<(ReplayOptions, (u64, u64, f64)), LearnError> {
    let text = str::from_utf8(bytes).map_err(damaged)?;
    let words: Vec<&str> = text.split(' ').collect();
    let ["1", capacity, alpha, epsilon, beta, beta_steps, seed, added, samples, max] = words[..] else {
        return Err(damaged("it is of another version, or its options are incomplete"));
    };
    let options = ReplayOptions {
        capacity: number(capacity)?,
        alpha: number(alpha)?,
        epsilon: number(epsilon)?,
        beta: number(beta)?,
        beta_steps: number(beta_steps)?,
        seed: number(seed)?,
    };
    Ok((options, (number(added)?, number(samples)?, number(max)?)))
}

fn number<N: FromStr>(word: &str) -> Result<N, LearnError> {
    word.parse().map_err(|_| damaged(format!("`{word}` is no number")))
}
