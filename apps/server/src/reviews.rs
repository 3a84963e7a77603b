//! Reviews of games that are over: worked out where insight is, one at a time for each game, and kept in the archive. A
//! request waits for a moment and is answered with the progress; a review goes on without a waiting client, which will ask again.
//! Games that are still played have no number in the archive, so there is no review of them.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tercet_catalog::games;
use tercet_entry::{REVIEW_VERSION, ReviewError, ReviewOptions};
use tercet_game::{Record, Seat};
use tercet_search::Stop;
use tercet_store::{Archive, ReviewFacts};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::heavy::heavy;
use crate::queue::Asker;
use crate::refusal::Refusal;
use crate::shares::{self, asked_by};
use crate::tables::Tables;

/// How long a request waits before it is answered with the progress.
const PATIENCE: Duration = Duration::from_millis(1500);

/// How long a review is worked at, at most.
const BUDGET: Duration = Duration::from_mins(2);

/// How many reviews are under way or waiting, at most.
const AT_ONCE: usize = 16;

/// How many games are remembered whose review took too long, and until when: the machine may have more time then.
const TOO_LONG: usize = 256;
const REMEMBERED: Duration = Duration::from_hours(1);

/// The reviews that are under way.
#[derive(Default)]
pub(crate) struct Reviews {
    under_way: Arc<Mutex<HashMap<i64, Arc<RunningReview>>>>,
    /// Games whose review took too long, the newest last: another try would take as long.
    too_long: Arc<Mutex<TooLong>>,
}

type TooLong = VecDeque<(i64, Refusal, Instant)>;

/// A review that is being worked out.
struct RunningReview {
    /// In thousandths.
    done: AtomicU32,
    /// What came of it, once something has.
    came: watch::Sender<Option<Result<Arc<str>, Refusal>>>,
}

/// A review, or how far it is.
pub(crate) enum Asked {
    /// It as JSON.
    There(Arc<str>),
    /// The share that is done, from 0 to 1.
    UnderWay(f64),
}

impl Reviews {
    /// The review of a game of the archive, as it was kept or as it is worked out now.
    pub(crate) async fn of(
        &self,
        tables: &Arc<Tables>,
        data: PathBuf,
        asker: Asker,
        game: i64,
    ) -> Result<Asked, Refusal> {
        let kept = move |archive: &mut Archive| {
            archive.game(game)?;
            Ok(archive.review(game, REVIEW_VERSION)?)
        };
        if let Some(body) = tables.blocking(kept).await? {
            return Ok(Asked::There(body.into()));
        }
        self.check_time(game)?;
        let (under_way, is_new) = self.enter(game)?;
        if is_new {
            let work = Work { tables: Arc::clone(tables), data, asker, game };
            let (own, all) = (Arc::clone(&under_way), Arc::clone(&self.under_way));
            let too_long = Arc::clone(&self.too_long);
            // Whoever asked waits for his own reads, too.
            tokio::spawn(asked_by(shares::visitor(), async move {
                let came = work.done(&own).await;
                if let Err(refusal) = &came {
                    remember(&too_long, game, refusal);
                }
                own.came.send_replace(Some(came));
                all.lock().unwrap_or_else(PoisonError::into_inner).remove(&game);
            }));
        }
        under_way.wait().await
    }

    fn check_time(&self, game: i64) -> Result<(), Refusal> {
        let too_long = self.too_long.lock().unwrap_or_else(PoisonError::into_inner);
        let known = too_long.iter().find(|(other, _, at)| *other == game && at.elapsed() < REMEMBERED);
        known.map_or(Ok(()), |(_, refusal, _)| Err(refusal.clone()))
    }

    /// The work on a game that is under way, or room for it; and is it new?
    fn enter(&self, game: i64) -> Result<(Arc<RunningReview>, bool), Refusal> {
        let mut all = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(&game) {
            return Ok((Arc::clone(known), false));
        }
        if all.len() >= AT_ONCE {
            return Err(Refusal::busy(&format!("{} reviews are under way", all.len()), 10));
        }
        let fresh = Arc::new(RunningReview { done: AtomicU32::new(0), came: watch::Sender::new(None) });
        all.insert(game, Arc::clone(&fresh));
        Ok((fresh, true))
    }
}

