//! What the commands share about the triangle puzzle: its options, its board as text, its events in words.

pub(crate) mod answers;
pub(crate) mod session;
pub(crate) mod setup;
pub(crate) mod table;
pub(crate) mod typed;
pub(crate) mod voice;
