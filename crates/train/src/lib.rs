//! Environments for training: rewards in floats around rules that count in whole numbers.
//!
//! ```
//! use tercet_train::triangle::{Env, Weights};
//! use tercet_triangle::Config;
//!
//! let mut env = Env::seeded(&Config::default(), Weights::default(), 42)?;
//! let first = env.valid_actions()[0];
//! let (reward, is_over) = env.step(first as i64)?;
//! assert!(reward > 0.0 && !is_over);
//!
//! let (penalty, is_over) = env.step(-1)?;
//! assert_eq!((penalty, is_over), (-10.0, true));
//! assert_eq!(env.reason().as_deref(), Some("Invalid action provided: -1"));
//! # Ok::<(), tercet_train::triangle::EnvError>(())
//! ```

pub mod batch;
pub mod learn;
pub mod machi;
mod rollout;
pub mod run;
pub mod set;
pub mod triangle;

pub use rollout::{Rollout, plain_rollout, puzzle_rollout, rollout, rollout_until};
