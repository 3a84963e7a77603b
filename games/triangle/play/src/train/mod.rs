//! The triangle puzzle as its reference is called: `C1` to `C4` of the rules.
//!
//! What the reference does differently from the rules stands here and nowhere else: rewards are floats that are
//! added up as they come, a wrong action ends the game, and calls after the end are answered.

mod board;
mod env;
mod features;
mod known;
mod saved;
mod shapes;
mod task;
mod weights;

pub use env::{Env, EnvError};
pub use features::{Features, TriangleAt};
pub use saved::Saved;
pub use shapes::Colored;
pub use task::PuzzleTask;
pub use weights::Weights;
