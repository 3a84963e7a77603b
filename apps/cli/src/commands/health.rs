//! `tercet health`: is a server on this machine ready? For health checks where there is no other program to ask with.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;

use super::serve::METRICS_PORT;
use crate::failure::{Answer, Failure};
use crate::output::Screen;

const EXAMPLES: &str = "\
Examples:
  tercet health
  tercet health --metrics-port 9000

Exit codes: 0 it is ready, 1 it is not, 2 wrong usage.";

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(4);

/// The longest answer that is read.
const LONGEST: u64 = 4096;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The server's port for health and metrics
    #[arg(long, value_name = "PORT", default_value_t = METRICS_PORT)]
    metrics_port: u16,
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, options.metrics_port));
    match ask(address) {
        Ok((is_ready, words)) => {
            screen.line(&words)?;
            Ok(if is_ready { Answer::Yes } else { Answer::No })
        }
        Err(error) => {
            screen.line(&format!("no server tells of itself at {address}: {error:#}"))?;
            Ok(Answer::No)
        }
    }
}

/// Asks whether the server is ready; and what it says.
fn ask(address: SocketAddr) -> Result<(bool, String)> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(
        format!("GET /ready HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").as_bytes(),
    )?;
    let mut answer = String::new();
    stream.take(LONGEST).read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("what answers there speaks no HTTP")?;
    Ok((head.starts_with("HTTP/1.1 200 "), body.trim().to_owned()))
}
