//! The triangle puzzle on a full screen, to play and to debug.

pub(crate) mod board;
mod model;
mod update;
mod view;

pub(crate) use model::{Begin, Board, Model};
