//! How much one address may ask for. None of it counts moves: a legal move in turn is never refused for being one of
//! many. Of what is counted, a minute's worth may come at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::refusal::Refusal;

/// The limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tables in memory at once.
    pub tables: usize,
    /// Sockets of one address at once.
    pub sockets_per_address: usize,
    /// Tables that one address makes in a minute.
    pub new_tables_a_minute: usize,
    /// Seats that one address takes in a minute.
    pub joins_a_minute: usize,
    /// Hints that one address asks for in a minute.
    pub hints_a_minute: usize,
    /// Records that one address has played again in a minute.
    pub imports_a_minute: usize,
    /// Exports that one address asks for in a minute.
    pub exports_a_minute: usize,
    /// Statistics, ratings and standings that one address asks for in a minute.
    pub studies_a_minute: usize,
    /// How long somebody who is away may keep a table waiting before the others may seat a bot there.
    pub patience: Duration,
    /// How often a silent socket is asked whether somebody is there.
    pub ping: Duration,
    /// After how long without a word it is dropped.
    pub silence: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables: 20_000,
            sockets_per_address: 256,
            new_tables_a_minute: 120,
            joins_a_minute: 120,
            hints_a_minute: 600,
            imports_a_minute: 60,
            exports_a_minute: 12,
            studies_a_minute: 240,
            patience: MINUTE,
            ping: Duration::from_secs(20),
            silence: MINUTE,
        }
    }
}

const MINUTE: Duration = Duration::from_mins(1);

/// What is counted by the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Another table.
    Table,
    /// A seat at one.
    Join,
    /// A bot's advice.
    Hint,
    /// A record that is played again.
    Import,
    /// A table of the archive as a file.
    Export,
    /// What many games of the archive tell.
    Study,
}

impl Wish {
    const COUNT: usize = 6;

    fn most(self, limits: &Limits) -> usize {
        match self {
            Wish::Table => limits.new_tables_a_minute,
            Wish::Join => limits.joins_a_minute,
            Wish::Hint => limits.hints_a_minute,
            Wish::Import => limits.imports_a_minute,
            Wish::Export => limits.exports_a_minute,
            Wish::Study => limits.studies_a_minute,
        }
    }

    /// What is done, and with what.
    fn words(self) -> [&'static str; 2] {
        match self {
            Wish::Table => ["make", "tables"],
            Wish::Join => ["sit down at", "tables"],
            Wish::Hint => ["ask for", "hints"],
            Wish::Import => ["import", "records"],
            Wish::Export => ["ask for", "exports"],
            Wish::Study => ["ask for", "statistics"],
        }
    }
}

/// Counts what each address asks for.
#[derive(Debug)]
pub(crate) struct Limiter {
    limits: Limits,
    counts: Arc<Mutex<HashMap<IpAddr, Count>>>,
}

#[derive(Debug)]
struct Count {
    sockets: usize,
    wishes: [Bucket; Wish::COUNT],
}

/// What was asked for and is not forgotten yet: a minute's worth is forgotten in a minute, bit by bit.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    level: f64,
    seen: Instant,
}

impl Bucket {
    fn new(now: Instant) -> Bucket {
        Bucket { level: 0.0, seen: now }
    }

    /// Takes one more, if so many a minute have room for it.
    fn takes(&mut self, most: usize, now: Instant) -> bool {
        let forgotten = now.duration_since(self.seen).as_secs_f64() / MINUTE.as_secs_f64() * most as f64;
        (self.level, self.seen) = ((self.level - forgotten).max(0.0), now);
        let has_room = self.level + 1.0 <= most as f64;
        self.level += f64::from(u8::from(has_room));
        has_room
    }
}

/// A socket that is counted for as long as this lives.
#[derive(Debug)]
pub(crate) struct Place {
    address: IpAddr,
    counts: Arc<Mutex<HashMap<IpAddr, Count>>>,
}

impl Place {
    /// Whose socket it is.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }
}

impl Limiter {
    pub(crate) fn new(limits: Limits) -> Limiter {
        Limiter { limits, counts: Arc::default() }
    }

    /// The limits.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts a socket.
    pub(crate) fn socket(&self, address: IpAddr) -> Result<Place, Refusal> {
        let most = self.limits.sockets_per_address;
        self.count(address, Instant::now(), |count| {
            if count.sockets >= most {
                return Err(Refusal::new("limit", format!("an address may have {most} sockets")));
            }
            count.sockets += 1;
            Ok(())
        })?;
        Ok(Place { address, counts: Arc::clone(&self.counts) })
    }

    /// Counts something that is asked for.
    pub(crate) fn wish(&self, address: IpAddr, wish: Wish) -> Result<(), Refusal> {
        self.wish_at(address, wish, Instant::now())
    }

    fn wish_at(&self, address: IpAddr, wish: Wish, now: Instant) -> Result<(), Refusal> {
        let most = wish.most(&self.limits);
        if self.count(address, now, |count| count.wishes[wish as usize].takes(most, now)) {
            return Ok(());
        }
        let [does, things] = wish.words();
        Err(Refusal::new("limit", format!("an address may {does} {most} {things} a minute; wait a moment")))
    }

    fn count<T>(&self, address: IpAddr, now: Instant, work: impl FnOnce(&mut Count) -> T) -> T {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        // Addresses that ask for nothing any more are forgotten.
        if counts.len() > 10_000 {
            let is_recent = |bucket: &Bucket| now.duration_since(bucket.seen) < MINUTE;
            counts.retain(|_, count| count.sockets > 0 || count.wishes.iter().any(is_recent));
        }
        let fresh = || Count { sockets: 0, wishes: [Bucket::new(now); Wish::COUNT] };
        work(counts.entry(address).or_insert_with(fresh))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            count.sockets -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn sockets_are_counted_by_address() {
        let limiter = Limiter::new(Limits { sockets_per_address: 1, ..Limits::default() });
        let first = limiter.socket(HERE).unwrap();
        let refusal = limiter.socket(HERE).unwrap_err();
        assert_eq!((refusal.code.as_ref(), refusal.why.as_str()), ("limit", "an address may have 1 sockets"));
        assert!(limiter.socket("::1".parse().unwrap()).is_ok());
        drop(first);
        assert!(limiter.socket(HERE).is_ok());
    }

    #[test]
    fn a_minutes_worth_may_come_at_once_and_comes_back_bit_by_bit() {
        let limiter = Limiter::new(Limits { hints_a_minute: 6, imports_a_minute: 1, ..Limits::default() });
        let start = Instant::now();
        let ask = |second, wish| limiter.wish_at(HERE, wish, start + Duration::from_secs(second));
        for _ in 0..6 {
            assert_eq!(ask(0, Wish::Hint), Ok(()));
        }
        let why = "an address may ask for 6 hints a minute; wait a moment";
        assert_eq!(ask(0, Wish::Hint), Err(Refusal::new("limit", why)));
        assert_eq!(ask(0, Wish::Import), Ok(()), "each is counted apart");
        assert_eq!(ask(9, Wish::Hint), Err(Refusal::new("limit", why)));
        assert_eq!(ask(10, Wish::Hint), Ok(()));
        assert_eq!(ask(11, Wish::Hint), Err(Refusal::new("limit", why)));
        assert_eq!(ask(600, Wish::Hint), Ok(()));
    }
}
