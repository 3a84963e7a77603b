//! The contract of Tercet's games.
//!
//! A game is a pure function from inputs to states. Whoever runs it gives four kinds of input: what a
//! [`Seat`] does, what a [`Dealer`] draws, that a window of time has passed, and changes by hand. [`Game`] is the contract;
//! [`Sample`], [`Notation`], [`Deals`], [`Encode`] and [`Trades`] are capabilities of their own, so that asking for what a game
//! lacks is a compile error. [`Match`] runs a game for people: it deals, keeps every input, undoes, and
//! writes a [`Record`]; [`Live`] is the bare runner for simulations; [`Replay`] plays a record again.
//!
//! ```
//! use tercet_game::{Record, RecordError};
//!
//! let error = "tercet record 1\ngame set\nrules one\n".parse::<Record>().unwrap_err();
//! assert_eq!(error.to_string(), "line 3: `one` is not a whole number that `rules` can be");
//! ```
#![no_std]

extern crate alloc;

mod bits;
mod chacha20;
mod contract;
mod dealer;
mod digest;
mod encode;
mod log;
mod matches;
mod mt19937;
mod player;
mod position;
mod reasons;
mod record;
mod replay;
mod rng;
mod runner;
mod scores;
mod seat;
mod settings;
mod trade;
mod turn;

pub use bits::{Ranks, select};
pub use chacha20::ChaCha20;
pub use contract::{Game, NotLegal, Notation, NotationError, Note, Refusal, Sample, Unsupported};
pub use dealer::{Deal, DealError, Dealer, Deals, Standard, Stream};
pub use digest::{Digest, Stable};
pub use encode::{Encode, numbered_actions};
pub use log::Log;
pub use matches::{Match, Snapshot};
pub use mt19937::Mt19937;
pub use player::{Answer, PlayError, Player, run};
pub use position::Position;
pub use reasons::Reasons;
pub use record::{Input, InputText, Record, RecordError};
pub use replay::{Replay, ReplayError, input_text, read_input, rules_of};
pub use rng::{Rng, Source, SplitMix64, stream_seed};
pub use runner::{InputOf, Live, Recorder, RunError, apply};
pub use scores::{Finish, Scores};
pub use seat::{Seat, Seats};
pub use settings::{ConfigError, Key, Settings};
pub use trade::{Item, Trade, Trades};
pub use turn::{End, Turn};

#[doc(hidden)]
pub use alloc::string::{String, ToString};
