//! Goals of an episode, and the daily board's seed.

use tercet_game::{Game, Seat};

use crate::rules::SetGame;
use crate::state::State;

/// What a player sets out to do (R19). The engine reads no clock: whoever asks says how long it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ZenMode {
    /// How many Sets to find; a board that [`EngineConfig`](crate::EngineConfig) deals holds at least so many.
    pub target_min_sets: u32,
    /// In how many milliseconds; `None` for as long as it takes.
    pub time_limit_ms: Option<u64>,
}

/// How an episode stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Status {
    /// Is the game over?
    pub is_done: bool,
    /// How many Sets were found.
    pub sets_found: u32,
    /// Are there as many as the goal asks for?
    pub is_target_met: bool,
    /// Is the time limit passed?
    pub is_time_up: bool,
}

impl ZenMode {
    /// How the first seat stands after this time.
    ///
    /// ```
    /// use tercet_game::Game;
    /// use tercet_set::{Config, SetGame, ZenMode};
    ///
    /// let game = SetGame::new(&Config::default())?;
    /// let zen = ZenMode { target_min_sets: 3, time_limit_ms: Some(60_000) };
    /// let status = zen.status(&game, &game.start(), 61_000);
    /// assert!(status.is_time_up && !status.is_target_met && !status.is_done);
    /// # Ok::<(), tercet_game::ConfigError>(())
    /// ```
    pub fn status(&self, game: &SetGame, state: &State, elapsed_ms: u64) -> Status {
        let sets_found = u32::from(state.sets(Seat::FIRST));
        Status {
            is_done: game.scores(state).end().is_some(),
            sets_found,
            is_target_met: sets_found >= self.target_min_sets,
            is_time_up: self.time_limit_ms.is_some_and(|limit| elapsed_ms >= limit),
        }
    }
}

/// The seed of a day's board, the day in UTC (R18).
///
/// ```
/// assert_eq!(tercet_set::daily_seed(2026, 11, 5), 20_261_105);
/// ```
pub fn daily_seed(year: u16, month: u8, day: u8) -> u64 {
    u64::from(year) * 10_000 + u64::from(month) * 100 + u64::from(day)
}
