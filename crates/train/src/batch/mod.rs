//! Many environments side by side, written for learners: one call steps them all, straight into the caller's arrays.
//!
//! A [`Task`] makes a game into something to learn: whose seat, for which reward, what an illegal action costs. An [`Env`]
//! is one game of a task under way, a [`Batch`] many of them, and [`AnyBatch`] a batch of whichever game.

mod any;
mod env;
mod error;
mod options;
mod out;
mod pool;
mod run;
mod saved;
mod task;
mod work;

pub(crate) use any::view_shape;
pub use any::{AnyBatch, Snapshot};
pub use env::{Env, EpisodeHistory, GUESTS, Stage};
pub use error::{BatchError, MakeError};
pub use options::{Autoreset, Observation, Options, Reading, pairs_with};
pub use out::{Kind, Number, Out, Rewards, View};
pub(crate) use pool::Pool;
pub use run::{Batch, Played, Policy};
pub use saved::Saved;
pub use task::{Ending, Learnable, PixelPainter, StepOutcome, Task};
