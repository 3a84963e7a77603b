//! Machi Koro's mathematics: what a turn and a round bring as distributions, turns until victory, the gain of each
//! purchase, win chances. Three models of income stand side by side: see [`Model`].
//!
//! ```
//! use tercet_game::{Game, Seat};
//! use tercet_machi::{Config, MachiKoro};
//! use tercet_odds::{Model, Odds};
//!
//! let game = MachiKoro::new(&Config::base(2))?;
//! let odds = Odds::new(&game, Model::Exact);
//! let own = odds.own_turn_pmf(&game.start(), Seat::FIRST);
//! // A Wheat Field pays on 1, a Bakery on 2 and 3.
//! assert!((own.at(1) - 0.5).abs() < 1e-12);
//! # Ok::<(), tercet_game::ConfigError>(())
//! ```
//!
//! Machi Koro is a trademark of its owners; this project is not affiliated with them.

#![allow(clippy::cast_sign_loss, reason = "places in arrays are differences from the lowest value")]

mod budget;
mod by_total;
mod chances;
mod dice;
mod exact;
mod facts;
mod model;
mod odds;
mod paired;
mod pmf;
mod purchase;
mod simple;
mod value;
mod victory;

pub use budget::{Budget, NoAnswer};
pub use chances::{WinChances, win_chances};
pub use dice::{die_pmf, p_hits};
pub use exact::Flow;
pub use model::Model;
pub use odds::Odds;
pub use paired::Paired;
pub use pmf::Pmf;
pub use purchase::Purchase;
pub use victory::{Growth, Victory};
