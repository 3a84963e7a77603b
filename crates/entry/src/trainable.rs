//! From a game's options to environments for learners.

use tercet_train::batch::{AnyBatch, MakeError, Options};

use crate::Play;

/// A game that is somebody's task.
pub trait Trainable: Play {
    /// Makes a batch of this game with these options of the game.
    ///
    /// # Errors
    /// If an option can't be.
    fn batch(config: &[(String, String)], options: &Options) -> Result<Box<dyn AnyBatch>, MakeError>;

    /// What each number of an observation is multiplied by as a float, as in a batch; empty for one.
    fn scale(rules: &Self::Rules) -> Vec<f32> {
        let _ = rules;
        Vec::new()
    }
}
