//! How much an answer may take: steps of work and memory, counted while it is worked out.
//!
//! [`Odds`](crate::Odds) answers without a word of how long it takes. Who answers strangers asks through
//! [`Odds::ask`](crate::Odds::ask): every loop that may grow counts on a [`Meter`] there, and once a budget is spent the loops end,
//! with numbers that are never given to anybody.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use thiserror::Error;

use crate::pmf::Sum;

/// The most that an answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes that are held at once.
    pub bytes: u64,
    /// Steps of work: some nanoseconds each. They are counted, not timed, so the same question has the same answer
    /// everywhere.
    pub steps: u64,
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Budget = Budget { bytes: u64::MAX, steps: u64::MAX };
}

impl Default for Budget {
    /// 256 MB and some seconds.
    fn default() -> Budget {
        Budget { bytes: 256 << 20, steps: 4_000_000_000 }
    }
}

/// Why a question is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoAnswer {
    /// It needs more memory.
    #[error("the exact numbers of this position need more than {} MB of memory; raise that limit, or ask the model `seed`", bytes >> 20)]
    Memory {
        /// The most that there was.
        bytes: u64,
    },
    /// It needs more work.
    #[error("the exact numbers of this position take more than {} million steps; raise that limit, or ask the model `seed`", steps / 1_000_000)]
    Steps {
        /// The most that there were.
        steps: u64,
    },
    /// Nobody waits for it any more.
    #[error("this takes too long")]
    Unwanted,
}

/// Is the answer still waited for?
pub(crate) type IsWanted = Arc<dyn Fn() -> bool + Send + Sync>;

/// How many steps are done between two questions whether the answer is still wanted: some milliseconds.
const BETWEEN: u64 = 2_000_000;

/// What was spent so far.
pub(crate) struct Meter {
    budget: Budget,
    is_wanted: Option<IsWanted>,
    steps: AtomicU64,
    bytes: AtomicU64,
    /// At how many steps it is asked again whether the answer is wanted.
    next: AtomicU64,
    /// Which of [`NoAnswer`] came first, from 1; 0 for none.
    why: AtomicU8,
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("budget", &self.budget)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl Default for Meter {
    fn default() -> Meter {
        Meter::new(Budget::UNLIMITED, None)
    }
}

impl Meter {
    pub(crate) fn new(budget: Budget, is_wanted: Option<IsWanted>) -> Meter {
        let (steps, bytes, next) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        Meter { budget, is_wanted, steps, bytes, next, why: AtomicU8::new(0) }
    }

    /// Counts so many steps; `false` once the work is to end.
    pub(crate) fn work(&self, steps: usize) -> bool {
        let done = self.steps.load(Ordering::Relaxed).saturating_add(steps as u64);
        self.steps.store(done, Ordering::Relaxed);
        if done > self.budget.steps {
            self.end(2);
        } else if done >= self.next.load(Ordering::Relaxed) {
            self.next.store(done + BETWEEN, Ordering::Relaxed);
            if self.is_wanted.as_ref().is_some_and(|is_wanted| !is_wanted()) {
                self.end(3);
            }
        }
        !self.is_spent()
    }

    /// Counts so many bytes as held, which the result gives back when it is dropped.
    pub(crate) fn hold(&self, bytes: usize) -> Held<'_> {
        let mut held = Held { meter: self, bytes: 0 };
        held.add(bytes);
        held
    }

    /// Is all that is found from here on thrown away?
    pub(crate) fn is_spent(&self) -> bool {
        self.why.load(Ordering::Relaxed) != 0
    }

    /// Why there is no answer, if there is none.
    pub(crate) fn verdict(&self) -> Result<(), NoAnswer> {
        match self.why.load(Ordering::Relaxed) {
            0 => Ok(()),
            1 => Err(NoAnswer::Memory { bytes: self.budget.bytes }),
            2 => Err(NoAnswer::Steps { steps: self.budget.steps }),
            _ => Err(NoAnswer::Unwanted),
        }
    }

