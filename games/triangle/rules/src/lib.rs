//! The rules of the triangle puzzle: any grid, any shapes, and the fastest step of its kind. The numbered rules
//! stand in `../RULES.md`.
//!
//! ```
//! use std::sync::Arc;
//! use tercet_game::{Deal, Game, Match, Seat, Turn};
//! use tercet_triangle::{Config, Dense, Puzzle};
//!
//! let puzzle = Arc::new(Puzzle::<Dense>::new(&Config::default())?);
//! let mut table = Match::new(puzzle, Deal { name: "mt19937".into(), argument: "1000".into() }, &mut ())?;
//! let first = table.legal_actions(Seat::FIRST)[0];
//! table.play(Seat::FIRST, first, &mut ())?;
//! assert_eq!(table.state().steps(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod action;
mod canvas;
mod config;
mod dealer;
mod encode;
mod facts;
mod field;
mod grid;
mod rules;
mod shape;
mod state;
mod text;
mod view;

pub use action::{Action, Edit, Event, Hand, Illegal, Painted, Piece};
pub use canvas::{Canvas, Paint};
pub use config::{Config, Layout, standard_templates};
pub use dealer::{AnyDealer, Drawn, Given, Keyed, Reference};
pub use facts::COLORS;
pub use field::{Cells, Dense, Field, FieldVisitor, Portable, Select, Wide, with_field};
pub use grid::{Direction, Grid};
pub use rules::Puzzle;
pub use shape::{Shape, Triangle};
pub use state::{Setup, SetupError, State};
pub use view::{Lattice, Memory, PuzzlePlan};
