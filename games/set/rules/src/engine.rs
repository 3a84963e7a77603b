//! The engine types' config: a seed, a policy and goals in one value, and the first board that they deal.

use tercet_game::Mt19937;

use crate::card::Card;
use crate::pieces::{DealOptions, DealPolicy, TypesError};
use crate::policy::Dealt;
use crate::zen::ZenMode;

/// A seed, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RngSpec {
    /// The seed.
    pub seed: u64,
    /// The UUID of its source, as 128 bits; it changes nothing that is dealt.
    pub source: Option<u128>,
}

impl RngSpec {
    /// A seed of no known source.
    pub fn new(seed: u64) -> RngSpec {
        RngSpec { seed, source: None }
    }

    /// The generator that Python's `random.Random(seed)` is.
    pub fn generator(&self) -> Mt19937 {
        let [low, high] = [self.seed as u32, (self.seed >> 32) as u32];
        if high == 0 { Mt19937::from_key(&[low]) } else { Mt19937::from_key(&[low, high]) }
    }
}

/// A seed, a policy, and goals.
///
/// ```
/// use tercet_set::{EngineConfig, ZenMode, all_sets};
///
/// let zen = ZenMode { target_min_sets: 3, time_limit_ms: None };
/// let dealt = EngineConfig { zen: Some(zen), ..EngineConfig::new(42) }.deal()?;
/// let cards: Vec<_> = dealt.board.cells().iter().copied().flatten().collect();
/// assert!(all_sets(&cards).len() >= 3);
/// # Ok::<(), tercet_set::TypesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EngineConfig {
    /// What is dealt from.
    pub rng: RngSpec,
    /// How it is dealt.
    pub deal_policy: DealPolicy,
    /// Goals, if there are any.
    pub zen: Option<ZenMode>,
}

impl EngineConfig {
    /// The usual policy, and no goals.
    pub fn new(seed: u64) -> EngineConfig {
        EngineConfig { rng: RngSpec::new(seed), deal_policy: DealPolicy::default(), zen: None }
    }

    /// Deals the first board of the seed: the one that Python's `tercet.set.deal` deals.
    ///
    /// # Errors
    /// As [`EngineConfig::deal_by`].
    pub fn deal(&self) -> Result<Dealt, TypesError> {
        let mut generator = self.rng.generator();
        self.deal_by(DealOptions::default(), |cards: &mut [Card]| {
            generator.python_shuffle(cards);
            Ok(())
        })
    }

    /// Deals a first board with a generator of one's own, as [`DealPolicy::deal`] does. It holds at least as many Sets
    /// as the goals ask for (R19).
    ///
    /// # Errors
    /// [`TypesError::InvariantViolation`] if the policy can't be, or no redeal had the Sets that it or the goals ask for;
    /// what `shuffle` says.
    pub fn deal_by<E: From<TypesError>>(
        &self,
        options: DealOptions,
        shuffle: impl FnMut(&mut [Card]) -> Result<(), E>,
    ) -> Result<Dealt, E> {
        let sets = self.zen.map_or(0, |zen| zen.target_min_sets);
        self.deal_policy.deal_sets(options, sets, shuffle)
    }
}
