//! Environments for training: rewards in floats around rules that count in whole numbers.
//!
//! [`batch`] is many games side by side, [`rollout`] random play at full speed, [`learn`] what learners share, [`run`] the folders
//! that they write.

pub mod batch;
pub mod learn;
mod rollout;
pub mod run;

pub use rollout::{Rollout, has_features, plain_rollout, rollout, rollout_until};
