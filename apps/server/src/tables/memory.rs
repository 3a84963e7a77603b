//! Which tables stay in memory: those that somebody looks at, and for a while those that somebody has asked for. What one visitor
//! has in memory is weighed; where it is too much, those of its own tables go that nobody looks at. All of them are in the journal, so
//! who asks for one again waits for a moment and loses nothing.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Handle, Tables};
use crate::refusal::Refusal;
use crate::shares;

/// How many bytes of tables one visitor has in memory at most.
const MOST_OF_A_VISITOR: usize = 48 << 20;

/// How often all tables are looked through in vain at most.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

/// What a change must come to before it is weighed again.
const NOTICED: usize = 4 << 10;

/// What visitors have in memory.
#[derive(Debug, Default)]
pub(super) struct Weights {
    by_visitor: Mutex<HashMap<IpAddr, Own>>,
    /// When all tables were looked through for what can go, and nothing could.
    in_vain: Mutex<Option<Instant>>,
}

/// What one visitor has in memory.
#[derive(Debug, Default)]
struct Own {
    bytes: usize,
    tables: HashSet<String>,
}

/// What a table weighs, for the visitor who had it read, until this is dropped.
#[derive(Debug)]
pub(super) struct Weight {
    visitor: IpAddr,
    table: String,
    bytes: AtomicUsize,
    all: Arc<Weights>,
}

impl Weights {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Own>> {
        self.by_visitor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a table for whoever asks; nobody is counted who is not known.
    pub(super) fn add(self: &Arc<Weights>, table: &str, bytes: usize) -> Option<Weight> {
        let visitor = shares::visitor()?;
        let mut all = self.lock();
        let own = all.entry(visitor).or_default();
        own.bytes += bytes;
        own.tables.insert(table.to_owned());
        Some(Weight {
            visitor,
            table: table.to_owned(),
            bytes: AtomicUsize::new(bytes),
            all: Arc::clone(self),
        })
    }

    fn of(&self, visitor: IpAddr) -> usize {
        self.lock().get(&visitor).map_or(0, |own| own.bytes)
    }

    /// Is it a while ago that all tables were looked through in vain?
    fn may_look(&self) -> bool {
        let in_vain = self.in_vain.lock().unwrap_or_else(PoisonError::into_inner);
        in_vain.is_none_or(|at| at.elapsed() > BETWEEN_LOOKS)
    }

    fn looked_in_vain(&self) {
        *self.in_vain.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn tables_of(&self, visitor: IpAddr) -> Vec<String> {
        self.lock().get(&visitor).map_or(Vec::new(), |own| own.tables.iter().cloned().collect())
    }
}

impl Weight {
    /// The table weighs so much now.
    pub(super) fn set(&self, bytes: usize) {
        let before = self.bytes.load(Ordering::Relaxed);
        if before.abs_diff(bytes) < NOTICED {
            return;
        }
        let mut all = self.all.lock();
        let before = self.bytes.swap(bytes, Ordering::Relaxed);
        if let Some(own) = all.get_mut(&self.visitor) {
            own.bytes = (own.bytes + bytes).saturating_sub(before);
        }
    }
}

impl Drop for Weight {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        if let Some(own) = all.get_mut(&self.visitor) {
            own.bytes = own.bytes.saturating_sub(self.bytes.load(Ordering::Relaxed));
            own.tables.remove(&self.table);
            if own.tables.is_empty() {
                all.remove(&self.visitor);
            }
        }
    }
}

impl Tables {
    /// Makes room for another table of whoever asks.
    ///
    /// # Errors
    /// `limit`, if all that could go is looked at.
    pub(super) fn make_room(&self, bytes: usize) -> Result<(), Refusal> {
        if let Some(visitor) = shares::visitor() {
            self.make_room_of(visitor, bytes)?;
        }
        let most = self.limits.tables;
        if self.count() >= most && self.weights.may_look() {
            let all = self.read_open().keys().cloned().collect();
            self.let_idle_go(all, || self.count() <= most - most.div_ceil(16));
            if self.count() >= most {
                self.weights.looked_in_vain();
            }
        }
        let count = self.count();
        if count < most {
            return Ok(());
        }
        Err(Refusal::new("limit", format!("{count} tables are open; no more can be")))
    }

    /// Makes room among what a visitor has in memory.
    fn make_room_of(&self, visitor: IpAddr, bytes: usize) -> Result<(), Refusal> {
        let has_room = |most: usize| self.weights.of(visitor) + bytes <= most;
        if has_room(MOST_OF_A_VISITOR) {
            return Ok(());
        }
        // Half of it at once: looking for what can go takes a while.
        self.let_idle_go(self.weights.tables_of(visitor), || has_room(MOST_OF_A_VISITOR / 2));
        if has_room(MOST_OF_A_VISITOR) {
            return Ok(());
        }
        let most = MOST_OF_A_VISITOR >> 20;
        let why = format!("the tables that an address looks at have {most} MB of memory; leave some first");
        Err(Refusal::new("limit", why))
    }

    /// Lets go of those of these tables that nobody looks at, the longest untouched first, until it is enough.
    fn let_idle_go(&self, names: Vec<String>, is_enough: impl Fn() -> bool) {
        let mut idle: Vec<_> = {
            let open = self.read_open();
            let known = names.into_iter().filter_map(|name| Some((open.get(&name)?.untouched_since(), name)));
            known.collect()
        };
        idle.sort();
        for (_, name) in idle {
            if is_enough() {
                return;
            }
            self.let_go_if(&name, Handle::is_alone);
        }
    }

    /// Lets go of a table whose game is over, once nobody looks at it: whoever asks for it again has it read.
    pub(crate) fn let_finished_go(&self, name: &str) {
        self.let_go_if(name, |handle| handle.is_alone() && handle.is_finished());
    }

    /// Lets go of a table that nobody works at, if it is as it should be.
    fn let_go_if(&self, name: &str, is_meant: impl Fn(&Handle) -> bool) {
        let mut open = self.write_open();
        // With the list locked nobody else can come by it.
        let is_free = |handle: &Arc<Handle>| Arc::strong_count(handle) == 1 && is_meant(handle);
        let gone = if open.get(name).is_some_and(is_free) { open.remove(name) } else { None };
        drop(open);
        drop(gone);
    }

    /// Lets go of tables that nobody has looked at for a while.
    pub(crate) fn sweep(&self) {
        self.sweep_lobby();
        let mut open = self.write_open();
        let stays = |handle: &Arc<Handle>| Arc::strong_count(handle) > 1 || !handle.is_idle();
        let gone: Vec<_> = open.extract_if(|_, handle| !(self.has(handle) && stays(handle))).collect();
        drop(open);
        drop(gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shares::asked_by;

    #[tokio::test]
    async fn tables_are_weighed_for_who_had_them_read_until_they_go() {
        let (weights, one) = (Arc::new(Weights::default()), IpAddr::from([192, 0, 2, 1]));
        let add = |table: &'static str, bytes| {
            let weights = Arc::clone(&weights);
            asked_by(Some(one), async move { weights.add(table, bytes).unwrap() })
        };
        let (first, second) = (add("a", 10_000).await, add("b", 20_000).await);
        assert_eq!(weights.of(one), 30_000);
        first.set(110_000);
        first.set(110_001);
        assert_eq!(weights.of(one), 130_000, "what is next to nothing is not weighed");
        drop(first);
        assert_eq!((weights.of(one), weights.tables_of(one)), (20_000, vec!["b".to_owned()]));
        drop(second);
        assert!(weights.lock().is_empty());
        assert!(weights.add("c", 1).is_none(), "nobody asks");
    }
}
