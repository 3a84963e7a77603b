//! A value of boards, learned from nothing by playing: what patterns of cells it looks at, how it is trained, and how it is read from files.
//!
//! What is valued is the board after a whole hand: how many hands more it will survive, later ones counting less. Points are not
//! needed, because the score follows from how long one lives.

mod evaluate;
mod files;
mod patterns;
mod symmetry;
mod train;
mod value;

pub use evaluate::{Evaluated, evaluate, recorded};
pub use files::{FILE_VERSION, Source, about, freeze, thaw};
pub use train::{LESSON, PuzzleEpisodes};
pub use value::Value;

pub(crate) use files::{Known, SHIPPED};
pub(crate) use value::PlayingViewer;
