//! The triangle puzzle in JSON: configs, shapes, and games that are played line by line.

mod config;
mod saved;
mod shapes;
mod step;

pub use config::ConfigJson;
pub use saved::{read_saved, saved_json};
pub use shapes::{BlockJson, block_json, board_json, read_block};
pub use step::{Deals, StepError, step_line};
