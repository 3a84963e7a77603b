//! The rules of `RULES.md`, a test or more for each number.

#[path = "../table/mod.rs"]
#[allow(dead_code, reason = "each test file uses a part of the table")]
mod table;

mod adding;
mod dealing;
mod deck;
mod guarantee;
mod pieces;
mod points;
mod policy;
mod positions;
mod race;
mod refusals;
mod taking;
mod variants;
