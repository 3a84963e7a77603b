//! People who play beside somebody who exports a large archive, over and over.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::Load;
use crate::beside::{People, print_seen, summed};
use crate::figures::{Times, machine_load};
use crate::server::{Server, fill};
use crate::visitor::Visitor;

/// What is promised: memory beyond what the server had before, and how soon the first byte comes.
const MEMORY_MB: f64 = 50.0;
const FIRST_BYTE_MS: f64 = 100.0;

/// Moves' p99 may be so much longer than alone: what two runs of the same differ by.
const SLOWER: f64 = 1.5;
const SLOWER_MS: f64 = 5.0;

/// What came of exporting.
#[derive(Default)]
struct Exported {
    first_byte: Times,
    bytes: u64,
}

pub(crate) async fn run(load: &Load) -> Result<()> {
    let data = tempfile::tempdir()?;
    fill(&load.program, data.path(), "machi", "random,uniform", load.games)?;
    let server = Server::start(&load.program, data.path(), &[])?;
    let people = People::sit(&server, load.tables).await?;
    let (other, until) = (people.other, people.other + load.lasts);
    let games = people.play(until);
    tokio::time::sleep_until(other.into()).await;
    let before = server.resident_kb()?;
    let exported = export(server.visitor(Ipv4Addr::new(127, 0, 0, 2)), until).await?;
    let reports = games.join_all().await;
    let (seen, errors) = summed(&reports);
    print_seen(&seen, ["alone", "beside an export"]);
    println!("{}", exported.first_byte.row("first byte of the export"));
    let beyond = server.peak_kb()?.saturating_sub(before) as f64 / 1024.0;
    let rate = exported.bytes as f64 / load.lasts.as_secs_f64() / 1e6;
    println!(
        "\n{rate:.1} MB a second; {beyond:.0} MB of memory beyond the start; load average {}",
        machine_load()
    );
    let first = exported.first_byte.at(100);
    let (alone, beside) = (seen[0].moves.at(99), seen[1].moves.at(99));
    let is_measured = seen.iter().all(|seen| seen.moves.count() > 0) && exported.first_byte.count() > 0;
    if !is_measured
        || !errors.is_empty()
        || beyond > MEMORY_MB
        || first > FIRST_BYTE_MS
        || beside > (alone * SLOWER).max(alone + SLOWER_MS)
    {
        bail!(
            "not as promised: {} exports, {} errors, {beyond:.0} of {MEMORY_MB} MB, first byte {first:.1} of {FIRST_BYTE_MS} ms, moves' p99 {beside:.1} beside and {alone:.1} alone",
            exported.first_byte.count(),
            errors.len()
        );
    }
    println!(
        "all as promised: moves' p99 {beside:.1} ms beside the export and {alone:.1} alone, first byte {first:.1} ms"
    );
    Ok(())
}

/// Exports all events, again when it is through, and reads as fast as it can.
async fn export(visitor: Visitor, until: Instant) -> Result<Exported> {
    let mut exported = Exported::default();
    let mut part = vec![0; 1 << 16];
    while Instant::now() < until {
        let mut stream = visitor.connect().await?;
        let began = Instant::now();
        let head = visitor.head("GET /api/export/events.jsonl", "connection: close\r\n", 0);
        stream.write_all(format!("{head}\r\n").as_bytes()).await?;
        let read = stream.read(&mut part).await?;
        if !part[..read].starts_with(b"HTTP/1.1 200") {
            let answer = String::from_utf8_lossy(&part[..read]).into_owned();
            // Twelve a minute: a small archive is through before.
            if answer.starts_with("HTTP/1.1 429") {
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            }
            bail!("no export: {answer}");
        }
        exported.first_byte.push(began.elapsed());
        exported.bytes += read as u64;
        while Instant::now() < until {
            match stream.read(&mut part).await.context("the export was cut off")? {
                0 => break,
                more => exported.bytes += more as u64,
            }
        }
    }
    Ok(exported)
}
