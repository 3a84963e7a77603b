//! SET on the command line.

pub(crate) mod cards;
pub(crate) mod goals;
pub(crate) mod play;
pub(crate) mod quiet;
pub(crate) mod race;
pub(crate) mod report;
pub(crate) mod screen;
pub(crate) mod session;
pub(crate) mod setup;
pub(crate) mod simulate;
pub(crate) mod solve;
pub(crate) mod study;
pub(crate) mod table;
pub(crate) mod typed;
