//! Who is to give the next input, and how a game ended.

use crate::{Seats, named};

/// Who gives the next input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Any of these seats may act; in a game without races there is exactly one.
    Seats(Seats),
    /// The dealer draws an outcome.
    Chance,
    /// Nobody: the game is over.
    Over,
}

named! {
    /// Why a game is over.
    pub enum End {
        /// It came to the end that its rules describe.
        Finished = "finished",
        /// It reached the length limit of its config.
        Limit = "limit",
        /// It could not be dealt as its config asks; nobody has won.
        Void = "void",
    }
}
