//! The pace at which one client is read. Everything that a client sends costs the server something, even what it refuses, so all of it
//! counts: connections, requests, messages, other bytes, and long answers. A client that exceeds its pace is read later; nothing is lost or
//! refused for that unless the delay grows too long.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// What a connection, or a request that came through a proxy, counts for.
pub(crate) const BEGINNING: u32 = 2;

/// How many bytes that come together count for one more.
const BYTES: usize = 4 * 1024;

/// How many bytes of an answer count for one more: they were gathered, written and often packed.
const ANSWERED: usize = 16 * 1024;

/// How many seconds' worth may come at once.
const BURST: f64 = 4.0;

/// How far behind a visitor may be before his further connections and requests are refused.
const LATEST: Duration = Duration::from_secs(5);

/// The most visitors who are known apart; those that come after share one count.
const MOST_KEYS: usize = 20_000;

/// What visitors share that there is no room for.
const OTHERS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED);

/// Counts what each visitor sends.
#[derive(Debug)]
pub(crate) struct Pace {
    /// How much of one visitor is listened to in a second.
    rate: f64,
    /// When what each has sent so far is paid for.
    paid: Mutex<HashMap<IpAddr, Instant>>,
}

impl Pace {
    pub(crate) fn new(rate: u32) -> Pace {
        Pace { rate: f64::from(rate.max(1)), paid: Mutex::default() }
    }

    /// What bytes that came together count for.
    pub(crate) fn cost(bytes: usize) -> u32 {
        1 + (bytes / BYTES) as u32
    }

    /// Counts an answer. What is asked for next waits for it.
    pub(crate) fn answered(&self, visitor: IpAddr, bytes: usize) {
        self.count(visitor, (bytes / ANSWERED) as u32);
    }

    /// Counts what a visitor sent; how long it is until he is listened to again.
    pub(crate) fn count(&self, visitor: IpAddr, cost: u32) -> Duration {
        let now = Instant::now();
        let mut paid = self.paid.lock().unwrap_or_else(PoisonError::into_inner);
        if paid.len() >= MOST_KEYS && !paid.contains_key(&visitor) {
            paid.retain(|_, until| *until > now);
        }
        let key = if paid.len() < MOST_KEYS || paid.contains_key(&visitor) { visitor } else { OTHERS };
        let until = paid.entry(key).or_insert(now);
        *until = (*until).max(now) + Duration::from_secs_f64(f64::from(cost) / self.rate);
        until.duration_since(now).saturating_sub(Duration::from_secs_f64(BURST))
    }

    /// The same for what may be refused: nothing, if the visitor is too far behind. It is not counted then.
    pub(crate) fn admit(&self, visitor: IpAddr, cost: u32) -> Option<Duration> {
        (self.count(visitor, 0) <= LATEST).then(|| self.count(visitor, cost))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn one(number: u32) -> IpAddr {
        IpAddr::V4(number.into())
    }

    #[tokio::test(start_paused = true)]
    async fn four_seconds_worth_may_come_at_once_and_what_is_more_waits() {
        let pace = Pace::new(10);
        assert!((0..40).all(|_| pace.count(one(1), 1).is_zero()));
        assert_eq!(pace.count(one(1), 10), SECOND);
        assert_eq!(pace.count(one(2), 1), Duration::ZERO, "others don't wait for him");
        tokio::time::advance(SECOND).await;
        assert_eq!(pace.count(one(1), 5), SECOND / 2);
        tokio::time::advance(60 * SECOND).await;
        assert!((0..40).all(|_| pace.count(one(1), 1).is_zero()), "all is forgotten after a while");
        assert_eq!((Pace::cost(1), Pace::cost(BYTES)), (1, 2));
    }

    #[tokio::test(start_paused = true)]
    async fn long_answers_count_and_short_ones_do_not() {
        let pace = Pace::new(10);
        (0..1000).for_each(|_| pace.answered(one(1), ANSWERED - 1));
        assert_eq!(pace.count(one(1), 40), Duration::ZERO);
        pace.answered(one(1), 10 * ANSWERED);
        assert_eq!(pace.count(one(1), 0), SECOND);
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_too_far_behind_is_refused_until_he_is_not() {
        let pace = Pace::new(10);
        assert_eq!(pace.admit(one(1), 90), Some(LATEST));
        assert_eq!(pace.admit(one(1), 1), Some(LATEST + SECOND / 10));
        assert_eq!(pace.admit(one(1), 1), None);
        tokio::time::advance(SECOND).await;
        assert!(pace.admit(one(1), 1).is_some(), "what was refused was not counted");
    }

    #[tokio::test(start_paused = true)]
    async fn a_million_visitors_take_the_room_of_some() {
        let pace = Pace::new(1);
        let waits = |number| !pace.count(one(number), 1).is_zero();
        assert_eq!(
            (1..100_000).find(|number| waits(*number)),
            Some(MOST_KEYS as u32 + 5),
            "late ones share a count"
        );
        assert_eq!(pace.paid.lock().unwrap().len(), MOST_KEYS + 1);
        tokio::time::advance(SECOND * 1_000_000).await;
        assert!(!waits(200_000));
        assert_eq!(pace.paid.lock().unwrap().len(), 1);
    }
}
