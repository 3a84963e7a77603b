//! Any Set there is.

use tercet_game::{Answer, Game, Player, Rng, Sample, Seat};
use tercet_set::{Action, Claim, SetGame, State};

use crate::bots::act_on;

/// Takes any Set on the board, each as likely as the others, and deals when there is none.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// The player of this seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }

    #[inline]
    fn choose(&mut self, game: &SetGame, state: &State, seat: Seat) -> Option<Claim> {
        if game.seats() > 1 {
            let claims = game.claims(state);
            return (!claims.is_empty()).then(|| claims[self.rng.below(claims.len() as u32) as usize]);
        }
        // Alone, the legal actions are the right claims and perhaps a deal; drawing again until it is a claim
        // leaves all claims equally likely, and needs no list of them.
        loop {
            match game.sample_action(state, seat, &mut self.rng) {
                Some(Action::Claim(claim)) => return Some(claim),
                _ if game.first_claim(state).is_none() => return None,
                _ => {}
            }
        }
    }
}

impl Player<SetGame> for Random {
    #[inline]
    fn answer(&mut self, game: &SetGame, state: &State, seat: Seat) -> Option<Answer<Action>> {
        act_on(self.choose(game, state, seat), game, state, seat).map(Answer::now)
    }
}
