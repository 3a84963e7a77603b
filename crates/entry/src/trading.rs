//! What was bought in a game, whichever it is.

use tercet_game::{Item, Seats, Trade, Trades};

/// All that happened to the things that can be bought in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trading {
    /// The things that can be bought.
    pub items: Vec<Item>,
    /// How many of each a seat began with, seat by seat.
    pub began: Vec<Vec<u32>>,
    /// What happened, in its order.
    pub trades: Vec<Trade>,
}

impl Trading {
    /// What these events say, all that happened in a game from its start on.
    pub fn of<G: Trades>(game: &G, events: &[G::Event]) -> Trading {
        let (items, start) = (game.items(), game.start());
        let began = |seat| (0..items.len()).map(|item| game.held(&start, seat, item)).collect();
        let mut trades = Vec::new();
        for event in events {
            game.trades(event, &mut |trade| trades.push(trade));
        }
        Trading { began: Seats::first(game.seats()).iter().map(began).collect(), items, trades }
    }
}
