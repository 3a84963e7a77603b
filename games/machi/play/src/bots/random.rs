//! Builds at random, and whenever it can.

use std::cmp::Reverse;

use tercet_game::{Answer, Game, Player, Rng, Sample, Seat, Seats};
use tercet_machi::{Action, Kind, MachiKoro, Phase, State};

/// Builds whenever it can pay for anything, each thing as likely as the others. Rolls two dice if it may, rolls a total
/// under 5 again, takes from the richest, and exchanges with him: its cheapest card for any of his. What expansions ask it
/// answers at random.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// The player of this seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }

    #[inline(never)]
    fn choose(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Option<Action> {
        Some(match state.phase() {
            Phase::KeepOrReroll if state.total() < 5 => Action::Reroll,
            Phase::KeepOrReroll => Action::Keep,
            Phase::Target { .. } => Action::Target(richest(game, state, seat)),
            Phase::Exchange { .. } => return Some(exchange(game, state, seat)),
            Phase::Give { .. } => Action::Give(meanest(game, state, seat)?),
            Phase::Take { with, .. } => Action::Take(any_card(game, state, with, &mut self.rng)?),
            _ => return game.sample_action(state, seat, &mut self.rng),
        })
    }
}

impl Player<MachiKoro> for Random {
    #[inline]
    fn answer(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Option<Answer<Action>> {
        let action = match state.phase() {
            Phase::Build => game.sample_build(state, &mut self.rng),
            Phase::ChooseDice => Some(Action::Roll(2)),
            _ => self.choose(game, state, seat),
        };
        action.map(Answer::now)
    }
}

/// The opponent with the most coins; the first in seat order of equals.
pub(super) fn richest(game: &MachiKoro, state: &State, seat: Seat) -> Seat {
    let others = Seats::first(game.seats()).iter().filter(|&other| other != seat);
    let poverty = |other: &Seat| Reverse(state.city(*other).coins());
    others.min_by_key(poverty).expect("there is another player")
}

/// With the richest, if he has anything that may be exchanged.
fn exchange(game: &MachiKoro, state: &State, seat: Seat) -> Action {
    let with = richest(game, state, seat);
    if game.exchangeable(state.city(with)).next().is_some() {
        Action::Exchange(with)
    } else {
        Action::Decline
    }
}

/// The own card with the lowest sum of totals and cost; the first of equals.
pub(super) fn meanest(game: &MachiKoro, state: &State, seat: Seat) -> Option<Kind> {
    let cards = game.exchangeable(state.city(seat)).map(|(kind, _)| kind);
    cards.min_by_key(|&kind| game.cards().rolls_and_cost(kind))
}

/// A card that may be taken, each copy as likely as the others.
pub(super) fn any_card(game: &MachiKoro, state: &State, from: Seat, rng: &mut Rng) -> Option<Kind> {
    let cards = || game.exchangeable(state.city(from));
    let copies: u32 = cards().map(|(_, copies)| u32::from(copies)).sum();
    let mut rank = if copies == 0 { return None } else { rng.below(copies) };
    for (kind, copies) in cards() {
        if rank < u32::from(copies) {
            return Some(kind);
        }
        rank -= u32::from(copies);
    }
    None
}
