//! A player and an onlooker at one table: text clients, as programs would be.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// What a table came to.
#[derive(Default)]
pub(crate) struct Report {
    /// How long each move took to reach the onlooker.
    pub(crate) millis: Vec<f64>,
    pub(crate) errors: Vec<String>,
}

impl Report {
    pub(crate) fn add(&mut self, other: Report) {
        self.millis.extend(other.millis);
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

type Socket = WebSocketStream<TcpStream>;

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
    pub(crate) async fn take(address: SocketAddr, number: usize) -> Result<Seat> {
        let made = make(address).await?;
        let (player, onlooker) = (open(address).await?, open(address).await?);
        let (table, token) = made;
        let mut seat = Seat { table, token, player, onlooker, choice: number, state: 0, legal: Vec::new() };
        seat.watch().await?;
        Ok(seat)
    }

    async fn watch(&mut self) -> Result<()> {
        let (table, token) = (&self.table, &self.token);
        let text = format!(r#"{{"type":"watch","table":"{table}"}}"#);
        self.onlooker.send(Message::text(text)).await?;
        hear(&mut self.onlooker, "table").await?;
        let text = format!(r#"{{"type":"watch","table":"{table}","tokens":["{token}"]}}"#);
        self.player.send(Message::text(text)).await?;
        let view = hear(&mut self.player, "table").await?;
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
                Ok(millis) => report.millis.push(millis),
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
    async fn step(&mut self) -> Result<f64> {
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
        hear(&mut self.onlooker, "moved").await?;
        let millis = began.elapsed().as_secs_f64() * 1e3;
        let view = hear(&mut self.player, "moved").await?;
        hear(&mut self.player, "done").await?;
        self.see(view);
        Ok(millis)
    }

    async fn rematch(&mut self) -> Result<()> {
        let text = format!(r#"{{"type":"rematch","id":1,"table":"{}"}}"#, self.table);
        self.player.send(Message::text(text)).await?;
        let next = hear(&mut self.player, "rematch").await?.next.context("no next table")?;
        for socket in [&mut self.player, &mut self.onlooker] {
            socket.send(Message::text(format!(r#"{{"type":"unwatch","table":"{}"}}"#, self.table))).await?;
            hear(socket, "done").await?;
        }
        self.table = next;
        self.watch().await
    }
}

/// The next message of this type; others are passed over, refusals are errors.
async fn hear(socket: &mut Socket, kind: &str) -> Result<Heard> {
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

async fn open(address: SocketAddr) -> Result<Socket> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let (socket, _) = client_async_with_config(format!("ws://{address}/ws"), stream, Some(config)).await?;
    Ok(socket)
}

/// Makes a table over HTTP: its name and the player's token.
async fn make(address: SocketAddr) -> Result<(String, String)> {
    #[derive(Deserialize)]
    struct Made {
        table: String,
        tokens: Vec<Token>,
    }
    #[derive(Deserialize)]
    struct Token {
        token: String,
    }
    let body = r#"{"game":"triangle"}"#;
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {}",
        body.len()
    );
    stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let made = answer.split("\r\n\r\n").nth(1).context("no body")?;
    let made: Made = serde_json::from_str(made).with_context(|| answer.clone())?;
    let token = made.tokens.into_iter().next().context("no token")?.token;
    Ok((made.table, token))
}
