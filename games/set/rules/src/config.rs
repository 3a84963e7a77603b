//! The options of a game, and the named ways to play.

use alloc::format;
use alloc::string::ToString;

use tercet_game::{ConfigError, named, options};

use crate::facts::{DECK_SIZE, JUNIOR_DECK_SIZE, MAX_BOARD_SIZE};

named! {
    /// What is played.
    pub enum Variant {
        /// The game on all 81 cards.
        Standard = "standard",
        /// 27 solid cards, 9 on the board (R13).
        Junior = "junior",
        /// Each Set after the first uses exactly one card of the Set before it (R14).
        Chain = "chain",
        /// A claim is four cards: two pairs that the same third card completes (R15).
        Ultra = "ultra",
        /// One board with a chosen number of Sets; find them all (R16).
        Puzzle = "puzzle",
    }
}

named! {
    /// Which deals must hold a Set (R5, R6).
    pub enum Guarantee {
        /// None of them.
        None = "none",
        /// The first board.
        Initial = "initial",
        /// The first board and every refill.
        InitialAndRefill = "initial_and_refill",
    }
}

named! {
    /// What happens when a guaranteed board still holds no Set after all redeals (R5).
    pub enum Exhausted {
        /// The last card is swapped for one that makes a Set.
        Force = "force",
        /// The game is void.
        Error = "error",
    }
}

named! {
    /// When three more cards may be dealt (R8).
    pub enum DealRule {
        /// Always.
        Free = "free",
        /// Only if nothing on the board can be claimed.
        OnlyIfNoSet = "only_if_no_set",
        /// Always, but it costs a point while something can be claimed.
        Penalty = "penalty",
    }
}

named! {
    /// How the board closes up after a Set was taken (R7).
    pub enum Refill {
        /// The other cards move left, new ones come at the end.
        Compact = "compact",
        /// New cards come into the holes; on a larger board, the last cards fill them.
        InPlace = "in_place",
        /// The other cards move left, and no new ones come until somebody deals: the demo's way.
        OnDeal = "on_deal",
    }
}

/// The options of a game of SET.
///
/// ```
/// use tercet_game::Settings;
/// use tercet_set::{Config, Variant};
///
/// let config = Config::from_pairs([("variant", "junior"), ("seats", "2")])?;
/// assert_eq!(config, Config { seats: 2, ..Config::of(Variant::Junior) });
/// # Ok::<(), tercet_game::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// What is played.
    pub variant: Variant,
    /// How many play: one alone, or 2 to 8 in a race.
    pub seats: u8,
    /// How many cards are dealt at first and refilled to.
    pub capacity: u8,
    /// Which deals must hold a Set.
    pub guarantee: Guarantee,
    /// How often a deal without a Set is dealt again.
    pub redeals: u8,
    /// What happens after that.
    pub exhausted: Exhausted,
    /// When three more may be dealt.
    pub deal_rule: DealRule,
    /// How the board closes up.
    pub refill: Refill,
    /// What a wrong claim costs in a race.
    pub penalty: u8,
    /// How long a call lasts in milliseconds; 0 for races without calls.
    pub call_ms: u32,
    /// How many Sets a puzzle has.
    pub puzzle_sets: u8,
    /// The most plays of a game.
    pub limit: u16,
}

impl Default for Config {
    /// The environment's way: the first board holds a Set (20 redeals, then force), dealing is free, the board
    /// is compact.
    fn default() -> Config {
        Config {
            variant: Variant::Standard,
            seats: 1,
            capacity: 12,
            guarantee: Guarantee::Initial,
            redeals: 20,
            exhausted: Exhausted::Force,
            deal_rule: DealRule::Free,
            refill: Refill::Compact,
            penalty: 1,
            call_ms: 0,
            puzzle_sets: 6,
            limit: 10_000,
        }
    }
}

impl Config {
    /// The most seats of a race.
    pub const MAX_SEATS: u8 = 8;

    /// The default config of a variant.
    pub fn of(variant: Variant) -> Config {
        let capacity = if variant == Variant::Junior { 9 } else { 12 };
        Config { variant, capacity, ..Config::default() }
    }

    /// The engine types' way: every deal holds a Set, five redeals, then the game is void.
    pub fn engine() -> Config {
        Config {
            guarantee: Guarantee::InitialAndRefill,
            redeals: 5,
            exhausted: Exhausted::Error,
            ..Config::default()
        }
    }

