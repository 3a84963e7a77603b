//! Insight into positions of Machi Koro. The quick model answers at once. The exact one is worked out by one thread at a
//! time: who asks waits for it for a moment, and gets the quick one's numbers if it takes longer; the exact numbers are
//! kept for whoever asks again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tercet_formats::machi_odds::{InsightError, InsightWish, insight_json};
use tercet_game::Record;
use tercet_odds::Model;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::refusal::Refusal;

/// How many games are played from a position for win chances.
const GAMES: u32 = 500;

/// How long somebody waits for the exact numbers.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long they are worked at.
const BUDGET: Duration = Duration::from_secs(30);

/// How many positions' exact numbers are kept.
const KEPT: usize = 64;

/// The desk where exact numbers are worked out.
pub(crate) struct Insights {
    place: Arc<Semaphore>,
    known: Arc<Known>,
    patience: Duration,
}

impl Default for Insights {
    fn default() -> Insights {
        Insights { place: Arc::new(Semaphore::new(1)), known: Arc::default(), patience: PATIENCE }
    }
}

/// Exact numbers by position, the newest last.
#[derive(Default)]
struct Known(Mutex<VecDeque<(Position, Exact)>>);

/// What came of working at exact numbers.
#[derive(Clone)]
enum Exact {
    Found(Value),
    TooLong,
}

/// A table and the number of its state.
pub(crate) type Position = (String, u64);

impl Known {
    fn get(&self, position: &Position) -> Option<Exact> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(known, _)| known == position).map(|(_, value)| value.clone())
    }

    fn keep(&self, position: Position, value: Exact) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(known, _)| known != &position);
        if known.len() == KEPT {
            known.pop_front();
        }
        known.push_back((position, value));
    }
}

impl Insights {
    /// What a record's last position is worth. `late` says that the exact numbers were asked for and are not there: `true` if
    /// they may come, `false` if they never will.
    pub(crate) async fn of(&self, at: Position, record: Record, model: Model) -> Result<Value, Refusal> {
        if model != Model::Exact {
            return quick(record, model).await;
        }
        if let Some(value) = self.exact(&at, &record).await? {
            return Ok(value);
        }
        let may_come = !matches!(self.known.get(&at), Some(Exact::TooLong));
        let mut value = quick(record, Model::Seed).await?;
        value["late"] = json!(may_come);
        Ok(value)
    }

    /// The exact numbers, if they are known or quickly found.
    async fn exact(&self, at: &Position, record: &Record) -> Result<Option<Value>, Refusal> {
        match self.known.get(at) {
            Some(Exact::Found(value)) => return Ok(Some(value)),
            Some(Exact::TooLong) => return Ok(None),
            None => {}
        }
        let Ok(place) = Arc::clone(&self.place).try_acquire_owned() else { return Ok(None) };
        let (at, record, known) = (at.clone(), record.clone(), Arc::clone(&self.known));
        let work = spawn_blocking(move || {
            let end = Instant::now() + BUDGET;
            let found = worked_out(&record, Model::Exact, &|| Instant::now() < end);
            match &found {
                Ok(value) => known.keep(at, Exact::Found(value.clone())),
                Err(InsightError::Stopped) => known.keep(at, Exact::TooLong),
                Err(_) => {}
            }
            drop(place);
            found
        });
        match timeout(self.patience, work).await {
            Err(_) | Ok(Ok(Err(InsightError::Stopped))) => Ok(None),
            Ok(done) => done.map_err(|_| failed())?.map(Some).map_err(|error| refusal(&error)),
        }
    }
}

async fn quick(record: Record, model: Model) -> Result<Value, Refusal> {
    let found = spawn_blocking(move || worked_out(&record, model, &|| true)).await.map_err(|_| failed())?;
    found.map_err(|error| refusal(&error))
}

fn worked_out(record: &Record, model: Model, is_wanted: &dyn Fn() -> bool) -> Result<Value, InsightError> {
    insight_json(record, &InsightWish { model, games: GAMES, is_wanted })
}

fn failed() -> Refusal {
    Refusal::new("broken", "this position could not be worked out")
}

fn refusal(error: &InsightError) -> Refusal {
    let code = match error {
        InsightError::Game => "game",
        InsightError::Replay(_) => "replay",
        InsightError::Stopped => "limit",
    };
    Refusal::new(code, error.to_string())
}
