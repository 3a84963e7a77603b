//! Records: a whole game as text.
//!
//! ```text
//! tercet record 1
//! game set
//! rules 1
//! config seats 1
//! deal stream 42
//!
//! chance 2gto
//! seat 1 claim 2 5 9
//!
//! end open
//! scores 1
//! state 0123456789abcdef
//! digest 0123456789abcdef
//!
//! why 2 it is the first Set
//! ```
//!
//! Inputs are the truth: replaying them needs no random numbers. `end`, `scores` and `state` are what they
//! came to; `digest` is a checksum of all lines above it, so that an accident is found before replaying. Where players said
//! why, their reasons follow with the number of the input that each is about; a record without them ends with the digest.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::{FromStr, Lines};

use crate::{Deal, Digest, End, Reasons, Seat, Seats};

/// One input of a game: what a seat did, what the dealer drew, that time ran out, or a change by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input<A, C, E> {
    /// A seat's action.
    Play(Seat, A),
    /// The dealer's draw.
    Chance(C),
    /// The window of the acting seat has passed.
    Expire,
    /// A change by hand.
    Edit(E),
}

/// An input as text.
pub type InputText = Input<String, String, String>;

/// As a line of a record has it.
impl<A: fmt::Display, C: fmt::Display, E: fmt::Display> fmt::Display for Input<A, C, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Play(seat, action) => write!(f, "{seat} {action}"),
            Input::Chance(chance) => write!(f, "chance {chance}"),
            Input::Expire => f.write_str("expire"),
            Input::Edit(edit) => write!(f, "edit {edit}"),
        }
    }
}

/// A game as it is kept: typed where every game is alike, text where only the game's rules can read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Which game.
    pub game: String,
    /// The version of its rules that took these inputs.
    pub rules: u16,
    /// Its options.
    pub config: Vec<(String, String)>,
    /// Which dealer, and its seed.
    pub deal: Deal,
    /// What happened, in order.
    pub inputs: Vec<InputText>,
    /// How it ended; `None` if it can go on.
    pub end: Option<End>,
    /// The points after the last input.
    pub scores: Vec<i32>,
    /// The digest of the state after the last input.
    pub state: u64,
    /// Why things were done, as far as somebody said so.
    pub reasons: Reasons,
}

const MAGIC: &str = "tercet record 1";

impl Record {
    /// The most options of a record; games have a dozen. Each is compared with those before it.
    pub const MOST_OPTIONS: usize = 64;

    /// The line in the record's text that holds this input, counted from one.
    pub fn line_of(&self, input: usize) -> usize {
        self.line_of_deal() + 2 + input
    }

    /// The line that holds this option.
    pub fn line_of_config(&self, option: usize) -> usize {
        4 + option
    }

    /// The line that names the dealer.
    pub fn line_of_deal(&self) -> usize {
        4 + self.config.len()
    }

    /// The line that names the end; scores, state and digest follow it.
    pub fn line_of_end(&self) -> usize {
        self.line_of(self.inputs.len()) + 1
    }

    fn write_body(&self, out: &mut impl fmt::Write) -> fmt::Result {
        writeln!(out, "{MAGIC}\ngame {}\nrules {}", self.game, self.rules)?;
        for (key, value) in &self.config {
            writeln!(out, "config {key} {value}")?;
        }
        writeln!(out, "deal {}\n", self.deal)?;
        for input in &self.inputs {
            writeln!(out, "{input}")?;
        }
        writeln!(out, "\nend {}", self.end.map_or("open", End::name))?;
        out.write_str("scores")?;
        for points in &self.scores {
            write!(out, " {points}")?;
        }
        writeln!(out, "\nstate {:016x}", self.state)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut body = String::new();
        self.write_body(&mut body)?;
        let mut digest = Digest::default();
        digest.bytes(body.as_bytes());
        writeln!(f, "{body}digest {digest}")?;
        if !self.reasons.is_empty() {
            writeln!(f)?;
        }
        self.reasons.iter().try_for_each(|(input, why)| writeln!(f, "why {input} {why}"))
    }
}

/// A text that is no record: the line, what is wrong there, and what should stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl core::error::Error for RecordError {}

impl FromStr for Record {
    type Err = RecordError;

