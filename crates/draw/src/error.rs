//! What can't be drawn.

use thiserror::Error;

use crate::raster::MAX_SIDE;
use crate::theme::THEMES;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DrawError {
    /// There is no such theme.
    #[error("there is no theme `{0}`; the themes are {list}", list = THEMES.join(", "))]
    NoTheme(String),
    /// A scale that is no size.
    #[error("a picture can't be drawn at scale {0}; a scale is a number above 0, as in 0.5 or 2")]
    Scale(f64),
    /// A size that can't be.
    #[error(
        "a picture of {width} x {height} pixels can't be drawn; each side is from 1 to {MAX_SIDE} pixels"
    )]
    Size {
        /// How wide it would be.
        width: i64,
        /// How high it would be.
        height: i64,
    },
    /// A game that does not fit into so few pixels.
    #[error("{width} x {height} pixels are too few for this game's board")]
    TooSmall {
        /// How wide.
        width: u32,
        /// How high.
        height: u32,
    },
    /// An array that is not as long as its pictures.
    #[error("the array has {found} bytes; {pictures} pictures take {expected}")]
    Array {
        /// How many pictures were to go into it.
        pictures: usize,
        /// How many bytes those take.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A film without pictures.
    #[error("an animation has at least one picture")]
    NoPictures,
}
