//! Search, written once for all games. What a position is worth and how a game goes on quickly are the game's own:
//! [`Evaluation`] and [`Policy`]. Two searches use them:
//!
//! - [`Expectimax`] looks at every action and every outcome up to a horizon that the evaluation sets.
//! - [`Mcts`] grows a tree of the lines that look best, with a node of its own for each draw of chance.
//!
//! A third, in [`guided`], is driven from outside by a learner's policy and value, many positions at once.
//!
//! In all of them every seat does what is best for itself. Work is counted (positions, playouts), never time: the same seed and budget
//! give the same answer on any machine and any number of threads. A caller out of time says so with a [`Stop`]; the answer is
//! then the best that was found so far.
//!
//! Beside them stands what every bot has: its entry in a game's list ([`Bot`], [`Given`]), what it may take ([`BotLimits`]) and its
//! reasons ([`Explain`]). [`CommonBot`] are the bots that any game has. [`Solution`] is a small game solved exactly.

mod bot;
mod bot_limits;
mod common;
mod expectimax;
mod explain;
pub mod guided;
mod mcts;
mod random;
mod solve;
mod stop;

use tercet_game::{Game, Rng, Scores, Seat, Seats, Turn};

pub use bot::{Bot, BotError, Given, Grade, Parameter, Parameters, about};
pub use bot_limits::{BotLimits, Limits, Programs};
pub use common::{CommonBot, Optimal, Tree};
pub use expectimax::Expectimax;
pub use explain::{Compared, Explain, Explanation};
pub use mcts::{Mcts, MctsOptions};
pub use random::Random;
pub use solve::{Solution, SolveError};
pub use stop::Stop;

/// What a position is worth to each seat; more is better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values([f64; Seats::MAX as usize]);

impl Values {
    /// Nothing for anybody.
    pub const ZERO: Values = Values([0.0; Seats::MAX as usize]);

    /// The worth to seats 0, 1, …
    ///
    /// # Panics
    /// If there are more than [`Seats::MAX`].
    pub fn new(values: &[f64]) -> Values {
        let mut all = Values::ZERO;
        all.0[..values.len()].copy_from_slice(values);
        all
    }

    /// Win chances at the end of a game: 1, shared among those who won.
    pub fn won(scores: &Scores) -> Values {
        let winners = scores.winners();
        let share = 1.0 / winners.iter().count().max(1) as f64;
        let mut all = Values::ZERO;
        winners.iter().for_each(|seat| all.0[seat.index()] = share);
        all
    }

    /// The worth to a seat.
    pub fn of(&self, seat: Seat) -> f64 {
        self.0[seat.index()]
    }

    fn add(&mut self, other: &Values, weight: f64) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, value)| *sum += weight * value);
    }
}

/// What positions of a game are worth.
pub trait Evaluation<G: Game> {
    /// What a position is worth to each seat, whoever is to move, finished games too. [`Mcts`] expects numbers between 0
    /// and 1, such as win chances.
    fn value(&self, game: &G, state: &G::State) -> Values;

    /// A number that positions share only if they are worth the same to a search from one root: [`Expectimax`] looks at one of
    /// them then. Worth giving where dice that fell differently come to the same; `None` where that is not known.
    fn key(&self, game: &G, state: &G::State) -> Option<u64> {
        let _ = (game, state);
        None
    }

    /// Does a search from `root` look no further than this position? Asked of positions that follow on `root`.
    fn is_leaf(&self, game: &G, root: &G::State, state: &G::State) -> bool;
}

/// A quick way to play, for playouts.
pub trait Policy<G: Game> {
    /// What the seat does; `None` ends the playout.
    fn choose(&self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> Option<G::Action>;
}

/// The seat that decides now: where several may act, the first of them.
fn decider<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.turn(state) {
        Turn::Seats(seats) => seats.iter().next(),
        Turn::Chance | Turn::Over => None,
    }
}
