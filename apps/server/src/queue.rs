//! The queue of work for bots' threads: whose turn it is.
//!
//! Bots of live games come before hints, hints before insight. Within each, visitors take turns, and the tables of a visitor do:
//! a client that asks for six hundred hints delays only itself. A thread is always left for bots, and one more for hints, so that neither
//! waits for what is less urgent. No visitor has all threads: bots that think for long at its tables leave half of them to the
//! bots of others. What can wait is bounded; a client that finds no room learns when to come back.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;
use std::time::Duration;

use crate::refusal::Refusal;

/// How urgent something is, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// A bot's move at a table.
    Live,
    /// A bot's advice.
    Hint,
    /// What a position is worth.
    Insight,
}

impl Lane {
    const ALL: [Lane; 3] = [Lane::Live, Lane::Hint, Lane::Insight];

    /// How many wait at most: of one visitor, and of all. Live games are as many as there are tables.
    fn most_waiting(self) -> (usize, usize) {
        match self {
            Lane::Live => (usize::MAX, usize::MAX),
            Lane::Hint => (16, 256),
            Lane::Insight => (4, 32),
        }
    }

    /// How many of so many threads may be at work for it or for what is less urgent.
    fn most_working(self, threads: usize) -> usize {
        match self {
            Lane::Live => threads,
            Lane::Hint => threads.saturating_sub(1).max(1),
            // Each of them uses all cores.
            Lane::Insight => threads.saturating_sub(2).clamp(1, 2),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Lane::Live => "bots' moves",
            Lane::Hint => "hints",
            Lane::Insight => "insights",
        }
    }
}

/// Who asks: from where, if that is known, and for which table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asker {
    pub(crate) lane: Lane,
    pub(crate) visitor: Option<IpAddr>,
    pub(crate) table: String,
}

/// What was handed in, to be found again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    asker: Asker,
    number: u64,
}

/// What waits and what is worked at.
pub(crate) struct WorkQueue<T> {
    lanes: [ByVisitor<T>; 3],
    working: [usize; 3],
    /// The same by visitor, for those who have any.
    by_visitor: HashMap<Option<IpAddr>, [usize; 3]>,
    threads: usize,
    numbers: u64,
}

/// What is being worked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Begun {
    lane: Lane,
    visitor: Option<IpAddr>,
}

type ByVisitor<T> = Turns<Option<IpAddr>, ByTable<T>>;
type ByTable<T> = Turns<String, VecDeque<(u64, T)>>;

impl<T> WorkQueue<T> {
    /// A queue of so many threads.
    pub(crate) fn new(threads: usize) -> WorkQueue<T> {
        let lanes = Lane::ALL.map(|_| Turns::default());
        WorkQueue { lanes, working: [0; 3], by_visitor: HashMap::new(), threads, numbers: 0 }
    }

    /// Adds a job. `cost`, the most it takes, makes the waiting time that a refusal names.
    pub(crate) fn add(&mut self, asker: Asker, each: Duration, job: T) -> Result<Ticket, Refusal> {
        self.check_room(&asker, each)?;
        self.numbers += 1;
        let own = self.lanes[asker.lane as usize].of(asker.visitor).of(asker.table.clone());
        own.push_back((self.numbers, job));
        Ok(Ticket { asker, number: self.numbers })
    }

    fn check_room(&self, asker: &Asker, each: Duration) -> Result<(), Refusal> {
        let lane = &self.lanes[asker.lane as usize];
        let own = lane.queues.get(&asker.visitor).map_or(0, Queue::len);
        let (most_own, most) = asker.lane.most_waiting();
        let (waiting, whose) = match (own >= most_own, lane.len()) {
            (true, _) => (own, "of yours"),
            (false, all) if all >= most => (all, "of all visitors"),
            _ => return Ok(()),
        };
        let threads = asker.lane.most_working(self.threads) as u64;
        let seconds = (waiting as u64 * each.as_secs()).div_ceil(threads);
        Err(Refusal::busy(&format!("{waiting} {} {whose} are waiting", asker.lane.words()), seconds))
    }

    /// What is begun now, if a thread may.
    pub(crate) fn next(&mut self) -> Option<(Begun, T)> {
        for lane in Lane::ALL {
            let at_work: usize = self.working[lane as usize..].iter().sum();
            if at_work >= lane.most_working(self.threads) {
                return None;
            }
            let (own, threads) = (&self.by_visitor, self.threads);
            let may =
                |visitor: &Option<IpAddr>| own.get(visitor).is_none_or(|own| has_share(*own, lane, threads));
            if let Some((visitor, (_, job))) = self.lanes[lane as usize].take_of(may) {
                self.working[lane as usize] += 1;
                self.by_visitor.entry(visitor).or_default()[lane as usize] += 1;
                return Some((Begun { lane, visitor }, job));
            }
        }
        None
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lanes.iter().map(Queue::len).sum()
    }

