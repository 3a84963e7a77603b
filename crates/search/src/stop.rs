//! A word from outside that time is up.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a search to come to an end. Clones share one word, so a screen or a server keeps one and gives the other away.
///
/// ```
/// use tercet_search::Stop;
///
/// let stop = Stop::default();
/// let search_has = stop.clone();
/// stop.request();
/// assert!(search_has.is_requested());
/// ```
#[derive(Clone, Default)]
pub struct Stop(Arc<Word>);

#[derive(Default)]
struct Word {
    is_requested: AtomicBool,
    /// Who else may request it.
    when: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.0.is_requested).finish()
    }
}

impl Stop {
    /// A word that is also given once this says so; it is asked whenever a search looks, so it should be quick.
    pub fn when(is_over: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Arc::new(Word { is_requested: AtomicBool::new(false), when: Some(Box::new(is_over)) }))
    }

    /// The word that is given with either of two.
    #[must_use]
    pub fn or(&self, other: &Stop) -> Stop {
        let both = [self.clone(), other.clone()];
        Stop::when(move || both.iter().any(Stop::is_requested))
    }

    /// Time is up.
    pub fn request(&self) {
        self.0.is_requested.store(true, Ordering::Relaxed);
    }

    /// There is time again: for the next decision.
    pub fn withdraw(&self) {
        self.0.is_requested.store(false, Ordering::Relaxed);
    }

    /// Is time up?
    pub fn is_requested(&self) -> bool {
        self.0.is_requested.load(Ordering::Relaxed) || self.0.when.as_ref().is_some_and(|is_over| is_over())
    }
}
