//! Our dealer: every outcome from the seed and its own number, so that two games of one seed see the same dice on the
//! same turn, and the same deck, whatever is played.

use alloc::format;

use tercet_game::{Deal, DealError, Dealer, Deals, Rng, SplitMix64, stream_seed};

use crate::action::{Chance, Event};
use crate::rules::MachiKoro;
use crate::state::{Phase, State};

/// The dealer `stream`. A roll depends on the seed, the turn and whether it is the second of the turn; the first die of two is the
/// one that would have fallen alone. Throws depend on seed and turn. Cards are drawn from a stream of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    rolls: u64,
    cards: Rng,
}

impl Dice {
    /// The dealer of this seed.
    pub fn new(seed: u64) -> Dice {
        Dice { rolls: stream_seed(seed, &[0]), cards: Rng::stream(seed, &[1]) }
    }

    /// Two dice of one roll of a turn.
    #[inline]
    fn dice(self, turn: u16, roll: u64) -> [u8; 2] {
        let bits = SplitMix64(self.rolls ^ (u64::from(turn) << 2 | roll).rotate_left(32)).next_u64();
        [die(bits >> 32), die(bits & u64::from(u32::MAX))]
    }

    /// What falls where no dice are rolled. It fits a register, and so does what is drawn: as a part of a result it would be
    /// written byte by byte and read as a whole, which processors wait for.
    #[inline(never)]
    fn draw_other(&mut self, game: &MachiKoro, state: &State) -> Option<Chance> {
        match state.phase {
            Phase::Throw { exhibited } => {
                let [first, second] = self.dice(state.turn(), 2 + u64::from(exhibited.is_some()));
                Some(Chance::Throw(first + second))
            }
            Phase::Deal { row } => game.sample_deal(&state.market, row, |cards| self.cards.below(cards)),
            _ => None,
        }
    }
}

/// A die from 32 bits. Some faces are likelier than others by one in 2^32 at most: no game is long enough to tell.
#[inline]
fn die(bits: u64) -> u8 {
    1 + ((bits * 6) >> 32) as u8
}

impl Dealer<MachiKoro> for Dice {
    const LISTENS: bool = false;

    #[inline]
    fn draw(&mut self, game: &MachiKoro, state: &State) -> Result<Chance, DealError> {
        if let Phase::Roll { dice } = state.phase {
            let [first, second] = self.dice(state.turn(), state.rerolled.into());
            let both = Chance::Dice(first.min(second), first.max(second));
            return Ok(if dice == 1 { Chance::Die(first) } else { both });
        }
        self.draw_other(game, state).ok_or_else(nothing)
    }

    fn hear(&mut self, _event: &Event) {}
}

#[cold]
fn nothing() -> DealError {
    DealError::new("nothing is left to chance now")
}

impl Deals for MachiKoro {
    type Dealer = Dice;

    fn dealer(&self, deal: &Deal) -> Result<Dice, DealError> {
        match deal.name.as_str() {
            "stream" => deal.seed().map(Dice::new),
            name => Err(DealError::new(format!("there is no dealer `{name}`; Machi Koro has `stream`"))),
        }
    }
}
