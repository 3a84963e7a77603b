//! The slow, obvious twin of the engine, written from `RULES.md` alone: cards are their names, cities are maps,
//! whole lists are scanned at each step, and what is still to happen is a list of steps. Tests hold the engine
//! against it, text by text.
//!
//! It shares nothing with the engine. Names, colours, icons, costs and totals come from the recorded card table.

mod cards;
mod choices;
mod exchange;
mod game;
mod income;
mod market;
mod options;
mod purple;
mod readers;
mod what_if;

pub(crate) use cards::slug;
pub(crate) use game::{Mover, Step, Twin};
pub(crate) use what_if::{WhatIf, counts};
