//! Values of positions, learned from nothing by playing.
//!
//! A position is seen as a handful of active weights out of many ([`Net`]): its value is their sum. Which weights are active is the
//! game's to say; for games on a board of bits, [`Tuples`] turns patterns of cells into weights. A game that brings [`Episodes`]
//! plays itself with the values that it has, and learns from each game afterwards by temporal differences ([`Trajectory`]): the value of
//! a position moves towards what followed on it. How far each weight moves is its own matter (temporal coherence): a weight whose
//! errors point the same way goes all the way, one whose errors cancel hardly moves, so there is no rate to tune.
//!
//! Games of several players have [`SeatNet`] instead: a small network that gives each seat's chance to win.
//!
//! [`train`] plays games on several threads that share the weights without locks. With one thread the weights are the same, byte for
//! byte, whenever the seed and the number of games are.
//!
//! ```
//! use tercet_train::value::{Episode, Episodes, TdOptions, Net, Span, Trajectory, train};
//!
//! /// A walk of ten steps, each of them worth a point.
//! struct Walk;
//!
//! impl Episodes for Walk {
//!     type Net = Net;
//!     type Scratch = ();
//!
//!     fn net(&self) -> Net {
//!         Net::new(10, 0.0)
//!     }
//!
//!     fn scratch(&self) {}
//!
//!     fn episode(&self, _: &mut (), _net: &Net, _seed: u64, trajectory: &mut Trajectory) -> Episode {
//!         (0..10).for_each(|place| trajectory.push(&[place], 1.0));
//!         Episode { moves: 10, score: 10.0 }
//!     }
//! }
//!
//! let net = Walk.net();
//! let td = TdOptions { discount: 1.0, lambda: 0.0 };
//! train(&Walk, &net, &td, &Span { seed: 1, first: 0, games: 20, jobs: 1 }, &|| false);
//! assert_eq!(net.value(&[0]), 9.0);
//! ```

mod episodes;
mod file;
mod frozen;
mod net;
mod seats;
mod session;
mod trajectory;
mod tuple_sums;
mod tuples;

pub use episodes::{Episode, Episodes, Learner, Played, Span, train};
pub use file::{Learned, LearnedError};
pub use frozen::Frozen;
pub use net::Net;
pub use seats::{HIDDEN, MOST_SEATS, SeatNet, SeatShares, SeatTrajectory, SeatView, seat_weights};
pub use session::{Budget, Measured, Progress, Session, SessionError};
pub use trajectory::{TdOptions, Trajectory};
pub use tuple_sums::{LiveTables, Tables, TupleSums};
pub use tuples::{Change, Tuples, TuplesBuilder};
