//! Connections: counted in all and by address, and the silent ones known.
//!
//! `axum::serve` takes every connection and waits for it for ever. Here each one has a [`Link`] that knows whether a
//! request is being answered. Once a second those are cut whose client takes too long to ask; and where there is no room
//! for another, the one that has been silent for longest is cut, or the new one is asked to come again.

mod accept;
mod files;
mod pace;
mod stream;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

pub(crate) use self::accept::{Service, accept};
pub use self::files::raise_open_files;
pub(crate) use self::pace::{BEGINNING, Pace};
use crate::limits::{Limits, Lines};

/// All connections of a listener.
#[derive(Debug)]
pub(crate) struct Connections {
    limits: Limits,
    pace: Arc<Pace>,
    most: usize,
    open: Mutex<Open>,
    /// Rung when one has gone.
    gone: Notify,
    /// Lines about those that are cut or refused.
    lines: Lines,
}

#[derive(Debug, Default)]
struct Open {
    last: u64,
    links: HashMap<u64, Arc<Link>>,
    by_key: HashMap<IpAddr, usize>,
}

/// What is known of a connection.
#[derive(Debug)]
pub(crate) struct Link {
    number: u64,
    /// Whose it is; none where a proxy brings many clients.
    key: Option<IpAddr>,
    /// Whose socket it is that came through a proxy, once it is one.
    socket: OnceLock<IpAddr>,
    phase: Mutex<Phase>,
    /// Why it is cut, once it is.
    why: Mutex<Option<&'static str>>,
    cut: Notify,
}

/// Where a connection stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The head of a request is being read, since then.
    Head(Instant),
    /// A request is being answered, or it is a socket now.
    Busy,
    /// It waits for another request, since then.
    Idle(Instant),
}

/// A connection that is counted for as long as this lives.
#[derive(Debug)]
pub(crate) struct Slot {
    link: Arc<Link>,
    all: Arc<Connections>,
}

/// A connection that there is no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// The server has as many as it can.
    Server,
    /// Its address has as many as it may.
    Address,
    /// Its address sends more than it is listened to.
    Pace,
}

/// How many connections there may be: as many as the limits and the files that the system lets the program open allow.
fn most(limits: &Limits) -> usize {
    limits.connections.min(files::room_for_connections()).max(1)
}

/// How many of them may be sockets, which stay: there is always room to ask for something.
pub(crate) fn most_sockets(limits: &Limits) -> usize {
    (most(limits) / 8 * 7).max(1)
}

impl Connections {
    /// None yet.
    pub(crate) fn new(limits: Limits, pace: Arc<Pace>) -> Arc<Connections> {
        let (open, gone, lines) = (Mutex::default(), Notify::new(), Lines::default());
        Arc::new(Connections { limits, pace, most: most(&limits), open, gone, lines })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.lock().links.len()
    }

    /// Lets a connection in, which is listened to after this time. Where there is no room, the one that has been silent for
    /// longest goes.
    pub(crate) fn admit(self: &Arc<Connections>, key: Option<IpAddr>) -> Result<(Slot, Duration), Full> {
        let wait =
            key.map_or(Some(Duration::ZERO), |key| self.pace.admit(key, BEGINNING)).ok_or(Full::Pace)?;
        Ok((self.seat(key)?, wait))
    }

    fn seat(self: &Arc<Connections>, key: Option<IpAddr>) -> Result<Slot, Full> {
        let mut open = self.lock();
        let most = self.limits.connections_per_address.max(self.limits.sockets_per_address + 64);
        let of_key = key.and_then(|key| open.by_key.get(&key).copied()).unwrap_or(0);
        let grace = self.limits.grace;
        if of_key >= most && !open.cut_longest_silent(grace, |link| link.key == key) {
            return Err(Full::Address);
        }
        if open.links.len() >= self.most && !open.cut_longest_silent(grace, |_| true) {
            return Err(Full::Server);
        }
        Ok(Slot { link: open.add(key), all: Arc::clone(self) })
    }

