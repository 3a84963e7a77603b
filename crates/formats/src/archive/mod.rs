//! What archives keep and exchange: plans of tournaments, and games one a line.

mod game;
mod plan;

pub use game::GameLine;
pub use plan::EventPlan;
