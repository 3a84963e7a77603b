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
    /// Connections at once. Fewer where the system lets the program open fewer files.
    pub connections: usize,
    /// Connections of one address at once; never fewer than its sockets need.
    pub connections_per_address: usize,
    /// How many requests and messages of one address are listened to in a second. Four seconds' worth may come at once.
    pub rate: u32,
    /// How long the head of a request may take, from its first byte or from connecting.
    pub head: Duration,
    /// How long a new connection is left alone before it may have to make room for another: its request is on its way.
    pub grace: Duration,
    /// How long the body of a request may take.
    pub body: Duration,
    /// How long a connection may wait for its next request. Longer than a proxy's own (nginx: 60 s), so that no request
    /// meets a connection that is being closed.
    pub keep_alive: Duration,
    /// How long an answer may wait for somebody to read on.
    pub unread: Duration,
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
    /// Tokens of the server that one address tries in a minute.
    pub entries_a_minute: usize,
    /// Wrong tokens of the server, its owner or its agents that one address sends with requests in a minute.
    pub wrong_tokens_a_minute: usize,
    /// KiB of new tables that an address may have kept in a minute: what they are asked to be stays on disk.
    pub kept_kib_a_minute: usize,
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
            connections: 20_000,
            connections_per_address: 512,
            rate: 300,
            head: Duration::from_secs(10),
            grace: Duration::from_millis(250),
            body: Duration::from_secs(20),
            keep_alive: Duration::from_secs(75),
            unread: Duration::from_secs(20),
            sockets_per_address: 256,
            new_tables_a_minute: 120,
            joins_a_minute: 120,
            hints_a_minute: 600,
            imports_a_minute: 60,
            exports_a_minute: 12,
            studies_a_minute: 240,
            entries_a_minute: 20,
            wrong_tokens_a_minute: 60,
            kept_kib_a_minute: 1024,
            patience: MINUTE,
            ping: Duration::from_secs(20),
            silence: MINUTE,
        }
    }
}

/// How many refusals are logged in a minute; the metrics count them all.
const LINES_A_MINUTE: usize = 600;

const MINUTE: Duration = Duration::from_mins(1);

/// What is counted by the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitedAction {
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
    /// Statistics of many games of the archive.
    Study,
    /// To be let in by a token.
    Enter,
    /// A request with a token that opens nothing.
    WrongToken,
    /// A KiB of what a new table was asked to be, which is kept.
    Keep,
}

impl LimitedAction {
    /// The last of the list.
    const LAST: LimitedAction = LimitedAction::Keep;
    const COUNT: usize = LimitedAction::LAST as usize + 1;

    fn most(self, limits: &Limits) -> usize {
        match self {
            LimitedAction::Table => limits.new_tables_a_minute,
            LimitedAction::Join => limits.joins_a_minute,
            LimitedAction::Hint => limits.hints_a_minute,
            LimitedAction::Import => limits.imports_a_minute,
            LimitedAction::Export => limits.exports_a_minute,
            LimitedAction::Study => limits.studies_a_minute,
            LimitedAction::Enter => limits.entries_a_minute,
            LimitedAction::WrongToken => limits.wrong_tokens_a_minute,
            LimitedAction::Keep => limits.kept_kib_a_minute,
        }
    }

    fn refusal(self, most: usize) -> Refusal {
        let [does, things] = self.words();
        Refusal::new("limit", format!("an address may {does} {most} {things} a minute; wait a moment"))
    }

    /// What is done, and with what.
    fn words(self) -> [&'static str; 2] {
        match self {
            LimitedAction::Table => ["make", "tables"],
            LimitedAction::Join => ["sit down at", "tables"],
            LimitedAction::Hint => ["ask for", "hints"],
            LimitedAction::Import => ["import", "records"],
            LimitedAction::Export => ["ask for", "exports"],
            LimitedAction::Study => ["ask for", "statistics"],
            LimitedAction::Enter => ["try", "tokens"],
            LimitedAction::WrongToken => ["send", "wrong tokens"],
            LimitedAction::Keep => ["have tables made with", "KiB of options, deals and openings"],
        }
    }
}

