//! The forms of SET: cards, boards and configs as JSON, and boards in lines for the solver.

mod jsonl;
mod shapes;

pub use jsonl::{LineError, solve_line};
pub use shapes::{BoardJson, CardJson, ConfigJson};
