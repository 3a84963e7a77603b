//! Insight into positions of Machi Koro, worked out where bots think, after bots and hints. The quick model answers soon: its games
//! stop after a moment. The exact one is worked out by one thread at a time: a request waits for it for a moment, and gets the
//! quick one's numbers if it takes longer. What was found is kept for whoever asks again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tercet_game::Record;
use tercet_machi_play::bots::insight::{InsightError as Why, InsightOptions};
use tercet_machi_play::json::odds::{InsightError, record_insight};
use tercet_odds::{Budget, Model};
use tercet_search::Stop;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::queue::Asker;
use crate::refusal::Refusal;
use crate::thinkers::BotThreads;

/// How long games are played for the chances to win.
const PLAYING: Duration = Duration::from_millis(1500);

/// How long somebody waits for the exact numbers.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long they are worked at, at most; what needs more work than the usual budget, or more memory than this, is given up before.
const BUDGET: Duration = Duration::from_secs(30);
const MEMORY: u64 = 128 << 20;

/// How many positions' numbers are kept.
const KEPT: usize = 64;

/// Where numbers are worked out.
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

/// A question: the client, the threads that work it out, and the game.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) thinkers: BotThreads,
    pub(crate) asker: Asker,
    pub(crate) record: Record,
}

impl Insights {
    /// What a record's last position is worth. `late` says that the exact numbers were asked for and are not there: `true` if
    /// they may come, `false` if they never will.
    pub(crate) async fn of(&self, at: Position, question: Question, model: Model) -> Result<Value, Refusal> {
        if model != Model::Exact {
            return self.quick((at, model), question).await;
        }
        let asked = (at, model);
        if let Some(value) = self.exact(&asked, &question).await? {
            return Ok(value);
        }
        let may_come = !matches!(self.known.get(&asked), Some(Answer::TooLong));
        let mut value = self.quick((asked.0, Model::Seed), question).await?;
        value["late"] = json!(may_come);
        Ok(value)
    }

    /// The exact numbers, if they are known or quickly found.
    async fn exact(&self, asked: &Asked, question: &Question) -> Result<Option<Value>, Refusal> {
        match self.known.get(asked) {
            Some(Answer::Found(value)) => return Ok(Some(value)),
            Some(Answer::TooLong) => return Ok(None),
            None => {}
        }
        let Ok(place) = Arc::clone(&self.place).try_acquire_owned() else { return Ok(None) };
        // A task of its own: the numbers are kept even if they come too late for who asked.
        let work = tokio::spawn({
            let (asked, question, known) = (asked.clone(), question.clone(), Arc::clone(&self.known));
            async move {
                let found = question.worked_out(Model::Exact).await?;
                match &found {
                    Ok(value) => known.keep(asked, Answer::Found(value.clone())),
                    Err(InsightError::Insight(Why::NoAnswer(_))) => known.keep(asked, Answer::TooLong),
                    Err(_) => {}
                }
                drop(place);
                Ok::<_, Refusal>(found)
            }
        });
        match timeout(self.patience, work).await {
            Ok(Err(_)) => Err(Refusal::new("broken", "this position could not be worked out")),
            // Where there is no room for the exact numbers, there may be some for the quick ones.
            Err(_) | Ok(Ok(Err(_) | Ok(Err(InsightError::Insight(Why::NoAnswer(_)))))) => Ok(None),
            Ok(Ok(Ok(found))) => found.map(Some).map_err(|error| refusal(&error)),
        }
    }

    /// The numbers of a model that takes no time.
    async fn quick(&self, asked: Asked, question: Question) -> Result<Value, Refusal> {
        if let Some(Answer::Found(value)) = self.known.get(&asked) {
            return Ok(value);
        }
        let value = question.worked_out(asked.1).await?.map_err(|error| refusal(&error))?;
        self.known.keep(asked, Answer::Found(value.clone()));
        Ok(value)
    }
}

impl Question {
    /// Has it worked out, as soon as nothing is more urgent.
    async fn worked_out(self, model: Model) -> Result<Result<Value, InsightError>, Refusal> {
        let Question { thinkers, asker, record } = self;
        let stop = Stop::default();
        let word = stop.clone();
        thinkers.work_out(asker, stop, move || worked_out(&record, model, &word)).await
    }
}

fn worked_out(record: &Record, model: Model, stop: &Stop) -> Result<Value, InsightError> {
    let begin = Instant::now();
    let word = stop.clone();
    let stop = Stop::when(move || word.is_requested() || begin.elapsed() >= BUDGET);
    let time = Stop::when(move || begin.elapsed() >= PLAYING);
    let budget = Budget { bytes: MEMORY, ..Budget::default() };
    record_insight(record, &InsightOptions { budget, stop, time, ..InsightOptions::new(model) })
}

fn refusal(error: &InsightError) -> Refusal {
    let code = match error {
        InsightError::Game => "game",
        InsightError::Replay(_) => "replay",
        InsightError::Insight(_) => "limit",
    };
    Refusal::new(code, error.to_string())
}
