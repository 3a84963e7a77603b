//! SET as a task, alone or in a race.

mod masks;
mod race;
mod task;

pub use race::{Race, RaceError, RaceOptions};
pub use task::SetTask;
