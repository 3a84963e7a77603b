//! Tournaments: who plays whom, and who stands where. Nothing is played here: an [`Event`] says which games the next
//! round has, is told how they finished, and goes on. All that it decides comes from its [`Plan`] and the finishes,
//! so an event that was interrupted goes on as if nothing had happened.

mod event;
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
mod swiss;

pub use event::{Closed, Event, Round, ratings_after};
pub use field::{Entrant, PADDING, field, is_padding, pad};
pub use fixture::{Fixture, Sitting};
pub use options::{TournamentError, TournamentOptions};
pub use plan::{Format, Plan, PlanError, Tables};
pub use plan_json::EventPlan;
pub use play::{Finishes, Keeper, Tournament, Work, standings_of};
pub use runner::play_all;
pub use standings::Standing;
pub use swiss::SWISS_MULTIPLE;