    /// Reads a record; line ends may be those of any system. What reads is written again line by line as
    /// it was.
    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut reader = Reader { lines: text.lines(), number: 0, digest: Digest::default() };
        reader.magic()?;
        let game = reader.value("game")?.to_owned();
        let rules = reader.number("rules")?;
        let (config, deal) = reader.config_and_deal()?;
        reader.blank()?;
        let inputs = reader.inputs()?;
        let end = reader.end()?;
        let scores = reader.scores()?;
        let state = reader.hex("state")?;
        reader.checksum()?;
        let reasons = reader.reasons(&inputs)?;
        let record = Record { game, rules, config, deal, inputs, end, scores, state, reasons };
        canonical(text, &record)?;
        Ok(record)
    }
}

/// A record has one text: `rules 01`, or a line that ends in a stray carriage return, is none of it.
fn canonical(text: &str, record: &Record) -> Result<(), RecordError> {
    let canonical = record.to_string();
    let mut pairs = text.lines().zip(canonical.lines()).enumerate();
    match pairs.find(|(_, (read, written))| read != written) {
        None => Ok(()),
        Some((row, (read, written))) => {
            let why = format!("{read:?} should be written {written:?}");
            Err(RecordError { line: row + 1, why })
        }
    }
}

struct Reader<'t> {
    lines: Lines<'t>,
    number: usize,
    digest: Digest,
}

impl<'t> Reader<'t> {
    fn error<T>(&self, why: impl Into<String>) -> Result<T, RecordError> {
        Err(RecordError { line: self.number, why: why.into() })
    }

