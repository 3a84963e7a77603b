//! Random play of the puzzle at full speed, on the fastest kind of board that its config and the processor allow.

use tercet_game::{ConfigError, Game};
use tercet_train::{Rollout, rollout};
use tercet_triangle::{Config, Field, FieldVisitor, Puzzle, with_field};

/// [`rollout`] of the triangle puzzle, on the fastest kind of board that this config and processor allow.
///
/// # Errors
/// If the config can't be.
///
/// ```
/// use tercet_triangle::Config;
/// use tercet_triangle_play::puzzle_rollout;
///
/// let done = puzzle_rollout(&Config::default(), 4, 1000, 42)?;
/// assert_eq!(done.steps, 4000);
/// # Ok::<(), tercet_game::ConfigError>(())
/// ```
pub fn puzzle_rollout(config: &Config, games: usize, steps: u64, seed: u64) -> Result<Rollout, ConfigError> {
    #[cfg(target_arch = "x86_64")]
    if tercet_train::has_features()
        && let Ok(puzzle) = Puzzle::<bmi2::Board>::new(config)
    {
        return Ok(rollout(&puzzle, games, steps, seed));
    }
    with_field(config, Anywhere { config, games, steps, seed })
}

struct Anywhere<'c> {
    config: &'c Config,
    games: usize,
    steps: u64,
    seed: u64,
}

impl FieldVisitor for Anywhere<'_> {
    type Out = Result<Rollout, ConfigError>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        Ok(rollout(&Puzzle::<F>::new(self.config)?, self.games, self.steps, self.seed))
    }
}

/// Unsafe code: what is compiled for some processors is called only on those.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod bmi2 {
    use core::arch::x86_64::_pdep_u64;

    use tercet_triangle::{Dense, Select};

    /// A board that chooses bits by BMI2. Only [`super::puzzle_rollout`] plays on it, and only where that is there.
    pub(super) type Board = Dense<Bmi2>;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub(super) struct Bmi2;

    impl Select for Bmi2 {
        #[allow(clippy::inline_always)]
        #[inline(always)]
        fn count(word: u64) -> u32 {
            word.count_ones()
        }

        #[allow(clippy::inline_always)]
        #[inline(always)]
        fn select(word: u64, rank: u32) -> u32 {
            // SAFETY: this type is private, and `puzzle_rollout` checks for BMI2 before it plays with it.
            unsafe { select(word, rank) }
        }
    }

    /// Deposits one bit where the word's bit of this rank is.
    #[target_feature(enable = "bmi1,bmi2")]
    #[inline]
    fn select(word: u64, rank: u32) -> u32 {
        _pdep_u64(1 << rank, word).trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use tercet_train::plain_rollout;
    use tercet_triangle::{Dense, Wide};

    use super::*;

    #[test]
    fn processor_features_change_nothing_but_the_time() {
        let config = Config::default();
        let puzzle = Puzzle::<Dense>::new(&config).unwrap();
        let wide = Puzzle::<Wide<1>>::new(&config).unwrap();
        for seed in 0..3 {
            let plain = plain_rollout(&puzzle, 5, 4000, seed);
            assert!(plain.games > 900 && plain.points > 0, "{plain:?}");
            assert_eq!(rollout(&puzzle, 5, 4000, seed), plain);
            assert_eq!(puzzle_rollout(&config, 5, 4000, seed), Ok(plain));
            assert_eq!(plain_rollout(&wide, 5, 4000, seed), plain);
        }
    }

    #[test]
    fn the_seed_decides_all() {
        let puzzle = Puzzle::<Dense>::new(&Config::default()).unwrap();
        let one = rollout(&puzzle, 1, 3000, 7);
        assert_eq!(rollout(&puzzle, 1, 3000, 7), one);
        assert_ne!(rollout(&puzzle, 1, 3000, 8), one);
        assert_eq!(rollout(&puzzle, 0, 3000, 7), Rollout::default());
    }

    #[test]
    fn a_config_that_cannot_be_is_refused() {
        let config = Config { slots: 0, ..Config::default() };
        let error = puzzle_rollout(&config, 1, 1, 1).unwrap_err();
        assert_eq!(error.to_string(), "config `slots`: 0 is not from 1 to 16");
    }
}
