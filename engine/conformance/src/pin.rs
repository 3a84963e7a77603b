//! Pinned games: one digest that changes when the rules do.

use tercet_game::{Digest, Game, Rng, Turn};

use crate::position::Position;
use crate::sample::weighed;

/// The digest of the last position of a random game: seats, actions and outcomes are chosen from the lists
/// by one generator, and time never passes.
///
/// # Panics
/// If a listed input is refused.
pub fn final_digest<G: Game>(game: &G, seed: u64) -> Digest {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    loop {
        let here = Position::read(game, state);
        let taken = match here.turn {
            Turn::Over => return here.digest,
            Turn::Chance => {
                let total = here.outcomes.iter().map(|(weight, _)| weight).sum();
                let chance = weighed(&here.outcomes, rng.below(total)).expect("the draw is below the total");
                game.resolve(&mut state, chance, &mut ())
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().nth(rng.below(seats.len() as u32) as usize);
                let seat = seat.expect("the draw is below the number of seats");
                let list = &here.actions[seat.index()];
                game.play(&mut state, seat, list[rng.below(list.len() as u32) as usize], &mut ())
            }
        };
        if let Err(illegal) = taken {
            panic!("a listed input is refused: {illegal}");
        }
    }
}

/// Compares [`final_digest`] with the value that was pinned.
///
/// # Panics
/// If it differs: then old records replay differently too, and [`Game::RULES_VERSION`] must rise; or if the
/// config can't be.
pub fn pinned<G: Game>(config: &G::Config, seed: u64, digest: &str) {
    let game = G::new(config).unwrap_or_else(|error| panic!("{error}"));
    let now = final_digest(&game, seed).to_string();
    assert!(
        now == digest,
        "{}: the game of seed {seed} comes to {now}, pinned is {digest}\n  if the rules were meant to change, \
         raise RULES_VERSION (it is {}) and pin the new digest",
        G::ID,
        G::RULES_VERSION
    );
}