    /// Cuts the one that has been silent for longest, if any is silent.
    pub(crate) fn make_room(&self) -> bool {
        self.lock().cut_longest_silent(self.limits.grace, |_| true)
    }

    /// Cuts those whose clients take too long.
    pub(crate) fn cut_late(&self) {
        let now = Instant::now();
        let mut open = self.lock();
        let late: Vec<(u64, &str)> = open
            .links
            .values()
            .filter_map(|link| Some((link.number, link.lateness(&self.limits, now)?)))
            .collect();
        for (number, why) in late {
            open.cut(number, why);
        }
    }

    /// Waits until all have gone.
    pub(crate) async fn until_none(&self) {
        loop {
            let gone = self.gone.notified();
            tokio::pin!(gone);
            gone.as_mut().enable();
            if self.count() == 0 {
                return;
            }
            gone.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn add(&mut self, key: Option<IpAddr>) -> Arc<Link> {
        self.last += 1;
        let link = Arc::new(Link {
            number: self.last,
            key,
            socket: OnceLock::new(),
            phase: Mutex::new(Phase::Head(Instant::now())),
            why: Mutex::default(),
            cut: Notify::new(),
        });
        self.links.insert(self.last, Arc::clone(&link));
        if let Some(key) = key {
            *self.by_key.entry(key).or_default() += 1;
        }
        link
    }

    fn cut_longest_silent(&mut self, grace: Duration, is_meant: impl Fn(&Link) -> bool) -> bool {
        let now = Instant::now();
        let silent = self.links.values().filter(|link| is_meant(link));
        let silent = silent.filter_map(|link| Some((link.silent_since(grace, now)?, link.number)));
        let Some((_, longest)) = silent.min() else { return false };
        self.cut(longest, "others needed its place");
        true
    }

    /// Cuts a connection. It is counted no more from now on, though it takes a moment to go.
    fn cut(&mut self, number: u64, why: &'static str) {
        if let Some(link) = self.remove(number) {
            *link.why.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
            link.cut.notify_one();
        }
    }

    fn remove(&mut self, number: u64) -> Option<Arc<Link>> {
        let link = self.links.remove(&number)?;
        if let Some(key) = link.key
            && let Some(count) = self.by_key.get_mut(&key)
        {
            *count -= 1;
            if *count == 0 {
                self.by_key.remove(&key);
            }
        }
        Some(link)
    }
}

impl Link {
    /// It is a socket of this visitor's from now on.
    pub(crate) fn belongs_to(&self, visitor: IpAddr) {
        let _ = self.socket.set(visitor);
    }

    /// Whose it is, if that is known.
    fn visitor(&self) -> Option<IpAddr> {
        self.key.or_else(|| self.socket.get().copied())
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request has begun to be answered.
    fn begin(&self) {
        *self.phase() = Phase::Busy;
    }

    /// Its answer is on its way.
    fn end(&self) {
        *self.phase() = Phase::Idle(Instant::now());
    }

    /// Bytes have come.
    fn note_request(&self) {
        let mut phase = self.phase();
        if matches!(*phase, Phase::Idle(_)) {
            *phase = Phase::Head(Instant::now());
        }
    }

    /// Since when it could make room for another, if it could.
    fn silent_since(&self, grace: Duration, now: Instant) -> Option<Instant> {
        match *self.phase() {
            Phase::Head(since) => (now.duration_since(since) >= grace).then_some(since),
            Phase::Idle(since) => Some(since),
            Phase::Busy => None,
        }
    }

    /// What it takes too long with, if it does.
    fn lateness(&self, limits: &Limits, now: Instant) -> Option<&'static str> {
        match *self.phase() {
            Phase::Head(since) if now.duration_since(since) >= limits.head => {
                Some("the head of a request took too long")
            }
            Phase::Idle(since) if now.duration_since(since) >= limits.keep_alive => {
                Some("no further request came")
            }
            _ => None,
        }
    }

    /// Waits until it is cut; why.
    async fn until_cut(&self) -> &'static str {
        self.cut.notified().await;
        self.why.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or("it was cut")
    }
}

impl Slot {
    fn link(&self) -> &Arc<Link> {
        &self.link
    }

