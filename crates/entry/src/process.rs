//! Bots from outside: programs that are asked over stdin and answer over stdout, a JSON object a line (docs/bot-protocol.md).
//!
//! A program is named where bots are: `cmd:./mybot --fast`. It is started without a shell, asked one question at a time, and kept for
//! the next game. One that does not answer in time, dies, or says what is no answer is ended, and has lost the game; the next game
//! starts it anew.
//!
//! Its stdin and stdout are one socket: reading and writing have time limits then, so nothing waits for a program for longer than it is
//! given, and nobody but who asks has to wake up for an answer.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tercet_game::Seat;
use tercet_search::{BotError, Limits, Programs};

use self::link::Link;

#[cfg(unix)]
mod link;
#[cfg(not(unix))]
#[path = "process/no_link.rs"]
mod link;
#[cfg(unix)]
mod remarks;

#[cfg(not(unix))]
pub use self::link::hear_remarks;
#[cfg(unix)]
pub use self::remarks::hear_remarks;

/// How the name of such a bot begins.
const PREFIX: &str = "cmd:";
/// The version of the messages.
const PROTOCOL: u32 = 1;
/// How long a program has for its first words.
const START: Duration = Duration::from_secs(10);
/// How many programs wait for their next game.
const KEPT: usize = 64;

/// The command line of a bot from outside; `None` for other bots.
pub(crate) fn command_of(name: &str) -> Option<&str> {
    name.strip_prefix(PREFIX)
}

