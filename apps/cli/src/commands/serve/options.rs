//! The options of `tercet serve`.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use tercet_server::{
    JournalUrl, Limits, MetricsPort, Network, Proxies, ProxyHeader, Retention, ServeOptions, SharedOptions,
    Token,
};

use crate::data::Data;
use crate::failure::Failure;
use crate::log::Format;

/// The default port of health and metrics.
pub(crate) const METRICS_PORT: u16 = 9464;

const EXAMPLES: &str = "\
Examples:
  tercet serve --open
  tercet serve --port 9000 --data games
  tercet serve --bind 0.0.0.0 --token \"$(head -c 16 /dev/urandom | base64)\"
  TERCET_JOURNAL=postgres://tercet@db.internal/tercet tercet serve --peer-address 10.0.0.5:7000
  tercet serve --public --trusted-proxy 127.0.0.1 --host games.example

docs/operations.md tells how to run it behind a proxy, under systemd and in a container.

Exit codes: 0 it was stopped, 1 it failed, 2 wrong usage.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// The address to listen at; others than this machine's own need --token or --public
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Let in only who knows this, of 16 bytes or more; the environment variable `TERCET_TOKEN` keeps it out of lists of
    /// processes
    #[arg(long, value_name = "TOKEN", conflicts_with = "public")]
    token: Option<String>,
    /// Let in everybody who can reach the server
    #[arg(long)]
    public: bool,
    /// What the owner must know to start tournaments, export and delete; `TERCET_OWNER_TOKEN` does the same. Without one, a
    /// server for others draws it and keeps it in the data directory
    #[arg(long, value_name = "TOKEN")]
    owner_token: Option<String>,
    /// Let a page of elsewhere ask, as in <https://games.example>; may be given several times
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// A name that the server is asked by, as in games.example; may be given several times
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Trust the client address that proxies of this network pass on, as in 127.0.0.1 or 10.0.0.0/8; may be given several times
    #[arg(long = "trusted-proxy", value_name = "NETWORK")]
    proxies: Vec<Network>,
    /// Which header the proxies write themselves
    #[arg(long, value_name = "HEADER", value_enum, default_value = "x-forwarded-for")]
    proxy_header: Header,
    /// Let agents in over `/mcp` who know this, of 16 bytes or more; the environment variable `TERCET_MCP_TOKEN` does the
    /// same
    #[arg(long, value_name = "TOKEN")]
    mcp_token: Option<String>,
    /// Where health and metrics are served, on 127.0.0.1 alone: a port, 0 for any that is free, or `off`. Port 9464 if it is
    /// free and nothing is given
    #[arg(long, value_name = "PORT", value_parser = metrics_port)]
    metrics_port: Option<MetricsPort>,
    /// How the log is written
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    pub(crate) log_format: Format,
    /// How many connections there may be; fewer where the system lets the program open fewer files
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections)]
    connections: usize,
    /// How many sockets one address may have
    #[arg(long, value_name = "N", default_value_t = Limits::default().sockets_per_address)]
    sockets: usize,
    /// How many requests and messages of one address are read in a second; more than that wait
    #[arg(long, value_name = "N", default_value_t = Limits::default().rate, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// How many tables one address may make in a minute
    #[arg(long, value_name = "N", default_value_t = Limits::default().new_tables_a_minute)]
    new_tables: usize,
    /// How many seconds somebody who is away may keep a table waiting before the others may seat a bot there
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().patience.as_secs())]
    patience: u64,
    /// Delete games and their tables so many days after they were over; tournaments are kept
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    keep_days: Option<u32>,
    /// Delete the oldest games when the archive has more than this, as in 500M or 2G; tournaments are kept
    #[arg(long, value_name = "SIZE", value_parser = size)]
    quota: Option<u64>,
    /// Let this program sit at tables and in tournaments as a bot (docs/bot-protocol.md), as in './mybot --fast'; visitors name it
    /// `cmd:./mybot --fast`, and can name no other. May be given several times
    #[arg(long = "bot-program", value_name = "COMMAND")]
    bot_programs: Vec<String>,
    /// Keep the tables in a database that several servers share, as in <postgres://USER:PASSWORD@HOST/DATABASE>; the environment
    /// variable `TERCET_JOURNAL` keeps the password out of lists of processes
    #[arg(long, value_name = "URL")]
    journal: Option<String>,
    /// Where the other servers of --journal reach this one, on a private network; port 0 for any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0")]
    peer_address: SocketAddr,
    /// How many seconds a server of --journal that is not heard of keeps its tables
    #[arg(long, value_name = "SECONDS", default_value_t = SharedOptions::LEASE.as_secs(), value_parser = clap::value_parser!(u64).range(1..=60))]
    lease: u64,
    /// Where `tercet train` keeps its runs, which the page shows
    #[arg(long, value_name = "DIR", default_value = "runs", value_hint = clap::ValueHint::DirPath)]
    runs: PathBuf,
    /// Show the page in the browser
    #[arg(long)]
    pub(super) open: bool,
    #[command(flatten)]
    data: Data,
}

