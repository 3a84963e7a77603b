//! `tercet serve`: the page, HTTP and WebSocket.

mod options;

use std::io::{self, IsTerminal as _};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::Context as _;
use listenfd::ListenFd;
use tercet_server::{Running, ServeOptions, Server, raise_open_files};

pub(crate) use self::options::{METRICS_PORT, Options};
use crate::failure::{Answer, Failure, FailureExt};
use crate::output::Screen;

/// How long work that nobody waits for any more may hold the program up at its end.
const LEFTOVERS: Duration = Duration::from_millis(300);

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let wanted = options.wanted()?;
    if let Err(error) = raise_open_files() {
        tracing::warn!("the system lets the program open no more files than now: {error}");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().or_failed()?;
    let served = runtime.block_on(serve(options, &wanted, screen));
    runtime.shutdown_timeout(LEFTOVERS);
    served
}

async fn serve(options: &Options, wanted: &ServeOptions, screen: &mut Screen) -> Result<Answer, Failure> {
    let handed_over = ListenFd::from_env().take_tcp_listener(0);
    let server = match handed_over.context("the socket that was handed over is none for TCP").or_failed()? {
        Some(listener) => Server::open_on(wanted, listener).await,
        None => Server::open(wanted).await,
    };
    // Whoever stops the program from here on is heard.
    let stopped = stopped().or_failed()?;
    let mut running = server.or_failed()?.start().or_failed()?;
    print_addresses(&running, wanted, screen)?;
    if options.open {
        show(&link(running.address, token(wanted)));
    }
    let ended = tokio::select! {
        ended = running.wait() => ended.or_failed(),
        name = stopped => {
            tracing::info!("{name}: stopping");
            Ok(())
        }
    };
    running.stop().await;
    ended.map(|()| Answer::Yes)
}

/// Says where the server is. What goes into a log has no token.
fn print_addresses(running: &Running, wanted: &ServeOptions, screen: &mut Screen) -> Result<(), Failure> {
    let is_seen = io::stdout().is_terminal();
    let link = link(running.address, token(wanted).filter(|_| is_seen));
    screen.line(&format!("Tercet is at {link} (Ctrl-C to stop)"))?;
    if wanted.token.is_some() && !is_seen {
        screen
            .line("It wants the token that --token or TERCET_TOKEN gave: add #access=TOKEN to the address")?;
    }
    if let Some(path) = &running.owner_file {
        screen.line(&format!("The owner's token is in {}", path.display()))?;
    }
    if let Some(address) = running.metrics {
        screen.line(&format!("Health and metrics are at http://{address}/"))?;
    }
    tracing::info!(address = %running.address, data = %wanted.data.display(), "serving");
    screen.flush()?;
    Ok(())
}

/// Listens for what ends the program; its name, once it has come.
#[cfg(unix)]
fn stopped() -> io::Result<impl Future<Output = &'static str>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminated, mut interrupted) =
        (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminated.recv() => "SIGTERM",
            _ = interrupted.recv() => "Ctrl-C",
        }
    })
}

/// Listens for what ends the program; its name, once it has come.
#[cfg(not(unix))]
fn stopped() -> io::Result<impl Future<Output = &'static str>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
        "Ctrl-C"
    })
}

fn token(wanted: &ServeOptions) -> Option<&str> {
    wanted.token.as_ref().map(tercet_server::Token::reveal)
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
