//! Machi Koro on the command line.

pub(crate) mod cards;
pub(crate) mod insight;
pub(crate) mod learned;
pub(crate) mod narrate;
pub(crate) mod odds;
pub(crate) mod options;
pub(crate) mod play;
pub(crate) mod position;
pub(crate) mod roll;
pub(crate) mod screen;
pub(crate) mod session;
pub(crate) mod setup;
pub(crate) mod simulate;
pub(crate) mod table;
pub(crate) mod train;
pub(crate) mod typed;
