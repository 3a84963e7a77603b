//! How strong a value is: games on seeds of their own, always the same, that no training draws from.

use std::sync::Arc;

use tercet_game::{Answer, Player, Seat, stream_seed};
use tercet_machi::{Action, MachiKoro, State};
use tercet_odds::win_chances;

use super::Value;
use crate::bots::win_estimator::WinEstimator;
use crate::bots::{Searcher, Strategist, Style};

/// The seed that the games' seeds derive from.
const SEED: u64 = 0x006d_6163_6869;

/// A searcher by the value, or one of its opponents.
enum Either {
    Searcher(Box<Searcher>),
    Other(Strategist),
}

impl Player<MachiKoro> for Either {
    fn answer(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Option<Answer<Action>> {
        match self {
            Either::Searcher(bot) => bot.answer(game, state, seat),
            Either::Other(bot) => bot.answer(game, state, seat),
        }
    }
}

/// The share of games that `search` wins by this value against `impatient` at all other seats, sitting everywhere equally often,
/// and its standard error; `None` if it was stopped before.
pub fn evaluate(
    game: &MachiKoro,
    value: &Arc<Value>,
    games: u32,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Option<(f64, f64)> {
    let seats = u32::from(tercet_game::Game::seats(game));
    let (mut won, mut played) = (0, 0);
    for place in 0..seats {
        let player = |seat: Seat, seed: u64| {
            if seat.index() == place as usize {
                let estimator = WinEstimator::learned(Arc::clone(value), 1);
                Either::Searcher(Box::new(
                    Searcher::new(1, Searcher::POSITIONS).with_outlook(game, estimator),
                ))
            } else {
                Either::Other(Strategist::new(Style::Impatient, seed))
            }
        };
        let start = tercet_game::Game::start(game);
        let share = games.div_ceil(seats);
        let chances =
            win_chances(game, &start, player, share, stream_seed(SEED, &[place.into()]), || !is_stopped());
        won += chances.wins(Seat(place as u8));
        played += chances.games();
    }
    let (share, count) = (f64::from(won) / f64::from(played), f64::from(played));
    (!is_stopped()).then(|| (share, (share * (1.0 - share) / count).sqrt()))
}
