//! Values of positions, learned from nothing by playing.
//!
//! A position is seen as a handful of active weights out of many ([`Net`]): its value is their sum. Which weights are active is the
//! game's to say; for games on a board of bits, [`Tuples`] turns patterns of cells into weights. A game that brings [`Episodes`]
//! plays itself with the values that it has, and learns from each game afterwards by temporal differences ([`Trail`]): the value of
//! a position moves towards what followed on it. How far each weight moves is its own matter (temporal coherence): a weight whose
//! errors point the same way goes all the way, one whose errors cancel hardly moves, so there is no rate to tune.
//!
//! [`train`] plays games on several threads that share the weights without locks. With one thread the weights are the same, byte for
//! byte, whenever the seed and the number of games are.
//!
//! ```
//! use tercet_train::value::{Episode, Episodes, Lesson, Net, Span, Trail, train};
//!
//! /// A walk of ten steps, each of them worth a point.
//! struct Walk;
//!
//! impl Episodes for Walk {
//!     type Scratch = ();
//!
//!     fn weights(&self) -> usize {
//!         10
//!     }
//!
//!     fn scratch(&self) {}
//!
//!     fn episode(&self, _: &mut (), _net: &Net, _seed: u64, trail: &mut Trail) -> Episode {
//!         (0..10).for_each(|place| trail.push(&[place], 1.0));
//!         Episode { moves: 10, score: 10.0 }
//!     }
//! }
//!
//! let net = Net::new(10, 0.0);
//! let lesson = Lesson { discount: 1.0, lambda: 0.0 };
//! train(&Walk, &net, &lesson, &Span { seed: 1, first: 0, games: 20, jobs: 1 }, &|| false);
//! assert_eq!(net.value(&[0]), 9.0);
//! ```

mod episodes;
mod file;
mod frozen;
mod net;
mod session;
mod sight;
mod trail;
mod tuples;

pub use episodes::{Episode, Episodes, Played, Span, train};
pub use file::{Learned, LearnedError};
pub use frozen::Frozen;
pub use net::Net;
pub use session::{Budget, Measured, Progress, Session, SessionError};
pub use sight::{LiveTables, Sight, Tables};
pub use trail::{Lesson, Trail};
pub use tuples::{Change, Tuples, TuplesBuilder};
