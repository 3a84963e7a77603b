//! A server in a process of its own, so that what it uses can be told apart.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) fn start(program: &Path, data: &Path) -> Result<Server> {
        let mut child = Command::new(program)
            .args([
                "serve",
                "--port",
                "0",
                "--metrics-port",
                "off",
                "--connections",
                "100000",
                "--sockets",
                "100000",
                "--new-tables",
                "1000000",
                "--data",
            ])
            .arg(data)
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
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
        Ok(line.trim().split(' ').next().unwrap_or("").parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