/// A header of proxies.
#[derive(Clone, Copy, ValueEnum)]
enum Header {
    XForwardedFor,
    Forwarded,
}

impl Options {
    /// The server that is asked for.
    pub(super) fn wanted(&self) -> Result<ServeOptions, Failure> {
        let token = |given: &Option<String>, variable| {
            // A variable that is set to nothing is a token that is too short, not none.
            let token = given.clone().or_else(|| std::env::var(variable).ok());
            token.as_deref().map(Token::given)
        };
        Ok(ServeOptions {
            bind: self.bind,
            port: self.port,
            token: token(&self.token, "TERCET_TOKEN"),
            is_public: self.public,
            owner_token: token(&self.owner_token, "TERCET_OWNER_TOKEN"),
            mcp_token: token(&self.mcp_token, "TERCET_MCP_TOKEN"),
            origins: self.origins.clone(),
            hosts: self.hosts.clone(),
            proxies: self.proxies(),
            limits: self.limits(),
            metrics: self.metrics_port.unwrap_or(MetricsPort::Try(METRICS_PORT)),
            retention: Retention {
                time: self.keep_days.map(|days| Duration::from_hours(24) * days),
                quota: self.quota,
            },
            bot_programs: self.bot_programs.clone(),
            journal: self.shared(),
            runs: self.runs.clone(),
            ..ServeOptions::local(self.data.directory()?)
        })
    }

    fn shared(&self) -> Option<SharedOptions> {
        let url = self.journal.clone().or_else(|| std::env::var("TERCET_JOURNAL").ok())?;
        Some(SharedOptions {
            url: JournalUrl::given(&url),
            peer: self.peer_address,
            lease: Duration::from_secs(self.lease),
        })
    }

    fn proxies(&self) -> Proxies {
        let header = match self.proxy_header {
            Header::XForwardedFor => ProxyHeader::XForwardedFor,
            Header::Forwarded => ProxyHeader::Forwarded,
        };
        Proxies { networks: self.proxies.clone(), header }
    }

    fn limits(&self) -> Limits {
        Limits {
            connections: self.connections,
            sockets_per_address: self.sockets,
            rate: self.rate,
            new_tables_a_minute: self.new_tables,
            patience: Duration::from_secs(self.patience),
            ..Limits::default()
        }
    }
}

fn metrics_port(text: &str) -> Result<MetricsPort, String> {
    match text {
        "off" => Ok(MetricsPort::Off),
        _ => text.parse().map(MetricsPort::At).map_err(|_| "it is a port, 0 or off".to_owned()),
    }
}

/// A number of bytes: 1000, 500M, 2G.
fn size(text: &str) -> Result<u64, String> {
    let bad = || "it is a number of bytes, as in 500M or 2G".to_owned();
    let (digits, unit) = match text.char_indices().next_back() {
        Some((last, 'k' | 'K')) => (&text[..last], 1 << 10),
        Some((last, 'M')) => (&text[..last], 1 << 20),
        Some((last, 'G')) => (&text[..last], 1 << 30),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| bad())?;
    number.checked_mul(unit).filter(|bytes| *bytes > 0).ok_or_else(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_ports_are_read() {
        assert_eq!(
            (size("1000"), size("2k"), size("500M"), size("2G")),
            (Ok(1000), Ok(2048), Ok(500 << 20), Ok(2 << 30))
        );
        for bad in ["", "0", "M", "1.5G", "-1", "99999999999G"] {
            assert_eq!(size(bad), Err("it is a number of bytes, as in 500M or 2G".to_owned()), "{bad}");
        }
        assert_eq!((metrics_port("off"), metrics_port("0")), (Ok(MetricsPort::Off), Ok(MetricsPort::At(0))));
        assert!(metrics_port("on").is_err() && metrics_port("70000").is_err());
    }
}
