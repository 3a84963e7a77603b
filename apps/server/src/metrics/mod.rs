//! What the server counts, for its operator: requests, moves, refusals, and how long things took.

mod histogram;
mod port;
mod text;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

pub(crate) use self::histogram::Histogram;
pub(crate) use self::port::{Watched, routes};

/// The counts.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// How long requests took.
    pub(crate) requests: Histogram,
    /// How long moves took, from the request until they were on disk and sent.
    pub(crate) moves: Histogram,
    /// Sockets that are open.
    pub(crate) sockets: Gauge,
    /// Moves and other changes of tables that are not on disk yet.
    pub(crate) changes: Gauge,
    responses: ByName<u16>,
    refusals: ByName<Cow<'static, str>>,
    /// Sockets that the server closed, by the reason's code.
    closed: ByName<u16>,
}

impl Metrics {
    /// Counts an answer by its status.
    pub(crate) fn answered(&self, status: u16) {
        self.responses.add(status);
    }

    /// Counts a refusal.
    pub(crate) fn refused(&self, code: Cow<'static, str>) {
        self.refusals.add(code);
    }

    /// Counts a socket that the server closed.
    pub(crate) fn closed(&self, code: u16) {
        self.closed.add(code);
    }
}

/// Something that there is more or less of.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicUsize);

impl Gauge {
    /// One more, for as long as what is returned lives.
    pub(crate) fn enter(&self) -> Entered<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Entered(self)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// One that is counted by a gauge.
pub(crate) struct Entered<'g>(&'g Gauge);

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A count for each of a few names. Names are codes of our own, never what a client sent.
#[derive(Debug)]
struct ByName<N>(Mutex<BTreeMap<N, u64>>);

impl<N> Default for ByName<N> {
    fn default() -> ByName<N> {
        ByName(Mutex::default())
    }
}

impl<N: Ord + Clone> ByName<N> {
    fn add(&self, name: N) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_default() += 1;
    }

    fn all(&self) -> BTreeMap<N, u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Adds to a sum that wraps only after centuries.
fn add(sum: &AtomicU64, value: u64) {
    sum.fetch_add(value, Ordering::Relaxed);
}
