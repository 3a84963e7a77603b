//! Sums over a chain of turns that all follow the same plan, in closed form.
//!
//! With E(z) for what a last turn changes and M(z) for a turn that is followed by another, powers of z counting coins, a chain has
//! the sum E / (1 - M). Where no turn loses anything, 1 - M is divided by as series are: from the lowest sum upwards. Where some
//! do, 1 - M is the product of 1 - D, which only loses, and 1 - U, which does not (the factors of Wiener and Hopf); one is divided
//! by from the highest sum downwards, the other from the lowest upwards.

use super::CUT;
use super::plan::Plan;
use crate::budget::Meter;
use crate::pmf::{LANES, Sum, total};

/// What may be missing at each end of a series when it is cut off; it is added to the last sum that is kept.
const REST: f64 = CUT / 64.0;

/// Factors that change by less are found.
const FOUND: f64 = 1e-16;

/// What a roller's turns do to one purse where every payment is covered.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// What the last turn changes.
    ends: Vec<(i32, f64)>,
    /// The factors of the turns before it; none where there is one turn only.
    more: Option<Factors>,
}

/// `1 - up` and `1 - down`, by the coins that are won or lost.
#[derive(Clone, Debug)]
pub(super) struct Factors {
    up: Vec<f64>,
    down: Vec<f64>,
}

impl Chain {
    /// The chain in which each turn follows this plan and each total makes this change.
    pub(super) fn new(plan: &Plan, change: &[i32; 15], meter: &Meter) -> Chain {
        let more = (plan.chance_again() > 0.0).then(|| Factors::new(&changes(&plan.again, change), meter));
        Chain { ends: changes(&plan.plain, change), more }
    }

    /// Does it have no end, so that it makes lists of sums much longer?
    pub(super) fn is_long(&self) -> bool {
        self.more.is_some()
    }

    /// The sums with those of this chain added.
    pub(super) fn after(&self, sums: &Sum, meter: &Meter) -> Sum {
        let mut after = Sum::default();
        for &(value, chance) in &self.ends {
            meter.work(sums.len());
            after.add_shifted(sums, value, chance);
        }
        match &self.more {
            Some(factors) => factors.divide(after, meter),
            None => after,
        }
    }
}

/// The different changes, ascending, with their weights.
fn changes(weights: &[f64; 15], change: &[i32; 15]) -> Vec<(i32, f64)> {
    let mut changes: Vec<(i32, f64)> = Vec::with_capacity(15);
    for (&weight, &value) in weights.iter().zip(change).filter(|(weight, _)| **weight > 0.0) {
        match changes.binary_search_by_key(&value, |known| known.0) {
            Ok(place) => changes[place].1 += weight,
            Err(place) => changes.insert(place, (value, weight)),
        }
    }
    changes
}

impl Factors {
    /// From U + D = M + UD, again and again: both together are at most a third, so each time adds about half a digit.
    pub(super) fn new(more: &[(i32, f64)], meter: &Meter) -> Factors {
        let size =
            |sign: i32| more.iter().map(|(value, _)| (sign * value).max(0)).max().unwrap_or(0) as usize + 1;
        let (mut up, mut down) = (vec![0.0; size(1)], vec![0.0; size(-1)]);
        for &(value, chance) in more {
            let side = if value < 0 { &mut down } else { &mut up };
            side[value.unsigned_abs() as usize] += chance;
        }
        let start = Factors { up, down };
        if start.down.len() == 1 {
            return start;
        }
        let (mut factors, mut next) = (start.clone(), start.clone());
        loop {
            next.up.copy_from_slice(&start.up);
            next.down.copy_from_slice(&start.down);
            next.add_product(&factors, meter);
            let is_found = next.is_near(&factors) || meter.is_spent();
            std::mem::swap(&mut factors, &mut next);
            if is_found {
                return factors;
            }
        }
    }

    /// Adds the product of two factors to this sum of two.
    fn add_product(&mut self, factors: &Factors, meter: &Meter) {
        let losses = factors.down.iter().enumerate().skip(1).filter(|(_, loss)| **loss > 0.0);
        for (lost, &loss) in losses {
            if !meter.work(factors.up.len()) {
                return;
            }
            let (less, more) = factors.up.split_at(lost.min(factors.up.len()));
            for (won, &gain) in less.iter().enumerate() {
                self.down[lost - won] += loss * gain;
            }
            self.up.iter_mut().zip(more).for_each(|(sum, &gain)| *sum += loss * gain);
        }
    }

    fn is_near(&self, other: &Factors) -> bool {
        let near = |(one, other): (&f64, &f64)| (one - other).abs() <= FOUND;
        self.up.iter().zip(&other.up).all(near) && self.down.iter().zip(&other.down).all(near)
    }

    /// The sums with those of all turns before them.
    pub(super) fn divide(&self, sums: Sum, meter: &Meter) -> Sum {
        let (mut low, mut chances) = sums.into_parts();
        if self.down.len() > 1 {
            chances.reverse();
            let count = chances.len();
            chances = divided(chances, &self.down, meter);
            if meter.is_spent() {
                return Sum::default();
            }
            low -= (chances.len() - count) as i32;
            chances.reverse();
        }
        Sum::from_parts(low, divided(chances, &self.up, meter))
    }

    /// What it holds, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<f64>() * (self.up.len() + self.down.len())
    }
}

