//! Many tables at once: what `cargo xtask load` runs. Starts a server of its own, plays the triangle puzzle at every table, a
//! player and an onlooker at each, and reports how long moves took and what they cost.

mod client;
mod server;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::sync::{Semaphore, mpsc};

use crate::client::{Report, Seat};
use crate::server::Server;

/// How the load is to be.
struct Load {
    /// The program `tercet`.
    program: PathBuf,
    tables: usize,
    /// How long each table waits between two moves.
    every: Duration,
    /// How long it goes on.
    lasts: Duration,
}

impl Load {
    fn read() -> Result<Load> {
        let words: Vec<String> = std::env::args().skip(1).collect();
        let [program, tables, every, lasts] = words.as_slice() else {
            bail!("usage: load PROGRAM TABLES MILLISECONDS_A_MOVE SECONDS");
        };
        Ok(Load {
            program: program.into(),
            tables: tables.parse().context("TABLES")?,
            every: Duration::from_millis(every.parse().context("MILLISECONDS_A_MOVE")?),
            lasts: Duration::from_secs(lasts.parse().context("SECONDS")?),
        })
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let load = Load::read()?;
    let data = tempfile::tempdir()?;
    let server = Server::start(&load.program, data.path())?;
    let (reports, mut inbox) = mpsc::unbounded_channel();
    let began = Instant::now();
    seat(&load, &server, &reports).await?;
    println!("{} tables, {} sockets in {:.1} s", load.tables, 2 * load.tables, began.elapsed().as_secs_f64());
    drop(reports);
    let (cpu, start) = (server.cpu()?, Instant::now());
    let mut total = Report::default();
    while let Some(report) = inbox.recv().await {
        total.add(report);
    }
    let seconds = start.elapsed().as_secs_f64();
    tell(&total, seconds, server.cpu()?.saturating_sub(cpu), server.peak_kb()?);
    if total.errors.is_empty() {
        Ok(())
    } else {
        bail!("{} errors; the first: {}", total.errors.len(), total.errors[0])
    }
}

/// Fills the tables, some at a time, and lets each begin at a moment of its own.
async fn seat(load: &Load, server: &Server, reports: &mpsc::UnboundedSender<Report>) -> Result<()> {
    let door = Arc::new(Semaphore::new(64));
    let mut arrivals = Vec::new();
    for number in 0..load.tables {
        let (door, address) = (Arc::clone(&door), server.address);
        arrivals.push(tokio::spawn(async move {
            let _one = door.acquire().await?;
            Seat::take(address, number).await
        }));
    }
    let mut seats = Vec::new();
    for arrival in arrivals {
        seats.push(arrival.await??);
    }
    let start = Instant::now() + Duration::from_millis(200);
    for (number, seat) in seats.into_iter().enumerate() {
        let share = number as f64 / load.tables as f64;
        let first = start + load.every.mul_f64(share);
        let (every, until, reports) = (load.every, start + load.lasts, reports.clone());
        tokio::spawn(async move {
            let _ = reports.send(seat.play(first.into(), every, until.into()).await);
        });
    }
    Ok(())
}

fn tell(total: &Report, seconds: f64, cpu: Duration, peak_kb: u64) {
    let moves = total.millis.len();
    let mut sorted = total.millis.clone();
    sorted.sort_by(f64::total_cmp);
    let at = |percent: usize| {
        sorted.get((moves * percent / 100).min(moves.saturating_sub(1))).copied().unwrap_or(0.0)
    };
    println!(
        "{moves} moves in {seconds:.1} s: {:.0} a second, {} errors",
        moves as f64 / seconds,
        total.errors.len()
    );
    println!(
        "until the onlooker has heard: p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        at(50),
        at(99),
        at(100)
    );
    let others = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("load average of the machine: {}", others.split(' ').take(3).collect::<Vec<_>>().join(" "));
    println!(
        "server: {:.1} us of CPU a move, {:.0} MB at most",
        cpu.as_secs_f64() * 1e6 / moves.max(1) as f64,
        peak_kb as f64 / 1024.0
    );
}