    fn line(&mut self, expected: &str) -> Result<&'t str, RecordError> {
        self.number += 1;
        let Some(line) = self.lines.next() else {
            return self.error(format!("the record ends before {expected}; it was cut short"));
        };
        Ok(line)
    }

    fn take(&mut self, line: &str) {
        self.digest.bytes(line.as_bytes());
        self.digest.bytes(b"\n");
    }

    /// The next line, which must be `key value`; it becomes part of the checksum.
    fn value(&mut self, key: &str) -> Result<&'t str, RecordError> {
        let line = self.line(&format!("`{key}`"))?;
        self.take(line);
        match line.split_once(' ') {
            Some((word, value)) if word == key && !value.is_empty() => Ok(value),
            _ => self.error(format!("`{key}` and its value should stand here, not `{line}`")),
        }
    }

    fn magic(&mut self) -> Result<(), RecordError> {
        let line = self.line(&format!("`{MAGIC}`"))?;
        self.take(line);
        match line.strip_prefix("tercet record ") {
            _ if line == MAGIC => Ok(()),
            Some(version) => {
                self.error(format!("this is a record of format {version}; this build reads format 1"))
            }
            None => self.error(format!("not a record: it should begin with `{MAGIC}`")),
        }
    }

    fn number<N: FromStr>(&mut self, key: &str) -> Result<N, RecordError> {
        let value = self.value(key)?;
        let Ok(number) = value.parse() else {
            return self.error(format!("`{value}` is not a whole number that `{key}` can be"));
        };
        Ok(number)
    }

    fn hex(&mut self, key: &str) -> Result<u64, RecordError> {
        let value = self.value(key)?;
        let canonical = value.len() == 16 && value.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        match u64::from_str_radix(value, 16) {
            Ok(number) if canonical => Ok(number),
            _ => self.error(format!("`{key}` takes 16 digits of 0-9 and a-f, not `{value}`")),
        }
    }

    #[allow(clippy::type_complexity)]
    fn config_and_deal(&mut self) -> Result<(Vec<(String, String)>, Deal), RecordError> {
        let mut config = Vec::new();
        loop {
            let line = self.line("`deal`")?;
            self.take(line);
            match line.split_once(' ') {
                Some(("config", pair)) => {
                    let option = self.option(pair, &config)?;
                    config.push(option);
                }
                Some(("deal", deal)) => {
                    let deal = Deal::from_str(deal).or_else(|error| self.error(error.to_string()))?;
                    return Ok((config, deal));
                }
                _ => return self.error(format!("`config` or `deal` should stand here, not `{line}`")),
            }
        }
    }

    fn option(&self, pair: &str, before: &[(String, String)]) -> Result<(String, String), RecordError> {
        let Some((key, value)) = pair.split_once(' ') else {
            return self.error(format!("`config` takes an option and its value, not `{pair}`"));
        };
        if before.len() == Record::MOST_OPTIONS {
            return self.error(format!("a record has at most {} options", Record::MOST_OPTIONS));
        }
        if before.iter().any(|(named, _)| named == key) {
            return self.error(format!("the option `{key}` is there twice"));
        }
        Ok((key.to_owned(), value.to_owned()))
    }

    fn blank(&mut self) -> Result<(), RecordError> {
        let line = self.line("an empty line")?;
        self.take(line);
        if line.is_empty() {
            Ok(())
        } else {
            self.error("an empty line should stand here, before the inputs")
        }
    }

    fn inputs(&mut self) -> Result<Vec<InputText>, RecordError> {
        let mut inputs = Vec::new();
        loop {
            let line = self.line("the empty line that follows the inputs")?;
            self.take(line);
            if line.is_empty() {
                return Ok(inputs);
            }
            inputs.push(self.input(line)?);
        }
    }

    fn input(&self, line: &str) -> Result<InputText, RecordError> {
        match line.split_once(' ') {
            None if line == "expire" => Ok(Input::Expire),
            Some(("chance", chance)) if !chance.is_empty() => Ok(Input::Chance(chance.to_owned())),
            Some(("edit", edit)) if !edit.is_empty() => Ok(Input::Edit(edit.to_owned())),
            Some(("seat", play)) => self.play(play),
            _ => self.error(format!(
                "an input is `seat N ACTION`, `chance OUTCOME`, `expire` or `edit CHANGE`, not `{line}`"
            )),
        }
    }

    fn play(&self, text: &str) -> Result<InputText, RecordError> {
        let Some((seat, action)) = text.split_once(' ').filter(|(_, action)| !action.is_empty()) else {
            return self.error(format!("`seat` takes a number and an action, not `{text}`"));
        };
        match seat.parse::<u8>() {
            Ok(number @ 1..=Seats::MAX) if !seat.starts_with(['0', '+']) => {
                Ok(Input::Play(Seat(number - 1), action.to_owned()))
            }
            _ => self.error(format!("`{seat}` is not a seat; seats are 1 to {}", Seats::MAX)),
        }
    }

    fn end(&mut self) -> Result<Option<End>, RecordError> {
        let value = self.value("end")?;
        match End::from_name(value) {
            None if value != "open" => {
                self.error(format!("`{value}` is not an end; it is open, finished, limit or void"))
            }
            end => Ok(end),
        }
    }

    fn scores(&mut self) -> Result<Vec<i32>, RecordError> {
        let value = self.value("scores")?;
        let points: Result<Vec<i32>, _> = value.split(' ').map(str::parse).collect();
        points.or_else(|_| self.error(format!("`scores` takes one whole number a seat, not `{value}`")))
    }

    fn checksum(&mut self) -> Result<(), RecordError> {
        let computed = self.digest.value();
        let written = self.hex("digest")?;
        if written != computed {
            return self.error(format!(
                "the text was altered: its digest is {computed:016x}, the record says {written:016x}"
            ));
        }
        Ok(())
    }

    /// What follows the digest: nothing, or an empty line and reasons.
    fn reasons(&mut self, inputs: &[InputText]) -> Result<Reasons, RecordError> {
        let mut reasons = Reasons::default();
        let Some(line) = self.lines.next() else { return Ok(reasons) };
        self.number += 1;
        if !line.is_empty() || self.lines.clone().next().is_none() {
            return self.error("nothing but reasons may follow the digest");
        }
        let mut last = 0;
        while let Some(line) = self.lines.next() {
            self.number += 1;
            let (input, why) = self.reason(line, inputs, last)?;
            reasons.keep(input, why);
            last = input;
        }
        Ok(reasons)
    }

    fn reason<'l>(
        &self,
        line: &'l str,
        inputs: &[InputText],
        last: usize,
    ) -> Result<(usize, &'l str), RecordError> {
        let parts = line.strip_prefix("why ").and_then(|rest| rest.split_once(' '));
        let Some((number, why)) = parts.filter(|(_, why)| !why.trim().is_empty()) else {
            return self.error(format!("a reason is `why INPUT TEXT`, not `{line}`"));
        };
        let input = number.parse::<usize>().ok().filter(|input| *input > last);
        let play = input.filter(|input| matches!(inputs.get(input - 1), Some(Input::Play(..))));
        match play {
            Some(input) => Ok((input, why)),
            None => self.error(format!("`{number}` is no action of a seat after input {last}")),
        }
    }
}
