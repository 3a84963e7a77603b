//! How much one address may ask for. None of it counts moves: a legal move in turn is never refused for being one of
//! many.

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
    /// How long somebody who is away may keep a table waiting before the others may seat a bot there.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { tables: 20_000, sockets_per_address: 256, new_tables_a_minute: 120, patience: MINUTE }
    }
}

const MINUTE: Duration = Duration::from_mins(1);

/// Counts what each address asks for.
#[derive(Debug)]
pub(crate) struct Limiter {
    limits: Limits,
    counts: Arc<Mutex<HashMap<IpAddr, Count>>>,
}

#[derive(Debug)]
struct Count {
    sockets: usize,
    minute: Instant,
    made: usize,
}

/// A socket that is counted for as long as this lives.
#[derive(Debug)]
pub(crate) struct Place {
    address: IpAddr,
    counts: Arc<Mutex<HashMap<IpAddr, Count>>>,
}

impl Limiter {
    pub(crate) fn new(limits: Limits) -> Limiter {
        Limiter { limits, counts: Arc::default() }
    }

    /// Counts a socket.
    pub(crate) fn socket(&self, address: IpAddr) -> Result<Place, Refusal> {
        let most = self.limits.sockets_per_address;
        self.count(address, |count| {
            if count.sockets >= most {
                return Err(Refusal::new("limit", format!("an address may have {most} sockets")));
            }
            count.sockets += 1;
            Ok(())
        })?;
        Ok(Place { address, counts: Arc::clone(&self.counts) })
    }

    /// Counts a new table.
    pub(crate) fn table(&self, address: IpAddr) -> Result<(), Refusal> {
        let most = self.limits.new_tables_a_minute;
        self.count(address, |count| {
            if count.minute.elapsed() >= MINUTE {
                (count.minute, count.made) = (Instant::now(), 0);
            }
            if count.made >= most {
                return Err(Refusal::new("limit", format!("an address may make {most} tables a minute")));
            }
            count.made += 1;
            Ok(())
        })
    }

    fn count<T>(&self, address: IpAddr, work: impl FnOnce(&mut Count) -> T) -> T {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        // Addresses that ask for nothing any more are forgotten.
        if counts.len() > 10_000 {
            counts.retain(|_, count| count.sockets > 0 || count.minute.elapsed() < MINUTE);
        }
        work(counts.entry(address).or_insert_with(|| Count { sockets: 0, minute: Instant::now(), made: 0 }))
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
    fn sockets_and_new_tables_are_counted_by_address() {
        let limiter =
            Limiter::new(Limits { sockets_per_address: 1, new_tables_a_minute: 2, ..Limits::default() });
        let first = limiter.socket(HERE).unwrap();
        let refusal = limiter.socket(HERE).unwrap_err();
        assert_eq!((refusal.code.as_ref(), refusal.why.as_str()), ("limit", "an address may have 1 sockets"));
        assert!(limiter.socket("::1".parse().unwrap()).is_ok());
        drop(first);
        assert!(limiter.socket(HERE).is_ok());
        assert!(limiter.table(HERE).is_ok() && limiter.table(HERE).is_ok());
        assert_eq!(limiter.table(HERE).unwrap_err().code, "limit");
    }
}
