//! Chances to win, learned from nothing by playing against itself: what is seen of a position, how it is trained, and how it is read from files.
//!
//! What is valued is the position at the end of a turn, after whatever was built. One file holds what was learned with one choice of
//! expansions, for any number of players.

mod book;
mod evaluate;
mod features;
mod files;
mod train;
mod value;

pub use book::{Opening, Worth};
pub use evaluate::evaluate;
pub use files::{FILE_VERSION, Source, about, freeze, thaw};
pub use train::{LESSON, MachiEpisodes, Rolls};
pub use value::Value;

pub(crate) use files::SHIPPED;
