//! Many games of bots on all cores.
//!
//! Each game's deal and each bot draw from streams named by the series' seed and the game's number, and what is
//! learnt from the games is put together in the order of their numbers: the result is the same for any number of
//! threads.
//!
//! ```
//! use tercet_arena::{Results, Series, Watch, simulate};
//! use tercet_bots::set::Random;
//! use tercet_game::Game;
//! use tercet_set::{Config, SetGame};
//!
//! let game = SetGame::new(&Config::plain())?;
//! let series = Series { games: 100, seed: 1, jobs: 2 };
//! let deal = |seed| game.shuffle(seed);
//! let sit = |_, seed| Random::new(seed);
//! let outcome = simulate(&series, &Watch::default(), &game, deal, sit, Results::default)?;
//! let points = outcome.study.points(0);
//! assert!(points.min() >= Some(21) && points.max() <= Some(27));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod results;
mod series;
mod tally;

pub use results::Results;
pub use series::{Outcome, Series, SeriesError, Study, Watch, simulate};
pub use tally::Tally;
