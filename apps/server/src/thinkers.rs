//! Bots think here, on a few threads of their own: a server with many tables never waits for them. Insight into positions is
//! worked out here too. The queue decides the order.
//!
//! No bot holds a thread for longer than its budget: it is asked to stop then, and answers with the best that it
//! has found. A bot that nobody waits for any more, because its table has moved on or was let go, is stopped at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tercet_entry::{Advice, AnyGame, Thinker};
use tercet_game::Seat;
use tercet_search::Stop;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::bots;
use crate::priority::{Urgency, give_way};
use crate::queue::{Asker, Begun, Ticket, WorkQueue};
use crate::refusal::Refusal;

/// How long a bot may think about a move.
pub(crate) const BUDGET: Duration = Duration::from_secs(5);

/// How long a bot that was asked to stop may take to do so, before another plays for it.
const GRACE: Duration = Duration::from_secs(5);

/// The threads and what waits for them.
#[derive(Clone)]
pub(crate) struct BotThreads {
    room: Arc<Room>,
    budget: Duration,
}

/// Where threads wait for work.
struct Room {
    /// The queue; `None` once the threads may go home.
    queue: Mutex<Option<WorkQueue<Job>>>,
    bell: Condvar,
}

struct Job {
    stop: Stop,
    begun: oneshot::Sender<()>,
    work: Box<dyn FnOnce() + Send>,
}

/// A bot that is about to think, and the word that ends it.
pub(crate) struct Thinking {
    thinker: Thinker,
    stop: Stop,
}

impl Thinking {
    /// A bot about a game's position.
    pub(crate) fn of(game: &dyn AnyGame, bot: &str, seed: u64, seat: Seat) -> Result<Thinking, Refusal> {
        let stop = Stop::default();
        Ok(Thinking { thinker: bots::thinker(game, bot, seed, seat, &stop)?, stop })
    }
}

/// What came of thinking.
#[derive(Debug)]
pub(crate) enum Thought {
    /// The bot's answer; `None` where it leaves it to others.
    Answer(Option<Advice>),
    /// The bot failed or took too long.
    Failed(&'static str),
}

const NOBODY: &str = "nobody is there to think";

/// Work ended in a panic, which took nobody with it.
struct Panicked;

/// Work that waits for a thread or is done by one. Who drops it ends it.
struct PendingWork<T> {
    begun: oneshot::Receiver<()>,
    answer: oneshot::Receiver<Result<T, Panicked>>,
    stop: Stop,
    ticket: Ticket,
    room: Arc<Room>,
}

impl<T> Drop for PendingWork<T> {
    fn drop(&mut self) {
        self.stop.request();
        if let Some(queue) = &mut *self.room.lock() {
            queue.forget(&self.ticket);
        }
    }
}

impl BotThreads {
    /// Starts so many threads, on which each bot may think for so long.
    pub(crate) fn start(threads: usize, budget: Duration) -> std::io::Result<BotThreads> {
        let threads = threads.max(1);
        let room = Arc::new(Room { queue: Mutex::new(Some(WorkQueue::new(threads))), bell: Condvar::new() });
        for number in 0..threads {
            let room = Arc::clone(&room);
            let work = move || {
                give_way(Urgency::Soon);
                room.work();
            };
            thread::Builder::new().name(format!("thinker-{number}")).spawn(work)?;
        }
        Ok(BotThreads { room, budget })
    }

    /// Lets a bot think, within its budget. Whoever stops waiting for it ends it.
    ///
    /// # Errors
    /// `busy`, if too many wait. Bots of live games are never refused.
    pub(crate) async fn think(&self, asker: Asker, thinking: Thinking) -> Result<Thought, Refusal> {
        let mut work = self.hand_in(asker, thinking.stop, thinking.thinker)?;
        // Waiting for a thread is no thinking.
        if (&mut work.begun).await.is_err() {
            return Ok(Thought::Failed(NOBODY));
        }
        if let Ok(thought) = timeout(self.budget, &mut work.answer).await {
            return Ok(thought_of(thought));
        }
        work.stop.request();
        Ok(match timeout(GRACE, &mut work.answer).await {
            Ok(thought) => thought_of(thought),
            Err(_) => Thought::Failed("it took too long"),
        })
    }

