//! A game with all that is played around its rules.

use tercet_game::{Deals, Encode, Game, Notation, Sample, Trades};
use tercet_scene::Draw;

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
/// ([`crate::Trainable`]). It is a type of its own, without a value: words and bots stand in another crate than the rules, and a
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

/// All that a game of a catalog can do.
pub trait Playable: crate::Describe + crate::Contest + crate::Trainable {}

impl<P: crate::Describe + crate::Contest + crate::Trainable> Playable for P {}
