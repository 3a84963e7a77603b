//! The slow, obvious twin of the engine, written from `RULES.md`: cells with row and column, shapes as lists of
//! triangles, every placement tried, everything computed anew at each step. Recorded behaviour of the
//! reference holds the twin, and the twin holds the engine; perft counts are made by it.

mod compat;
mod game;
mod grid;
mod mt19937;
mod perft;
mod shapes;

pub(crate) use compat::{Compat, Weights};
pub(crate) use game::{Config, Doing, End, Paint, Twin};
pub(crate) use grid::{Cell, Direction, Grid, is_up, neighbours};
pub(crate) use mt19937::{Dealer, Mt19937, below};
pub(crate) use shapes::{COLOURS, Piece, Shape, Triangle, distinct, templates};
