//! The list of games. This is the only crate that names them all: whatever has to work for any game comes here.
//!
//! [`with_game`] gives a visitor the type of a game; [`AnyGame`] is a match of any game by text:
//!
//! ```
//! use tercet_catalog::begin;
//! use tercet_game::{Deal, Seat};
//!
//! let mut table = begin("set", &[("seats", "1")], Deal::stream(42))?;
//! let action = table.legal_actions(Seat::FIRST).remove(0);
//! let events = table.play(Seat::FIRST, &action)?.texts();
//! assert!(events[0].starts_with("seat 1 claimed"));
//! assert_eq!(table.scores().points(), [1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_game;
mod any_position;
mod batches;
mod commitment;
mod events;
mod list;
mod moment;
mod names;
mod pictures;
mod rules;

pub use any_game::{Advice, AnyGame, BeginError, Refused, Thinker, begin, resume, thinker_on, verify};
pub use any_position::{AnyPosition, held, position};
pub use batches::batch;
pub use commitment::commitment;
pub use events::Events;
pub use list::{Entry, GAMES, Playable, UnknownGame, Visitor, with_game};
pub use moment::{Line, Moment, chronicle, moment};
pub use names::{canonical_bot, canonical_label};
pub use pictures::{film, position_text, scene_at};
pub use rules::table_options;

/// The README's code, which runs as a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
