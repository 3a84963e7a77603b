//! A game with all that is played around its rules.

use tercet_game::{Deals, Encode, Game, Notation, Sample, Trades};
use tercet_scene::Draw;
use tercet_train::batch::{AnyBatch, MakeError, Options};

/// What the rules of a game that enters a catalog can do.
pub trait Rules:
    Game<State: Send + Sync, Action: Send + Sync, Chance: Send + Sync, Edit: Send + Sync, Event: Send + Sync>
    + Sample
    + Notation
    + Deals<Dealer: Send + Sync>
    + Draw<Memory: Send + Sync>
    + Encode<Cell: Send + Sync>
    + Trades
    + Send
    + Sync
    + 'static
{
}

impl<G> Rules for G where
    G: Game<
            State: Send + Sync,
            Action: Send + Sync,
            Chance: Send + Sync,
            Edit: Send + Sync,
            Event: Send + Sync,
        > + Sample
        + Notation
        + Deals<Dealer: Send + Sync>
        + Draw<Memory: Send + Sync>
        + Encode<Cell: Send + Sync>
        + Trades
        + Send
        + Sync
        + 'static
{
}

/// A game with what is played around its rules: words ([`crate::Describe`]), bots ([`crate::Contest`]), environments
/// ([`Trainable`]). It is a type of its own, without a value: words and bots stand in another crate than the rules, and a
/// crate can only give traits to types of its own.
pub trait Play: Sized + Send + Sync + 'static {
    /// The rules.
    type Rules: Rules;
}

/// The options of the rules.
pub type ConfigOf<P> = <<P as Play>::Rules as Game>::Config;
/// A position.
pub type StateOf<P> = <<P as Play>::Rules as Game>::State;
/// What a seat does.
pub type ActionOf<P> = <<P as Play>::Rules as Game>::Action;
/// Why an action is refused.
pub type IllegalOf<P> = <<P as Play>::Rules as Game>::Illegal;
/// What happens.
pub type EventOf<P> = <<P as Play>::Rules as Game>::Event;
/// What pictures show beyond the state.
pub type MemoryOf<P> = <<P as Play>::Rules as Draw>::Memory;

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

/// All that a game of a catalog can do.
pub trait Playable: crate::Describe + crate::Contest + Trainable {}

impl<P: crate::Describe + crate::Contest + Trainable> Playable for P {}
