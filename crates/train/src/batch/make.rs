//! From a game's options to a batch.

use tercet_game::{ConfigError, Settings};

use super::{AnyBatch, MakeError, Options};
use crate::batch::Learnable;

/// A game that is somebody's task.
pub trait Trains: Learnable {
    /// Makes a batch of this game with these options of the game.
    ///
    /// # Errors
    /// If an option can't be.
    fn batch(config: &[(String, String)], options: &Options) -> Result<Box<dyn AnyBatch>, MakeError>;
}

/// A config with some of its options changed.
///
/// # Errors
/// If one of them can't be.
pub fn pairs_with<C: Settings>(mut config: C, pairs: &[(String, String)]) -> Result<C, ConfigError> {
    for (key, value) in pairs {
        config.set(key, value)?;
    }
    Ok(config)
}
