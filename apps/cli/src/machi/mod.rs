//! What the commands share about Machi Koro: its options, cities and cards as text, its events in words.

pub(crate) mod insight;
pub(crate) mod options;
pub(crate) mod session;
pub(crate) mod setup;
pub(crate) mod table;
pub(crate) mod tell;
pub(crate) mod typed;
pub(crate) mod voice;
