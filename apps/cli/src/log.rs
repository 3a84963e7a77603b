//! The log: on stderr, or in a file. While a full screen is shown, what would be written over it is held back until it is gone.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use clap::ValueEnum;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::args::Globals;
use crate::failure::{Failure, FailureExt};
use crate::output::is_colored;

/// Where lines go.
enum Sink {
    Stderr,
    File(File),
    /// The last lines, and how many came before them.
    Held(VecDeque<Vec<u8>>, usize),
}

static SINK: Mutex<Sink> = Mutex::new(Sink::Stderr);

/// The most lines that are held back.
const MOST: usize = 200;

/// How lines are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object a line, with the time
    Json,
}

/// Starts the log. A process has one: who calls the program twice from within keeps the first one's level.
pub(crate) fn begin(globals: &Globals, format: Format) -> Result<(), Failure> {
    let mut has_color = !globals.no_color && is_colored(io::stderr().is_terminal());
    if let Some(path) = &globals.log_file {
        let complaint = || format!("the log can't be written to `{}`", path.display());
        let file = File::options().create(true).append(true).open(path);
        *sink() = Sink::File(file.with_context(complaint).or_usage()?);
        has_color = false;
    }
    let log = tracing_subscriber::fmt().with_max_level(globals.log_level).with_writer(|| Line);
    // Only what we write ourselves: other crates' lines may have tokens in them, and as much as a client sent.
    let ours = Targets::new().with_target("tercet", globals.log_level);
    // Somebody may listen already, as a test does.
    let _ = match format {
        Format::Text => {
            log.with_ansi(has_color).with_target(false).without_time().finish().with(ours).try_init()
        }
        Format::Json => {
            let log = log.json().flatten_event(true).with_current_span(false).with_span_list(false);
            log.finish().with(ours).try_init()
        }
    };
    // What programs write is shown as it is; a log of JSON has it in a line of its own kind.
    tercet_entry::hear_remarks(match format {
        Format::Text => |_, line| {
            let _ = Line.write_all(&[line, b"\n"].concat());
        },
        Format::Json => |bot, line| tracing::warn!(bot, "{}", String::from_utf8_lossy(line)),
    });
    tracing::debug!(version = %env!("CARGO_PKG_VERSION"), "tercet");
    Ok(())
}

/// Holds back what would be written over a screen.
pub(crate) fn hold() {
    let mut sink = sink();
    if matches!(*sink, Sink::Stderr) && io::stderr().is_terminal() {
        *sink = Sink::Held(VecDeque::new(), 0);
    }
}

/// Writes what was held back.
pub(crate) fn release() {
    let mut sink = sink();
    if let Sink::Held(lines, before) = &mut *sink {
        let mut err = io::stderr().lock();
        // A log that can't be written is dropped.
        if *before > 0 {
            let _ = writeln!(err, "({before} lines of the log before these; --log-file keeps all)");
        }
        for line in lines.drain(..) {
            let _ = err.write_all(&line);
        }
        *sink = Sink::Stderr;
    }
}

fn sink() -> MutexGuard<'static, Sink> {
    SINK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes one line of the log, which comes in one piece.
struct Line;

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *sink() {
            Sink::Stderr => io::stderr().write_all(bytes)?,
            Sink::File(file) => file.write_all(bytes)?,
            Sink::Held(lines, before) => {
                if lines.len() == MOST {
                    lines.pop_front();
                    *before += 1;
                }
                lines.push_back(bytes.to_vec());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
