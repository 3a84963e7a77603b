//! The rules of Machi Koro: the base game, Harbor, Millionaire's Row, the promo card and custom cards, as facts and
//! effects. The numbered rules stand in `../RULES.md`.
//!
//! ```
//! use std::sync::Arc;
//! use tercet_game::{Deal, Game, Match, Notation, Seat};
//! use tercet_machi::{Config, MachiKoro};
//!
//! let game = Arc::new(MachiKoro::new(&Config::base(2))?);
//! let mut table = Match::new(game, Deal::stream(42), &mut ())?;
//! let build = table.game().read_action("build ranch")?;
//! table.play(Seat::FIRST, build, &mut ())?;
//! assert_eq!(table.state().roller(), Seat(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Machi Koro is a trademark of its owners; this project is not affiliated with them.
#![no_std]

extern crate alloc;

mod action;
mod card;
mod card_set;
mod choices;
mod cities;
mod config;
mod dealer;
mod effect;
mod encode;
mod facts;
mod market;
mod packed;
mod position;
mod rules;
mod state;
mod tables;
mod text;
mod trade;
mod view;
mod words;

pub use action::{Action, Chance, Event, Illegal, Kind, Site, Transfer};
pub use card::{Card, Color, Rolls};
pub use card_set::{CardProblem, CardSet, complaints, official};
pub use cities::City;
pub use config::{BusinessCenter, Compat, Config, FlowerShopMall, MarketKind, ParkRule};
pub use dealer::{AnyDealer, Dice, Keyed, Seeded};
pub use effect::{Each, Effect, Toll, When};
pub use facts::{BASE, Expansion, HARBOR, Landmark, MILLIONAIRES_ROW, PROMO, PURSE_LIMIT};
pub use market::Market;
pub use position::{Player, Position, PositionError};
pub use rules::{MachiKoro, Roll};
pub use state::{Phase, State};
pub use view::Memory;
