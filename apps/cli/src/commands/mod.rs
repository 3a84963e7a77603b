//! The commands, one module each.

pub(crate) mod bots;
pub(crate) mod completions;
pub(crate) mod debug;
pub(crate) mod odds;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod simulate;
pub(crate) mod solve;
pub(crate) mod step;
