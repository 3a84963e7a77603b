//! The laws that every game must obey, checked by playing.
//!
//! A game's `tests/conformance.rs` builds a [`Suite`] and runs it. It plays random games and looks at every
//! position: the lists, what is accepted and what is refused, the texts, the digests, the samplers. Then it
//! records games, replays, resumes and undoes them. [`Law`] has all that is promised; a failed
//! [`Suite::run`] names the law, what breaks it, and the config, deal and input where it does.
//!
//! Beside the suite stand [`golden`] files, [`perft`] counts, [`pinned`] digests, what [`fuzz`] tests share, an
//! allocator that counts ([`allocation`]), and [`toy`], the smallest
//! whole game.
//!
//! This crate is only ever a dev-dependency, so unlike the other crates of `engine/` it may use what it likes.

pub mod allocation;
pub mod fuzz;
pub mod golden;
pub mod perft;
pub mod toy;

mod fair;
mod inputs;
mod law;
mod notation;
mod pin;
mod position;
mod records;
mod sample;
mod settings;
mod suite;
mod visited;
mod walk;

pub use law::{Law, Violation};
pub use pin::{final_digest, pinned};
pub use suite::{Suite, Tally};