/// Remembers a review that took too long.
fn remember(too_long: &Mutex<TooLong>, game: i64, refusal: &Refusal) {
    if refusal.code == "slow" {
        let mut known = too_long.lock().unwrap_or_else(PoisonError::into_inner);
        known.push_back((game, refusal.clone(), Instant::now()));
        if known.len() > TOO_LONG {
            known.pop_front();
        }
    }
}

impl RunningReview {
    /// What came of it, or how far it is after a moment.
    async fn wait(&self) -> Result<Asked, Refusal> {
        let mut came = self.came.subscribe();
        let found = timeout(PATIENCE, came.wait_for(Option::is_some)).await;
        match found {
            Ok(Ok(found)) => match &*found {
                Some(Ok(body)) => Ok(Asked::There(Arc::clone(body))),
                Some(Err(refusal)) => Err(refusal.clone()),
                None => Ok(self.progress()),
            },
            _ => Ok(self.progress()),
        }
    }

    fn progress(&self) -> Asked {
        Asked::UnderWay(f64::from(self.done.load(Ordering::Relaxed)) / 1000.0)
    }
}

/// A review that is to be worked out.
struct Work {
    tables: Arc<Tables>,
    data: PathBuf,
    asker: Asker,
    game: i64,
}

impl Work {
    async fn done(self, under_way: &Arc<RunningReview>) -> Result<Arc<str>, Refusal> {
        let Work { tables, data, asker, game } = self;
        let read = move |archive: &mut Archive| {
            let row = archive.game(game)?;
            let record = archive.record_of(&row)?;
            let facts = archive.review_facts(&row, &record)?;
            Ok((record, facts))
        };
        let (record, facts) = tables.blocking(read).await?;
        let (stop, output) = (Stop::default(), Arc::clone(under_way));
        let word = stop.clone();
        let body: Arc<str> = tables
            .thinkers()
            .work_out(asker, stop, move || worked_out(&record, &facts, &word, &output))
            .await??
            .into();
        let kept = Arc::clone(&body);
        let keep = move || Ok(Archive::open(&data, games())?.keep_review(game, REVIEW_VERSION, &kept)?);
        if let Err(refusal) = heavy(keep).await {
            tracing::warn!(game, "a review could not be kept: {}", refusal.why);
        }
        Ok(body)
    }
}

fn worked_out(
    record: &Record,
    facts: &ReviewFacts,
    stop: &Stop,
    under_way: &RunningReview,
) -> Result<String, Refusal> {
    let (begin, word) = (Instant::now(), stop.clone());
    let who = |seat: Seat| facts.names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
    let progress = |done: u32, of: u32| {
        under_way.done.store(1000 * done.min(of) / of.max(1), Ordering::Relaxed);
    };
    let wanted = ReviewOptions {
        times: facts.times.as_deref(),
        past: &facts.past,
        stop: Stop::when(move || word.is_requested() || begin.elapsed() >= BUDGET),
        progress: &progress,
        ..ReviewOptions::new(&who)
    };
    let review = games().review(record, &wanted).map_err(|error| refusal(&error))?;
    serde_json::to_string(&review).map_err(|error| Refusal::new("broken", error.to_string()))
}

fn refusal(error: &ReviewError) -> Refusal {
    let code = match error {
        ReviewError::Begin(_) => "replay",
        ReviewError::Open => "over",
        ReviewError::Bot(_) => "bot",
        ReviewError::Stopped => "slow",
    };
    Refusal::new(code, error.to_string())
}

impl Asked {
    /// As clients see it: `{"review": …}`, or `{"review": null, "progress": 0.4}`.
    pub(crate) fn json(self) -> String {
        let under_way = |progress: f64| -> Value { json!({ "review": null, "progress": progress }) };
        match self {
            Asked::There(body) => format!(r#"{{"progress":1,"review":{body}}}"#),
            Asked::UnderWay(progress) => under_way(progress).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_that_took_too_long_is_not_tried_again() {
        let reviews = Reviews::default();
        remember(&reviews.too_long, 7, &Refusal::new("broken", "it failed"));
        assert_eq!(reviews.check_time(7), Ok(()), "that may be another time");
        let slow = refusal(&ReviewError::Stopped);
        remember(&reviews.too_long, 7, &slow);
        assert_eq!((reviews.check_time(7), reviews.check_time(8)), (Err(slow.clone()), Ok(())));
        for game in 100..100 + TOO_LONG as i64 {
            remember(&reviews.too_long, game, &slow);
        }
        assert_eq!(reviews.check_time(7), Ok(()), "no more are remembered than there is room for");
    }
}
