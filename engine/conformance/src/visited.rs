//! The positions of one game and their digests.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use tercet_game::{Digest, Stable};

use crate::law::{Checked, Law, demand};

/// Every position visited so far, by itself and by its digest.
pub(crate) struct Visited<S> {
    digests: HashMap<S, u64>,
    states: HashMap<u64, S>,
}

impl<S: Copy + Eq + Hash + Debug + Stable> Visited<S> {
    pub(crate) fn new() -> Visited<S> {
        Visited { digests: HashMap::new(), states: HashMap::new() }
    }

    /// Takes note of a position; its digest must be that of its equals and of nobody else.
    pub(crate) fn meet(&mut self, state: &S) -> Checked {
        let digest = Digest::of(state).value();
        let before = *self.digests.entry(*state).or_insert(digest);
        demand!(
            before == digest,
            Law::Digest,
            "{state:?} has the digest {digest:016x}, its equal had {before:016x}"
        );
        let owner = *self.states.entry(digest).or_insert(*state);
        demand!(owner == *state, Law::Digest, "{digest:016x} is that of {owner:?} and of {state:?}");
        Ok(())
    }
}
