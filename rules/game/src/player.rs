//! Players, and the loop that asks them.

use alloc::boxed::Box;
use core::fmt;

use crate::{Dealer, Game, Live, Log, Refusal, RunError, Scores, Seat, Seats, Tape, Turn};

/// What a player does next and, in a race, after how many virtual milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<A> {
    /// The action.
    pub action: A,
    /// How long the player takes. Only races look at it.
    pub delay_ms: u32,
}

impl<A> Answer<A> {
    /// At once.
    pub fn now(action: A) -> Answer<A> {
        Answer { action, delay_ms: 0 }
    }
}

/// Somebody who sits at a seat. A player sees the state, in which nothing is secret, and never the dealer.
pub trait Player<G: Game> {
    /// What to do; `None` to leave it to the others (only where several seats may act).
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Answer<G::Action>>;
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Answer<G::Action>> {
        (**self).answer(game, state, seat)
    }
}

/// Plays a game to its end, one player a seat.
///
/// Where several seats may act, all of them are asked, the quickest answer is played, and the others are
/// asked again. Equal delays go to the seat that comes first from the seat `plays % seats` on, so that no
/// seat wins all ties. Where a window is open and nobody answers within it, time runs out.
///
/// # Errors
/// If a player's action is refused, nobody answers, or the dealer can't go on.
pub fn run<G: Game, D: Dealer<G>, T: Tape<G>, P: Player<G>>(
    game: &G,
    live: &mut Live<G, D, T>,
    players: &mut [P],
    log: &mut impl Log<G::Event>,
) -> Result<Scores, PlayError<G::Illegal>> {
    let mut plays = 0;
    while let Turn::Seats(seats) = game.turn(live.state()) {
        let quickest = quickest(game, live.state(), players, seats, plays);
        let window = game.window(live.state()).unwrap_or(u32::MAX);
        match quickest {
            Some((seat, answer)) if answer.delay_ms <= window => {
                live.play(game, seat, answer.action, log).map_err(|error| PlayError::Run { seat, error })?;
            }
            None if window == u32::MAX => return Err(PlayError::Silent),
            _ => live.expire(game, log).map_err(|error| PlayError::Run { seat: Seat::FIRST, error })?,
        }
        plays += 1;
    }
    Ok(game.scores(live.state()))
}

/// The quickest answer of these seats; of equal ones, the first from seat `plays % seats` on.
fn quickest<G: Game, P: Player<G>>(
    game: &G,
    state: &G::State,
    players: &mut [P],
    seats: Seats,
    plays: usize,
) -> Option<(Seat, Answer<G::Action>)> {
    let count = players.len();
    let order = (0..count).map(|offset| Seat(((plays + offset) % count) as u8));
    order
        .filter(|&seat| seats.contains(seat))
        .filter_map(|seat| Some((seat, players[seat.index()].answer(game, state, seat)?)))
        .min_by_key(|(_, answer)| answer.delay_ms)
}

/// Why a game among players stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError<I> {
    /// A player's action was refused, or the dealer could not go on after it.
    Run {
        /// Whose action it was.
        seat: Seat,
        /// What was wrong.
        error: RunError<I>,
    },
    /// No player had an answer.
    Silent,
}

impl<I: Refusal> fmt::Display for PlayError<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Run { seat, error } => write!(f, "{seat}: {error}"),
            PlayError::Silent => f.write_str("nobody at the table has an answer"),
        }
    }
}

impl<I: Refusal> core::error::Error for PlayError<I> {}
