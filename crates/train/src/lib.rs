//! Environments for training: rewards in floats around rules that count in whole numbers.
//!
//! [`batch`] is many games side by side, [`forest`] guided search from many positions, [`rollout`] random play at full speed,
//! [`learn`] what learners share, [`run`] the folders that they write, [`value`] values of positions that are learned by playing.

pub mod batch;
pub mod forest;
pub mod learn;
mod rollout;
pub mod run;
pub mod value;

pub use rollout::{Rollout, has_features, plain_rollout, rollout, rollout_until};
