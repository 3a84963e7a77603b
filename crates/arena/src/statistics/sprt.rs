//! A sequential test: games are played until the result is clear, and no longer.
//!
//! The generalised sequential probability ratio test on pairs of games: both games of a pair have the same deal and
//! the seats swapped, so what luck gives to one it gives to the other, and the mean of a pair varies less than two
//! games would. The mean of the pairs is taken as normal.

use tercet_game::named;
use thiserror::Error;

use crate::Interval;

/// The question: is the new bot `elo0` or `elo1` better than the base?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// No better than this is not good enough.
    pub elo0: f64,
    /// This much better is.
    pub elo1: f64,
    /// How often a bot of `elo0` may pass.
    pub alpha: f64,
    /// How often a bot of `elo1` may fail.
    pub beta: f64,
}

named! {
    /// What the games say so far.
    pub enum Verdict {
        /// The new bot is better.
        Better = "better",
        /// It is not.
        NotBetter = "not_better",
        /// More games are needed.
        Open = "open",
    }
}

/// Why a question is none.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// `elo0` is not below `elo1`.
    #[error("elo0 {elo0} must be below elo1 {elo1}")]
    Elo {
        /// The lower bound.
        elo0: f64,
        /// The upper one.
        elo1: f64,
    },
    /// An error rate that can't be.
    #[error("{name} {share} is not between 0 and 0.5")]
    Share {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was given.
        share: f64,
    },
}

/// Results of pairs: how often the new bot got 0, ½, 1, 1½ or 2 points out of two games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    counts: [u64; 5],
}

impl Pairs {
    /// Counts a pair by its half points: 0 to 4.
    ///
    /// # Panics
    /// If there are more than four.
    pub fn count(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// Counts a pair if the test is still open; is it open after that? Pairs are counted in the order of their numbers: the one that
    /// decides is the last.
    ///
    /// # Panics
    /// As [`Pairs::count`].
    pub fn count_open(&mut self, test: &Sprt, half_points: usize) -> bool {
        if test.verdict(self) != Verdict::Open {
            return false;
        }
        self.count(half_points);
        test.verdict(self) == Verdict::Open
    }

    /// Pairs that were counted before; see [`Pairs::counts`].
    pub fn of(counts: [u64; 5]) -> Pairs {
        Pairs { counts }
    }

    /// How often the new bot got 0, ½, 1, 1½ or 2 points.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// How many pairs there were.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The share of all points that the new bot got; a half before the first.
    pub fn share(&self) -> f64 {
        let total = self.total();
        let points: f64 = self.shares().map(|(share, pairs)| share * pairs).sum();
        if total == 0 { 0.5 } else { points / total as f64 }
    }

    /// The difference of strength in Elo that the share amounts to, with its interval; infinite where all or no
    /// points were won.
    pub fn elo(&self) -> (f64, Interval) {
        let share = self.share();
        let deviation = (self.variance() / self.total().max(1) as f64).sqrt();
        let ends = Interval::around(share, deviation);
        (elo(share), Interval { low: elo(ends.low), high: elo(ends.high) })
    }

    /// How much the share of a pair varies.
    fn variance(&self) -> f64 {
        let mean = self.share();
        let squares: f64 = self.shares().map(|(share, pairs)| (share - mean).powi(2) * pairs).sum();
        (squares + PRIOR_PAIRS * PRIOR_VARIANCE) / (self.total() as f64 + PRIOR_PAIRS)
    }

    /// Each share of a pair's points, and how often it was seen.
    fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        self.counts
            .into_iter()
            .enumerate()
            .map(|(half_points, pairs)| (half_points as f64 / 4.0, pairs as f64))
    }
}

/// As if so many pairs had been seen before the first: a few pairs alone may happen not to vary at all, and the test
/// would stop at once. With 8 it keeps its promise about errors; with a thousandth of a pair
/// bots that passed or failed wrongly were 26 and 66 in 100 instead of 5.
const PRIOR_PAIRS: f64 = 8.0;
/// The variance of two independent games between equals that are never drawn.
const PRIOR_VARIANCE: f64 = 0.125;

