//! Games that are looked at: recorded ones, and those that bots play among themselves.

mod board;
mod model;
mod update;
mod view;

pub(crate) use board::Show;
pub(crate) use model::{Live, Model, name, next_move, play};
