//! Machi Koro in JSON and TOML: card files, positions, questions about one roll, and the log of events.

mod cards;
mod events;
mod log;
pub mod odds;
mod position;
mod tree;
mod turn;
mod write;

pub use cards::{CardError, CardFormat, read_cards};
pub use events::{EventJson, EventLine, event_json};
pub use log::EventLog;
pub use position::{PlayerJson, PositionJson};
pub use turn::{RollAnswer, RollAnswerer, RollError};
pub use write::write_cards;
