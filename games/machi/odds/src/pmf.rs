//! Probability mass functions over whole numbers, as dense arrays.

use crate::budget::Meter;

/// A distribution over whole numbers: the chances of `low`, `low + 1` and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct Pmf {
    low: i32,
    chances: Vec<f64>,
}

/// How far a sum of chances may be from what it is in numbers without end.
const NOISE: f64 = 1e-12;

impl Pmf {
    /// These chances of `low` and the numbers after it.
    ///
    /// # Panics
    /// If there are none.
    pub fn new(low: i32, chances: Vec<f64>) -> Pmf {
        assert!(!chances.is_empty(), "a distribution has at least one value");
        Pmf { low, chances }
    }

    /// One value, for certain.
    pub fn certain(value: i32) -> Pmf {
        Pmf { low: value, chances: vec![1.0] }
    }

    /// The same without chances of 0 at both ends.
    #[must_use]
    pub fn trimmed(mut self) -> Pmf {
        let last = self.chances.iter().rposition(|&chance| chance > 0.0).unwrap_or(0);
        self.chances.truncate(last + 1);
        let first = self.chances.iter().position(|&chance| chance > 0.0).unwrap_or(0);
        self.chances.drain(..first);
        self.low += first as i32;
        self
    }

    /// The lowest value that is listed.
    pub fn low(&self) -> i32 {
        self.low
    }

    /// The highest value that is listed.
    pub fn high(&self) -> i32 {
        self.low + self.chances.len() as i32 - 1
    }

    /// The chances from the lowest value on.
    pub fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// The chance of a value.
    pub fn at(&self, value: i32) -> f64 {
        let place = i64::from(value) - i64::from(self.low);
        usize::try_from(place).ok().and_then(|place| self.chances.get(place)).copied().unwrap_or(0.0)
    }

    /// The values that can come with their chances, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (i32, f64)> + '_ {
        let values = self.chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0);
        values.map(|(place, &chance)| (self.low + place as i32, chance))
    }

    /// The sum of all chances: 1, if nothing was lost.
    pub fn total(&self) -> f64 {
        self.chances.iter().sum()
    }

    /// The distribution of the sum of two independent values.
    ///
    /// ```
    /// use tercet_odds::Pmf;
    ///
    /// let coin = Pmf::new(0, vec![0.5, 0.5]);
    /// assert_eq!(coin.convolve(&coin).chances(), [0.25, 0.5, 0.25]);
    /// ```
    #[must_use]
    pub fn convolve(&self, other: &Pmf) -> Pmf {
        let (long, short) =
            if self.chances.len() < other.chances.len() { (other, self) } else { (self, other) };
        let mut chances = vec![0.0; long.chances.len() + short.chances.len() - 1];
        for (place, &weight) in short.chances.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            for (sum, &chance) in chances[place..].iter_mut().zip(&long.chances) {
                *sum += weight * chance;
            }
        }
        Pmf { low: self.low + other.low, chances }
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.iter().map(|(value, chance)| f64::from(value) * chance).sum()
    }

    /// The variance.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.iter().map(|(value, chance)| (f64::from(value) - mean).powi(2) * chance).sum()
    }

    /// The smallest value with at least this much of the distribution at or below it. Sums within 1e-12 of `p` count as
    /// having reached it.
    pub fn percentile(&self, p: f64) -> i32 {
        let mut below = 0.0;
        for (value, chance) in self.iter() {
            below += chance;
            if below >= p - NOISE {
                return value;
            }
        }
        self.high()
    }

    /// The chance of this value or more.
    pub fn mass_at_least(&self, value: i32) -> f64 {
        self.iter().filter(|(other, _)| *other >= value).map(|(_, chance)| chance).sum()
    }

    /// The chance that the sum of so many independent values is `needed` or more.
    pub fn reached_within(&self, needed: i32, rounds: u32) -> f64 {
        self.reached(needed, rounds, &Meter::default())
    }

    /// The same, counted.
    pub(crate) fn reached(&self, needed: i32, rounds: u32, meter: &Meter) -> f64 {
        if self.low < 0 || needed <= 0 {
            let mut all = Pmf::certain(0);
            let mut held = meter.hold(0);
            for _ in 0..rounds {
                held.set(2 * size_of::<f64>() * (all.chances.len() + self.chances.len()));
                if !meter.work(all.chances.len() * self.chances.len()) {
                    break;
                }
                all = all.convolve(self);
            }
            return all.mass_at_least(needed);
        }
        // Sums never fall, so those that are reached need not be told apart. What is reached is added up, not what is left
        // of 1: chances far below the rounding of 1 are told apart too.
        let places = needed as usize;
        let (mut short, mut reached) = (vec![0.0; places], 0.0);
        short[0] = 1.0;
        for _ in 0..rounds {
            if !meter.work(places * self.chances.len()) {
                break;
            }
            let mut next = vec![0.0; places];
            for (value, chance) in self.iter() {
                let step = (value as usize).min(places);
                next[step..].iter_mut().zip(&short).for_each(|(sum, &below)| *sum += chance * below);
                reached += chance * short[places - step..].iter().sum::<f64>();
            }
            short = next;
        }
        reached
    }
}

