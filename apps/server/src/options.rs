//! How a server is to be.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::limits::Limits;
use crate::proxies::Proxies;
use crate::tokens::Token;

/// How a server is to be.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Where it listens. Only this machine's own address needs neither a token nor to be public.
    pub bind: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The directory of the archive.
    pub data: PathBuf,
    /// The directory in which `tercet train` keeps its runs, which the page shows; it need not be there.
    pub runs: PathBuf,
    /// What everybody must know who asks for anything.
    pub token: Option<Token>,
    /// May anybody ask who can reach it?
    pub is_public: bool,
    /// Pages elsewhere that may ask, as in `https://games.example`.
    pub origins: Vec<String>,
    /// Names that the server is asked by, as in `games.example`. Without any, one for this machine alone has this machine's
    /// names, and others may have every name.
    pub hosts: Vec<String>,
    /// Proxies that say who asks.
    pub proxies: Proxies,
    /// How much one address may ask for.
    pub limits: Limits,
    /// What agents must know who come over `/mcp`; without one, none are let in.
    pub mcp_token: Option<Token>,
    /// What the owner must know. Without one, a token is made and kept in the data directory; where only this machine's own
    /// people can ask, each of them is the owner.
    pub owner_token: Option<Token>,
    /// Where health and counts are served, on this machine alone.
    pub metrics: MetricsPort,
    /// What is kept of games that are over.
    pub retention: Retention,
    /// Command lines of programs that may sit at tables as bots: whoever may make a table has them started.
    pub bot_programs: Vec<String>,
    /// The database that the tables are kept in, where several servers share them; this server's own archive otherwise.
    pub journal: Option<SharedOptions>,
}

/// How a server shares its tables with others.
#[derive(Clone, Debug)]
pub struct SharedOptions {
    /// The database.
    pub url: JournalUrl,
    /// Where other servers reach this one; port 0 for any that is free.
    pub peer: SocketAddr,
    /// How long a server that is not heard of keeps its tables.
    pub lease: Duration,
}

impl SharedOptions {
    /// How long a lease lasts unless something else is asked for.
    pub const LEASE: Duration = Duration::from_secs(3);
}

/// A database's address. Its password is never shown by `Debug`, so no log can have it.
#[derive(Clone, PartialEq, Eq)]
pub struct JournalUrl(String);

impl JournalUrl {
    /// What somebody gave.
    pub fn given(text: &str) -> JournalUrl {
        JournalUrl(text.to_owned())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for JournalUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JournalUrl(…)")
    }
}

/// Where health and counts are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricsPort {
    /// Nowhere.
    Off,
    /// At this port; the server does without where it is taken.
    Try(u16),
    /// At this port, 0 for any that is free; the server does not start where it is taken.
    At(u16),
}

/// What is kept of games that were over at tables. Tournaments are kept whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// How long.
    pub time: Option<Duration>,
    /// How large the archive may be, in bytes.
    pub quota: Option<u64>,
}

/// The shortest token that a server takes: what is drawn from 64 signs has 96 bits then.
pub const SHORTEST_TOKEN: usize = 16;

impl ServeOptions {
    /// A server for this machine alone, on any free port.
    pub fn local(data: impl Into<PathBuf>) -> ServeOptions {
        ServeOptions {
            bind: IpAddr::from([127, 0, 0, 1]),
            port: 0,
            data: data.into(),
            runs: PathBuf::from("runs"),
            token: None,
            is_public: false,
            origins: Vec::new(),
            hosts: Vec::new(),
            proxies: Proxies::default(),
            limits: Limits::default(),
            mcp_token: None,
            owner_token: None,
            metrics: MetricsPort::Off,
            retention: Retention::default(),
            bot_programs: Vec::new(),
            journal: None,
        }
    }

    /// Can nobody ask but this machine's own people?
    pub(crate) fn is_for_this_machine(&self, bind: IpAddr) -> bool {
        bind.is_loopback()
            && !self.is_public
            && self.token.is_none()
            && self.hosts.is_empty()
            && self.proxies.networks.is_empty()
    }

    /// Checks the options of a server that listens there.
    pub(crate) fn check(&self, bind: IpAddr) -> Result<()> {
        if !bind.is_loopback() && self.token.is_none() && !self.is_public {
            bail!(
                "others can reach {bind}: give --token to let in who knows it, or --public to let in everybody"
            );
        }
        let tokens = [
            ("--token", &self.token),
            ("--mcp-token", &self.mcp_token),
            ("--owner-token", &self.owner_token),
        ];
        for (name, token) in tokens {
            if let Some(length) = token.as_ref().map(|token| token.reveal().len())
                && length < SHORTEST_TOKEN
            {
                bail!("{name} has {length} bytes; give at least {SHORTEST_TOKEN}, drawn at random");
            }
        }
        Ok(())
    }
}