    fn end(&self, why: u8) {
        let _ = self.why.compare_exchange(0, why, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// Memory that is counted for as long as this is there.
pub(crate) struct Held<'m> {
    meter: &'m Meter,
    bytes: u64,
}

impl Held<'_> {
    /// Counts so many more.
    pub(crate) fn add(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
        let all = self.meter.bytes.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        if all > self.meter.budget.bytes {
            self.meter.end(1);
        }
    }

    /// Adds sums to others, each higher by `shift`, with a weight; counts the work and what they take more.
    pub(crate) fn pour(&mut self, to: &mut Sum, from: &Sum, shift: i32, weight: f64) {
        let before = to.bytes();
        to.add_shifted(from, shift, weight);
        self.add(to.bytes() - before);
        self.meter.work(from.len());
    }

    /// Counts so many less.
    pub(crate) fn give_back(&mut self, bytes: usize) {
        let bytes = self.bytes.min(bytes as u64);
        self.bytes -= bytes;
        self.meter.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Counts so many from now on.
    pub(crate) fn set(&mut self, bytes: usize) {
        let more = (bytes as u64).saturating_sub(self.bytes);
        self.add(more as usize);
        self.give_back((self.bytes as usize).saturating_sub(bytes));
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.meter.bytes.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// What a chain of turns will still take, estimated from what it took so far: what can't fit is given up before the budget is spent.
pub(crate) struct Forecast<'m> {
    meter: &'m Meter,
    /// The chance that was left after the level before this one.
    left: f64,
    steps: Growth,
    bytes: Growth,
}

/// How far over the budget a forecast must be to be believed: of 92 positions of four and five players none that fits was given up
/// at 3, one was at 2.
const SURE: f64 = 3.0;

impl<'m> Forecast<'m> {
    pub(crate) fn new(meter: &'m Meter) -> Forecast<'m> {
        Forecast { meter, left: 0.0, steps: Growth::default(), bytes: Growth::default() }
    }

    /// Looks ahead after a level of the chain that is left with this chance and will be cut off at that one.
    pub(crate) fn look(&mut self, left: f64, cut: f64) {
        self.steps.add(self.meter.steps.load(Ordering::Relaxed));
        self.bytes.add(self.meter.bytes.load(Ordering::Relaxed));
        if left < self.left {
            let levels = ((cut / left).ln() / (left / self.left).ln()).max(0.0);
            let budget = self.meter.budget;
            if self.bytes.after(levels) > SURE * budget.bytes as f64 {
                self.meter.end(1);
            } else if self.steps.after(levels) > SURE * budget.steps as f64 {
                self.meter.end(2);
            }
        }
        self.left = left;
    }
}

/// How something grows from level to level.
#[derive(Clone, Copy, Debug, Default)]
struct Growth {
    all: f64,
    /// By the last level, and by the one before it.
    last: f64,
    before: f64,
}

impl Growth {
    fn add(&mut self, all: u64) {
        let all = all as f64;
        *self = Growth { all, last: (all - self.all).max(0.0), before: self.last };
    }

    /// How much it will be after so many more levels: each brings what the last did or, where that is less than the one before
    /// brought, less in the same proportion.
    fn after(&self, levels: f64) -> f64 {
        let slowing = self.last / self.before;
        let most = if slowing < 1.0 { slowing / (1.0 - slowing) } else { levels };
        self.all + self.last * levels.min(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_slows_down_comes_to_an_end() {
        let mut growth = Growth::default();
        for all in [100, 200, 250] {
            growth.add(all);
        }
        assert!((growth.after(100.0) - 300.0).abs() < 1e-9, "50 more, 25 of them at once");
        growth.add(350);
        assert!((growth.after(3.0) - 650.0).abs() < 1e-9, "100 a level");
    }

    #[test]
    fn memory_is_counted_while_it_is_held() {
        let meter = Meter::new(Budget { bytes: 100, steps: 10 }, None);
        let mut held = meter.hold(60);
        held.set(20);
        drop(meter.hold(80));
        assert_eq!(meter.verdict(), Ok(()));
        held.add(81);
        assert_eq!(meter.verdict(), Err(NoAnswer::Memory { bytes: 100 }));
        assert!(!meter.work(11), "and the first reason stays");
        assert_eq!(meter.verdict(), Err(NoAnswer::Memory { bytes: 100 }));
    }
}
