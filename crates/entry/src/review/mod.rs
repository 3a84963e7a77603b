//! A review of a finished game: a curve, turning points and tables, as data.
//!
//! A review is a pure function of a record and of [`ReviewOptions`]: work is counted in playouts and drawn from a seed, so every
//! door gives the same numbers. What each number means stands in `docs/review.md`.

mod by_bots;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tercet_game::ReplayError;
use tercet_search::{BotError, Stop};
use thiserror::Error;

use crate::{BeginError, Names};

pub use by_bots::review_by_bots;

/// Raised when a review's numbers or form change: those that are kept are then worked out again.
pub const REVIEW_VERSION: u16 = 2;

/// How many playouts a review takes, if nothing else is said.
pub const REVIEW_PLAYOUTS: u32 = 12_000;

/// A game looked at again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// [`REVIEW_VERSION`] of the build that made it.
    pub version: u16,
    /// The game's name.
    pub game: String,
    /// How many inputs the record has.
    pub inputs: usize,
    /// How the numbers came about, in a sentence or two.
    pub method: String,
    /// How it went.
    pub curve: ReviewCurve,
    /// What mattered most, the most important first.
    pub turning_points: Vec<TurningPoint>,
    /// Everything else, to be read.
    pub tables: Vec<ReviewTable>,
    /// All numbers for programs, in the game's own form.
    pub data: Value,
}

/// Values over the course of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewCurve {
    /// What the values are.
    pub measure: String,
    /// How they are written.
    pub unit: ReviewUnit,
    /// What is counted along the axis.
    pub along: String,
    /// Whose values they are; each has a place in every point.
    pub series: Vec<Series>,
    /// The points in order.
    pub points: Vec<CurvePoint>,
}

/// One line of a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Its name.
    pub label: String,
    /// The seat that it belongs to, from zero.
    pub seat: Option<u8>,
}

/// How a curve's values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewUnit {
    /// A chance from 0 to 1, written in percent.
    Percent,
    /// Seconds.
    Seconds,
    /// A number of its own kind.
    Number,
}

/// A place on a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// After how many inputs.
    pub at: usize,
    /// Where it stands along the axis.
    pub along: u32,
    /// A value for each series.
    pub values: Vec<Estimate>,
}

/// A value and, where it was estimated, its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Where it lies with 95 % confidence; `None` where it is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// A value that is known.
    pub fn exact(value: f64) -> Estimate {
        Estimate { value, interval: None }
    }

    /// The mean of some values, with its interval if there are two of them or more.
    pub fn mean(values: &[f64]) -> Estimate {
        let count = values.len() as f64;
        let value = values.iter().sum::<f64>() / count.max(1.0);
        if values.len() < 2 {
            return Estimate::exact(value);
        }
        let squares: f64 = values.iter().map(|each| (each - value).powi(2)).sum();
        let half = Z * (squares / (count - 1.0) / count).sqrt();
        Estimate { value, interval: Some((value - half, value + half)) }
    }

    /// The share of some trials that came out well, with Wilson's interval.
    pub fn share(wins: f64, trials: u32) -> Estimate {
        let trials = f64::from(trials.max(1));
        let value = wins / trials;
        let scale = 1.0 / (1.0 + Z * Z / trials);
        let middle = scale * (value + Z * Z / (2.0 * trials));
        let half = scale * Z * (value * (1.0 - value) / trials + Z * Z / (4.0 * trials * trials)).sqrt();
        Estimate { value, interval: Some(((middle - half).max(0.0), (middle + half).min(1.0))) }
    }
}

/// So many standard deviations hold 95 % of a bell.
const Z: f64 = 1.959_963_984_540_054;

/// Where the game turned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurningPoint {
    /// The position to look at, and to try again from: after so many inputs.
    pub at: usize,
    /// Whose it was, from zero.
    pub seat: Option<u8>,
    /// What it was, in a few words.
    pub title: String,
    /// What happened and what it was worth.
    pub words: String,
    /// What a bot says of it.
    pub bot: Option<BotWords>,
}