    /// A thread is free again.
    pub(crate) fn done(&mut self, Begun { lane, visitor }: Begun) {
        self.working[lane as usize] -= 1;
        if let Some(own) = self.by_visitor.get_mut(&visitor) {
            own[lane as usize] -= 1;
            if *own == [0; 3] {
                self.by_visitor.remove(&visitor);
            }
        }
    }

    /// Takes back what nobody waits for any more, if it was not begun.
    pub(crate) fn forget(&mut self, Ticket { asker, number }: &Ticket) {
        let lane = &mut self.lanes[asker.lane as usize];
        let Some(tables) = lane.queues.get_mut(&asker.visitor) else { return };
        let Some(jobs) = tables.queues.get_mut(&asker.table) else { return };
        jobs.retain(|(other, _)| other != number);
        tables.drop_empty(&asker.table);
        lane.drop_empty(&asker.visitor);
    }
}

/// May a visitor who has so much at work have more of this? Of a few threads one is left to others, and half of them to
/// others' bots. What takes longest, insight and reviews, has half of its threads for one visitor.
fn has_share(own: [usize; 3], lane: Lane, threads: usize) -> bool {
    let of_all = if threads > 2 { threads - 1 } else { threads };
    let of_lane = match lane {
        Lane::Live => threads.div_ceil(2),
        Lane::Hint => threads,
        Lane::Insight => lane.most_working(threads).div_ceil(2),
    };
    own.iter().sum::<usize>() < of_all && own[lane as usize] < of_lane
}

/// Something that is taken from.
trait Queue: Default {
    type Item;

    fn take(&mut self) -> Option<Self::Item>;

    fn len(&self) -> usize;
}

impl<T> Queue for VecDeque<T> {
    type Item = T;

    fn take(&mut self) -> Option<T> {
        self.pop_front()
    }

    fn len(&self) -> usize {
        VecDeque::len(self)
    }
}

/// Queues that take turns: one of this, one of that. None of them is empty.
struct Turns<K, Q> {
    queues: HashMap<K, Q>,
    order: VecDeque<K>,
}

impl<K, Q> Default for Turns<K, Q> {
    fn default() -> Turns<K, Q> {
        Turns { queues: HashMap::new(), order: VecDeque::new() }
    }
}

impl<K: Clone + Eq + Hash, Q: Queue> Turns<K, Q> {
    /// The queue of this key; a new one has its turn after all others.
    fn of(&mut self, key: K) -> &mut Q {
        if !self.queues.contains_key(&key) {
            self.order.push_back(key.clone());
        }
        self.queues.entry(key).or_default()
    }

    /// Takes from the next queue whose key may have a turn.
    fn take_of(&mut self, may: impl Fn(&K) -> bool) -> Option<(K, Q::Item)> {
        let place = self.order.iter().position(may)?;
        let key = self.order.remove(place)?;
        let queue = self.queues.get_mut(&key)?;
        let item = queue.take()?;
        if queue.len() == 0 {
            self.queues.remove(&key);
        } else {
            self.order.push_back(key.clone());
        }
        Some((key, item))
    }

    fn drop_empty(&mut self, key: &K) {
        if self.queues.get(key).is_some_and(|queue| queue.len() == 0) {
            self.queues.remove(key);
            self.order.retain(|other| other != key);
        }
    }
}

impl<K: Clone + Eq + Hash, Q: Queue> Queue for Turns<K, Q> {
    type Item = Q::Item;

    fn take(&mut self) -> Option<Q::Item> {
        self.take_of(|_| true).map(|(_, item)| item)
    }

