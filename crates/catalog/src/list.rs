//! The list, and the door from a game's name to its type.

use tercet_game::{Deals, Game, Notation, Sample};
use tercet_set::SetGame;
use thiserror::Error;

/// A game as lists show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in records and commands.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
}

/// All that a game of the catalog can do.
pub trait Playable:
    Game<State: Send + Sync, Action: Send + Sync, Chance: Send + Sync, Edit: Send + Sync>
    + Sample
    + Notation
    + Deals<Dealer: Send + Sync>
    + Send
    + Sync
    + 'static
{
}

impl<G> Playable for G where
    G: Game<State: Send + Sync, Action: Send + Sync, Chance: Send + Sync, Edit: Send + Sync>
        + Sample
        + Notation
        + Deals<Dealer: Send + Sync>
        + Send
        + Sync
        + 'static
{
}

/// Something to do with a game, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Out;

    /// Does it with this game.
    fn visit<G: Playable>(self) -> Self::Out;
}

/// From one list: [`GAMES`] and [`with_game`].
macro_rules! games {
    ($($game:ty: $title:literal, $about:literal;)+) => {
        /// All games, in the order in which lists show them.
        pub const GAMES: &[Entry] =
            &[$(Entry { id: <$game as Game>::ID, title: $title, about: $about }),+];

        /// Calls the visitor with the game of this name.
        ///
        /// # Errors
        /// If there is no such game; the error says which there are.
        ///
        /// ```
        /// use tercet_catalog::{Playable, Visitor, with_game};
        ///
        /// struct RulesVersion;
        ///
        /// impl Visitor for RulesVersion {
        ///     type Out = u16;
        ///
        ///     fn visit<G: Playable>(self) -> u16 {
        ///         G::RULES_VERSION
        ///     }
        /// }
        ///
        /// assert_eq!(with_game("set", RulesVersion), Ok(1));
        /// let error = with_game("chess", RulesVersion).unwrap_err();
        /// assert_eq!(error.to_string(), "there is no game `chess`; the games are set");
        /// ```
        pub fn with_game<V: Visitor>(id: &str, visitor: V) -> Result<V::Out, UnknownGame> {
            match id {
                $(<$game as Game>::ID => Ok(visitor.visit::<$game>()),)+
                _ => Err(UnknownGame { id: id.to_owned() }),
            }
        }
    };
}

games! {
    SetGame: "SET", "find three cards that agree or all differ in each of four attributes, alone or in a race";
}

/// There is no such game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game `{id}`; the games are {}", ids())]
pub struct UnknownGame {
    /// The name.
    pub id: String,
}

fn ids() -> String {
    GAMES.iter().map(|entry| entry.id).collect::<Vec<_>>().join(", ")
}