/// What limits count for one: an address of IPv4, or the /64 network that one customer of IPv6 has.
pub(crate) fn limit_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The most keys that are counted apart; those that come after share one count.
const MOST_KEYS: usize = 20_000;

/// What keys share that there is no room for.
const OTHERS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED);

/// Counts what each address asks for.
#[derive(Debug)]
pub(crate) struct Limiter {
    limits: Limits,
    counts: Arc<Mutex<Counts>>,
    /// Lines about refusals.
    lines: Lines,
}

/// Lines of the log that strangers bring about: whoever is refused a lot must not fill the disk.
#[derive(Debug)]
pub(crate) struct Lines(Mutex<Bucket>);

impl Default for Lines {
    fn default() -> Lines {
        Lines(Mutex::new(Bucket::new(Instant::now())))
    }
}

impl Lines {
    /// May another be written?
    pub(crate) fn has_room(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).takes(LINES_A_MINUTE, Instant::now())
    }
}

#[derive(Debug, Default)]
struct Counts {
    by_key: HashMap<IpAddr, Count>,
    /// When keys that ask for nothing any more were last forgotten.
    swept: Option<Instant>,
}

impl Counts {
    /// The count of a key, and the key that it is kept under.
    fn of(&mut self, key: IpAddr, now: Instant) -> (IpAddr, &mut Count) {
        let is_full = self.by_key.len() >= MOST_KEYS && !self.by_key.contains_key(&key);
        if is_full && self.swept.is_none_or(|swept| now.duration_since(swept) > SWEEP) {
            self.swept = Some(now);
            let is_recent = |bucket: &Bucket| now.duration_since(bucket.seen) < MINUTE;
            self.by_key.retain(|_, count| count.sockets > 0 || count.actions.iter().any(is_recent));
        }
        let key = if is_full && self.by_key.len() >= MOST_KEYS { OTHERS } else { key };
        let fresh = || Count { sockets: 0, actions: [Bucket::new(now); LimitedAction::COUNT] };
        (key, self.by_key.entry(key).or_insert_with(fresh))
    }
}

/// How often keys are forgotten at most: it looks at all of them.
const SWEEP: Duration = Duration::from_secs(1);

#[derive(Debug)]
struct Count {
    sockets: usize,
    actions: [Bucket; LimitedAction::COUNT],
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
        self.takes_some(1, most, now)
    }

    fn takes_some(&mut self, some: usize, most: usize, now: Instant) -> bool {
        let forgotten = now.duration_since(self.seen).as_secs_f64() / MINUTE.as_secs_f64() * most as f64;
        (self.level, self.seen) = ((self.level - forgotten).max(0.0), now);
        let has_room = self.level + some as f64 <= most as f64;
        self.level += if has_room { some as f64 } else { 0.0 };
        has_room
    }
}

/// A socket that is counted for as long as this lives.
#[derive(Debug)]
pub(crate) struct Place {
    address: IpAddr,
    key: IpAddr,
    counts: Arc<Mutex<Counts>>,
}

impl Place {
    /// Whose socket it is.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }
}

impl Limiter {
    pub(crate) fn new(limits: Limits) -> Limiter {
        Limiter { limits, counts: Arc::default(), lines: Lines::default() }
    }

    /// The limits.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts a socket.
    pub(crate) fn socket(&self, address: IpAddr) -> Result<Place, Refusal> {
        let most = self.limits.sockets_per_address;
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let (key, count) = counts.of(limit_key(address), Instant::now());
        if count.sockets >= most {
            return Err(Refusal::new("limit", format!("an address may have {most} sockets")));
        }
        count.sockets += 1;
        Ok(Place { address, key, counts: Arc::clone(&self.counts) })
    }

    /// May another refusal be logged?
    pub(crate) fn is_worth_a_line(&self) -> bool {
        self.lines.has_room()
    }

