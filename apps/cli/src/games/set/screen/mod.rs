//! SET on a full screen, alone and in a race.

pub(crate) mod board;
mod model;
mod update;
mod view;

pub(crate) use model::{Begin, Model};
