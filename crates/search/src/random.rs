//! Any legal action, in any game.

use tercet_game::{Answer, Player, Rng, Sample, Seat};

/// Plays any legal action, each as likely as the others.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// The player of this seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl<G: Sample> Player<G> for Random {
    #[inline]
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Answer<G::Action>> {
        game.sample_action(state, seat, &mut self.rng).map(Answer::now)
    }
}
