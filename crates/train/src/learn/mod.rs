//! What learners keep beside environments: replay by priority, returns, what they measure. No library of tensors is needed.

mod columns;
mod error;
mod replay;
mod returns;
mod saved;
mod stats;
mod sum_tree;
mod sums;

pub use columns::Column;
pub use error::LearnError;
pub use replay::{Drawn, Replay, ReplayOptions};
pub use returns::{NStep, Played, Tail};
pub use saved::LoadError;
pub use stats::Stats;
pub use sum_tree::{Leaf, SumTree};
pub use sums::Sums;
