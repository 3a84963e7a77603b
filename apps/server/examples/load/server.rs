//! A server in a process of its own, so that its use of memory and CPU can be measured.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::visitor::Visitor;

pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

/// The options for more players at one address than the usual limits let in.
pub(crate) const UNLIMITED: [&str; 8] =
    ["--connections", "100000", "--sockets", "100000", "--new-tables", "1000000", "--rate", "1000000"];

impl Server {
    /// Starts a server at a free port of this machine.
    pub(crate) fn start(program: &Path, data: &Path, options: &[&str]) -> Result<Server> {
        let mut child = Command::new(program)
            .args(["serve", "--port", "0", "--metrics-port", "off", "--data"])
            .arg(data)
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} did not start", program.display()))?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address =
            address.and_then(|text| text.parse().ok()).with_context(|| format!("no address in: {line}"))?;
        Ok(Server { child, address })
    }

    /// Somebody who asks it from there.
    pub(crate) fn visitor(&self, from: Ipv4Addr) -> Visitor {
        Visitor { server: self.address, from }
    }

    /// The CPU time so far, user and system.
    pub(crate) fn cpu(&self) -> Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name may hold spaces; what follows its bracket does not. A tick is a hundredth of a second.
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        let ticks: u64 = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
        Ok(Duration::from_millis(10 * ticks))
    }

    /// The most memory that it had.
    pub(crate) fn peak_kb(&self) -> Result<u64> {
        self.memory_kb("VmHWM:")
    }

    /// The memory that it has now.
    pub(crate) fn resident_kb(&self) -> Result<u64> {
        self.memory_kb("VmRSS:")
    }

    fn memory_kb(&self, name: &str) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(name)).context("no memory is told")?;
        Ok(line.trim().split(' ').next().unwrap_or("").parse()?)
    }
}

impl Drop for Server {
    /// Ends it at once, as a power cut would.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Puts games of two bots into an archive.
pub(crate) fn fill(program: &Path, data: &Path, game: &str, bots: &str, games: usize) -> Result<()> {
    let done = Command::new(program)
        .args(["tournament", game, "--format", "round-robin", "--seed", "1", "--entrants", bots])
        .args(["--games", &games.to_string(), "--data"])
        .arg(data)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    if !done.success() {
        bail!("the games for the archive could not be played: {done}");
    }
    Ok(())
}