impl Sprt {
    /// Checks that it can be asked.
    ///
    /// # Errors
    /// If it can't; the error says why.
    pub fn check(self) -> Result<Sprt, SprtError> {
        let Sprt { elo0, elo1, alpha, beta } = self;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Elo { elo0, elo1 });
        }
        for (name, share) in [("alpha", alpha), ("beta", beta)] {
            if !(share > 0.0 && share < 0.5) {
                return Err(SprtError::Share { name, share });
            }
        }
        Ok(self)
    }

    /// The logarithm of how much likelier the results are if the new bot is `elo1` better than if it is `elo0`.
    pub fn log_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let (mean, share0, share1) = (pairs.share(), share(self.elo0), share(self.elo1));
        let distance = (mean - share0).powi(2) - (mean - share1).powi(2);
        pairs.total() as f64 * distance / (2.0 * pairs.variance())
    }

    /// Below the first the new bot is not better, above the second it is.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the games say so far.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (ratio, (low, high)) = (self.log_ratio(pairs), self.bounds());
        if ratio >= high {
            Verdict::Better
        } else if ratio <= low {
            Verdict::NotBetter
        } else {
            Verdict::Open
        }
    }
}

fn share(elo: f64) -> f64 {
    crate::expected(elo, 0.0)
}

/// The difference in Elo that a share of points amounts to.
fn elo(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    400.0 * (share / (1.0 - share)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_game::Rng;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = TEST.bounds();
        assert_eq!((format!("{low:.3}"), format!("{high:.3}")), ("-2.944".to_owned(), "2.944".to_owned()));
    }

    #[test]
    fn the_ratio_is_that_of_two_normal_means() {
        let pairs = Pairs { counts: [10, 20, 40, 20, 30] };
        let mean: f64 = 70.0 / 120.0;
        let square_sum: f64 = 20.0 / 16.0 + 40.0 / 4.0 + 20.0 * 9.0 / 16.0 + 30.0;
        let variance = (square_sum - 120.0 * mean * mean + 1.0) / 128.0;
        let share1: f64 = 1.0 / (1.0 + 10f64.powf(-10.0 / 400.0));
        let expected = 120.0 * ((mean - 0.5).powi(2) - (mean - share1).powi(2)) / (2.0 * variance);
        assert!((TEST.log_ratio(&pairs) - expected).abs() < 1e-9);
        assert_eq!(TEST.verdict(&pairs), Verdict::Open);
    }

    #[test]
    fn nothing_played_says_nothing() {
        assert_eq!(TEST.verdict(&Pairs::default()), Verdict::Open);
        assert!((Pairs::default().share() - 0.5).abs() < 1e-15);
    }

    /// The promise of the test: bots of `elo0` pass, and bots of `elo1` fail, in about one case of twenty.
    #[test]
    fn errors_are_as_rare_as_promised() {
        let test = Sprt { elo0: 0.0, elo1: 60.0, ..TEST };
        let wrong =
            |elo: f64, wrong: Verdict| (0..400).filter(|&run| decided(&test, elo, run) == wrong).count();
        let (passed, failed) = (wrong(0.0, Verdict::Better), wrong(60.0, Verdict::NotBetter));
        assert!((5..=35).contains(&passed) && (5..=35).contains(&failed), "{passed} {failed} of 400");
    }

    fn decided(test: &Sprt, elo: f64, run: u64) -> Verdict {
        let mut rng = Rng::stream(9, &[run]);
        let win = share(elo);
        let mut pairs = Pairs::default();
        while test.verdict(&pairs) == Verdict::Open {
            let mut points = || 2 * usize::from(f64::from(rng.below(1 << 30)) < win * f64::from(1 << 30));
            let both = points() + points();
            pairs.count(both);
        }
        test.verdict(&pairs)
    }
}
