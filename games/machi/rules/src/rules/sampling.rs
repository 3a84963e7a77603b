//! Random actions and outcomes, drawn without listing them.

use tercet_game::{Ranks, Rng, Sample, Seat};

use super::MachiKoro;
use crate::action::{Action, Chance, Kind};
use crate::choices::Choices;
use crate::state::{Phase, State};

impl Sample for MachiKoro {
    #[inline]
    fn sample_action(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if seat != state.roller {
            return None;
        }
        if matches!(state.phase, Phase::Build) {
            return Some(self.sample_site(state, 1, rng));
        }
        let choices = self.choices(state);
        let count = choices.count();
        (count > 0).then(|| choices.nth(rng.below(count)))
    }

    #[inline]
    fn sample_outcome(&self, state: &State, rng: &mut Rng) -> Option<Chance> {
        match state.phase {
            Phase::Roll { dice: 1 } => Some(Chance::Die(1 + rng.below(6) as u8)),
            Phase::Roll { .. } => {
                let (low, high) = PAIRS[rng.below(36) as usize];
                Some(Chance::Dice(low, high))
            }
            Phase::Throw { .. } => Some(Chance::Throw(SUMS[rng.below(36) as usize])),
            Phase::Deal { row } => self.sample_deal(&state.market, row, |cards| rng.below(cards)),
            _ => None,
        }
    }
}

/// The 36 throws of two dice in the order of the outcomes, each as often as it weighs.
static PAIRS: [(u8, u8); 36] = {
    let mut pairs = [(0, 0); 36];
    let (mut place, mut low) = (0, 1);
    while low <= 6 {
        let mut high = low;
        while high <= 6 {
            pairs[place] = (low, high);
            place += 1;
            if low != high {
                pairs[place] = (low, high);
                place += 1;
            }
            high += 1;
        }
        low += 1;
    }
    pairs
};

/// The sums of two dice, ascending, each as often as it weighs.
static SUMS: [u8; 36] = {
    let mut sums = [0; 36];
    let (mut place, mut sum) = (0, 2);
    while sum <= 12 {
        let mut left = if sum <= 7 { sum - 1 } else { 13 - sum };
        while left > 0 {
            sums[place] = sum;
            place += 1;
            left -= 1;
        }
        sum += 1;
    }
    sums
};

impl MachiKoro {
    /// Something that the roller can build, each thing as likely as the others; `None` where it is not time to build. The
    /// rules ask only where there is something.
    #[inline]
    pub fn sample_build(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        matches!(state.phase, Phase::Build).then(|| self.sample_site(state, 0, rng))
    }

    /// One of the things that can be built, or nothing, so many times as likely as each of them.
    #[inline]
    fn sample_site(&self, state: &State, nothing: u32, rng: &mut Rng) -> Action {
        let landmarks = self.buildable_landmarks(state);
        let ranks = Ranks::of(self.buildable(state));
        let (cards, others) = (ranks.count(), landmarks.count_ones());
        let place = rng.below(cards + others + nothing);
        if place < cards {
            Action::Build(Kind(ranks.select(place) as u8))
        } else {
            Choices::Build { kinds: 0, landmarks }.nth(place - cards)
        }
    }
}