/// Chances of gains, in an array that grows.
#[derive(Debug, Default)]
pub(crate) struct Sum {
    low: i32,
    chances: Vec<f64>,
}

impl Sum {
    pub(crate) fn add(&mut self, value: i32, chance: f64) {
        if self.chances.is_empty() {
            self.low = value;
        }
        if value < self.low {
            let more = (self.low - value) as usize;
            self.chances.splice(..0, std::iter::repeat_n(0.0, more));
            self.low = value;
        }
        let place = (value - self.low) as usize;
        if place >= self.chances.len() {
            self.chances.resize(place + 1, 0.0);
        }
        self.chances[place] += chance;
    }

    /// One value, for certain.
    pub(crate) fn certain(value: i32) -> Sum {
        Sum { low: value, chances: vec![1.0] }
    }

    fn high(&self) -> i32 {
        self.low + self.chances.len() as i32 - 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.chances.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.chances.len()
    }

    /// What it holds, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<f64>() * self.chances.capacity()
    }

    pub(crate) fn total(&self) -> f64 {
        total(&self.chances)
    }

    /// Takes the lowest and the highest values away, as long as they have no more than this chance together, and adds it to
    /// the next.
    pub(crate) fn trim(&mut self, rest: f64) {
        let enough = |sum: &mut f64, chance: &f64| {
            *sum += chance;
            Some(*sum > rest)
        };
        let low = self.chances.iter().scan(0.0, enough).position(|is_enough| is_enough).unwrap_or(0);
        let high = self.chances.iter().rev().scan(0.0, enough).position(|is_enough| is_enough).unwrap_or(0);
        let last = self.chances.len() - high;
        if low + 1 < last {
            let (below, above): (f64, f64) =
                (self.chances[..low].iter().sum(), self.chances[last..].iter().sum());
            self.chances[low] += below;
            self.chances[last - 1] += above;
            self.chances.truncate(last);
            self.chances.drain(..low);
            self.low += low as i32;
        }
    }

    /// The lowest value, and the chances from there on.
    pub(crate) fn into_parts(self) -> (i32, Vec<f64>) {
        (self.low, self.chances)
    }

    pub(crate) fn from_parts(low: i32, chances: Vec<f64>) -> Sum {
        Sum { low, chances }
    }

    /// Adds others, each higher by `shift`, with a weight.
    pub(crate) fn add_shifted(&mut self, other: &Sum, shift: i32, weight: f64) {
        let (Some(last), low) = (other.chances.len().checked_sub(1), other.low + shift) else { return };
        if self.chances.is_empty() {
            self.low = low;
            self.chances.reserve(last + 32);
            self.chances.extend(other.chances.iter().map(|chance| weight * chance));
            return;
        }
        if low < self.low || low + last as i32 > self.high() {
            self.add(low, 0.0);
            self.add(low + last as i32, 0.0);
        }
        let place = (low - self.low) as usize;
        for (sum, &chance) in self.chances[place..].iter_mut().zip(&other.chances) {
            *sum += weight * chance;
        }
    }

    /// The distribution; `None` if nothing was added.
    pub(crate) fn pmf(self) -> Option<Pmf> {
        (!self.chances.is_empty()).then(|| Pmf::new(self.low, self.chances))
    }
}

/// How many numbers are added at once; as many as a processor likes.
pub(crate) const LANES: usize = 4;

/// The sum of many numbers, in lanes.
pub(crate) fn total(values: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest: f64 = chunks.remainder().iter().sum();
    for chunk in chunks {
        sums.iter_mut().zip(chunk).for_each(|(sum, value)| *sum += value);
    }
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_range_is_summed_in_its_place() {
        let loss = Pmf::new(-2, vec![0.25, 0.0, 0.75]);
        let twice = loss.convolve(&loss);
        assert_eq!((twice.low(), twice.high()), (-4, 0));
        assert_eq!(twice.chances(), [0.0625, 0.0, 0.375, 0.0, 0.5625]);
        assert_eq!((loss.mean(), loss.variance()), (-0.5, 0.75));
        assert_eq!((loss.at(-2), loss.at(-1), loss.at(7)), (0.25, 0.0, 0.0));
    }

    #[test]
    fn a_percentile_is_the_smallest_value_that_reaches_it() {
        let pmf = Pmf::new(0, vec![0.5, 0.25, 0.25]);
        assert_eq!([0.1, 0.5, 0.51, 0.75, 1.0].map(|p| pmf.percentile(p)), [0, 0, 1, 1, 2]);
        assert!((pmf.mass_at_least(1) - 0.5).abs() < 1e-15);
    }

    #[test]
    fn zeros_at_both_ends_are_trimmed() {
        let pmf = Pmf::new(-3, vec![0.0, 0.5, 0.0, 0.5, 0.0]).trimmed();
        assert_eq!((pmf.low(), pmf.chances()), (-2, &[0.5, 0.0, 0.5][..]));
    }

    #[test]
    fn sums_grow_both_ways() {
        let mut sum = Sum::default();
        for (value, chance) in [(3, 0.5), (1, 0.25), (4, 0.25)] {
            sum.add(value, chance);
        }
        let pmf = sum.pmf().unwrap();
        assert_eq!((pmf.low(), pmf.chances()), (1, &[0.25, 0.0, 0.5, 0.25][..]));
    }
}
