//! The simplest clients, for servers that may be gone.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{}: {}", self.status, self.text))
    }

    pub(crate) fn ok(&self) -> Value {
        assert!(self.status == 200 || self.status == 201, "{}: {}", self.status, self.text);
        self.json()
    }

    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or("").to_owned()
    }
}

/// One request over a connection of its own.
pub(crate) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> io::Result<Reply> {
    let asked = async {
        let mut stream = TcpStream::connect(address).await?;
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
        for (name, value) in headers {
            head.extend([name, ": ", value, "\r\n"]);
        }
        let length = body.len();
        stream.write_all(format!("{head}content-length: {length}\r\n\r\n{body}").as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        read(&bytes).ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))
    };
    timeout(PATIENCE, asked).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

fn read(bytes: &[u8]) -> Option<Reply> {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let text = if is_chunked { unchunked(body)? } else { body.to_owned() };
    Some(Reply { status, head: head.to_ascii_lowercase(), text })
}

fn unchunked(mut rest: &str) -> Option<String> {
    let mut whole = String::new();
    loop {
        let (length, after) = rest.split_once("\r\n")?;
        let length = usize::from_str_radix(length, 16).ok()?;
        if length == 0 {
            return Some(whole);
        }
        whole += after.get(..length)?;
        rest = after.get(length + 2..)?;
    }
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> Reply {
    ask(address, "GET", path, &[], "").await.unwrap()
}

pub(crate) async fn post(address: SocketAddr, path: &str, body: Value) -> Reply {
    ask(address, "POST", path, &[], &body.to_string()).await.unwrap()
}

pub(crate) async fn post_as(address: SocketAddr, token: &str, path: &str, body: Value) -> Reply {
    let bearer = format!("Bearer {token}");
    ask(address, "POST", path, &[("authorization", &bearer)], &body.to_string()).await.unwrap()
}

/// The value of a line of the metrics.
pub(crate) async fn metric(address: SocketAddr, name: &str) -> f64 {
    let page = get(address, "/metrics").await.text;
    let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is not in\n{page}")).parse().unwrap()
}

/// Makes a table: its name and the tokens of `me`.
pub(crate) async fn make(address: SocketAddr, new: Value) -> (String, Vec<String>) {
    let made = post(address, "/api/tables", new).await.ok();
    let token = |each: &Value| each["token"].as_str().unwrap().to_owned();
    (
        made["table"].as_str().unwrap().to_owned(),
        made["tokens"].as_array().unwrap().iter().map(token).collect(),
    )
}

pub(crate) fn legal(view: &Value) -> Vec<String> {
    let actions = view["legal"]["0"].as_array().cloned().unwrap_or_default();
    actions.iter().map(|action| action.as_str().unwrap().to_owned()).collect()
}

pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) async fn open(address: SocketAddr) -> Socket {
        Socket(connect_async(format!("ws://{address}/ws")).await.unwrap().0)
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message of this type; others are passed over.
    pub(crate) async fn receive(&mut self, kind: &str) -> Value {
        loop {
            let next = timeout(PATIENCE, self.0.next()).await.expect("something is told");
            let Message::Text(text) = next.expect("the socket is open").unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == kind {
                return message;
            }
            assert!(message["type"] != "refused", "waiting for {kind}: {message}");
        }
    }

    /// The code that closes the socket.
    pub(crate) async fn farewell(&mut self) -> u16 {
        loop {
            let next = timeout(PATIENCE, self.0.next()).await.expect("the socket ends");
            if let Message::Close(frame) = next.expect("a close frame comes first").unwrap() {
                return frame.map_or(0, |frame| frame.code.into());
            }
        }
    }
}
