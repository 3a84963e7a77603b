//! A running program, the socket that it is spoken to over, and the pipe of its stderr.

use std::io::{ErrorKind, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::remarks::Remarks;

/// The longest line that a program may say, in bytes.
const LONGEST: usize = 1 << 16;

pub(super) struct Link {
    child: Child,
    stream: UnixStream,
    /// What was read behind the last line.
    rest: Vec<u8>,
    remarks: Remarks,
}

impl Drop for Link {
    fn drop(&mut self) {
        // Programs that it has started itself go with it.
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Its last words say why it failed.
        self.remarks.finish();
    }
}

impl Link {
    pub(super) fn start(command: &str) -> Result<Link, String> {
        let failed = |error: std::io::Error| format!("it can't be started: {error}");
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("there is no command")?;
        let (stream, theirs) = UnixStream::pair().map_err(failed)?;
        let (stdin, stdout): (OwnedFd, OwnedFd) = (theirs.try_clone().map_err(failed)?.into(), theirs.into());
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::from(stdin))
            .stdout(Stdio::from(stdout))
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(failed)?;
        let remarks = Remarks::begin(command, child.stderr.take(), &stream).map_err(failed)?;
        Ok(Link { child, stream, rest: Vec::new(), remarks })
    }

    /// A game begins: what was written to stderr in earlier ones counts no more.
    pub(super) fn begin_game(&mut self) {
        self.remarks.begin_game();
    }

    /// Why nothing more can be said to it.
    fn ended(&self) -> String {
        self.remarks.fault().unwrap_or_else(|| "it ended".to_owned())
    }

    /// It must be there, and have said nothing that it was not asked for.
    pub(super) fn check_quiet(&mut self) -> Result<(), String> {
        let failed = |error: std::io::Error| error.to_string();
        self.stream.set_nonblocking(true).map_err(failed)?;
        let heard = if self.rest.is_empty() { self.stream.read(&mut [0]) } else { Ok(1) };
        self.stream.set_nonblocking(false).map_err(failed)?;
        match heard {
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(()),
            Ok(0) | Err(_) => Err(self.ended()),
            Ok(_) => Err("it spoke without being asked".to_owned()),
        }
    }

    /// Writes all of it in time, or not at all any more.
    pub(super) fn write(&mut self, mut bytes: &[u8], time: Duration) -> Result<(), String> {
        let end = Instant::now() + time;
        while !bytes.is_empty() {
            let late = || format!("it read nothing for {}", duration_text(time));
            let left = left(end).ok_or_else(late)?;
            self.stream.set_write_timeout(Some(left)).map_err(|error| error.to_string())?;
            match self.stream.write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if is_late(error.kind()) => return Err(late()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.ended()),
            }
        }
        Ok(())
    }

    /// Its next line, if it comes in time.
    pub(super) fn read_line(&mut self, time: Duration) -> Result<Vec<u8>, String> {
        let end = Instant::now() + time;
        let mut line = std::mem::take(&mut self.rest);
        let (mut chunk, mut searched) = ([0; 4096], 0);
        loop {
            if let Some(place) = line[searched..].iter().position(|&byte| byte == b'\n') {
                self.rest = line.split_off(searched + place + 1);
                return Ok(line);
            }
            searched = line.len();
            if line.len() >= LONGEST {
                return Err("it said what is no line of text".to_owned());
            }
            let late = || format!("it gave no answer in {}", duration_text(time));
            let left = left(end).ok_or_else(late)?;
            self.stream.set_read_timeout(Some(left)).map_err(|error| error.to_string())?;
            match self.stream.read(&mut chunk) {
                Ok(0) => return Err(self.ended()),
                Ok(read) => line.extend_from_slice(&chunk[..read]),
                Err(error) if is_late(error.kind()) => return Err(late()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.ended()),
            }
        }
    }
}

/// The time until then; `None` once it is past. A socket takes none of zero.
fn left(end: Instant) -> Option<Duration> {
    end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
}

fn is_late(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn duration_text(time: Duration) -> String {
    if time.as_millis().is_multiple_of(1000) {
        let seconds = time.as_secs();
        if seconds == 1 { "a second".to_owned() } else { format!("{seconds} seconds") }
    } else {
        format!("{} ms", time.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(100);

    #[test]
    fn who_does_not_read_is_not_waited_for() {
        let mut link = Link::start("sleep 1000").unwrap();
        let refused = link.write(&vec![b'a'; 10 << 20], SHORT);
        assert_eq!(refused, Err("it read nothing for 100 ms".to_owned()));
    }

    #[test]
    fn who_says_nothing_is_not_waited_for_and_is_quiet() {
        let mut link = Link::start("sleep 1000").unwrap();
        assert_eq!(link.check_quiet(), Ok(()));
        assert_eq!(link.read_line(SHORT), Err("it gave no answer in 100 ms".to_owned()));
    }

    #[test]
    fn lines_are_read_one_by_one_and_the_end_is_told() {
        let mut link = Link::start("printf a\\nb\\nc").unwrap();
        let time = Duration::from_mins(1);
        assert_eq!(link.read_line(time), Ok(b"a\n".to_vec()));
        assert_eq!(link.check_quiet(), Err("it spoke without being asked".to_owned()));
        assert_eq!(link.read_line(time), Ok(b"b\n".to_vec()));
        assert_eq!(link.read_line(time), Err("it ended".to_owned()));
        assert!(Link::start("no-such-program-anywhere").err().unwrap().starts_with("it can't be started: "));
    }

    #[test]
    fn a_line_in_many_pieces_is_one_and_what_stands_on_stderr_is_no_part_of_it() {
        let script = std::env::temp_dir().join(format!("tercet-pieces-{}", std::process::id()));
        std::fs::write(&script, "for n in 1 2 3; do printf a; echo b >&2; done; echo; cat >/dev/null")
            .unwrap();
        let mut link = Link::start(&format!("sh {}", script.display())).unwrap();
        let line = link.read_line(Duration::from_mins(1));
        std::fs::remove_file(&script).unwrap();
        assert_eq!((line, link.check_quiet()), (Ok(b"aaa\n".to_vec()), Ok(())));
    }

    #[test]
    fn who_writes_to_stderr_without_end_is_not_listened_to_any_more() {
        // A megabyte of it in the output of the tests says nothing.
        super::super::remarks::hear_remarks(|_, _| {});
        let script = std::env::temp_dir().join(format!("tercet-flood-{}", std::process::id()));
        std::fs::write(&script, "yes >&2").unwrap();
        let mut link = Link::start(&format!("sh {}", script.display())).unwrap();
        let refused = link.read_line(Duration::from_mins(1));
        std::fs::remove_file(&script).unwrap();
        assert_eq!(refused, Err("it wrote more than 1 MiB to stderr in a game".to_owned()));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_a_program_has_started_ends_with_it() {
        let dir = std::env::temp_dir().join(format!("tercet-link-{}", std::process::id()));
        std::fs::write(&dir, "sleep 1000 & echo $!; wait\n").unwrap();
        let mut link = Link::start(&format!("sh {}", dir.display())).unwrap();
        let line = link.read_line(Duration::from_mins(1)).unwrap();
        let child = String::from_utf8(line).unwrap().trim().to_owned();
        drop(link);
        std::fs::remove_file(&dir).unwrap();
        // A process that nobody has asked for yet is a zombie, and has no command line any more.
        let is_there = || std::fs::read(format!("/proc/{child}/cmdline")).is_ok_and(|line| !line.is_empty());
        while is_there() {
            std::thread::yield_now();
        }
    }
}
