//! SET as a task, alone or in a race, and as its original environment is called.

mod demo;
mod env;
mod masks;
mod painter;
mod race;
mod task;

pub use demo::{Demo, Move};
pub use env::{Env, EnvError, Message, Saved, Start};
pub use painter::{BoardPainter, PaintError};
pub use race::{Race, RaceError, RaceOptions};
pub use task::SetTask;