/// What a bot would have done, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BotWords {
    /// Its name.
    pub name: String,
    /// The action, as text.
    pub action: String,
    /// The same for people, behind «would»: `build Ranch`.
    pub words: String,
    /// Why.
    pub why: String,
}

/// A table to be read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewTable {
    /// What it is about.
    pub title: String,
    /// The names of the columns; the first is that of the rows.
    pub columns: Vec<String>,
    /// As many texts each as there are columns.
    pub rows: Vec<Vec<String>>,
    /// What the numbers mean, in a sentence.
    pub note: String,
}

/// How a review is asked for.
pub struct ReviewOptions<'o> {
    /// Who sat where.
    pub who: Names<'o>,
    /// How many playouts may be made in all.
    pub playouts: u32,
    /// The seed of what they draw.
    pub seed: u64,
    /// When each input was given, in milliseconds since the beginning, as far as that is known: one for each input.
    pub times: Option<&'o [u64]>,
    /// How well the same players did in earlier games, seat by seat, in the game's own measure.
    pub past: &'o [Vec<f64>],
    /// Ends it: nobody wants it any more.
    pub stop: Stop,
    /// Called with how much of the work is done, of how much.
    pub progress: &'o (dyn Fn(u32, u32) + Sync),
}

impl<'o> ReviewOptions<'o> {
    /// The usual: [`REVIEW_PLAYOUTS`] of seed 1, and nothing known but the record.
    pub fn new(who: Names<'o>) -> ReviewOptions<'o> {
        ReviewOptions {
            who,
            playouts: REVIEW_PLAYOUTS,
            seed: 1,
            times: None,
            past: &[],
            stop: Stop::default(),
            progress: &|_, _| {},
        }
    }

    /// Reports progress, and stops if nobody waits for the result any more.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn go_on(&self, done: usize, of: usize) -> Result<(), ReviewError> {
        if self.stop.is_requested() {
            return Err(ReviewError::Stopped);
        }
        (self.progress)(done as u32, of as u32);
        Ok(())
    }
}

/// Why there is no review.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReviewError {
    /// The record is of no known game, or does not replay.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// It is still being played.
    #[error("the game is not over: there is a review once it is")]
    Open,
    /// Its bot can't play.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// Nobody wants it any more, or its time is up.
    #[error("the review was stopped before its end")]
    Stopped,
}

impl From<ReplayError> for ReviewError {
    fn from(error: ReplayError) -> ReviewError {
        ReviewError::Begin(error.into())
    }
}

/// At most so many of these numbers, spread evenly, the first and the last among them.
pub fn spread(count: usize, most: usize) -> Vec<usize> {
    if count <= most || most < 2 {
        return (0..count).collect();
    }
    (0..most).map(|nth| nth * (count - 1) / (most - 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_the_textbooks() {
        let share = Estimate::share(20.0, 100);
        let (low, high) = share.interval.unwrap();
        assert!((low - 0.1334).abs() < 1e-4 && (high - 0.2888).abs() < 1e-4, "{low} {high}");
        // The deviation of 1, 2, 3, 4 is 1.29099, so the mean's is 0.645497.
        let (low, high) = Estimate::mean(&[1.0, 2.0, 3.0, 4.0]).interval.unwrap();
        assert!((low - 1.234_848).abs() < 1e-5 && (high - 3.765_152).abs() < 1e-5, "{low} {high}");
        assert_eq!(Estimate::mean(&[2.0]), Estimate::exact(2.0));
    }

    #[test]
    fn a_long_game_is_looked_at_in_places() {
        assert_eq!(spread(3, 5), [0, 1, 2]);
        assert_eq!(spread(101, 5), [0, 25, 50, 75, 100]);
        assert_eq!(spread(0, 5), [0; 0]);
    }
}