    fn len(&self) -> usize {
        self.queues.values().map(Queue::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EACH: Duration = Duration::from_secs(5);

    fn asker(lane: Lane, visitor: u8, table: &str) -> Asker {
        Asker { lane, visitor: Some(IpAddr::from([10, 0, 0, visitor])), table: table.to_owned() }
    }

    /// Takes all that is left, each job done before the next is begun.
    fn order(queue: &mut WorkQueue<&'static str>) -> Vec<&'static str> {
        let mut taken = Vec::new();
        while let Some((begun, job)) = queue.next() {
            taken.push(job);
            queue.done(begun);
        }
        taken
    }

    #[test]
    fn bots_come_first_then_hints_then_insight() {
        let mut queue = WorkQueue::new(1);
        for (lane, job) in [(Lane::Insight, "insight"), (Lane::Hint, "hint"), (Lane::Live, "bot")] {
            queue.add(asker(lane, 1, "t"), EACH, job).unwrap();
        }
        assert_eq!(order(&mut queue), ["bot", "hint", "insight"]);
    }

    #[test]
    fn visitors_take_turns_and_so_do_their_tables() {
        let mut queue = WorkQueue::new(1);
        let jobs = [
            (1, "a", "1a"),
            (1, "a", "1a'"),
            (1, "a", "1a''"),
            (1, "b", "1b"),
            (2, "c", "2c"),
            (2, "c", "2c'"),
        ];
        for (visitor, table, job) in jobs {
            queue.add(asker(Lane::Hint, visitor, table), EACH, job).unwrap();
        }
        assert_eq!(order(&mut queue), ["1a", "2c", "1b", "2c'", "1a'", "1a''"]);
    }

    #[test]
    fn six_hundred_hints_of_one_visitor_are_bounded_and_cost_another_one_turn() {
        let mut queue = WorkQueue::new(1);
        let refused: Vec<Refusal> =
            (0..600).filter_map(|_| queue.add(asker(Lane::Hint, 1, "t"), EACH, "his").err()).collect();
        let why = "16 hints of yours are waiting; ask again in 80 s";
        assert_eq!((refused.len(), refused[0].why.as_str(), refused[0].after), (584, why, Some(80)));
        queue.add(asker(Lane::Hint, 2, "u"), EACH, "hers").unwrap();
        queue.add(asker(Lane::Live, 2, "u"), EACH, "her bot").unwrap();
        assert_eq!(order(&mut queue)[..3], ["her bot", "his", "hers"]);
    }

    #[test]
    fn all_visitors_together_are_bounded_too() {
        let mut queue = WorkQueue::new(4);
        let taken = (0..=255).map(|visitor| queue.add(asker(Lane::Insight, visitor, "t"), EACH, "it"));
        let refused: Vec<Refusal> = taken.filter_map(Result::err).collect();
        let why = "32 insights of all visitors are waiting; ask again in 80 s";
        assert_eq!((refused.len(), refused[0].why.as_str()), (256 - 32, why));
    }

    #[test]
    fn a_thread_is_left_for_what_is_more_urgent() {
        let mut queue = WorkQueue::new(4);
        for visitor in 0..4 {
            queue.add(asker(Lane::Insight, visitor, "t"), EACH, "insight").unwrap();
            queue.add(asker(Lane::Hint, visitor, "t"), EACH, "hint").unwrap();
        }
        let mut hints = Vec::new();
        let mut begun = |queue: &mut WorkQueue<&'static str>| {
            let (begun, job) = queue.next()?;
            hints.extend((begun.lane == Lane::Hint).then_some(begun));
            Some(job)
        };
        assert_eq!([(); 4].map(|()| begun(&mut queue)), [Some("hint"), Some("hint"), Some("hint"), None]);
        queue.add(asker(Lane::Live, 9, "u"), EACH, "bot").unwrap();
        assert_eq!([begun(&mut queue), begun(&mut queue)], [Some("bot"), None]);
        let hint = |visitor| Begun { lane: Lane::Hint, visitor: asker(Lane::Hint, visitor, "t").visitor };
        queue.done(hint(0));
        assert_eq!([begun(&mut queue), begun(&mut queue)], [Some("hint"), None]);
        for visitor in 1..4 {
            queue.done(hint(visitor));
        }
        assert_eq!([(); 3].map(|()| begun(&mut queue)), [Some("insight"), Some("insight"), None]);
        assert_eq!(hints, [0, 1, 2, 3].map(hint));
    }

    #[test]
    fn bots_that_think_for_long_at_one_visitors_tables_keep_nobody_elses_waiting() {
        let mut queue = WorkQueue::new(4);
        for number in 0..100 {
            queue.add(asker(Lane::Live, 1, &format!("his {number}")), EACH, "his bot").unwrap();
            let _ = queue.add(asker(Lane::Hint, 1, "his"), EACH, "his hint");
        }
        let begun = |queue: &mut WorkQueue<&'static str>| queue.next().map(|(_, job)| job);
        let his = [Some("his bot"), Some("his bot"), Some("his hint"), None];
        assert_eq!([(); 4].map(|()| begun(&mut queue)), his);
        queue.add(asker(Lane::Live, 2, "hers"), EACH, "her bot").unwrap();
        assert_eq!([begun(&mut queue), begun(&mut queue)], [Some("her bot"), None]);
    }

    #[test]
    fn reviews_of_one_visitor_leave_room_for_others_insight() {
        let mut queue = WorkQueue::new(4);
        for number in 0..4 {
            queue.add(asker(Lane::Insight, 1, &format!("review {number}")), EACH, "his review").unwrap();
        }
        let begun = |queue: &mut WorkQueue<&'static str>| queue.next().map(|(_, job)| job);
        assert_eq!([begun(&mut queue), begun(&mut queue)], [Some("his review"), None]);
        queue.add(asker(Lane::Insight, 2, "hers"), EACH, "her insight").unwrap();
        assert_eq!([begun(&mut queue), begun(&mut queue)], [Some("her insight"), None]);
    }

    #[test]
    fn what_nobody_waits_for_gives_its_room_back() {
        let mut queue = WorkQueue::new(1);
        let tickets: Vec<Ticket> =
            (0..16).map(|_| queue.add(asker(Lane::Hint, 1, "t"), EACH, "old").unwrap()).collect();
        for ticket in &tickets {
            queue.forget(ticket);
        }
        queue.add(asker(Lane::Hint, 1, "t"), EACH, "new").unwrap();
        queue.forget(&tickets[0]);
        assert_eq!(order(&mut queue), ["new"]);
    }
}
