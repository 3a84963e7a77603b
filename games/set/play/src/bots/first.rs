//! The first Set there is.

use tercet_game::{Answer, Player, Seat};
use tercet_set::{Action, SetGame, State};

use crate::bots::act_on;

/// Takes the first Set in the order of positions, and deals when there is none.
///
/// With `refill = on_deal` that is the demo's sweep: all Sets first, then three more cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct First;

impl Player<SetGame> for First {
    #[inline]
    fn answer(&mut self, game: &SetGame, state: &State, seat: Seat) -> Option<Answer<Action>> {
        act_on(game.first_claim(state), game, state, seat).map(Answer::now)
    }
}