    /// Has something worked out that keeps to a budget of its own. Whoever stops waiting for it ends it.
    ///
    /// # Errors
    /// `busy`, if too many wait; `broken`, if it failed.
    pub(crate) async fn work_out<T: Send + 'static>(
        &self,
        asker: Asker,
        stop: Stop,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let mut work = self.hand_in(asker, stop, work)?;
        let done = (&mut work.answer).await.unwrap_or(Err(Panicked));
        done.map_err(|Panicked| Refusal::new("broken", "this position could not be worked out"))
    }

    fn hand_in<T: Send + 'static>(
        &self,
        asker: Asker,
        stop: Stop,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<PendingWork<T>, Refusal> {
        let (begin, begun) = oneshot::channel();
        let (done, answer) = oneshot::channel();
        let work = Box::new(move || {
            let _ = done.send(catch_unwind(AssertUnwindSafe(work)).map_err(|_| Panicked));
        });
        let job = Job { stop: stop.clone(), begun: begin, work };
        let ticket = match &mut *self.room.lock() {
            Some(queue) => queue.add(asker, self.budget, job)?,
            None => return Err(Refusal::new("broken", NOBODY)),
        };
        self.room.bell.notify_one();
        Ok(PendingWork { begun, answer, stop, ticket, room: Arc::clone(&self.room) })
    }

    /// How many wait for a thread.
    pub(crate) fn waiting(&self) -> usize {
        self.room.lock().as_ref().map_or(0, WorkQueue::waiting)
    }

    /// Lets the threads go home. Nobody begins to think any more.
    pub(crate) fn stop(&self) {
        *self.room.lock() = None;
        self.room.bell.notify_all();
    }
}

fn thought_of(answer: Result<Result<Option<Advice>, Panicked>, oneshot::error::RecvError>) -> Thought {
    match answer {
        Ok(Ok(advice)) => Thought::Answer(advice),
        Ok(Err(Panicked)) => Thought::Failed("it panicked"),
        Err(_) => Thought::Failed(NOBODY),
    }
}

