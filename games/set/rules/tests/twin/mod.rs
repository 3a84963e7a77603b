//! The slow, obvious twin of the engine, written from `RULES.md`: plain vectors, all triples tried, everything
//! computed anew at each step. Tests hold the engine against it, and perft counts are made by it.
//!
//! It shares with the engine the names of things (cards, cells, actions, configs) and nothing that decides.

mod dealing;
mod game;
mod race;
mod solver;

pub(crate) use game::{Doing, Twin, Why};
pub(crate) use solver::{all_sets, count_sets, find_set, is_set, is_ultraset, sweep, third};
