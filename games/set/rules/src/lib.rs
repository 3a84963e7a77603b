//! The rules of SET: alone or in a race, with the variants junior, chain, ultraset and puzzle; the solver;
//! the dealers. The numbered rules stand in `../RULES.md`.
//!
//! ```
//! use std::sync::Arc;
//! use tercet_game::{Deal, Game, Match, Seat};
//! use tercet_set::{Action, Config, SetGame};
//!
//! let game = Arc::new(SetGame::new(&Config::default())?);
//! let mut table = Match::new(game, Deal::stream(42), &mut ())?;
//! let claim = table.game().first_claim(table.state()).expect("the first board holds a Set");
//! table.play(Seat::FIRST, Action::Claim(claim), &mut ())?;
//! assert_eq!(table.game().scores(table.state()).points(), [1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! SET is a trademark of its owner; this project is not affiliated with it.
#![no_std]

extern crate alloc;

mod action;
mod card;
mod config;
mod dealer;
mod encode;
mod engine;
mod facts;
mod pieces;
mod policy;
mod rules;
mod solver;
mod state;
mod view;
mod zen;

pub use action::{Action, Cell, Claim, Event, Illegal, Taken};
pub use card::{Card, CardSet, join};
pub use config::{Config, DealRule, Exhausted, Guarantee, Refill, Variant};
pub use dealer::{AnyDealer, Cpython, Given, Shuffle, given_deal};
pub use engine::{EngineConfig, RngSpec};
pub use facts::{
    BOARD_INCREASE_STEP, Color, DECK_SIZE, INITIAL_BOARD_SIZE, JUNIOR_DECK_SIZE, MAX_BOARD_SIZE, Number,
    SETS_IN_DECK, Shading, Shape,
};
pub use pieces::{Board, DealOptions, DealPolicy, Deck, Discard, SetPredicate, SetTriple, TypesError};
pub use policy::Dealt;
pub use rules::SetGame;
pub use solver::{all_sets, count_sets, find_set, for_each_set, is_set, sweep};
pub use state::{Phase, Setup, SetupError, State};
pub use view::{BoardPlan, Layout, LayoutError, Memory, Order, board_scene};
pub use zen::{Status, ZenMode, daily_seed};
