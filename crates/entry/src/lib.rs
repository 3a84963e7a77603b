//! A game as a value, for whoever has to work with any game.
//!
//! A game gives what is played around its rules by three traits: [`Describe`] is its words, [`Contest`] its bots and tables, [`Trainable`]
//! its environments. [`Entry`] is a game with all of that as a value, [`Catalog`] a list of them. What services and doors need is
//! compiled once for each game, behind objects: [`Operations`] for the game itself, [`AnyRules`] for rules and whole games by them,
//! [`AnyGame`] for a match, [`AnyPosition`] for a bare position.
//!
//! ```
//! use tercet_catalog::CATALOG;
//! use tercet_game::{Deal, Seat};
//!
//! let mut table = CATALOG.begin("set", &[("seats", "1")], Deal::stream(42))?;
//! let action = table.legal_actions(Seat::FIRST).remove(0);
//! let events = table.play(Seat::FIRST, &action)?.texts();
//! assert!(events[0].starts_with("seat 1 claimed"));
//! assert_eq!(table.scores().points(), [1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use tercet_game as game;
pub use tercet_scene as scene;
pub use tercet_search as search;
pub use tercet_train as train;

mod any_game;
mod any_position;
mod catalog;
mod commitment;
mod contest;
mod defaults;
mod describe;
mod entry;
mod events;
pub mod json;
mod name;
mod named_bot;
mod operations;
mod pictures;
mod play;
mod process;
mod replay_step;
mod review;
mod rules;
mod task;
mod trading;
mod whole;

pub use any_game::{Advice, AnyGame, BeginError, Refused, Thinker, thinker_on};
pub use any_position::AnyPosition;
pub use catalog::{Catalog, UnknownGame};
pub use commitment::commitment;
pub use contest::{Contest, FinishScore, POINTS, usual_table, with_options};
pub use describe::{Describe, Description, Names, Style, count, wrapped};
pub use entry::{Choose, Entry};
pub use events::Events;
pub use json::{NotJson, ShapeError};
pub use name::{LONGEST_NAME, NameError, clean_name, shown_name, visible};
pub use named_bot::NamedBot;
pub use operations::{Operations, operations};
pub use pictures::Playback;
pub use play::{ActionOf, ConfigOf, EventOf, IllegalOf, MemoryOf, Play, Playable, Rules, StateOf, Trainable};
pub use process::{
    OutsideBot, ProgramBot, Question, Reply, Subject, end_outside_bots, hear_promise, hear_remarks,
    outside_bots,
};
pub use replay_step::{Line, ReplayStep};
pub use review::{
    BotWords, CurvePoint, Estimate, REVIEW_PLAYOUTS, REVIEW_VERSION, Review, ReviewCurve, ReviewError,
    ReviewOptions, ReviewTable, ReviewUnit, Series, TurningPoint, review_by_bots, spread,
};
pub use task::{PlainTask, plain_batch};
pub use trading::Trading;
pub use whole::{AnyRules, Guest, PlayError, Played, Seated, Stoppable, Table, Thought, Timed};
