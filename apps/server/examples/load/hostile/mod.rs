//! One visitor who does everything at once that costs a server something, from one address, again and again.

mod frames;
mod lasting;
mod requests;
mod streams;

use std::collections::BTreeMap;
use std::future::Future;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::task::JoinSet;

use crate::server::Server;
use crate::visitor::{Made, Visitor};

/// Where he comes from.
pub(crate) const FROM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// The token of agents, which he knows.
pub(crate) const AGENTS: &str = "agents-of-the-load-test";

/// How long he waits for an answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// How long he rests between two tries of the same thing.
const REST: Duration = Duration::from_millis(2);

/// What came of what he tried: by what it was, and by the answer's status or code.
#[derive(Default)]
pub(crate) struct Tally(Mutex<BTreeMap<&'static str, BTreeMap<String, u64>>>);

impl Tally {
    fn count(&self, what: &'static str, outcome: String) {
        let mut tally = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *tally.entry(what).or_default().entry(outcome).or_default() += 1;
    }

    /// A line for each thing that he tried.
    pub(crate) fn lines(&self) -> Vec<String> {
        let tally = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let line = |(what, outcomes): (&&str, &BTreeMap<String, u64>)| {
            let all: Vec<String> = outcomes.iter().map(|(code, count)| format!("{code} {count}")).collect();
            format!("{what:<34}{}", all.join(", "))
        };
        tally.iter().map(line).collect()
    }

    /// Were there answers with a fault of the server's?
    pub(crate) fn faults(&self) -> u64 {
        let tally = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fault = |code: &str| matches!(code, "500" | "broken");
        tally.values().flatten().filter(|(code, _)| is_fault(code)).map(|(_, count)| count).sum()
    }
}

/// The visitor and what he has to ask about.
pub(crate) struct Hostile {
    visitor: Visitor,
    /// Five seats, two expansions: what exact numbers cost the most for.
    five: Vec<Made>,
    /// A puzzle as large as there are.
    large: Made,
    /// A puzzle whose deal is as long as a request may be.
    long: Made,
    /// A game of the archive.
    record: String,
    tally: Arc<Tally>,
    until: Instant,
}

const FIVE: &str = r#"{"game":"machi","seed":7,"options":{"expansions":"harbor,millionaires_row","starting_coins":"60"},
 "seats":[{"kind":"me"},{"kind":"me"},{"kind":"me"},{"kind":"me"},{"kind":"me"}],"hints":true}"#;
const LARGE: &str = r#"{"game":"triangle","seed":7,"study":true,"options":{"grid":"hexagon 16","slots":"16","limit":"1000000"}}"#;

fn long() -> String {
    format!(r#"{{"game":"triangle","deal":"given {}"}}"#, "5:2 ".repeat(60_000).trim_end())
}

impl Hostile {
    /// Makes the tables that he needs.
    pub(crate) async fn arrive(server: &Server, tally: Arc<Tally>, until: Instant) -> Result<Arc<Hostile>> {
        let visitor = server.visitor(FROM);
        let mut five = Vec::new();
        for _ in 0..8 {
            five.push(visitor.make(FIVE).await.context("a table for five")?);
        }
        let large = visitor.make(LARGE).await.context("a large puzzle")?;
        let long = visitor.make(&long()).await.context("a long deal")?;
        let record = visitor.ask("GET /api/games/1/record", "", "").await?.body;
        Ok(Arc::new(Hostile { visitor, five, large, long, record, tally, until }))
    }

    /// Does it all until it is time to go.
    pub(crate) async fn attack(self: Arc<Hostile>) {
        let mut tasks = JoinSet::new();
        requests::begin(&self, &mut tasks);
        lasting::begin(&self, &mut tasks);
        streams::begin(&self, &mut tasks);
        frames::begin(&self, &mut tasks);
        tasks.join_all().await;
    }

    /// Tries something again and again, so many at once.
    fn again<Tried>(
        self: &Arc<Hostile>,
        tasks: &mut JoinSet<()>,
        (what, many): (&'static str, usize),
        attempt: fn(Arc<Hostile>, usize) -> Tried,
    ) where
        Tried: Future<Output = Result<String>> + Send + 'static,
    {
        for first in 0..many {
            let hostile = Arc::clone(self);
            tasks.spawn(async move {
                let mut number = first;
                while Instant::now() < hostile.until {
                    let tried = attempt(Arc::clone(&hostile), number);
                    let outcome = match tokio::time::timeout(PATIENCE, tried).await {
                        Ok(Ok(outcome)) => outcome,
                        Ok(Err(_)) => "cut off".to_owned(),
                        Err(_) => "no answer".to_owned(),
                    };
                    hostile.tally.count(what, outcome);
                    number += many;
                    tokio::time::sleep(REST).await;
                }
            });
        }
    }

    /// What a request came to.
    async fn outcome(&self, line: &str, token: &str, body: &str) -> Result<String> {
        Ok(self.visitor.ask(line, token, body).await?.outcome())
    }
}
