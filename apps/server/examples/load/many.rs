//! Many tables at once, of people at many addresses: what a table costs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tokio::sync::{Semaphore, mpsc};

use crate::Load;
use crate::client::{Report, Seat};
use crate::figures::machine_load;
use crate::honest::address_of;
use crate::server::{Server, UNLIMITED};

/// How long each table waits between two moves.
const EVERY: Duration = Duration::from_secs(1);

/// What is promised.
const P99_MS: f64 = 250.0;
const MEMORY_MB: f64 = 300.0;
/// A server that is too slow is asked for less: each table waits for its move. So much of what was to be asked must have been.
const LEAST: f64 = 0.9;

pub(crate) async fn run(load: &Load) -> Result<()> {
    let data = tempfile::tempdir()?;
    let server = Server::start(&load.program, data.path(), &UNLIMITED)?;
    let (reports, mut inbox) = mpsc::unbounded_channel();
    let began = Instant::now();
    seat(load, &server, &reports).await?;
    println!("{} tables, {} sockets in {:.1} s", load.tables, 2 * load.tables, began.elapsed().as_secs_f64());
    drop(reports);
    let (cpu, start) = (server.cpu()?, Instant::now());
    let mut total = Report::default();
    while let Some(report) = inbox.recv().await {
        total.add(report);
    }
    let seconds = start.elapsed().as_secs_f64();
    print_report(&total, seconds, server.cpu()?.saturating_sub(cpu), server.peak_kb()?);
    if let Some(first) = total.errors.first() {
        bail!("{} errors; the first: {first}", total.errors.len());
    }
    let (p99, peak) = (total.times.at(99), server.peak_kb()? as f64 / 1024.0);
    let (rate, least) =
        (total.times.count() as f64 / seconds, LEAST * load.tables as f64 / EVERY.as_secs_f64());
    if p99 > P99_MS || peak > MEMORY_MB || rate < least {
        bail!(
            "not as promised: p99 {p99:.1} of {P99_MS} ms, {peak:.0} of {MEMORY_MB} MB, {rate:.0} of {least:.0} moves a second"
        );
    }
    println!(
        "all as promised: p99 {p99:.1} of {P99_MS} ms, {peak:.0} of {MEMORY_MB} MB, {rate:.0} moves a second"
    );
    Ok(())
}

/// Fills the tables, some at a time, and lets each begin at a moment of its own.
async fn seat(load: &Load, server: &Server, reports: &mpsc::UnboundedSender<Report>) -> Result<()> {
    let door = Arc::new(Semaphore::new(64));
    let mut arrivals = Vec::new();
    for number in 0..load.tables {
        let (door, visitor) = (Arc::clone(&door), server.visitor(address_of(number)));
        arrivals.push(tokio::spawn(async move {
            let _one = door.acquire().await?;
            Seat::take(visitor, number).await
        }));
    }
    let mut seats = Vec::new();
    for arrival in arrivals {
        seats.push(arrival.await??);
    }
    let start = Instant::now() + Duration::from_millis(200);
    for (number, seat) in seats.into_iter().enumerate() {
        let share = number as f64 / load.tables as f64;
        let first = start + EVERY.mul_f64(share);
        let (until, reports) = (start + load.lasts, reports.clone());
        tokio::spawn(async move {
            let _ = reports.send(seat.play(first.into(), EVERY, until.into()).await);
        });
    }
    Ok(())
}

fn print_report(total: &Report, seconds: f64, cpu: Duration, peak_kb: u64) {
    let moves = total.times.count();
    println!(
        "{moves} moves in {seconds:.1} s: {:.0} a second, {} errors",
        moves as f64 / seconds,
        total.errors.len()
    );
    println!(
        "until the onlooker has heard: p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        total.times.at(50),
        total.times.at(99),
        total.times.at(100)
    );
    println!("load average of the machine: {}", machine_load());
    println!(
        "server: {:.1} us of CPU a move, {:.0} MB at most",
        cpu.as_secs_f64() * 1e6 / moves.max(1) as f64,
        peak_kb as f64 / 1024.0
    );
}
