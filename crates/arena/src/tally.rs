//! How often each whole number came up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Counts of whole numbers, and what they come to.
///
/// ```
/// use tercet_arena::Tally;
///
/// let tally: Tally = [24, 23, 24].into_iter().collect();
/// assert_eq!((tally.min(), tally.max(), tally.total()), (Some(23), Some(24), 3));
/// assert_eq!(tally.iter().collect::<Vec<_>>(), [(23, 1), (24, 2)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    counts: BTreeMap<i64, u64>,
}

impl Tally {
    /// Counts a number once more.
    pub fn add(&mut self, number: i64) {
        self.add_many(number, 1);
    }

    /// Counts a number so many times more.
    pub fn add_many(&mut self, number: i64, times: u64) {
        if times > 0 {
            *self.counts.entry(number).or_default() += times;
        }
    }

    /// Adds another tally's counts to this one's.
    pub fn merge(&mut self, other: &Tally) {
        for (number, times) in other.iter() {
            self.add_many(number, times);
        }
    }

    /// How many numbers were counted.
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// How often this number was counted.
    pub fn count(&self, number: i64) -> u64 {
        self.counts.get(&number).copied().unwrap_or(0)
    }

    /// The lowest number.
    pub fn min(&self) -> Option<i64> {
        self.counts.keys().next().copied()
    }

    /// The highest number.
    pub fn max(&self) -> Option<i64> {
        self.counts.keys().next_back().copied()
    }

    /// The mean; `None` of nothing.
    #[allow(clippy::cast_precision_loss)] // Sums stay far below 2^53.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        let sum: i128 = self.iter().map(|(number, times)| i128::from(number) * i128::from(times)).sum();
        (total > 0).then(|| sum as f64 / total as f64)
    }

    /// The standard deviation of what the numbers are a sample of (squares divided by one less than their count); `None` of
    /// fewer than two numbers.
    pub fn deviation(&self) -> Option<f64> {
        let (mean, total) = (self.mean()?, self.total());
        let square = |(number, times): (i64, u64)| (number as f64 - mean).powi(2) * times as f64;
        (total > 1).then(|| (self.iter().map(square).sum::<f64>() / (total as f64 - 1.0)).sqrt())
    }

    /// The standard error of the mean; `None` of fewer than two numbers.
    pub fn standard_error(&self) -> Option<f64> {
        self.deviation().map(|deviation| deviation / (self.total() as f64).sqrt())
    }

    /// The least number that at least this part of all does not exceed, from 0 (the lowest) to 1 (the highest);
    /// `None` of nothing.
    pub fn quantile(&self, share: f64) -> Option<i64> {
        let wanted = share * self.total() as f64;
        let mut seen = 0;
        let reaches = |&(_, times): &(i64, u64)| {
            seen += times;
            seen as f64 >= wanted
        };
        self.iter().find(reaches).map(|(number, _)| number).or(self.max())
    }

    /// The part of all that is this number, 0 to 1; 0 of nothing.
    #[allow(clippy::cast_precision_loss)] // As above.
    pub fn share(&self, number: i64) -> f64 {
        match self.total() {
            0 => 0.0,
            total => self.count(number) as f64 / total as f64,
        }
    }

    /// Each number that came up with its count, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        self.counts.iter().map(|(&number, &times)| (number, times))
    }
}

impl FromIterator<i64> for Tally {
    fn from_iter<I: IntoIterator<Item = i64>>(numbers: I) -> Tally {
        let mut tally = Tally::default();
        for number in numbers {
            tally.add(number);
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_mean_and_no_ends() {
        let none = Tally::default();
        assert_eq!((none.mean(), none.min(), none.max(), none.total()), (None, None, None, 0));
        assert!(none.share(3).abs() < f64::EPSILON);
    }

    #[test]
    fn quantiles_and_deviation() {
        let tally: Tally = [1, 2, 3, 4].into_iter().collect();
        let quantiles = [0.0, 0.25, 0.26, 0.5, 0.75, 1.0].map(|share| tally.quantile(share));
        assert_eq!(quantiles, [1, 1, 2, 2, 3, 4].map(Some));
        // The variance of one is estimated by 5/3: a quarter of that is the mean's.
        assert!((tally.deviation().unwrap() - (5.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!((tally.standard_error().unwrap() - (5.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(
            [Tally::default(), [7].into_iter().collect()].map(|few| few.standard_error()),
            [None, None]
        );
        assert_eq!((Tally::default().quantile(0.5), Tally::default().deviation()), (None, None));
    }

    #[test]
    fn merging_is_counting_both() {
        let mut left: Tally = [-1, 5].into_iter().collect();
        left.merge(&[5, 7].into_iter().collect());
        assert_eq!(left, [7, 5, -1, 5].into_iter().collect());
        assert_eq!(left.mean(), Some(4.0));
        assert!((left.share(5) - 0.5).abs() < f64::EPSILON);
    }
}
