//! People who play: all three games, some against bots, a move a second at each table. Every move that was acknowledged is
//! written down and must be there at the end, once.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio_tungstenite::tungstenite::Message;

use crate::figures::Times;
use crate::visitor::{Made, Socket, Visitor};

/// How many lines of a log are asked for at once when it is looked through: fewer than most games have, so that several pages are read.
const PAGE: usize = 40;

/// How many play from one address.
const AT_AN_ADDRESS: usize = 20;

/// How long a player thinks about a move.
pub(crate) const PACE: Duration = Duration::from_secs(1);

/// Which moves are followed by a look at the picture, as a page does.
const LOOKS: usize = 5;

/// The tables of every ten players.
const TABLES: [&str; 10] = [
    r#"{"game":"triangle"}"#,
    r#"{"game":"triangle"}"#,
    r#"{"game":"triangle","options":{"grid":"hexagon 6"}}"#,
    r#"{"game":"set","seed":1}"#,
    r#"{"game":"set","seed":2}"#,
    r#"{"game":"set","seats":[{"kind":"me"},{"kind":"bot","bot":"racer:3"}]}"#,
    r#"{"game":"machi","seats":[{"kind":"me"},{"kind":"bot","bot":"random"}]}"#,
    r#"{"game":"machi","seats":[{"kind":"me"},{"kind":"bot","bot":"thoughtful"}]}"#,
    r#"{"game":"machi","options":{"expansions":"harbor"},"seats":[{"kind":"me"},{"kind":"bot","bot":"fromage"},{"kind":"bot","bot":"random"}]}"#,
    r#"{"game":"machi","seats":[{"kind":"me"},{"kind":"bot","bot":"coverage"},{"kind":"me"}]}"#,
];

/// What players saw in one stretch of time.
#[derive(Clone, Default)]
pub(crate) struct Seen {
    /// From sending a move until it was acknowledged, which is after it was on disk.
    pub(crate) moves: Times,
    /// From a bot's turn until everybody has got its move.
    pub(crate) bots: Times,
    /// From asking for a picture until it was there.
    pub(crate) pictures: Times,
}

/// A move that the server has acknowledged.
struct Taken {
    table: String,
    number: u64,
    input: String,
}

/// What a player came to.
#[derive(Default)]
pub(crate) struct Report {
    /// Before somebody else came, and after.
    pub(crate) seen: [Seen; 2],
    taken: Vec<Taken>,
    token: String,
    pub(crate) errors: Vec<String>,
}

#[derive(Deserialize)]
struct Heard {
    #[serde(rename = "type")]
    kind: String,
    state: Option<u64>,
    number: Option<u64>,
    input: Option<String>,
    seat: Option<u8>,
    #[serde(default)]
    turn: Vec<u8>,
    #[serde(default)]
    you: Vec<u8>,
    #[serde(default)]
    legal: std::collections::BTreeMap<u8, Vec<String>>,
    over: Option<serde::de::IgnoredAny>,
    next: Option<String>,
    code: Option<String>,
    why: Option<String>,
}

/// Something that was asked and not answered yet.
struct Asked {
    at: Instant,
    input: String,
    number: Option<u64>,
}

pub(crate) struct Player {
    visitor: Visitor,
    made: Made,
    socket: Socket,
    choice: usize,
    own: Vec<u8>,
    is_race: bool,
    view: Option<Heard>,
    asked: Option<Asked>,
    /// When the bot whose turn it is was given it.
    bot_since: Option<Instant>,
    /// When somebody else comes.
    other: Instant,
    pictures: Arc<Mutex<[Times; 2]>>,
    report: Report,
}

/// The address of a player.
pub(crate) fn address_of(number: usize) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 1, (number / AT_AN_ADDRESS + 1) as u8)
}