    /// The game as it comes out of the box: nothing is guaranteed, three more only when nobody sees a Set.
    pub fn plain() -> Config {
        Config { guarantee: Guarantee::None, deal_rule: DealRule::OnlyIfNoSet, ..Config::default() }
    }

    /// The demo's way: take every Set there is, then deal three.
    pub fn demo() -> Config {
        Config { refill: Refill::OnDeal, ..Config::plain() }
    }

    /// A race by the official rules.
    pub fn race(seats: u8) -> Config {
        Config { seats, ..Config::plain() }
    }

    /// How many cards are played with.
    pub fn deck_size(&self) -> usize {
        if self.variant == Variant::Junior { JUNIOR_DECK_SIZE } else { DECK_SIZE }
    }

    /// The most cards on the board: 21, or 12 of the junior deck.
    pub fn max_board(&self) -> u8 {
        if self.variant == Variant::Junior { 12 } else { MAX_BOARD_SIZE as u8 }
    }

    /// How many cards a claim names.
    pub fn claim_size(&self) -> usize {
        if self.variant == Variant::Ultra { 4 } else { 3 }
    }

    /// Is every option within its range, and do they fit together?
    ///
    /// # Errors
    /// Names the first option that is not.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        SEATS.within(self.seats, 1..=u32::from(Config::MAX_SEATS))?;
        CAPACITY.within(self.capacity, 3..=u32::from(self.max_board()))?;
        PENALTY.within(self.penalty, 0..=1)?;
        CALL_MS.within(self.call_ms, 0..=600_000)?;
        PUZZLE_SETS.within(self.puzzle_sets, 1..=8)?;
        LIMIT.within(self.limit, 100..=60_000)?;
        match self.variant {
            Variant::Puzzle if self.capacity != 12 => {
                Err(ConfigError::new("capacity", format!("a puzzle has 12 cards, not {}", self.capacity)))
            }
            Variant::Ultra if self.capacity < 4 => {
                Err(ConfigError::new("capacity", "an ultraset has four cards, so at least 4"))
            }
            _ if self.refill == Refill::OnDeal && self.seats > 1 => {
                let why = "`on_deal` is for one seat; a race takes `compact` or `in_place`";
                Err(ConfigError::new("refill", why))
            }
            _ if self.call_ms > 0 && self.seats == 1 => {
                Err(ConfigError::new("call_ms", "calls are for races; a game of one seat has none, so 0"))
            }
            _ => Ok(()),
        }
    }
}

options! { Config {
    VARIANT = "variant", text(set_variant, |config: &Config| config.variant.to_string()),
        "standard, junior, chain, ultra, puzzle", "what is played";
    SEATS = "seats", number(seats), "1 to 8", "how many play; several race";
    CAPACITY = "capacity", number(capacity), "3 to 21", "how many cards are dealt at first and refilled to";
    GUARANTEE = "guarantee", word(guarantee: Guarantee), "none, initial, initial_and_refill", "which deals must hold a Set";
    REDEALS = "redeals", number(redeals), "0 to 255", "how often a deal without a Set is dealt again";
    EXHAUSTED = "exhausted", word(exhausted: Exhausted), "force, error", "what happens when all redeals held no Set";
    DEAL_RULE = "deal_rule", word(deal_rule: DealRule), "free, only_if_no_set, penalty", "when three more cards may be dealt";
    REFILL = "refill", word(refill: Refill), "compact, in_place, on_deal", "how the board closes up after a Set was taken";
    PENALTY = "penalty", number(penalty), "0 or 1", "what a wrong claim costs in a race";
    CALL_MS = "call_ms", number(call_ms), "0 to 600000",
        "how many milliseconds a call lasts in a race; 0 for claims without calls";
    PUZZLE_SETS = "puzzle_sets", number(puzzle_sets), "1 to 8", "how many Sets a puzzle has";
    LIMIT = "limit", number(limit), "100 to 60000", "the most plays of a game";
} }

/// Setting the variant also sets the capacity to that variant's own.
fn set_variant(config: &mut Config, value: &str) -> Result<(), ConfigError> {
    config.variant = VARIANT.word(value, Variant::from_name)?;
    config.capacity = Config::of(config.variant).capacity;
    Ok(())
}
