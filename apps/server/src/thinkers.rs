//! Bots think here, on a few threads of their own: a server with many tables never waits for them.
//!
//! No bot holds a thread for longer than its budget: it is told to come to an end then, and answers with the best that it
//! has found. A bot that nobody waits for any more, because its table has moved on or was let go, is told so at once.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tercet_bots::BotError;
use tercet_bots::search::Stop;
use tercet_catalog::{Advice, AnyGame, Thinker};
use tercet_game::Seat;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// How long a bot may think about a move.
pub(crate) const BUDGET: Duration = Duration::from_secs(5);

/// How long a bot that was told to end may take to do so, before another plays for it.
const GRACE: Duration = Duration::from_secs(5);

/// The threads and what waits for them.
#[derive(Clone)]
pub(crate) struct Thinkers {
    desk: Arc<Desk>,
    budget: Duration,
}

#[derive(Default)]
struct Desk {
    waiting: Mutex<(VecDeque<Job>, bool)>,
    bell: Condvar,
}

struct Job {
    thinker: Thinker,
    stop: Stop,
    begun: oneshot::Sender<()>,
    done: oneshot::Sender<Thought>,
}

/// A bot that is about to think, and the word that ends it.
pub(crate) struct Thinking {
    thinker: Thinker,
    stop: Stop,
}

impl Thinking {
    /// A bot about a game's position.
    pub(crate) fn of(game: &dyn AnyGame, bot: &str, seed: u64, seat: Seat) -> Result<Thinking, BotError> {
        let stop = Stop::default();
        Ok(Thinking { thinker: game.stoppable(bot, seed, seat, &stop)?, stop })
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

/// Ends the thinking of whoever is waited for no more.
struct EndsWithMe(Stop);

impl Drop for EndsWithMe {
    fn drop(&mut self) {
        self.0.request();
    }
}

impl Thinkers {
    /// Starts so many threads, on which each bot may think for so long.
    pub(crate) fn start(threads: usize, budget: Duration) -> std::io::Result<Thinkers> {
        let desk = Arc::new(Desk::default());
        for number in 0..threads.max(1) {
            let desk = Arc::clone(&desk);
            thread::Builder::new().name(format!("thinker-{number}")).spawn(move || work(&desk))?;
        }
        Ok(Thinkers { desk, budget })
    }

    /// Lets a bot think, within its budget. Whoever stops waiting for it ends it.
    pub(crate) async fn think(&self, Thinking { thinker, stop }: Thinking) -> Thought {
        let (begun, beginning) = oneshot::channel();
        let (done, mut answer) = oneshot::channel();
        let word = EndsWithMe(stop.clone());
        self.desk.add(Job { thinker, stop, begun, done });
        let nobody = Thought::Failed("nobody is there to think");
        // Waiting for a thread is no thinking.
        if beginning.await.is_err() {
            return nobody;
        }
        if let Ok(thought) = timeout(self.budget, &mut answer).await {
            return thought.unwrap_or(nobody);
        }
        word.0.request();
        match timeout(GRACE, answer).await {
            Ok(thought) => thought.unwrap_or(nobody),
            Err(_) => Thought::Failed("it took too long"),
        }
    }

    /// How many wait for a thread.
    pub(crate) fn waiting(&self) -> usize {
        self.desk.lock().0.len()
    }

    /// Lets the threads go home. Nobody begins to think any more.
    pub(crate) fn stop(&self) {
        let mut waiting = self.desk.lock();
        waiting.0.clear();
        waiting.1 = true;
        self.desk.bell.notify_all();
    }
}

impl Desk {
    fn lock(&self) -> std::sync::MutexGuard<'_, (VecDeque<Job>, bool)> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, job: Job) {
        let mut waiting = self.lock();
        if !waiting.1 {
            waiting.0.push_back(job);
            self.bell.notify_one();
        }
    }

    fn next(&self) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            if waiting.1 {
                return None;
            }
            if let Some(job) = waiting.0.pop_front() {
                return Some(job);
            }
            waiting = self.bell.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn work(desk: &Desk) {
    while let Some(Job { thinker, stop, begun, done }) = desk.next() {
        if stop.is_requested() || begun.send(()).is_err() {
            continue;
        }
        let thought = match catch_unwind(AssertUnwindSafe(thinker)) {
            Ok(advice) => Thought::Answer(advice),
            Err(_) => Thought::Failed("it panicked"),
        };
        let _ = done.send(thought);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    fn thinking(think: impl FnOnce(&Stop) -> Option<Advice> + Send + 'static) -> Thinking {
        let stop = Stop::default();
        let word = stop.clone();
        Thinking { thinker: Box::new(move || think(&word)), stop }
    }

    /// Thinks until it is told to end.
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
        let thinkers = Thinkers::start(1, LONG).unwrap();
        let failed = thinkers.think(thinking(|_| panic!("on purpose"))).await;
        assert!(matches!(failed, Thought::Failed("it panicked")), "{failed:?}");
        let silent = thinkers.think(thinking(|_| None)).await;
        assert!(matches!(silent, Thought::Answer(None)), "{silent:?}");
        thinkers.stop();
    }

    #[tokio::test]
    async fn a_bot_whose_budget_is_spent_answers_with_what_it_has() {
        let thinkers = Thinkers::start(1, Duration::from_millis(1)).unwrap();
        for _ in 0..2 {
            let thought = thinkers.think(thinking(|stop| Some(endless(stop)))).await;
            let Thought::Answer(Some(advice)) = thought else { panic!("{thought:?}") };
            assert_eq!(advice.action, "deal");
        }
        thinkers.stop();
    }

    #[tokio::test]
    async fn a_bot_that_nobody_waits_for_leaves_its_thread() {
        let thinkers = Thinkers::start(1, LONG).unwrap();
        let (at_work, working) = oneshot::channel();
        let task = tokio::spawn({
            let thinkers = thinkers.clone();
            async move {
                let think = |stop: &Stop| {
                    let _ = at_work.send(());
                    Some(endless(stop))
                };
                thinkers.think(thinking(think)).await
            }
        });
        working.await.unwrap();
        task.abort();
        // There is one thread only, so this is answered once the other has left it.
        let next = thinkers.think(thinking(|_| None)).await;
        assert!(matches!(next, Thought::Answer(None)), "{next:?}");
        thinkers.stop();
    }
}
