//! Players, and the loop that asks them.

use alloc::boxed::Box;
use core::fmt;

use crate::{Dealer, Game, Live, Log, Recorder, Refusal, RunError, Scores, Seat, Seats, Turn};

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

    /// Has it lost the game by a fault of its own? Only players from outside do: one that ended, or answered nonsense.
    fn has_failed(&self) -> bool {
        false
    }
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Answer<G::Action>> {
        (**self).answer(game, state, seat)
    }

    fn has_failed(&self) -> bool {
        (**self).has_failed()
    }
}

/// Plays a game to its end, one player a seat.
///
/// Where several seats may act, all of them are asked, the quickest answer is played, and the others are
/// asked again. Of equal delays the next seat's counts, from a first seat that moves on with each play, so
/// that no seat wins all ties. Where a window is open and nobody answers within it, time runs out. A player that has failed has
/// lost, see [`Scores::lost_by`]; the state is where the game stopped then.
///
/// # Errors
/// If a player's action is refused, nobody answers, or the dealer can't go on.
///
/// # Panics
/// If there is not one player for each seat.
pub fn run<G: Game, D: Dealer<G>, T: Recorder<G>, P: Player<G>>(
    game: &G,
    live: &mut Live<G, D, T>,
    players: &mut [P],
    log: &mut impl Log<G::Event>,
) -> Result<Scores, PlayError<G::Illegal>> {
    assert!(players.len() == usize::from(game.seats()), "one player for each of the {} seats", game.seats());
    let played = ask_to_the_end(game, live, players, log);
    match players.iter().position(P::has_failed) {
        Some(seat) => Ok(game.scores(live.state()).lost_by(Seat(seat as u8))),
        None => played.map(|()| game.scores(live.state())),
    }
}

fn ask_to_the_end<G: Game, D: Dealer<G>, T: Recorder<G>, P: Player<G>>(
    game: &G,
    live: &mut Live<G, D, T>,
    players: &mut [P],
    log: &mut impl Log<G::Event>,
) -> Result<(), PlayError<G::Illegal>> {
    let mut first = 0;
    while let Turn::Seats(seats) = game.turn(live.state()) {
        if let Some(seat) = seats.single() {
            let answer = players[seat.index()].answer(game, live.state(), seat);
            take_answer(game, live, seat, answer, log)?;
        } else {
            let (seat, answer) = quickest(game, live.state(), players, seats, first);
            take_answer(game, live, seat, answer, log)?;
            first = (first + 1) % players.len();
        }
    }
    Ok(())
}

/// Plays an answer that comes within the window, or lets the window pass.
#[inline]
fn take_answer<G: Game, D: Dealer<G>, T: Recorder<G>>(
    game: &G,
    live: &mut Live<G, D, T>,
    seat: Seat,
    answer: Option<Answer<G::Action>>,
    log: &mut impl Log<G::Event>,
) -> Result<(), PlayError<G::Illegal>> {
    let window = game.window(live.state());
    let done = match answer {
        Some(Answer { action, delay_ms }) if window.is_none_or(|window| delay_ms <= window) => {
            live.play(game, seat, action, log)
        }
        None if window.is_none() => return Err(PlayError::Silent),
        _ => live.expire(game, log),
    };
    done.map_err(|error| PlayError::Run { seat, error })
}

/// The quickest answer of these seats; of equal ones, the next from seat `first` on.
fn quickest<G: Game, P: Player<G>>(
    game: &G,
    state: &G::State,
    players: &mut [P],
    seats: Seats,
    first: usize,
) -> (Seat, Option<Answer<G::Action>>) {
    let order = (first..players.len()).chain(0..first).map(|index| Seat(index as u8));
    order
        .filter(|&seat| seats.contains(seat))
        .map(|seat| (seat, players[seat.index()].answer(game, state, seat)))
        .min_by_key(|(_, answer)| answer.as_ref().map_or(u64::MAX, |answer| answer.delay_ms.into()))
        .unwrap_or((Seat::FIRST, None))
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