impl Room {
    fn lock(&self) -> MutexGuard<'_, Option<WorkQueue<Job>>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread is to do next; `None` when it may go home.
    fn next(&self) -> Option<(Begun, Job)> {
        let mut queue = self.lock();
        loop {
            if let Some(job) = queue.as_mut()?.next() {
                return Some(job);
            }
            queue = self.bell.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self) {
        while let Some((begun, job)) = self.next() {
            if !job.stop.is_requested() && job.begun.send(()).is_ok() {
                (job.work)();
            }
            if let Some(queue) = &mut *self.lock() {
                queue.done(begun);
            }
            // A lane that was full may have room for a thread that waits.
            self.bell.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::Lane;

    const LONG: Duration = Duration::from_hours(1);

    fn asker(lane: Lane) -> Asker {
        Asker { lane, visitor: None, table: "t".to_owned() }
    }

    fn thinking(think: impl FnOnce(&Stop) -> Option<Advice> + Send + 'static) -> Thinking {
        let stop = Stop::default();
        let word = stop.clone();
        Thinking { thinker: Box::new(move || think(&word)), stop }
    }

    /// Thinks until it is asked to stop.
    fn endless(stop: &Stop) -> Advice {
        while !stop.is_requested() {
            thread::yield_now();
        }
        Advice {
            action: "deal".to_owned(),
            delay_ms: 0,
            why: String::new(),
            measure: "",
            compared: Vec::new(),
        }
    }

    #[tokio::test]
    async fn a_bot_that_panics_takes_nobody_with_it() {
        let thinkers = BotThreads::start(1, LONG).unwrap();
        let failed = thinkers.think(asker(Lane::Live), thinking(|_| panic!("on purpose"))).await.unwrap();
        assert!(matches!(failed, Thought::Failed("it panicked")), "{failed:?}");
        let silent = thinkers.think(asker(Lane::Live), thinking(|_| None)).await.unwrap();
        assert!(matches!(silent, Thought::Answer(None)), "{silent:?}");
        thinkers.stop();
    }

    #[tokio::test]
    async fn a_bot_whose_budget_is_spent_answers_with_what_it_has() {
        let thinkers = BotThreads::start(1, Duration::from_millis(1)).unwrap();
        for _ in 0..2 {
            let thought =
                thinkers.think(asker(Lane::Live), thinking(|stop| Some(endless(stop)))).await.unwrap();
            let Thought::Answer(Some(advice)) = thought else { panic!("{thought:?}") };
            assert_eq!(advice.action, "deal");
        }
        thinkers.stop();
    }

    #[tokio::test]
    async fn a_bot_that_nobody_waits_for_leaves_its_thread() {
        let thinkers = BotThreads::start(1, LONG).unwrap();
        let (at_work, working) = oneshot::channel();
        let task = tokio::spawn({
            let thinkers = thinkers.clone();
            async move {
                let think = |stop: &Stop| {
                    let _ = at_work.send(());
                    Some(endless(stop))
                };
                thinkers.think(asker(Lane::Live), thinking(think)).await
            }
        });
        working.await.unwrap();
        task.abort();
        // There is one thread only, so this is answered once the other has left it.
        let next = thinkers.think(asker(Lane::Live), thinking(|_| None)).await.unwrap();
        assert!(matches!(next, Thought::Answer(None)), "{next:?}");
        thinkers.stop();
    }

    #[tokio::test]
    async fn six_hundred_hints_keep_no_bot_waiting() {
        let thinkers = BotThreads::start(2, LONG).unwrap();
        let (at_work, working) = oneshot::channel();
        let mut at_work = Some(at_work);
        let mut hints = tokio::task::JoinSet::new();
        for _ in 0..600 {
            let (thinkers, at_work) = (thinkers.clone(), at_work.take());
            let think = move |stop: &Stop| {
                at_work.map(|at_work| at_work.send(()));
                Some(endless(stop))
            };
            hints.spawn(async move { thinkers.think(asker(Lane::Hint), thinking(think)).await });
        }
        working.await.unwrap();
        // One hint is thought about for an hour, and sixteen wait. The others were refused.
        for _ in 0..600 - 17 {
            let refused = hints.join_next().await.unwrap().unwrap().unwrap_err();
            assert_eq!((refused.code.as_ref(), refused.after.is_some()), ("busy", true));
        }
        let bot = thinkers.think(asker(Lane::Live), thinking(|_| None)).await.unwrap();
        assert!(matches!(bot, Thought::Answer(None)), "{bot:?}");
        hints.abort_all();
        while hints.join_next().await.is_some() {}
        // Those who went away gave their room back.
        let hint = thinkers.think(asker(Lane::Hint), thinking(|_| None)).await.unwrap();
        assert!(matches!(hint, Thought::Answer(None)), "{hint:?}");
        thinkers.stop();
    }

    #[tokio::test]
    async fn what_is_worked_out_ends_with_who_asked() {
        let thinkers = BotThreads::start(1, LONG).unwrap();
        let (at_work, working) = oneshot::channel();
        let task = tokio::spawn({
            let (thinkers, stop) = (thinkers.clone(), Stop::default());
            let word = stop.clone();
            let work = move || {
                let _ = at_work.send(());
                endless(&word);
            };
            async move { thinkers.work_out(asker(Lane::Insight), stop, work).await }
        });
        working.await.unwrap();
        task.abort();
        assert_eq!(thinkers.work_out(asker(Lane::Insight), Stop::default(), || 7).await, Ok(7));
        let failed = thinkers.work_out(asker(Lane::Insight), Stop::default(), || panic!("on purpose"));
        let failed: Result<(), Refusal> = failed.await;
        assert_eq!(failed.unwrap_err().code, "broken");
        thinkers.stop();
    }
}
