//! What a program writes to stderr: told line by line, as much as a game has room for.

use std::io::{self, Read as _, Write as _};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::ChildStderr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

/// The most bytes that a program may write in a game.
const MOST: usize = 1 << 20;
/// A line that is longer is told in pieces.
const LONGEST: usize = 4096;
/// How long the last words of a program that was ended are waited for: others may have its stderr still.
const LAST: Duration = Duration::from_secs(1);

/// Takes a program's command line and a line of what it writes.
type Listener = fn(&str, &[u8]);

static LISTENER: OnceLock<Listener> = OnceLock::new();

/// Who is told what programs write to stderr; without anybody it goes to ours. The first who asks for it is told.
pub fn hear_remarks(listener: Listener) {
    let _ = LISTENER.set(listener);
}

/// A thread that listens to one program's stderr.
pub(super) struct Remarks {
    /// How much it wrote in this game.
    written: Arc<AtomicUsize>,
    ended: Receiver<()>,
}

impl Remarks {
    /// Begins to listen. A program that writes too much loses this socket.
    pub(super) fn begin(
        command: &str,
        pipe: Option<ChildStderr>,
        stream: &UnixStream,
    ) -> io::Result<Remarks> {
        let (written, (done, ended)) = (Arc::new(AtomicUsize::new(0)), channel());
        let (command, stream, counted) = (command.to_owned(), stream.try_clone()?, Arc::clone(&written));
        thread::Builder::new().name("remarks".to_owned()).stack_size(1 << 17).spawn(move || {
            if let Some(pipe) = pipe {
                hear(&command, pipe, &stream, &counted);
            }
            // Nobody may wait for it any more.
            let _ = done.send(());
        })?;
        Ok(Remarks { written, ended })
    }

    pub(super) fn begin_game(&self) {
        self.written.store(0, Ordering::Relaxed);
    }

    /// What it has lost the game by, if it wrote too much.
    pub(super) fn fault(&self) -> Option<String> {
        let is_flood = self.written.load(Ordering::Acquire) > MOST;
        is_flood.then(|| format!("it wrote more than {} MiB to stderr in a game", MOST >> 20))
    }

    /// Waits until all that is left of it is told, once the program is ended.
    pub(super) fn finish(&mut self) {
        let _ = self.ended.recv_timeout(LAST);
    }
}

fn hear(command: &str, mut pipe: ChildStderr, stream: &UnixStream, written: &AtomicUsize) {
    let (mut line, mut chunk) = (Vec::new(), [0; LONGEST]);
    while let Ok(read @ 1..) = pipe.read(&mut chunk) {
        for piece in chunk[..read].split_inclusive(|&byte| byte == b'\n') {
            line.extend_from_slice(piece);
            if line.ends_with(b"\n") || line.len() >= LONGEST {
                tell(command, line.trim_ascii_end());
                line.clear();
            }
        }
        if written.fetch_add(read, Ordering::AcqRel) + read > MOST {
            // Who waits for its answer hears of it at once.
            let _ = stream.shutdown(Shutdown::Both);
            break;
        }
    }
    if !line.is_empty() {
        tell(command, &line);
    }
}

fn tell(command: &str, line: &[u8]) {
    if let Some(listener) = LISTENER.get() {
        return listener(command, line);
    }
    let mut err = io::stderr().lock();
    // Where nobody can be told, nobody is.
    let _ = err.write_all(line).and_then(|()| err.write_all(b"\n"));
}
