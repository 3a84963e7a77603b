//! The commands, one module each.

pub(crate) mod bots;
pub(crate) mod cards;
pub(crate) mod completions;
pub(crate) mod debug;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod import;
pub(crate) mod mcp;
pub(crate) mod odds;
pub(crate) mod play;
pub(crate) mod ratings;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod roll;
pub(crate) mod serve;
pub(crate) mod simulate;
pub(crate) mod solve;
pub(crate) mod sprt;
pub(crate) mod stats;
pub(crate) mod step;
pub(crate) mod tournament;
