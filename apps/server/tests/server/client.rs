//! A server to ask, and the simplest clients that can ask it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::Path;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tercet_server::{Running, ServeOptions, Server};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::described;

/// A server with an archive of its own.
pub(crate) struct House {
    pub(crate) dir: TempDir,
    running: Option<Running>,
    pub(crate) address: SocketAddr,
    /// Where health and counts are told.
    metrics: Option<SocketAddr>,
}

impl House {
    pub(crate) async fn open() -> House {
        House::with(|_| {}).await
    }

    /// A server with some options changed.
    pub(crate) async fn with(change: impl FnOnce(&mut ServeOptions)) -> House {
        let dir = tempfile::tempdir().unwrap();
        let mut options = quick(dir.path());
        change(&mut options);
        let running = Server::open(&options).await.unwrap().start().unwrap();
        House { dir, address: running.address, metrics: running.metrics, running: Some(running) }
    }

    /// Stops the server.
    pub(crate) async fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop().await;
        }
    }

    /// Stops the server and starts another over the same archive.
    pub(crate) async fn restart(&mut self) {
        self.restart_with(|_| {}).await;
    }

    /// The same with some options changed.
    pub(crate) async fn restart_with(&mut self, change: impl FnOnce(&mut ServeOptions)) {
        self.stop().await;
        let mut options = quick(self.dir.path());
        change(&mut options);
        let running = Server::open(&options).await.unwrap().start().unwrap();
        self.address = running.address;
        self.running = Some(running);
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[], "").await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Response {
        self.send("POST", path, &[], &body.to_string()).await
    }

    pub(crate) async fn post_as(&self, token: &str, path: &str, body: Value) -> Response {
        let bearer = format!("Bearer {token}");
        self.send("POST", path, &[("authorization", &bearer)], &body.to_string()).await
    }

    pub(crate) async fn get_as(&self, token: &str, path: &str) -> Response {
        let bearer = format!("Bearer {token}");
        self.send("GET", path, &[("authorization", &bearer)], "").await
    }

    /// One request over a connection of its own.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Response {
        let response = ask(self.address, method, path, headers, body).await;
        described::check(method, path, &response);
        response
    }

    /// Asks at the port for health and counts.
    pub(crate) async fn metrics(&self, path: &str) -> Response {
        ask(self.metrics.unwrap(), "GET", path, &[], "").await
    }

    /// Makes a table; its name and the tokens of `me`.
    pub(crate) async fn table(&self, new: Value) -> (String, Vec<String>) {
        let made = self.post("/api/tables", new).await.created();
        let tokens = made["tokens"].as_array().unwrap().iter().map(|each| text(&each["token"])).collect();
        (text(&made["table"]), tokens)
    }

    pub(crate) async fn socket(&self) -> Socket {
        let (stream, _) = connect_async(format!("ws://{}/ws", self.address)).await.unwrap();
        Socket { stream }
    }

    /// A socket that watches a table, and the first thing that it was told.
    pub(crate) async fn watch(&self, table: &str, tokens: &[String]) -> (Socket, Value) {
        let mut socket = self.socket().await;
        socket.say(json!({ "type": "watch", "id": 1, "table": table, "tokens": tokens })).await;
        let view = socket.receive("table").await;
        (socket, view)
    }
}

/// Options for a server that listens to all that a test says.
fn quick(data: &Path) -> ServeOptions {
    let mut options = ServeOptions::local(data);
    options.limits.rate = 1_000_000;
    options
}

async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut head =
        format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "host") {
        write!(head, "host: {address}\r\n").unwrap();
    }
    for (name, value) in headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    // A server that has no room says so before it has read everything.
    let _ = stream.write_all(format!("{head}\r\n{body}").as_bytes()).await;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    Response::read(&bytes)
}

pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    fn read(bytes: &[u8]) -> Response {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a response has a head");
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| {
            let (name, value) = line.split_once(": ").unwrap();
            (name.to_ascii_lowercase(), value.to_owned())
        };
        let headers: BTreeMap<String, String> = lines.map(header).collect();
        let mut body = bytes[end + 4..].to_vec();
        if headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked") {
            body = unchunked(&body);
        }
        Response { status, headers, body }
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}: {}", self.status, self.text()))
    }

    /// The answer of a request that is done.
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }

    pub(crate) fn created(&self) -> Value {
        assert_eq!(self.status, 201, "{}", self.text());
        self.json()
    }

    /// The status and code of one that is refused.
    pub(crate) fn refusal(&self) -> (u16, String) {
        (self.status, text(&self.json()["code"]))
    }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n").unwrap();
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 2 + length + 2..];
    }
}

pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    pub(crate) async fn say(&mut self, message: Value) {
        self.stream.send(Message::text(message.to_string())).await.unwrap();
    }

    pub(crate) async fn say_text(&mut self, text: &str) -> Result<(), Error> {
        self.stream.send(Message::text(text)).await
    }

    /// The next message, as it came; `None` when the socket was closed.
    pub(crate) async fn next_text(&mut self) -> Option<String> {
        loop {
            match self.stream.next().await? {
                Ok(Message::Text(text)) => return Some(text.to_string()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The code and the reason of the frame that closes the socket; `None` if it breaks without one.
    pub(crate) async fn farewell(&mut self) -> Option<(u16, String)> {
        loop {
            if let Message::Close(frame) = self.stream.next().await?.ok()? {
                return frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Value {
        serde_json::from_str(&self.next_text().await.expect("the socket is open")).unwrap()
    }

    /// The next message of this type; others are passed over.
    pub(crate) async fn receive(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
            assert!(message["type"] != "refused", "waiting for {kind}: {message}");
        }
    }

    /// The next refusal.
    pub(crate) async fn hear_refused(&mut self) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == "refused" {
                return message;
            }
        }
    }

    /// The code of the next refusal.
    pub(crate) async fn refusal(&mut self) -> String {
        text(&self.hear_refused().await["code"])
    }

    /// Acts, and hears what came of it.
    pub(crate) async fn act(&mut self, table: &str, state: u64, action: &str) -> Value {
        self.say(json!({ "type": "act", "id": 7, "table": table, "state": state, "action": action })).await;
        let moved = self.receive("moved").await;
        assert_eq!(
            self.receive("done").await,
            json!({ "type": "done", "id": 7, "table": table, "state": state + 1 })
        );
        moved
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// What a seat may do, in a view of its own.
pub(crate) fn legal(view: &Value, seat: u8) -> Vec<String> {
    let actions = view["legal"][seat.to_string()].as_array();
    actions.map_or(Vec::new(), |actions| actions.iter().map(text).collect())
}

pub(crate) fn state(view: &Value) -> u64 {
    view["state"].as_u64().unwrap()
}

/// Today in UTC, as the server writes it.
pub(crate) fn today() -> String {
    tercet_store::rfc3339(tercet_store::now_ms())[..10].to_owned()
}

/// A look at a table without how old the table is: all that does not change by itself.
pub(crate) fn ageless(mut view: Value) -> Value {
    assert!(view["age_ms"].take().is_u64(), "a table has an age");
    view
}