    /// Bytes have come; how long it is until more are read.
    fn note_bytes(&self, bytes: usize) -> Duration {
        self.link.note_request();
        let visitor = self.link.visitor();
        visitor.map_or(Duration::ZERO, |visitor| self.all.pace.count(visitor, Pace::cost(bytes)))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.all.lock().remove(self.link.number);
        self.all.gone.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn connections(most: usize, per_address: usize) -> Arc<Connections> {
        Connections::new(
            Limits {
                connections: most,
                connections_per_address: per_address,
                sockets_per_address: 0,
                ..Limits::default()
            },
            Arc::new(Pace::new(300)),
        )
    }

    #[tokio::test(start_paused = true)]
    async fn the_longest_silent_goes_first_and_who_is_answered_stays() {
        let all = connections(3, 100);
        let busy = all.seat(Some(address(1))).unwrap();
        busy.link().begin();
        let mut slots = Vec::new();
        for last in 2..4 {
            tokio::time::advance(Duration::from_secs(1)).await;
            slots.push(all.seat(Some(address(last))).unwrap());
        }
        let fourth = all.seat(Some(address(4))).unwrap();
        assert_eq!(slots[0].link().until_cut().await, "others needed its place");
        assert_eq!(all.count(), 3);
        for slot in &slots {
            slot.link().begin();
        }
        assert_eq!(
            all.seat(Some(address(5))).unwrap_err(),
            Full::Server,
            "a request may be on its way at the fourth"
        );
        tokio::time::advance(Duration::from_millis(250)).await;
        let fifth = all.seat(Some(address(5))).unwrap();
        assert_eq!(fourth.link().until_cut().await, "others needed its place");
        fifth.link().begin();
        assert_eq!(all.seat(Some(address(6))).unwrap_err(), Full::Server);
        slots[1].link().end();
        assert!(all.seat(Some(address(6))).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_has_its_own_cap_and_a_proxy_none() {
        let all = connections(1000, 64);
        let mut slots: Vec<Slot> = (0..64).map(|_| all.seat(Some(address(1))).unwrap()).collect();
        for slot in &slots {
            slot.link().begin();
        }
        assert_eq!(all.seat(Some(address(1))).unwrap_err(), Full::Address);
        assert!(all.seat(Some(address(2))).is_ok());
        slots.pop();
        slots.push(all.seat(Some(address(1))).unwrap());
        slots.extend((0..200).map(|_| all.seat(None).unwrap()));
        assert_eq!(all.count(), 264);
    }

    #[tokio::test(start_paused = true)]
    async fn heads_and_next_requests_have_their_time() {
        let all = connections(10, 10);
        let (fresh, kept) = (all.seat(None).unwrap(), all.seat(None).unwrap());
        kept.link().begin();
        tokio::time::advance(Duration::from_secs(9)).await;
        all.cut_late();
        assert_eq!(all.count(), 2);
        tokio::time::advance(Duration::from_secs(1)).await;
        all.cut_late();
        assert_eq!(fresh.link().until_cut().await, "the head of a request took too long");
        kept.link().end();
        tokio::time::advance(Duration::from_secs(74)).await;
        all.cut_late();
        assert_eq!(all.count(), 1);
        // A byte a minute is not another request.
        kept.link().note_request();
        tokio::time::advance(Duration::from_secs(5)).await;
        kept.link().note_request();
        tokio::time::advance(Duration::from_secs(5)).await;
        all.cut_late();
        assert_eq!(kept.link().until_cut().await, "the head of a request took too long");
        drop((fresh, kept));
        all.until_none().await;
    }
}
