//! Environments for training, of any game by its name.

use tercet_train::batch::{AnyBatch, MakeError, Options};

use crate::{Playable, UnknownGame, Visitor, with_game};

/// Environments of this game with these options of the game.
///
/// # Errors
/// The outer error if there is no such game, the inner one if an option can't be.
///
/// ```
/// use tercet_bots::search::Stop;
/// use tercet_catalog::batch;
/// use tercet_train::batch::{Options, Out, Policy};
///
/// let options = Options { envs: 4, ..Options::default() };
/// let mut batch = batch("triangle", &[], &options)??;
/// batch.reset(&[Some(1), Some(2), Some(3), Some(4)], None, Out::default())?;
/// let played = batch.rollout(1000, &Policy::Random, &Stop::default())?;
/// assert_eq!(played.steps, 4000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn batch(
    id: &str,
    config: &[(String, String)],
    options: &Options,
) -> Result<Result<Box<dyn AnyBatch>, MakeError>, UnknownGame> {
    struct Make<'a>(&'a [(String, String)], &'a Options);

    impl Visitor for Make<'_> {
        type Out = Result<Box<dyn AnyBatch>, MakeError>;

        fn visit<G: Playable>(self) -> Self::Out {
            G::batch(self.0, self.1)
        }
    }

    with_game(id, config, Make(config, options))
}
