//! Sockets that say what nobody should.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

use super::Hostile;

pub(super) fn begin(hostile: &Arc<Hostile>, tasks: &mut JoinSet<()>) {
    hostile.again(tasks, ("bad frames", 12), bad_frame);
    hostile.again(tasks, ("floods of messages", 4), flood);
    hostile.again(tasks, ("sockets that don't read", 8), deaf);
    hostile.again(tasks, ("sockets of other pages", 2), other_page);
}

/// A connection that speaks WebSocket, and says what it likes.
async fn upgraded(hostile: &Hostile, more: &str) -> Result<(TcpStream, String)> {
    let mut stream = hostile.visitor.connect().await?;
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let head = hostile.visitor.head("GET /ws", &format!("{upgrade}{more}"), 0);
    stream.write_all(format!("{head}\r\n").as_bytes()).await?;
    let mut said = vec![0; 1024];
    let read = stream.read(&mut said).await?;
    let status = String::from_utf8_lossy(&said[..read]).split(' ').nth(1).context("no status")?.to_owned();
    Ok((stream, status))
}

/// Frames by their first bytes: 2^62 and 64 KiB long, of no kind, without a mask, parts without a beginning, a ping of too
/// many bytes, text that is none, all of the reserved bits, a close frame of one byte.
const FRAMES: [&[u8]; 9] = [
    &[0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4],
    &[0x82, 0xfe, 0xff, 0xff, 1, 2, 3, 4],
    &[0x8b, 0x80, 1, 2, 3, 4],
    &[0x81, 0x05, b'h', b'e', b'l', b'l', b'o'],
    &[0x80, 0x81, 1, 2, 3, 4, 5],
    &[0x89, 0xfe, 1, 0, 1, 2, 3, 4],
    &[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe],
    &[0xf1, 0x80, 1, 2, 3, 4],
    &[0x88, 0x81, 0, 0, 0, 0, 3],
];

async fn bad_frame(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let (mut stream, status) = upgraded(&hostile, "").await?;
    if status != "101" {
        return Ok(status);
    }
    stream.write_all(FRAMES[number % FRAMES.len()]).await?;
    // If the server does not object, more of it is sent.
    let _ = stream.write_all(&vec![0; 40_000]).await;
    let mut said = [0; 4];
    let read = stream.read(&mut said).await.unwrap_or(0);
    Ok(match said[..read] {
        [0x88, _, high, low] => format!("close {}", u16::from_be_bytes([high, low])),
        [] => "closed".to_owned(),
        _ => "answered".to_owned(),
    })
}

/// Thousands of messages as fast as they go: some are none, some ask for what is refused, some are a byte of a fragment.
async fn flood(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let mut socket = hostile.visitor.socket().await?;
    let made = &hostile.five[number % hostile.five.len()];
    let text = match number % 5 {
        0 => "[".repeat(16_000),
        1 => format!(r#"{{"type":"watch","table":"{}","since":0,"words":true}}"#, made.table),
        2 => {
            let tokens = vec![made.token(); 600];
            serde_json::json!({ "type": "watch", "table": made.table, "tokens": tokens }).to_string()
        }
        3 => r#"{"type":"act","table":"none","state":18446744073709551615,"action":"x"}"#.to_owned(),
        _ => format!(r#"{{"type":"watch","table":"nothing-{number}"}}"#),
    };
    for _ in 0..2000 {
        socket.feed(Message::text(text.clone())).await?;
        socket.flush().await?;
        // What has come is read, so that the server does not cut this off for being slow.
        while let Ok(Some(heard)) = tokio::time::timeout(Duration::ZERO, socket.next()).await {
            heard?;
        }
    }
    Ok("sent".to_owned())
}

/// Looks at tables again and again and reads nothing.
async fn deaf(hostile: Arc<Hostile>, _: usize) -> Result<String> {
    let mut socket = hostile.visitor.socket().await?;
    let until = Instant::now() + Duration::from_secs(14);
    while Instant::now() < until {
        let table = &hostile.large.table;
        let text = format!(r#"{{"type":"watch","table":"{table}","since":0,"words":true}}"#);
        socket.send(Message::text(text)).await?;
    }
    Ok("went on".to_owned())
}

async fn other_page(hostile: Arc<Hostile>, _: usize) -> Result<String> {
    Ok(upgraded(&hostile, "origin: https://elsewhere.example\r\n").await?.1)
}
