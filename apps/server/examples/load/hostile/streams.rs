//! Connections that are slow, silent, or not read.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::task::JoinSet;

use super::Hostile;

/// How long each of them goes on, if it is let.
const STAYS: Duration = Duration::from_secs(14);

pub(super) fn begin(hostile: &Arc<Hostile>, tasks: &mut JoinSet<()>) {
    hostile.again(tasks, ("slow heads", 120), slow_head);
    hostile.again(tasks, ("slow bodies", 60), slow_body);
    hostile.again(tasks, ("silent connections", 200), silent);
    hostile.again(tasks, ("answers that are not read", 40), unread);
    hostile.again(tasks, ("no HTTP", 8), no_http);
}

/// Sends text bit by bit; how the server ended it, if it did.
async fn trickle(hostile: &Hostile, begin: &str, bit: &str) -> Result<String> {
    let mut stream = hostile.visitor.connect().await?;
    stream.write_all(begin.as_bytes()).await?;
    let until = Instant::now() + STAYS;
    while Instant::now() < until {
        stream.write_all(bit.as_bytes()).await?;
        tokio::time::sleep(Duration::from_millis(700)).await;
    }
    Ok("went on".to_owned())
}

async fn slow_head(hostile: Arc<Hostile>, _: usize) -> Result<String> {
    trickle(&hostile, "GET /api/catalog HTTP/1.1\r\nhost: 127.0.0.1\r\n", "x-a: b\r\n").await
}

async fn slow_body(hostile: Arc<Hostile>, _: usize) -> Result<String> {
    let head = hostile.visitor.head("POST /api/import", "", 200_000);
    trickle(&hostile, &format!("{head}\r\n"), "tercet record").await
}

async fn silent(hostile: Arc<Hostile>, _: usize) -> Result<String> {
    let mut stream = hostile.visitor.connect().await?;
    let mut said = Vec::new();
    stream.read_to_end(&mut said).await?;
    Ok(if said.is_empty() { "closed".to_owned() } else { "told to go".to_owned() })
}

/// Asks for much over and over without reading any of it.
async fn unread(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let large = &hostile.large.table;
    let line = ["GET /api/openapi.json".to_owned(), format!("GET /t/{large}/0.png?scale=4")];
    let head = hostile.visitor.head(&line[number % 2], "", 0);
    trickle(&hostile, "", &format!("{head}\r\n").repeat(16)).await
}

async fn no_http(hostile: Arc<Hostile>, number: usize) -> Result<String> {
    let mut stream = hostile.visitor.connect().await?;
    let noise: Vec<u8> = (0..65_536_usize).map(|place| ((place * (number + 7)) >> 3) as u8).collect();
    stream.write_all(&noise).await?;
    let mut said = [0; 12];
    let read = stream.read(&mut said).await?;
    Ok(String::from_utf8_lossy(&said[..read]).split(' ').nth(1).unwrap_or("closed").to_owned())
}
