//! The rules by their numbers: a test for each, for each card and each landmark.

#[allow(dead_code, reason = "each test file uses a part of the table")]
#[path = "../table/mod.rs"]
mod table;

mod building;
mod cards;
mod closing;
mod compat;
mod custom;
mod ending;
mod exhibits;
mod income;
mod markets;
mod positions;
mod purple;
mod refusals;
mod rolling;
mod shortages;
mod starts;
