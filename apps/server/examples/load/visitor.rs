//! Somebody who asks the server from an address of this machine: limits count by address.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A WebSocket of a visitor.
pub(crate) type Socket = WebSocketStream<TcpStream>;

/// The most that is read of one answer.
const LONGEST_ANSWER: u64 = 16 << 20;

#[derive(Clone, Copy)]
pub(crate) struct Visitor {
    pub(crate) server: SocketAddr,
    pub(crate) from: Ipv4Addr,
}

/// A table that a visitor made, and his seats' tokens.
#[derive(Clone, Deserialize)]
pub(crate) struct Made {
    pub(crate) table: String,
    pub(crate) tokens: Vec<SeatToken>,
}

#[derive(Clone, Deserialize)]
pub(crate) struct SeatToken {
    pub(crate) token: String,
}

impl Made {
    /// The token of the first seat; nothing where the visitor has none.
    pub(crate) fn token(&self) -> &str {
        self.tokens.first().map_or("", |seat| &seat.token)
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Answer {
    /// What came of a request, in a word: its status, or the code of the refusal.
    pub(crate) fn outcome(&self) -> String {
        #[derive(Deserialize)]
        struct Refused {
            code: String,
        }
        match serde_json::from_str(&self.body) {
            Ok(Refused { code }) if self.status >= 400 => code,
            _ => self.status.to_string(),
        }
    }
}

impl Visitor {
    pub(crate) async fn connect(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((self.from, 0).into())?;
        let stream = socket.connect(self.server).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Opens a WebSocket.
    pub(crate) async fn socket(&self) -> Result<Socket> {
        let stream = self.connect().await?;
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) =
            client_async_with_config(format!("ws://{}/ws", self.server), stream, Some(config)).await?;
        Ok(socket)
    }

    /// The text of a request without its body; `more` are whole lines.
    pub(crate) fn head(&self, line: &str, more: &str, length: usize) -> String {
        format!("{line} HTTP/1.1\r\nhost: {}\r\ncontent-length: {length}\r\n{more}", self.server)
    }

    /// Asks, and reads the answer to its end, which is the connection's.
    pub(crate) async fn ask(&self, line: &str, token: &str, body: &str) -> Result<Answer> {
        let more =
            if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") };
        self.ask_with(line, &more, body).await
    }

    pub(crate) async fn ask_with(&self, line: &str, more: &str, body: &str) -> Result<Answer> {
        let mut stream = self.connect().await?;
        let head = self.head(line, &format!("connection: close\r\n{more}"), body.len());
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).await?;
        let mut answer = Vec::new();
        (&mut stream).take(LONGEST_ANSWER).read_to_end(&mut answer).await?;
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
        Ok(Answer { status, body: body.to_owned() })
    }

    /// Makes a table.
    pub(crate) async fn make(&self, table: &str) -> Result<Made> {
        let answer = self.ask("POST /api/tables", "", table).await?;
        if answer.status != 201 {
            bail!("{} for {table}: {}", answer.status, answer.body);
        }
        serde_json::from_str(&answer.body).with_context(|| answer.body.clone())
    }
}
