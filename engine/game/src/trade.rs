//! Buying and earning, in one form for every game that has them.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Game, Seat};

/// A thing that can be bought.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// Its name in texts of the game.
    pub name: String,
    /// What sort of thing it is.
    pub sort: &'static str,
}

/// What an event says of items, which are named by their numbers in [`Trades::items`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are named after what they hold; each trade is described")]
pub enum Trade {
    /// A turn of a seat begins.
    Turn { seat: Seat },
    /// A seat buys one.
    Bought { seat: Seat, item: usize },
    /// A seat gets one that it did not buy.
    Got { seat: Seat, item: usize },
    /// A seat has one less.
    Lost { seat: Seat, item: usize },
    /// What a seat has of a item brings coins, or costs some.
    Earned { seat: Seat, item: usize, coins: i64 },
}

/// The capability of a game to say what was bought and what it earned. A game without a market has nothing to say, as
/// by default.
pub trait Trades: Game {
    /// Can anything be bought?
    const HAS_PURCHASES: bool = false;

    /// All that can be bought.
    fn items(&self) -> Vec<Item> {
        Vec::new()
    }

    /// How many of a item a seat has.
    fn held(&self, state: &Self::State, seat: Seat, item: usize) -> u32 {
        let _ = (state, seat, item);
        0
    }

    /// What an event says of items, in the order in which it happened.
    fn trades(&self, event: &Self::Event, push: &mut impl FnMut(Trade)) {
        let _ = (event, push);
    }
}
