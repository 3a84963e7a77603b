//! What a learned value says about the opening and about single cards.

use tercet_game::{Game as _, Rng, Sample as _, Seat, Turn};
use tercet_machi::{Action, MachiKoro, Phase, Site, State};

use super::Value;

/// What the first player does after a first roll.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The rolls after which it has so many coins.
    pub rolls: Vec<u8>,
    /// The coins.
    pub coins: u32,
    /// What can be built, or nothing, with the chance to win after it, the best first.
    pub choices: Vec<(Action, f64)>,
}

/// What a thing is worth at the beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The card or landmark.
    pub site: Site,
    /// How much higher the chance to win is with it, as a present to the first player before the first roll.
    pub gain: f64,
}

/// Where the market is drawn, it is drawn from this.
const SEED: u64 = 1;

impl Value {
    /// What the first player builds after each first roll of one die; rolls that leave the same coins stand together.
    pub fn openings(&self, game: &MachiKoro) -> Vec<Opening> {
        let mut openings: Vec<Opening> = Vec::new();
        for state in first_rolls(game) {
            let (roll, coins) = (state.total(), state.city(Seat::FIRST).coins());
            match openings.iter_mut().find(|opening| opening.coins == coins) {
                Some(opening) => opening.rolls.push(roll),
                None => {
                    openings.push(Opening { rolls: vec![roll], coins, choices: self.choices(game, &state) });
                }
            }
        }
        openings
    }

    fn choices(&self, game: &MachiKoro, state: &State) -> Vec<(Action, f64)> {
        let mut actions = Vec::new();
        game.legal_actions(state, Seat::FIRST, &mut actions);
        let chance = |action| {
            let mut after = *state;
            game.play(&mut after, Seat::FIRST, action, &mut ()).expect("listed actions are legal");
            (action, self.chances(&after)[0])
        };
        let mut choices: Vec<(Action, f64)> = actions.into_iter().map(chance).collect();
        choices.sort_by(|one, other| other.1.total_cmp(&one.1));
        choices
    }

    /// What each card and landmark is worth at the beginning, the most first.
    pub fn worths(&self, game: &MachiKoro) -> Vec<Worth> {
        let start = game.start();
        let before = self.chances(&start)[0];
        let cards = game.cards().iter().map(|(kind, _)| Site::Card(kind));
        let worth = |site| {
            let gain = self.chances(&game.with_site(&start, Seat::FIRST, site))[0] - before;
            Worth { site, gain }
        };
        let mut worths: Vec<Worth> = cards.chain(game.landmarks().map(Site::Landmark)).map(worth).collect();
        worths.sort_by(|one, other| other.gain.total_cmp(&one.gain));
        worths
    }
}

/// The positions in which the first player builds, one for each first roll.
fn first_rolls(game: &MachiKoro) -> Vec<State> {
    let (mut open, mut found) = (vec![game.start()], Vec::new());
    let mut rng = Rng::new(SEED);
    while let Some(mut state) = open.pop() {
        match (game.turn(&state), state.phase()) {
            (_, Phase::Build) => found.push(state),
            (Turn::Chance, Phase::Roll { .. }) => {
                let mut outcomes = Vec::new();
                game.outcomes(&state, &mut outcomes);
                for (_, outcome) in outcomes.into_iter().rev() {
                    let mut rolled = state;
                    if game.resolve(&mut rolled, outcome, &mut ()).is_ok() {
                        open.push(rolled);
                    }
                }
            }
            (Turn::Chance, _) => {
                if let Some(outcome) = game.sample_outcome(&state, &mut rng)
                    && game.resolve(&mut state, outcome, &mut ()).is_ok()
                {
                    open.push(state);
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use tercet_machi::Config;

    use super::*;
    use crate::learned::Source;

    #[test]
    fn every_first_roll_is_in_the_book_and_the_best_stands_first() {
        for config in [Config::base(2), Config::everything(4)] {
            let game = MachiKoro::new(&config).unwrap();
            let value = Source::Shipped.value(&game).unwrap();
            let openings = value.openings(&game);
            let mut rolls: Vec<u8> = openings.iter().flat_map(|opening| opening.rolls.clone()).collect();
            rolls.sort_unstable();
            assert_eq!(rolls, [1, 2, 3, 4, 5, 6]);
            for opening in &openings {
                assert!(opening.choices.is_sorted_by(|one, other| one.1 >= other.1));
                assert!(opening.choices.iter().any(|(action, _)| *action == Action::Pass));
            }
            let worths = value.worths(&game);
            assert_eq!(worths.len(), game.cards().iter().count() + game.landmarks().count());
            assert!(worths[0].gain > 0.01, "{worths:?}");
        }
    }
}
