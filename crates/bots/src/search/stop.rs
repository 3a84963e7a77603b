//! A word from outside that time is up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a search to come to an end. Clones share one word, so a screen or a server keeps one and gives the other away.
///
/// ```
/// use tercet_bots::search::Stop;
///
/// let stop = Stop::default();
/// let search_has = stop.clone();
/// stop.request();
/// assert!(search_has.is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Time is up.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// There is time again: for the next decision.
    pub fn withdraw(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Is time up?
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
