//! Bots think here, on a few threads of their own: a server with many tables never waits for them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tercet_catalog::{Advice, Thinker};
use tokio::sync::oneshot;

/// How long a bot may think before another plays for it.
pub(crate) const BUDGET: Duration = Duration::from_secs(10);

/// The threads and what waits for them.
#[derive(Clone)]
pub(crate) struct Thinkers {
    desk: Arc<Desk>,
}

#[derive(Default)]
struct Desk {
    waiting: Mutex<(VecDeque<Job>, bool)>,
    bell: Condvar,
}

struct Job {
    thinker: Thinker,
    done: oneshot::Sender<Thought>,
}

/// What came of thinking.
#[derive(Debug)]
pub(crate) enum Thought {
    /// The bot's answer; `None` where it leaves it to others.
    Answer(Option<Advice>),
    /// The bot failed or took too long.
    Failed(&'static str),
}

impl Thinkers {
    /// Starts so many threads.
    pub(crate) fn start(threads: usize) -> std::io::Result<Thinkers> {
        let desk = Arc::new(Desk::default());
        for number in 0..threads.max(1) {
            let desk = Arc::clone(&desk);
            thread::Builder::new().name(format!("thinker-{number}")).spawn(move || work(&desk))?;
        }
        Ok(Thinkers { desk })
    }

    /// Lets a bot think, within its budget. A bot that nobody waits for any more does not begin.
    pub(crate) async fn think(&self, thinker: Thinker) -> Thought {
        let (done, answer) = oneshot::channel();
        self.desk.lock().0.push_back(Job { thinker, done });
        self.desk.bell.notify_one();
        match tokio::time::timeout(BUDGET, answer).await {
            Ok(Ok(thought)) => thought,
            Ok(Err(_)) => Thought::Failed("nobody is there to think"),
            Err(_) => Thought::Failed("it took too long"),
        }
    }

    /// Lets the threads go home.
    pub(crate) fn stop(&self) {
        self.desk.lock().1 = true;
        self.desk.bell.notify_all();
    }
}

impl Desk {
    fn lock(&self) -> std::sync::MutexGuard<'_, (VecDeque<Job>, bool)> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
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
    while let Some(Job { thinker, done }) = desk.next() {
        if done.is_closed() {
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

    #[tokio::test]
    async fn a_bot_that_panics_takes_nobody_with_it() {
        let thinkers = Thinkers::start(1).unwrap();
        let failed = thinkers.think(Box::new(|| panic!("on purpose"))).await;
        assert!(matches!(failed, Thought::Failed("it panicked")), "{failed:?}");
        let silent = thinkers.think(Box::new(|| None)).await;
        assert!(matches!(silent, Thought::Answer(None)), "{silent:?}");
        thinkers.stop();
    }
}