impl Player {
    /// Makes a table and sits down.
    pub(crate) async fn sit(visitor: Visitor, number: usize, other: Instant) -> Result<Player> {
        let table = TABLES[number % TABLES.len()];
        let made = visitor.make(table).await?;
        let report = Report { token: made.token().to_owned(), ..Report::default() };
        let mut player = Player {
            visitor,
            socket: visitor.socket().await?,
            made,
            choice: number,
            own: Vec::new(),
            is_race: table.contains(r#""game":"set""#),
            view: None,
            asked: None,
            bot_since: None,
            other,
            pictures: Arc::default(),
            report,
        };
        player.watch().await?;
        Ok(player)
    }

    /// Plays until then.
    pub(crate) async fn play(mut self, first: Instant, until: Instant) -> Report {
        if let Err(error) = self.play_on(first, until).await {
            self.report.errors.push(format!("{}: {error:#}", self.made.table));
        }
        let [alone, beside] = self.pictures.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.report.seen[0].pictures = alone;
        self.report.seen[1].pictures = beside;
        self.report
    }

    async fn play_on(&mut self, first: Instant, until: Instant) -> Result<()> {
        let mut next = first;
        // Who was asked something is waited for, but not for ever.
        while next < until || (self.asked.is_some() && next < until + 10 * PACE) {
            tokio::select! {
                message = self.socket.next() => {
                    let message = message.context("the socket was closed")??;
                    match message {
                        Message::Text(text) => self.receive(serde_json::from_str(&text)?).await?,
                        Message::Close(frame) => bail!("the server closed the socket: {frame:?}"),
                        _ => {}
                    }
                }
                () = tokio::time::sleep_until(next.into()) => {
                    next += PACE;
                    if self.asked.is_none() && next < until {
                        self.act().await?;
                    }
                }
            }
        }
        if self.asked.is_some() {
            bail!("a move was not answered for ten seconds");
        }
        Ok(())
    }

    async fn watch(&mut self) -> Result<()> {
        let tokens: Vec<&String> = self.made.tokens.iter().map(|seat| &seat.token).collect();
        let table = &self.made.table;
        self.say(&serde_json::json!({ "type": "watch", "table": table, "tokens": tokens })).await
    }

    async fn say(&mut self, message: &serde_json::Value) -> Result<()> {
        Ok(self.socket.send(Message::text(message.to_string())).await?)
    }

    /// A move, if one can be made; another game, if this one is over.
    async fn act(&mut self) -> Result<()> {
        let Some(view) = &self.view else { return Ok(()) };
        if view.over.is_some() {
            self.view = None;
            let message = serde_json::json!({ "type": "rematch", "table": self.made.table });
            return self.say(&message).await;
        }
        let mine = view.legal.iter().filter(|(seat, _)| self.own.contains(seat));
        let Some((seat, legal)) = mine.filter(|(_, legal)| !legal.is_empty()).min_by_key(|(seat, _)| **seat)
        else {
            return Ok(());
        };
        self.choice =
            self.choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = &legal[(self.choice >> 33) % legal.len()];
        let message = serde_json::json!({
            "type": "act", "table": self.made.table, "seat": seat, "state": view.state, "action": action,
        });
        let input = format!("seat {} {action}", seat + 1);
        self.asked = Some(Asked { at: Instant::now(), input, number: None });
        self.say(&message).await
    }

    fn seen(&mut self) -> &mut Seen {
        &mut self.report.seen[usize::from(Instant::now() >= self.other)]
    }

    async fn receive(&mut self, heard: Heard) -> Result<()> {
        match heard.kind.as_str() {
            "table" => {
                self.own.clone_from(&heard.you);
                self.see(heard);
            }
            "moved" => {
                self.note_number(&heard);
                self.see(heard);
            }
            "done" => self.acknowledged(),
            "rematch" => {
                let old = std::mem::replace(&mut self.made.table, heard.next.context("no next table")?);
                self.say(&serde_json::json!({ "type": "unwatch", "table": old })).await?;
                self.watch().await?;
            }
            "refused" => self.refused(&heard)?,
            _ => {}
        }
        Ok(())
    }

    fn refused(&mut self, heard: &Heard) -> Result<()> {
        // In a race somebody else was quicker.
        if heard.code.as_deref() != Some("stale") {
            bail!("refused: {}", heard.why.as_deref().unwrap_or_default());
        }
        self.asked = None;
        Ok(())
    }

    /// What was asked has happened, under this number.
    fn note_number(&mut self, heard: &Heard) {
        if let Some(asked) = &mut self.asked
            && heard.seat.is_some_and(|seat| self.own.contains(&seat))
            && heard.input.as_deref() == Some(asked.input.as_str())
        {
            asked.number = heard.number;
        }
    }

    fn see(&mut self, view: Heard) {
        if let Some(since) = self.bot_since.take() {
            self.seen().bots.push(since.elapsed());
        }
        // In a race a bot takes its time on purpose, also where it races alone because somebody claimed wrongly.
        let is_bots = !self.is_race && matches!(view.turn[..], [seat] if !self.own.contains(&seat));
        self.bot_since = is_bots.then(Instant::now);
        self.view = Some(view);
    }

    fn acknowledged(&mut self) {
        let Some(Asked { at, input, number }) = self.asked.take() else { return };
        self.seen().moves.push(at.elapsed());
        let table = self.made.table.clone();
        match number {
            Some(number) => self.report.taken.push(Taken { table, number, input }),
            None => self.report.errors.push(format!("{table}: `{input}` was done, and nobody was told")),
        }
        if self.report.taken.len().is_multiple_of(LOOKS) {
            self.look();
        }
    }

    /// Looks at the picture, as a page does after each move.
    fn look(&mut self) {
        let (visitor, pictures) = (self.visitor, Arc::clone(&self.pictures));
        let state = self.view.as_ref().and_then(|view| view.state).unwrap_or(0);
        let line = format!("GET /t/{}/{state}.svg", self.made.table);
        let (at, phase) = (Instant::now(), usize::from(Instant::now() >= self.other));
        tokio::spawn(async move {
            if visitor.ask(&line, "", "").await.is_ok_and(|answer| answer.status == 200) {
                pictures.lock().unwrap_or_else(PoisonError::into_inner)[phase].push(at.elapsed());
            }
        });
    }
}

impl Report {
    pub(crate) fn taken(&self) -> usize {
        self.taken.len()
    }

