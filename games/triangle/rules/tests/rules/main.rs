//! The rules of `RULES.md`, a test or more for each number.

#[path = "../table/mod.rs"]
#[allow(dead_code, reason = "each test file uses a part of the table")]
mod table;

mod configs;
mod dealing;
mod edits;
mod ending;
mod grids;
mod notation;
mod placing;
mod positions;
mod refusals;
mod shapes;
