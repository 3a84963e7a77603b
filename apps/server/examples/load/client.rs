//! A player and an onlooker at one table: text clients, as programs would be.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio_tungstenite::tungstenite::Message;

use crate::figures::Times;
use crate::visitor::{Socket, Visitor};

/// What a table came to.
#[derive(Default)]
pub(crate) struct Report {
    /// How long each move took to reach the onlooker.
    pub(crate) times: Times,
    pub(crate) errors: Vec<String>,
}

impl Report {
    pub(crate) fn add(&mut self, other: Report) {
        self.times.add(other.times);
        self.errors.extend(other.errors);
    }
}

/// What a client has to know of what it hears.
#[derive(Deserialize)]
struct Heard {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    state: Option<u64>,
    #[serde(default)]
    legal: Option<std::collections::BTreeMap<String, Vec<String>>>,
    #[serde(default)]
    over: Option<serde::de::IgnoredAny>,
    #[serde(default)]
    next: Option<String>,
    #[serde(default)]
    why: Option<String>,
}

/// A table and its two clients.
pub(crate) struct Seat {
    table: String,
    token: String,
    player: Socket,
    onlooker: Socket,
    choice: usize,
    state: u64,
    legal: Vec<String>,
}

impl Seat {
    /// Makes a table and sits down.
    pub(crate) async fn take(visitor: Visitor, number: usize) -> Result<Seat> {
        let made = visitor.make(r#"{"game":"triangle"}"#).await?;
        let (player, onlooker) = (visitor.socket().await?, visitor.socket().await?);
        let (table, token) = (made.table.clone(), made.token().to_owned());
        let mut seat = Seat { table, token, player, onlooker, choice: number, state: 0, legal: Vec::new() };
        seat.watch().await?;
        Ok(seat)
    }

    async fn watch(&mut self) -> Result<()> {
        let (table, token) = (&self.table, &self.token);
        let text = format!(r#"{{"type":"watch","table":"{table}"}}"#);
        self.onlooker.send(Message::text(text)).await?;
        receive(&mut self.onlooker, "table").await?;
        let text = format!(r#"{{"type":"watch","table":"{table}","tokens":["{token}"]}}"#);
        self.player.send(Message::text(text)).await?;
        let view = receive(&mut self.player, "table").await?;
        self.see(view);
        Ok(())
    }

    fn see(&mut self, heard: Heard) {
        self.state = heard.state.unwrap_or(0);
        self.legal = heard.legal.and_then(|mut legal| legal.remove("0")).unwrap_or_default();
        if heard.over.is_some() {
            self.legal.clear();
        }
    }

    /// Plays a move every so often until it is time to go.
    pub(crate) async fn play(
        mut self,
        first: tokio::time::Instant,
        every: Duration,
        until: tokio::time::Instant,
    ) -> Report {
        let mut report = Report::default();
        let mut next = first;
        while next < until {
            tokio::time::sleep_until(next).await;
            match self.step().await {
                Ok(took) => report.times.push(took),
                Err(error) => {
                    report.errors.push(format!("{error:#}"));
                    return report;
                }
            }
            next += every;
        }
        report
    }

    /// One move, in the next game if this one is over.
    async fn step(&mut self) -> Result<Duration> {
        if self.legal.is_empty() {
            self.rematch().await?;
        }
        self.choice =
            self.choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = &self.legal[(self.choice >> 33) % self.legal.len()];
        let text = format!(
            r#"{{"type":"act","table":"{}","state":{},"action":"{action}"}}"#,
            self.table, self.state
        );
        let began = Instant::now();
        self.player.send(Message::text(text)).await?;
        receive(&mut self.onlooker, "moved").await?;
        let took = began.elapsed();
        let view = receive(&mut self.player, "moved").await?;
        receive(&mut self.player, "done").await?;
        self.see(view);
        Ok(took)
    }

    async fn rematch(&mut self) -> Result<()> {
        let text = format!(r#"{{"type":"rematch","id":1,"table":"{}"}}"#, self.table);
        self.player.send(Message::text(text)).await?;
        let next = receive(&mut self.player, "rematch").await?.next.context("no next table")?;
        for socket in [&mut self.player, &mut self.onlooker] {
            socket.send(Message::text(format!(r#"{{"type":"unwatch","table":"{}"}}"#, self.table))).await?;
            receive(socket, "done").await?;
        }
        self.table = next;
        self.watch().await
    }
}

/// The next message of this type; others are passed over, refusals are errors.
async fn receive(socket: &mut Socket, kind: &str) -> Result<Heard> {
    loop {
        let message = socket.next().await.context("the socket was closed")??;
        let Message::Text(text) = message else { continue };
        let heard: Heard = serde_json::from_str(&text)?;
        if heard.kind == kind {
            return Ok(heard);
        }
        if heard.kind == "refused" {
            bail!("refused while waiting for {kind}: {}", heard.why.unwrap_or_default());
        }
    }
}
