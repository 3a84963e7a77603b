//! SET for people: cards read and written in words, the board drawn as text, the options of a game.

pub(crate) mod cards;
pub(crate) mod setup;
