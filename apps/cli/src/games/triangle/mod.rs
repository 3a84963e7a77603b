//! The triangle puzzle on the command line.

pub(crate) mod answers;
pub(crate) mod debug;
pub(crate) mod play;
pub(crate) mod position;
pub(crate) mod screen;
pub(crate) mod session;
pub(crate) mod setup;
pub(crate) mod simulate;
pub(crate) mod step;
pub(crate) mod table;
pub(crate) mod train;
pub(crate) mod typed;