/// May this command be started?
///
/// # Errors
/// If there is no command, or this one is not allowed here.
pub(crate) fn check(command: &str, limits: &Limits) -> Result<(), BotError> {
    if command.split_whitespace().next().is_none() {
        return Err(BotError::Outside { why: "`cmd:` takes a command, as in `cmd:./mybot`" });
    }
    match limits.programs {
        Programs::These(allowed) if !allowed.iter().any(|each| each == command) => Err(BotError::Outside {
            why: "this program is not allowed here; the server's owner says which are",
        }),
        Programs::Any | Programs::These(_) => Ok(()),
    }
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
/// Those that wait, the longest first.
static IDLE: Mutex<Vec<Process>> = Mutex::new(Vec::new());

/// Every bot from outside that was asked, by its name, and what is to be said of it.
pub fn outside_bots() -> BTreeMap<String, OutsideBot> {
    REPORT.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// What a bot from outside promised where it was asked: for who puts results together that were played elsewhere.
pub fn hear_promise(name: &str, is_reproducible: bool) {
    let mut report = REPORT.lock().unwrap_or_else(PoisonError::into_inner);
    let bot =
        report.entry(name.to_owned()).or_insert(OutsideBot { is_reproducible, ..OutsideBot::default() });
    bot.is_reproducible &= is_reproducible;
}

/// Ends the programs that wait for their next game.
pub fn end_outside_bots() {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// A game was lost by this: kept for [`outside_bots`].
pub(crate) fn blame(command: &str, why: &str) {
    /// What a long-running server keeps of one program.
    const MOST: usize = 100;
    let mut report = REPORT.lock().unwrap_or_else(PoisonError::into_inner);
    let faults = &mut report.entry(format!("{PREFIX}{command}")).or_default().faults;
    if faults.len() < MOST || faults.contains_key(why) {
        *faults.entry(why.to_owned()).or_default() += 1;
    }
}

/// A decision that a program is asked for.
#[derive(Clone, Debug)]
pub struct Question {
    /// Who is to decide.
    pub seat: Seat,
    /// The position as people read it.
    pub position: String,
    /// The position as data, in the game's own form.
    pub data: Value,
    /// All that may be answered.
    pub legal: Vec<String>,
    /// How long it may take, in milliseconds.
    pub time_ms: u32,
}

/// A program's answer.
#[derive(Clone, Debug, Deserialize)]
pub struct Reply {
    /// What it does, as text.
    pub action: String,
    /// After how long, where that counts.
    #[serde(default)]
    pub delay_ms: u32,
    /// Why, in its own words.
    #[serde(default)]
    pub why: String,
}

#[derive(Deserialize)]
struct Hello {
    protocol: u32,
    #[serde(default)]
    reproducible: bool,
}

/// A question as it is sent.
#[derive(Serialize)]
struct Decide<'q> {
    r#type: &'static str,
    seat: u8,
    position: &'q str,
    data: &'q Value,
    legal: &'q [String],
    time_ms: u32,
}

/// The game that a program is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The game's name.
    pub game: String,
    /// All of its options.
    pub options: Vec<(String, String)>,
    /// How many sit at the table.
    pub seats: u8,
}

/// A program at a table. It is given back for the next game when it leaves.
pub struct ProgramBot {
    process: Option<Process>,
}

impl ProgramBot {
    /// Starts the program, or takes one that waits, for a game of this seed.
    ///
    /// # Errors
    /// If it can't be started, or does not say what it should at first; the error says so.
    pub fn sit(command: &str, subject: &Subject, seed: u64) -> Result<ProgramBot, String> {
        let place = std::env::current_dir().unwrap_or_default();
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        // The same words are another program in another directory.
        let is_it = |process: &Process| {
            process.command == command && process.subject == *subject && process.place == place
        };
        let waiting = idle.iter().rposition(is_it).map(|place| idle.remove(place));
        drop(idle);
        let game = json!({ "type": "game", "seed": seed.to_string() });
        // One that died while it waited has lost nothing.
        if let Some(mut process) = waiting
            && process.link.check_quiet().is_ok()
            && process.send(&game, START).is_ok()
        {
            process.link.begin_game();
            return Ok(ProgramBot { process: Some(process) });
        }
        let mut process = Process::start(command, subject, place)?;
        process.send(&game, START)?;
        Ok(ProgramBot { process: Some(process) })
    }

    /// Asks for a decision. After an error the program is ended.
    ///
    /// # Errors
    /// If it does not answer, or what it answers is no answer; the error says so.
    pub fn ask(&mut self, question: &Question) -> Result<Reply, String> {
        let process = self.process.as_mut().ok_or("it was ended")?;
        let asked = process.ask(question);
        if asked.is_err() {
            self.process = None;
        }
        asked
    }

    /// The program is not asked again.
    pub fn end(&mut self) {
        self.process = None;
    }
}

impl Drop for ProgramBot {
    fn drop(&mut self) {
        let Some(process) = self.process.take() else { return };
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        // Who has waited for longest makes room: a server's visitors may have asked it for a game that nobody plays again.
        let gone = (idle.len() >= KEPT).then(|| idle.remove(0));
        idle.push(process);
        drop(idle);
        drop(gone);
    }
}

struct Process {
    command: String,
    /// Where it was started.
    place: PathBuf,
    subject: Subject,
    link: Link,
}

impl Process {
    fn start(command: &str, subject: &Subject, place: PathBuf) -> Result<Process, String> {
        let link = Link::start(command)?;
        let mut process = Process { command: command.to_owned(), place, subject: subject.clone(), link };
        process.greet()?;
        Ok(process)
    }

    fn greet(&mut self) -> Result<(), String> {
        let options: serde_json::Map<_, _> =
            self.subject.options.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        let (game, seats) = (&self.subject.game, self.subject.seats);
        let hello = json!({
            "type": "hello", "protocol": PROTOCOL, "game": game, "options": options, "seats": seats,
        });
        self.send(&hello, START)?;
        let hello: Hello = self.receive(START)?;
        if hello.protocol != PROTOCOL {
            return Err(format!("it speaks protocol {}, not {PROTOCOL}", hello.protocol));
        }
        let mut report = REPORT.lock().unwrap_or_else(PoisonError::into_inner);
        report.entry(format!("{PREFIX}{}", self.command)).or_default().is_reproducible = hello.reproducible;
        Ok(())
    }

    fn ask(&mut self, question: &Question) -> Result<Reply, String> {
        self.link.check_quiet()?;
        let Question { seat, position, data, legal, time_ms } = question;
        let decide = Decide { r#type: "decide", seat: seat.0, position, data, legal, time_ms: *time_ms };
        let time = Duration::from_millis((*time_ms).into());
        self.send(&decide, time)?;
        self.receive(time)
    }

    fn send(&mut self, message: &impl Serialize, time: Duration) -> Result<(), String> {
        let mut line = serde_json::to_vec(message).map_err(|error| error.to_string())?;
        line.push(b'\n');
        self.link.write(&line, time)
    }

    fn receive<T: for<'a> Deserialize<'a>>(&mut self, time: Duration) -> Result<T, String> {
        let line = self.link.read_line(time)?;
        let wrong = || "it said what is no answer".to_owned();
        // A list of the fields would be read as well.
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err(wrong());
        }
        serde_json::from_slice(&line).map_err(|_| wrong())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Greets, and reads what it is told.
    const PROGRAM: &str = r#"sh -c read${IFS}x;echo${IFS}'{"protocol":1}';cat>/dev/null"#;

    fn sit(seats: u8) -> ProgramBot {
        let subject = Subject { game: "set".to_owned(), options: Vec::new(), seats };
        ProgramBot::sit(PROGRAM, &subject, 1).unwrap()
    }

    #[test]
    fn games_that_nobody_plays_again_keep_no_program_from_waiting() {
        let most = KEPT as u8;
        for seats in 0..=most {
            drop(sit(seats));
        }
        // The second is asked for again, so that the third has waited for longest.
        drop(sit(1));
        drop(sit(most + 1));
        let idle: Vec<u8> = IDLE.lock().unwrap().iter().map(|process| process.subject.seats).collect();
        let kept: Vec<u8> = (3..=most).chain([1, most + 1]).collect();
        assert_eq!(idle, kept);
        end_outside_bots();
    }
}
