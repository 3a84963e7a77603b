//! People who play, alone at first, then beside somebody else.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::runtime::Builder;
use tokio::task::JoinSet;

use crate::Load;
use crate::figures::{heading, machine_load};
use crate::honest::{PACE, Player, Report, Seen, address_of};
use crate::hostile::{AGENTS, Hostile, Tally};
use crate::server::{Server, fill};

/// How long people play alone.
pub(crate) const ALONE: Duration = Duration::from_secs(10);

/// What is promised beside a hostile visitor.
const MOVE_P99_MS: f64 = 100.0;
const MEMORY_MB: f64 = 600.0;

/// People at their tables, before they play.
pub(crate) struct People {
    players: Vec<Player>,
    pub(crate) begin: Instant,
    /// When somebody else comes.
    pub(crate) other: Instant,
}

impl People {
    /// Has them sit down.
    pub(crate) async fn sit(server: &Server, tables: usize) -> Result<People> {
        // A table takes a few milliseconds, also on a slow machine.
        let begin = Instant::now() + Duration::from_millis(500 + 10 * tables as u64);
        let other = begin + ALONE;
        let mut players = Vec::new();
        for number in 0..tables {
            players.push(Player::sit(server.visitor(address_of(number)), number, other).await?);
        }
        Ok(People { players, begin, other })
    }

    /// Has them play, each from its own moment on.
    pub(crate) fn play(self, until: Instant) -> JoinSet<Report> {
        let count = self.players.len().max(1);
        let mut games = JoinSet::new();
        for (number, player) in self.players.into_iter().enumerate() {
            let first = self.begin + PACE.mul_f64(number as f64 / count as f64);
            games.spawn(player.play(first, until));
        }
        games
    }
}

/// What all of them saw, alone and beside somebody, and what went wrong.
pub(crate) fn summed(reports: &[Report]) -> ([Seen; 2], Vec<String>) {
    let mut seen: [Seen; 2] = Default::default();
    for report in reports {
        for (sum, own) in seen.iter_mut().zip(&report.seen) {
            sum.moves.add(own.moves.clone());
            sum.bots.add(own.bots.clone());
            sum.pictures.add(own.pictures.clone());
        }
    }
    (seen, reports.iter().flat_map(|report| report.errors.clone()).collect())
}

pub(crate) fn print_seen(seen: &[Seen; 2], names: [&str; 2]) {
    println!("{}", heading());
    for (seen, name) in seen.iter().zip(names) {
        println!("{}", seen.moves.row(&format!("moves {name}")));
        println!("{}", seen.bots.row(&format!("bots' moves {name}")));
        println!("{}", seen.pictures.row(&format!("pictures {name}")));
    }
}

/// People beside a visitor who does everything that costs something. Then the server is killed, and each move that was
/// acknowledged must be there when it is started again.
pub(crate) async fn run_hostile(load: &Load) -> Result<()> {
    let data = tempfile::tempdir()?;
    fill(&load.program, data.path(), "machi", "random,uniform", load.games / 2)?;
    fill(&load.program, data.path(), "set", "first,random", load.games / 2)?;
    let server = Server::start(&load.program, data.path(), &["--mcp-token", AGENTS])?;
    let people = People::sit(&server, load.tables).await?;
    let (other, until) = (people.other, people.other + load.lasts);
    let tally = Arc::new(Tally::default());
    let hostile = Hostile::arrive(&server, Arc::clone(&tally), until).await?;
    let games = people.play(until);
    let cpu = server.cpu()?;
    let visitor = thread::spawn(move || have_attacked(hostile, other));
    let reports = games.join_all().await;
    let cpu = server.cpu()?.saturating_sub(cpu).as_secs_f64();
    visitor.join().map_err(|_| anyhow::anyhow!("the hostile visitor panicked"))??;
    let peak = server.peak_kb()? as f64 / 1024.0;
    let (seen, mut errors) = summed(&reports);
    print_seen(&seen, ["alone", "beside the visitor"]);
    println!("\nwhat came of what the visitor did");
    tally.lines().iter().for_each(|line| println!("{line}"));
    let seconds = (load.lasts + ALONE).as_secs_f64();
    println!("\nserver: {peak:.0} MB at most, {:.2} cores; load average {}", cpu / seconds, machine_load());
    drop(server);
    errors.extend(lost(load, data.path(), &reports).await?);
    judge(&seen[1], peak, &tally, &errors)
}

/// The attacker has threads of its own at a lower priority than the server's, so that honest clients don't wait for them: it would have a
/// machine of its own.
fn have_attacked(hostile: Arc<Hostile>, from: Instant) -> Result<()> {
    rustix::process::setpriority_process(None, 5).context("priority")?;
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        tokio::time::sleep_until(from.into()).await;
        hostile.attack().await;
    });
    Ok(())
}

/// Starts the server again and looks for all that was acknowledged.
async fn lost(load: &Load, data: &std::path::Path, reports: &[Report]) -> Result<Vec<String>> {
    let server = Server::start(&load.program, data, &[])?;
    let (mut lost, mut found) = (Vec::new(), 0);
    for (number, report) in reports.iter().enumerate() {
        match report.check(server.visitor(address_of(number))).await {
            Ok(moves) => found += moves,
            Err(error) => lost.push(format!("{error:#}")),
        }
    }
    let moves: usize = reports.iter().map(Report::taken).sum();
    println!(
        "killed and started again: {moves} acknowledged moves looked for, {found} found, {} tables with losses",
        lost.len()
    );
    // Who looks at too little finds no losses either.
    if moves == 0 || (lost.is_empty() && found != moves) {
        lost.push(format!("{found} of {moves} moves were looked for"));
    }
    Ok(lost)
}

fn judge(seen: &Seen, peak: f64, tally: &Tally, errors: &[String]) -> Result<()> {
    let p99 = seen.moves.at(99);
    let bars = [
        (seen.moves.count() > 0, "nobody made a move beside the visitor".to_owned()),
        (p99 <= MOVE_P99_MS, format!("moves' p99 {p99:.1} ms, promised {MOVE_P99_MS} ms")),
        (peak <= MEMORY_MB, format!("{peak:.0} MB of memory, promised {MEMORY_MB} MB")),
        (tally.faults() == 0, format!("{} answers tell of faults of the server's", tally.faults())),
        (
            errors.is_empty(),
            format!(
                "{} errors of people; the first: {}",
                errors.len(),
                errors.first().map_or("", |error| error)
            ),
        ),
    ];
    let missed: Vec<String> =
        bars.into_iter().filter(|(is_kept, _)| !is_kept).map(|(_, what)| what).collect();
    if !missed.is_empty() {
        bail!("not as promised: {}", missed.join("; "));
    }
    println!(
        "all as promised: moves' p99 {p99:.1} of {MOVE_P99_MS} ms, {peak:.0} of {MEMORY_MB} MB, no table lost"
    );
    Ok(())
}
