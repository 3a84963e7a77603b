//! How long things took, counted in steps.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::add;

/// The upper ends of the steps, in microseconds: about two a decade where answers usually fall, up to what is too long.
pub(super) const STEPS: [u64; 15] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    5_000_000, 20_000_000,
];

/// A histogram: so many took no longer than each step.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    /// How many fell into each step and into none before it; the last is for those beyond all.
    counts: [AtomicU64; STEPS.len() + 1],
    micros: AtomicU64,
}

/// A histogram at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    /// How many took no longer than each step.
    pub(super) up_to: Vec<(u64, u64)>,
    pub(super) count: u64,
    pub(super) micros: u64,
}

impl Histogram {
    /// Counts one.
    pub(crate) fn took(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let step = STEPS.partition_point(|step| *step < micros);
        add(&self.counts[step], 1);
        add(&self.micros, micros);
    }

    /// What was counted.
    pub(super) fn counted(&self) -> Counted {
        let mut count = 0;
        let mut up_to = Vec::with_capacity(STEPS.len());
        for (index, counted) in self.counts.iter().enumerate() {
            count += counted.load(Ordering::Relaxed);
            up_to.extend(STEPS.get(index).map(|step| (*step, count)));
        }
        Counted { up_to, count, micros: self.micros.load(Ordering::Relaxed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_counts_all_that_took_no_longer() {
        let histogram = Histogram::default();
        for micros in [1, 100, 101, 4_000, 60_000_000] {
            histogram.took(Duration::from_micros(micros));
        }
        let counted = histogram.counted();
        assert_eq!(counted.up_to[..3], [(100, 2), (250, 3), (500, 3)]);
        assert_eq!(counted.up_to[5], (5_000, 4));
        assert_eq!(counted.up_to.last(), Some(&(20_000_000, 4)));
        assert_eq!((counted.count, counted.micros), (5, 60_004_202));
    }
}