    /// Counts something that is asked for.
    pub(crate) fn count(&self, address: IpAddr, action: LimitedAction) -> Result<(), Refusal> {
        self.count_at(address, action, 1, Instant::now())
    }

    /// Counts so much of something together.
    pub(crate) fn count_some(
        &self,
        address: IpAddr,
        action: LimitedAction,
        some: usize,
    ) -> Result<(), Refusal> {
        self.count_at(address, action, some, Instant::now())
    }

    /// Refuses who has asked for too much of it lately; nothing is counted.
    pub(crate) fn check(&self, address: IpAddr, action: LimitedAction) -> Result<(), Refusal> {
        let (most, now) = (action.most(&self.limits), Instant::now());
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, count) = counts.of(limit_key(address), now);
        let has_room = count.actions[action as usize].clone().takes(most, now);
        if has_room { Ok(()) } else { Err(action.refusal(most)) }
    }

    fn count_at(
        &self,
        address: IpAddr,
        action: LimitedAction,
        some: usize,
        now: Instant,
    ) -> Result<(), Refusal> {
        let most = action.most(&self.limits);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, count) = counts.of(limit_key(address), now);
        if count.actions[action as usize].takes_some(some, most, now) {
            return Ok(());
        }
        Err(action.refusal(most))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.by_key.get_mut(&self.key) {
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
    fn a_network_of_ipv6_is_one_and_a_mapped_address_is_its_own() {
        let key = |text: &str| limit_key(text.parse().unwrap()).to_string();
        assert_eq!(key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(key("2001:db8:1:2:ffff::1"), "2001:db8:1:2::");
        assert_eq!(key("2001:db8:1:3::1"), "2001:db8:1:3::");
        assert_eq!(key("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(key("192.0.2.7"), "192.0.2.7");
        let limiter = Limiter::new(Limits { entries_a_minute: 1, ..Limits::default() });
        let enter = |text: &str| limiter.count(text.parse().unwrap(), LimitedAction::Enter).is_ok();
        assert!(enter("2001:db8::1") && !enter("2001:db8::2") && enter("2001:db8:0:1::2"));
    }

    #[test]
    fn a_million_addresses_take_the_room_of_some() {
        let limiter = Limiter::new(Limits { entries_a_minute: 2, ..Limits::default() });
        let now = Instant::now();
        let enter =
            |number: u32| limiter.count_at(IpAddr::V4(number.into()), LimitedAction::Enter, 1, now).is_ok();
        let taken = (1..100_000).filter(|number| enter(*number)).count();
        assert_eq!(taken, MOST_KEYS + 2, "those who came late share one count");
        assert_eq!(limiter.counts.lock().unwrap().by_key.len(), MOST_KEYS + 1);
        let later = now + Duration::from_mins(2);
        assert_eq!(limiter.count_at(IpAddr::V4(200_000.into()), LimitedAction::Enter, 1, later), Ok(()));
        assert_eq!(limiter.counts.lock().unwrap().by_key.len(), 1);
    }

    #[test]
    fn a_minutes_worth_may_come_at_once_and_comes_back_bit_by_bit() {
        let limiter = Limiter::new(Limits { hints_a_minute: 6, imports_a_minute: 1, ..Limits::default() });
        let start = Instant::now();
        let ask = |second, action| limiter.count_at(HERE, action, 1, start + Duration::from_secs(second));
        for _ in 0..6 {
            assert_eq!(ask(0, LimitedAction::Hint), Ok(()));
        }
        let why = "an address may ask for 6 hints a minute; wait a moment";
        assert_eq!(ask(0, LimitedAction::Hint), Err(Refusal::new("limit", why)));
        assert_eq!(ask(0, LimitedAction::Import), Ok(()), "each is counted apart");
        assert_eq!(ask(9, LimitedAction::Hint), Err(Refusal::new("limit", why)));
        assert_eq!(ask(10, LimitedAction::Hint), Ok(()));
        assert_eq!(ask(11, LimitedAction::Hint), Err(Refusal::new("limit", why)));
        assert_eq!(ask(600, LimitedAction::Hint), Ok(()));
    }
}
