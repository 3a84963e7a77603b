//! Our dealers: every outcome from the seed or key and its own number, so that two games of one seed see the same dice on the
//! same turn, and the same deck, whatever is played.

use alloc::boxed::Box;
use alloc::format;

use tercet_game::{ChaCha20, Deal, DealError, Dealer, Deals, Rng, Source, SplitMix64, stream_seed};

use crate::action::{Chance, Event};
use crate::rules::MachiKoro;
use crate::state::{Phase, State};

/// Our dealer, by default that of `stream`. A roll depends on the seed, the turn and whether it is the second of the turn; the first
/// die of two is the one that would have fallen alone. Throws depend on seed and turn. Cards are drawn from a stream of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice<S = Seeded> {
    source: S,
}

/// What falls by a seed of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeded {
    rolls: u64,
    cards: Rng,
}

/// What falls by a key of 256 bits: nobody without it can predict anything. A block of its first stream for each roll, cards from
/// its second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyed {
    rolls: ChaCha20,
    cards: ChaCha20,
}

/// Where rolls and cards come from.
trait OutcomeSource {
    /// 64 bits for one roll of a turn.
    fn roll(&self, turn: u16, roll: u64) -> u64;

    /// A card, by its number among so many.
    fn card(&mut self, cards: u32) -> u32;
}

impl OutcomeSource for Seeded {
    #[inline]
    fn roll(&self, turn: u16, roll: u64) -> u64 {
        SplitMix64(self.rolls ^ (u64::from(turn) << 2 | roll).rotate_left(32)).next_u64()
    }

    #[inline]
    fn card(&mut self, cards: u32) -> u32 {
        self.cards.below(cards)
    }
}

impl OutcomeSource for Keyed {
    fn roll(&self, turn: u16, roll: u64) -> u64 {
        let words = self.rolls.words_at(u32::from(turn) << 2 | roll as u32);
        u64::from(words[0]) << 32 | u64::from(words[1])
    }

    fn card(&mut self, cards: u32) -> u32 {
        self.cards.below(cards)
    }
}

impl Dice {
    /// The dealer of this seed.
    pub fn new(seed: u64) -> Dice {
        Dice { source: Seeded { rolls: stream_seed(seed, &[0]), cards: Rng::stream(seed, &[1]) } }
    }
}

impl Dice<Keyed> {
    /// The dealer of this key.
    pub fn keyed(key: &[u8; 32]) -> Dice<Keyed> {
        Dice { source: Keyed { rolls: ChaCha20::new(key, 0), cards: ChaCha20::new(key, 1) } }
    }
}

#[expect(private_bounds, reason = "seeds and keys are all that dice fall by")]
impl<S: OutcomeSource> Dice<S> {
    /// Two dice of one roll of a turn.
    #[inline]
    fn dice(&self, turn: u16, roll: u64) -> [u8; 2] {
        let bits = self.source.roll(turn, roll);
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
            Phase::Deal { row } => game.sample_deal(&state.market, row, |cards| self.source.card(cards)),
            _ => None,
        }
    }
}

/// A die from 32 bits. Some faces are likelier than others by one in 2^32 at most: no game is long enough to tell.
#[inline]
fn die(bits: u64) -> u8 {
    1 + ((bits * 6) >> 32) as u8
}

impl<S: OutcomeSource> Dealer<MachiKoro> for Dice<S> {
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

    fn observe(&mut self, _event: &Event) {}
}

#[cold]
fn nothing() -> DealError {
    DealError::new("nothing is left to chance now")
}

/// The dealers by name: `stream 42`, `chacha20 0f1e…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyDealer {
    /// `stream`: a seed of 64 bits.
    Stream(Dice),
    /// `chacha20`: a key of 256 bits.
    ChaCha20(Box<Dice<Keyed>>),
}

impl Deals for MachiKoro {
    type Dealer = AnyDealer;

    fn dealer(&self, deal: &Deal) -> Result<AnyDealer, DealError> {
        match deal.name.as_str() {
            "stream" => Ok(AnyDealer::Stream(Dice::new(deal.seed()?))),
            "chacha20" => Ok(AnyDealer::ChaCha20(Box::new(Dice::keyed(&deal.key()?)))),
            name => {
                Err(DealError::new(format!("there is no dealer `{name}`; there are stream and chacha20")))
            }
        }
    }
}

impl Dealer<MachiKoro> for AnyDealer {
    const LISTENS: bool = false;

    fn draw(&mut self, game: &MachiKoro, state: &State) -> Result<Chance, DealError> {
        match self {
            AnyDealer::Stream(dealer) => dealer.draw(game, state),
            AnyDealer::ChaCha20(dealer) => dealer.draw(game, state),
        }
    }

    fn observe(&mut self, _event: &Event) {}
}
