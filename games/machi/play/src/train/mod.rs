//! Machi Koro as a task: one seat against bots, or all seats.

mod task;

pub use task::MachiTask;
