//! `tercet serve`: the page, HTTP and WebSocket.

use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use tercet_server::{Limits, ServeOptions, Server, Token};

use crate::data::Data;
use crate::failure::{Answer, Blame, Failure};
use crate::output::Screen;

const EXAMPLES: &str = "\
Examples:
  tercet serve --open
  tercet serve --port 9000 --data games
  tercet serve --bind 0.0.0.0 --token \"$(head -c 16 /dev/urandom | base64)\"

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
    /// Let in only who knows this; the environment variable `TERCET_TOKEN` keeps it out of lists of processes
    #[arg(long, value_name = "TOKEN", conflicts_with = "public")]
    token: Option<String>,
    /// Let in everybody who can reach the server
    #[arg(long)]
    public: bool,
    /// Let a page of elsewhere ask, as in <https://games.example>; may be given several times
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// Let agents in over `/mcp` who know this; the environment variable `TERCET_MCP_TOKEN` does the same
    #[arg(long, value_name = "TOKEN")]
    mcp_token: Option<String>,
    /// How many sockets one address may have
    #[arg(long, value_name = "N", default_value_t = Limits::default().sockets_per_address)]
    sockets: usize,
    /// How many tables one address may make in a minute
    #[arg(long, value_name = "N", default_value_t = Limits::default().new_tables_a_minute)]
    new_tables: usize,
    /// How many seconds somebody who is away may keep a table waiting before the others may seat a bot there
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().patience.as_secs())]
    patience: u64,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let variable = |name| std::env::var(name).ok().filter(|token| !token.is_empty());
    let token = options.token.clone().or_else(|| variable("TERCET_TOKEN"));
    let mcp_token = options.mcp_token.clone().or_else(|| variable("TERCET_MCP_TOKEN"));
    let wanted = ServeOptions {
        bind: options.bind,
        port: options.port,
        token: token.as_deref().map(Token::given),
        is_public: options.public,
        origins: options.origins.clone(),
        limits: Limits {
            sockets_per_address: options.sockets,
            new_tables_a_minute: options.new_tables,
            patience: Duration::from_secs(options.patience),
            ..Limits::default()
        },
        mcp_token: mcp_token.as_deref().map(Token::given),
        ..ServeOptions::local(options.data.directory()?)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().or_failed()?;
    runtime.block_on(async {
        let server = Server::open(&wanted).await.or_failed()?;
        let running = server.start().or_failed()?;
        let link = link(running.address, token.as_deref());
        tracing::debug!(address = %running.address, data = %wanted.data.display(), "serving");
        screen.line(&format!("Tercet is at {link} (Ctrl-C to stop)"))?;
        screen.flush()?;
        if options.open {
            show(&link);
        }
        tokio::select! {
            ended = running.wait() => ended.or_failed()?,
            _ = tokio::signal::ctrl_c() => {}
        }
        Ok(Answer::Yes)
    })
}

/// The page's address. A token stands behind the `#`, which browsers keep to themselves.
fn link(address: SocketAddr, token: Option<&str>) -> String {
    let access = token.map_or(String::new(), |token| format!("#access={}", escaped(token)));
    format!("http://{address}/{access}")
}

/// A text as it stands in an address.
fn escaped(text: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(letter).collect()
}

/// Shows a page with the system's own program for that; if there is none, the printed address is enough.
fn show(link: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let quiet = Command::new(program).arg(link).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(error) = quiet {
        tracing::warn!("`{program}` did not start: {error}");
    }
}