    /// Looks whether all that was acknowledged is there, once, and nothing is missing before it; how many moves were found.
    pub(crate) async fn check(&self, visitor: Visitor) -> Result<usize> {
        let mut found = 0;
        let mut tables: Vec<&str> = self.taken.iter().map(|taken| taken.table.as_str()).collect();
        tables.dedup();
        for table in tables {
            let kept = kept_inputs(visitor, table, &self.token).await?;
            for taken in self.taken.iter().filter(|taken| taken.table == table) {
                let there = usize::try_from(taken.number).ok().and_then(|number| kept.get(number - 1));
                if there != Some(&taken.input) {
                    bail!(
                        "table {table}, {}: `{}` was acknowledged, {there:?} is there",
                        taken.number,
                        taken.input
                    );
                }
                found += 1;
            }
        }
        Ok(found)
    }
}

/// What was done at a table, from the first thing to the last.
async fn kept_inputs(visitor: Visitor, table: &str, token: &str) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Page {
        log: Vec<Line>,
        next: Option<u64>,
    }
    #[derive(Deserialize)]
    struct Line {
        number: u64,
        input: String,
    }
    let (mut lines, mut after): (Vec<Line>, _) = (Vec::new(), Some(0));
    while let Some(last) = after {
        let answer =
            visitor.ask(&format!("GET /api/tables/{table}/log?after={last}&limit={PAGE}"), token, "").await?;
        if answer.status == 429 {
            // Pages are counted by the minute, and these are many.
            tokio::time::sleep(PACE).await;
            continue;
        }
        let page: Page = serde_json::from_str(&answer.body).with_context(|| answer.body.clone())?;
        lines.extend(page.log);
        after = page.next;
    }
    if let Some(gap) = (1..).zip(&lines).find(|(number, line)| *number != line.number) {
        bail!("table {table} has {} where {} should be", gap.1.number, gap.0);
    }
    Ok(lines.into_iter().map(|line| line.input).collect())
}
