//! Machi Koro on a full screen, with people at one keyboard and bots.

pub(crate) mod board;
mod choices;
pub(crate) mod insight;
mod model;
mod update;
mod view;

pub(crate) use model::{Begin, Model};
