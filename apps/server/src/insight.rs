//! Insight into positions of Machi Koro. The quick model answers soon: its games stop after a moment. The exact one is worked out
//! by one thread at a time: who asks waits for it for a moment, and gets the quick one's numbers if it takes longer. What was
//! found is kept for whoever asks again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tercet_bots::machi::insight::{InsightError as Why, Wish};
use tercet_bots::search::Stop;
use tercet_formats::machi_odds::{InsightError, record_insight};
use tercet_game::Record;
use tercet_odds::Model;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::refusal::Refusal;

/// How long games are played for the chances to win.
const PLAYING: Duration = Duration::from_millis(1500);

/// How many quick ones are worked out at once; each uses all cores.
const AT_ONCE: usize = 2;

/// How long somebody waits for the exact numbers.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long they are worked at, at most; what needs more memory or work than the usual budget is given up before.
const BUDGET: Duration = Duration::from_secs(30);

/// How many positions' numbers are kept.
const KEPT: usize = 64;

/// The desk where numbers are worked out.
pub(crate) struct Insights {
    place: Arc<Semaphore>,
    quick_places: Arc<Semaphore>,
    known: Arc<Known>,
    patience: Duration,
}

impl Default for Insights {
    fn default() -> Insights {
        Insights {
            place: Arc::new(Semaphore::new(1)),
            quick_places: Arc::new(Semaphore::new(AT_ONCE)),
            known: Arc::default(),
            patience: PATIENCE,
        }
    }
}

/// Numbers by position and model, the newest last.
#[derive(Default)]
struct Known(Mutex<VecDeque<(Asked, Answer)>>);

type Asked = (Position, Model);

/// What came of working at numbers.
#[derive(Clone)]
enum Answer {
    Found(Value),
    TooLong,
}

/// A table and the number of its state.
pub(crate) type Position = (String, u64);

impl Known {
    fn get(&self, asked: &Asked) -> Option<Answer> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(known, _)| known == asked).map(|(_, value)| value.clone())
    }

    fn keep(&self, asked: Asked, value: Answer) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(known, _)| known != &asked);
        if known.len() == KEPT {
            known.pop_front();
        }
        known.push_back((asked, value));
    }
}

impl Insights {
    /// What a record's last position is worth. `late` says that the exact numbers were asked for and are not there: `true` if
    /// they may come, `false` if they never will.
    pub(crate) async fn of(&self, at: Position, record: Record, model: Model) -> Result<Value, Refusal> {
        if model != Model::Exact {
            return self.quick((at, model), record).await;
        }
        let asked = (at, model);
        if let Some(value) = self.exact(&asked, &record).await? {
            return Ok(value);
        }
        let may_come = !matches!(self.known.get(&asked), Some(Answer::TooLong));
        let mut value = self.quick((asked.0, Model::Seed), record).await?;
        value["late"] = json!(may_come);
        Ok(value)
    }

    /// The exact numbers, if they are known or quickly found.
    async fn exact(&self, asked: &Asked, record: &Record) -> Result<Option<Value>, Refusal> {
        match self.known.get(asked) {
            Some(Answer::Found(value)) => return Ok(Some(value)),
            Some(Answer::TooLong) => return Ok(None),
            None => {}
        }
        let Ok(place) = Arc::clone(&self.place).try_acquire_owned() else { return Ok(None) };
        let (asked, record, known) = (asked.clone(), record.clone(), Arc::clone(&self.known));
        let work = spawn_blocking(move || {
            let found = worked_out(&record, Model::Exact);
            match &found {
                Ok(value) => known.keep(asked, Answer::Found(value.clone())),
                Err(InsightError::Insight(Why::NoAnswer(_))) => known.keep(asked, Answer::TooLong),
                Err(_) => {}
            }
            drop(place);
            found
        });
        match timeout(self.patience, work).await {
            Err(_) | Ok(Ok(Err(InsightError::Insight(Why::NoAnswer(_))))) => Ok(None),
            Ok(done) => done.map_err(|_| failed())?.map(Some).map_err(|error| refusal(&error)),
        }
    }

    /// The numbers of a model that takes no time.
    async fn quick(&self, asked: Asked, record: Record) -> Result<Value, Refusal> {
        let place = self.quick_places.acquire().await.map_err(|_| failed())?;
        if let Some(Answer::Found(value)) = self.known.get(&asked) {
            return Ok(value);
        }
        let model = asked.1;
        let found = spawn_blocking(move || worked_out(&record, model)).await.map_err(|_| failed())?;
        drop(place);
        let value = found.map_err(|error| refusal(&error))?;
        self.known.keep(asked, Answer::Found(value.clone()));
        Ok(value)
    }
}

fn worked_out(record: &Record, model: Model) -> Result<Value, InsightError> {
    let begin = Instant::now();
    let after = |most: Duration| Stop::when(move || begin.elapsed() >= most);
    record_insight(record, &Wish { stop: after(BUDGET), time: after(PLAYING), ..Wish::new(model) })
}

fn failed() -> Refusal {
    Refusal::new("broken", "this position could not be worked out")
}

fn refusal(error: &InsightError) -> Refusal {
    let code = match error {
        InsightError::Game => "game",
        InsightError::Replay(_) => "replay",
        InsightError::Insight(_) => "limit",
    };
    Refusal::new(code, error.to_string())
}
