//! Texts: what reads, what is written, and the exact complaint about what does not read.

mod actions;
mod cards;
mod configs;
mod events;