/// The series divided by 1 - `by`, cut off where nearly nothing is left.
fn divided(mut series: Vec<f64>, by: &[f64], meter: &Meter) -> Vec<f64> {
    let scale = 1.0 / (1.0 - by[0]);
    let mut left = total(&series) / (1.0 - total(by));
    for chance in &mut series {
        *chance *= scale;
    }
    let mut steps = by.iter().enumerate().skip(1).filter(|(_, chance)| **chance > 0.0);
    left = match steps.next() {
        None => left - total(&series),
        Some((least, _)) if least >= LANES => hand_up_blocks(&mut series, least, by, left, meter),
        Some(_) => hand_up_pairs(&mut series, by, left, meter),
    };
    if let Some(end) = series.last_mut() {
        *end += left.max(0.0);
    }
    series
}

/// How many zeros a series grows by.
const GROWTH: usize = 128;

/// Hands each chance on by all steps, from the lowest sum upwards, until nearly nothing is left; gives what is left. As many sums at a
/// time as the least step has: none of them hands anything on to another.
fn hand_up_blocks(series: &mut Vec<f64>, least: usize, by: &[f64], mut left: f64, meter: &Meter) -> f64 {
    let (given, scale) = (series.len(), 1.0 / (1.0 - by[0]));
    let steps: Vec<(usize, f64)> = by
        .iter()
        .enumerate()
        .skip(least)
        .filter(|(_, chance)| **chance > 0.0)
        .map(|(step, chance)| (step, scale * chance))
        .collect();
    let mut place = 0;
    while (place < given || left > REST) && meter.work(least * steps.len()) {
        if series.len() < place + least {
            series.resize(place + least + GROWTH, 0.0);
        }
        let (known, block) = series.split_at_mut(place);
        let block = &mut block[..least];
        for &(step, chance) in &steps {
            let skipped = step.saturating_sub(place);
            if skipped < least {
                let known = &known[place + skipped - step..];
                block[skipped..].iter_mut().zip(known).for_each(|(sum, known)| *sum += chance * known);
            }
        }
        left -= total(block);
        place += least;
    }
    series.truncate(place);
    left
}

/// The same, two sums at a time: the second has what the first hands on to it, and all above get something of both.
fn hand_up_pairs(series: &mut Vec<f64>, by: &[f64], mut left: f64, meter: &Meter) -> f64 {
    let (given, scale) = (series.len(), 1.0 / (1.0 - by[0]));
    let reach = (by.len() - 1).next_multiple_of(LANES);
    let mut steps = vec![0.0; reach + 2];
    steps.iter_mut().zip(by).for_each(|(step, chance)| *step = scale * chance);
    let (near, far) = (&steps[1..=reach], &steps[2..]);
    let mut place = 0;
    while (place < given || left > REST) && meter.work(reach) {
        if series.len() < place + 2 + reach {
            series.resize(place + 2 + reach + GROWTH, 0.0);
        }
        let (known, above) = series[place..].split_at_mut(2);
        known[1] += near[0] * known[0];
        let (first, second) = (known[0], known[1]);
        left -= first + second;
        let above = above[..reach].chunks_exact_mut(LANES);
        for ((above, near), far) in above.zip(near.chunks_exact(LANES)).zip(far.chunks_exact(LANES)) {
            for lane in 0..LANES {
                above[lane] += first * far[lane] + second * near[lane];
            }
        }
        place += 2;
    }
    series.truncate(place);
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pmf;

    /// Turn after turn, until nothing is left.
    fn twin(ends: &[(i32, f64)], more: &[(i32, f64)]) -> Sum {
        let (mut sums, mut level) = (Sum::default(), Sum::certain(0));
        while level.total() > 1e-18 {
            let mut next = Sum::default();
            for &(value, chance) in ends {
                sums.add_shifted(&level, value, chance);
            }
            for &(value, chance) in more {
                next.add_shifted(&level, value, chance);
            }
            level = next;
        }
        sums
    }

    fn compare(ends: &[(i32, f64)], more: &[(i32, f64)]) {
        let slow = twin(ends, more).pmf().unwrap();
        let chain = Chain { ends: ends.to_vec(), more: Some(Factors::new(more, &Meter::default())) };
        let fast: Pmf = chain.after(&Sum::certain(0), &Meter::default()).pmf().unwrap();
        assert!((fast.total() - 1.0).abs() < 1e-13, "{more:?}: {}", fast.total());
        for value in slow.low().min(fast.low())..=slow.high().max(fast.high()) {
            let (fast, slow) = (fast.at(value), slow.at(value));
            assert!(
                (fast - slow).abs() < 1e-13,
                "{more:?}, {value}: {fast} in closed form, {slow} step by step"
            );
        }
    }

    #[test]
    fn chains_are_as_summed_turn_by_turn() {
        let doubles = 1.0 / 36.0;
        let ends = [(-3, 0.3), (0, 0.2), (4, 0.5 - 6.0 * doubles)];
        for more in [
            vec![(0, 6.0 * doubles)],
            vec![(0, doubles), (2, 3.0 * doubles), (15, 2.0 * doubles)],
            vec![(-2, doubles), (0, 2.0 * doubles), (3, 3.0 * doubles)],
            vec![(-7, 2.0 * doubles), (-2, doubles), (1, 2.0 * doubles), (30, doubles)],
            vec![(-4, 5.0 * doubles), (-1, doubles)],
        ] {
            compare(&ends, &more);
        }
        compare(&[(1, 25.0 / 36.0)], &[(-1, 6.0 * doubles), (2, 5.0 * doubles)]);
    }
}
