//! The list, and the door from a game's name to its type.

use tercet_bots::Contest;
use tercet_game::{Deals, Game, Notation, Sample, Settings, Trades};
use tercet_machi::MachiKoro;
use tercet_set::SetGame;
use tercet_text::Tell;
use tercet_train::batch::Trains;
use tercet_triangle::{Dense, Field, FieldVisitor, Puzzle, with_field};
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
    /// Its rules in words, as Markdown.
    pub rules: &'static str,
}

/// All that a game of the catalog can do.
pub trait Playable:
    Game<State: Send + Sync, Action: Send + Sync, Chance: Send + Sync, Edit: Send + Sync, Event: Send + Sync>
    + Sample
    + Notation
    + Deals<Dealer: Send + Sync>
    + Tell<Memory: Send + Sync>
    + Contest
    + Trades
    + Trains
    + Send
    + Sync
    + 'static
{
}

impl<G> Playable for G where
    G: Game<
            State: Send + Sync,
            Action: Send + Sync,
            Chance: Send + Sync,
            Edit: Send + Sync,
            Event: Send + Sync,
        > + Sample
        + Notation
        + Deals<Dealer: Send + Sync>
        + Tell<Memory: Send + Sync>
        + Contest
        + Trades
        + Trains
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

/// All games, in the order in which lists show them.
pub const GAMES: &[Entry] = &[
    Entry {
        id: SetGame::ID,
        title: "SET",
        about: "find three cards that agree or all differ in each of four attributes, alone or in a race",
        rules: include_str!("../../../games/set/RULES.md"),
    },
    Entry {
        id: MachiKoro::ID,
        title: "Machi Koro",
        about: "roll dice, collect what your cards earn, and be the first to build all your landmarks",
        rules: include_str!("../../../games/machi/RULES.md"),
    },
    Entry {
        id: Puzzle::<Dense>::ID,
        title: "the triangle puzzle",
        about: "place shapes on a grid of triangles, three on offer at a time, and clear full lines",
        rules: include_str!("../../../games/triangle/RULES.md"),
    },
];

/// Calls the visitor with the game of this name. The type of a game may depend on its options, so they are asked
/// for; whether they can be is for the visitor to see, who makes the rules of them.
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
/// assert_eq!(with_game("set", &[("seats", "2")], RulesVersion), Ok(1));
/// let error = with_game::<&str, _>("chess", &[], RulesVersion).unwrap_err();
/// assert_eq!(error.to_string(), "there is no game `chess`; the games are set, machi, triangle");
/// ```
pub fn with_game<T: AsRef<str>, V: Visitor>(
    id: &str,
    config: &[(T, T)],
    visitor: V,
) -> Result<V::Out, UnknownGame> {
    match id {
        SetGame::ID => Ok(visitor.visit::<SetGame>()),
        MachiKoro::ID => Ok(visitor.visit::<MachiKoro>()),
        Puzzle::<Dense>::ID => {
            let pairs = config.iter().map(|(key, value)| (key.as_ref(), value.as_ref()));
            let config = tercet_triangle::Config::from_pairs(pairs).unwrap_or_default();
            Ok(with_field(&config, Boards(visitor)))
        }
        _ => Err(UnknownGame { id: id.to_owned() }),
    }
}

/// A visitor of games as a visitor of the puzzle's boards.
struct Boards<V>(V);

impl<V: Visitor> FieldVisitor for Boards<V> {
    type Out = V::Out;

    fn visit<F: Field + Send + Sync + 'static>(self) -> V::Out {
        self.0.visit::<Puzzle<F>>()
    }
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
