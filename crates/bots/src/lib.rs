//! Players for Tercet's games.
//!
//! [`Random`] plays any game. The bots of one game live in its own module and are made by name:
//!
//! ```
//! use tercet_bots::set;
//! use tercet_game::{Game, Live, run};
//! use tercet_set::{Config, SetGame};
//!
//! let game = SetGame::new(&Config::race(2))?;
//! let mut players = [set::by_name("racer:1", 7)?, set::by_name("racer:5", 8)?];
//! let mut live = Live::new(&game, game.shuffle(42), (), &mut ())?;
//! let scores = run(&game, &mut live, &mut players, &mut ())?;
//! assert!(scores.points()[1] > scores.points()[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A bot sees what its seat sees, the state, and draws from a stream of its own: the same seed plays the same
//! game again.

mod contest;
mod explain;
mod list;
pub mod machi;
mod random;
pub mod search;
pub mod set;
mod terms;
pub mod triangle;

pub use contest::{Contest, FinishScore, POINTS};
pub use explain::{Compared, Explain, Explanation};
pub use list::{Bot, BotError, Grade, bots};
pub use random::Random;
pub use terms::{Limits, Terms};
