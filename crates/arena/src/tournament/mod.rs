//! Tournaments: who plays whom, and who stands where. Nothing is played here: a [`TournamentState`] says which games the next
//! round has, takes their results, and goes on. All that it decides comes from its [`Plan`] and the finishes,
//! so a tournament that was interrupted goes on as if nothing had happened.

mod field;
mod fixture;
mod knockout;
mod options;
mod plan;
mod plan_json;
mod play;
mod round_robin;
mod runner;
mod standings;
mod state;
mod swiss;

pub use field::{Entrant, PADDING, field, is_padding, pad};
pub use fixture::{Fixture, FixtureGame};
pub use options::{TournamentError, TournamentOptions};
pub use plan::{Format, Plan, PlanError, Tables};
pub use plan_json::TournamentPlan;
pub use play::{Finishes, GameStore, Resources, Rounds, Tournament, standings_of};
pub use runner::play_all;
pub use standings::Standing;
pub use state::{Closed, Round, TournamentState, ratings_after};
pub use swiss::SWISS_MULTIPLE;
