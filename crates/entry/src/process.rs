//! Bots from outside: programs that are asked over stdin and answer over stdout, a JSON object a line (docs/bot-protocol.md).
//!
//! A program is named where bots are: `cmd:./mybot --fast`. It is started without a shell, asked one question at a time, and kept for
//! the next game. One that does not answer in time, dies, or says what is no answer is ended, and has lost the game; the next game
//! starts it anew.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tercet_game::Seat;
use tercet_search::{BotError, Limits};

/// How the name of such a bot begins.
const PREFIX: &str = "cmd:";
/// The version of the messages.
const PROTOCOL: u32 = 1;
/// How long a program has for its first words.
const START: Duration = Duration::from_secs(10);
/// How long it has for a decision.
const DECISION: Duration = Duration::from_secs(5);
/// The longest answer, in bytes.
const LONGEST: u64 = 1 << 16;
/// How many programs wait for their next game.
const KEPT: usize = 64;

/// The command line of a bot from outside; `None` for other bots.
pub(crate) fn command_of(name: &str) -> Option<&str> {
    name.strip_prefix(PREFIX)
}

/// May this command be started?
///
/// # Errors
/// If bots from outside are not allowed here, or there is no command.
pub(crate) fn check(command: &str, limits: &Limits) -> Result<(), BotError> {
    if !limits.processes {
        return Err(BotError::Outside { why: "bots from outside are not allowed here" });
    }
    if command.split_whitespace().next().is_none() {
        return Err(BotError::Outside { why: "`cmd:` takes a command, as in `cmd:./mybot`" });
    }
    Ok(())
}

/// What the programs of this process did: for who reports results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutsideBot {
    /// Does it promise the same answers to the same questions?
    pub is_reproducible: bool,
    /// Why games were lost without being played to their end, and how often.
    pub faults: BTreeMap<String, u64>,
}

static REPORT: Mutex<BTreeMap<String, OutsideBot>> = Mutex::new(BTreeMap::new());
static IDLE: Mutex<Vec<Process>> = Mutex::new(Vec::new());

/// Every bot from outside that was asked, by its name, and what is to be said of it.
pub fn outside_bots() -> BTreeMap<String, OutsideBot> {
    REPORT.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// A game was lost by this: kept for [`outside_bots`].
pub(crate) fn blame(command: &str, why: &str) {
    let mut report = REPORT.lock().unwrap_or_else(PoisonError::into_inner);
    *report.entry(format!("{PREFIX}{command}")).or_default().faults.entry(why.to_owned()).or_default() += 1;
}

/// A decision that a program is asked for.
pub(crate) struct Question {
    pub(crate) seat: Seat,
    pub(crate) position: String,
    pub(crate) data: Value,
    pub(crate) legal: Vec<String>,
}

/// A program's answer.
#[derive(Debug, Deserialize)]
pub(crate) struct Reply {
    pub(crate) action: String,
    #[serde(default)]
    pub(crate) delay_ms: u32,
    #[serde(default)]
    pub(crate) why: String,
}

#[derive(Deserialize)]
struct Hello {
    protocol: u32,
    #[serde(default)]
    reproducible: bool,
}

/// The game that a program is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    pub(crate) game: &'static str,
    pub(crate) options: Vec<(String, String)>,
    pub(crate) seats: u8,
}

/// A program at a table. It is given back for the next game when it leaves.
pub(crate) struct Outside {
    process: Option<Process>,
}

impl Outside {
    /// Starts the program, or takes one that waits, for a game of this seed.
    pub(crate) fn sit(command: &str, subject: &Subject, seed: u64) -> Result<Outside, String> {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |process: &Process| process.command == command && process.subject == *subject;
        let waiting = idle.iter().position(is_it).map(|place| idle.swap_remove(place));
        drop(idle);
        let mut process = match waiting {
            Some(process) => process,
            None => Process::start(command, subject)?,
        };
        process.tell(&json!({ "type": "game", "seed": seed.to_string() }))?;
        Ok(Outside { process: Some(process) })
    }

    /// Asks for a decision. After an error the program is ended.
    pub(crate) fn ask(&mut self, question: &Question) -> Result<Reply, String> {
        let process = self.process.as_mut().ok_or("it was ended")?;
        let asked = process.ask(question);
        if asked.is_err() {
            self.process = None;
        }
        asked
    }

    /// The program is not asked again.
    pub(crate) fn end(&mut self) {
        self.process = None;
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        let Some(process) = self.process.take() else { return };
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT {
            idle.push(process);
        }
    }
}

struct Process {
    command: String,
    subject: Subject,
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Result<String, String>>,
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stdin = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    fn start(command: &str, subject: &Subject) -> Result<Process, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("there is no command")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("it can't be started: {error}"))?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (send, lines) = sync_channel(1);
        if let Some(stdout) = stdout {
            thread::spawn(move || read(stdout, &send));
        }
        let (command, subject) = (command.to_owned(), subject.clone());
        let mut process = Process { command, subject, child, stdin, lines };
        process.greet()?;
        Ok(process)
    }

    fn greet(&mut self) -> Result<(), String> {
        let options: serde_json::Map<_, _> =
            self.subject.options.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        let (game, seats) = (self.subject.game, self.subject.seats);
        self.tell(&json!({
            "type": "hello", "protocol": PROTOCOL, "game": game, "options": options, "seats": seats,
        }))?;
        let hello: Hello = self.hear(START)?;
        if hello.protocol != PROTOCOL {
            return Err(format!("it speaks protocol {}, not {PROTOCOL}", hello.protocol));
        }
        let mut report = REPORT.lock().unwrap_or_else(PoisonError::into_inner);
        report.entry(format!("{PREFIX}{}", self.command)).or_default().is_reproducible = hello.reproducible;
        Ok(())
    }

    fn ask(&mut self, question: &Question) -> Result<Reply, String> {
        if self.lines.try_recv().is_ok() {
            return Err("it spoke without being asked".to_owned());
        }
        let Question { seat, position, data, legal } = question;
        self.tell(&json!({
            "type": "decide", "seat": seat.0, "position": position, "data": data, "legal": legal,
            "time_ms": DECISION.as_millis() as u64,
        }))?;
        self.hear(DECISION)
    }

    fn tell(&mut self, message: &Value) -> Result<(), String> {
        let gone = |_| "it ended".to_owned();
        let stdin = self.stdin.as_mut().ok_or("it takes nothing")?;
        stdin.write_all(format!("{message}\n").as_bytes()).map_err(gone)?;
        stdin.flush().map_err(gone)
    }

    fn hear<T: for<'a> Deserialize<'a>>(&mut self, time: Duration) -> Result<T, String> {
        let line = match self.lines.recv_timeout(time) {
            Ok(line) => line?,
            Err(RecvTimeoutError::Timeout) => {
                return Err(format!("it gave no answer in {} seconds", time.as_secs()));
            }
            Err(RecvTimeoutError::Disconnected) => return Err("it ended".to_owned()),
        };
        serde_json::from_str(&line).map_err(|_| "it said what is no answer".to_owned())
    }
}

/// Reads lines for as long as somebody takes them: a program that writes more than it is asked for waits.
fn read(stdout: ChildStdout, send: &SyncSender<Result<String, String>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = stdout.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return;
        }
        let line = match String::from_utf8(line) {
            Ok(line) if line.ends_with('\n') => Ok(line),
            _ => Err("it said what is no line of text".to_owned()),
        };
        if send.send(line).is_err() {
            return;
        }
    }
}
