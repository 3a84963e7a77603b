//! `tercet replay`: a recorded game again, or a word that it is right.

mod position;

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use serde_json::{Value, json};
use tercet_catalog::games;
use tercet_entry::{BeginError, Line, commitment};
use tercet_game::{End, InputText, Record, Seat};

use crate::commands::replay::position::position_json;
use crate::failure::{Answer, Failure, FailureExt};
use crate::files;
use crate::options;
use crate::output::Screen;
use crate::screen as full_screen;
use crate::screen::replay::Model;
use crate::screen::run::{self, Host};

const EXAMPLES: &str = "\
Examples:
  tercet replay game.record
  tercet replay game.record --at 20
  tercet replay game.record --plain --explain
  tercet replay - --verify < game.record
  tercet replay 17 --verify --commitment 9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab
  tercet replay 17

Exit codes: 0 it replays, 1 it does not verify, 2 it can't be read or is no record.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The record, or the number of a game of the archive; - is stdin
    #[arg(value_name = "FILE|ID")]
    file: PathBuf,
    /// Show the position after this many inputs
    #[arg(long, value_name = "N", conflicts_with = "verify")]
    at: Option<usize>,
    /// Tell why bots did what they did, as far as the record says
    #[arg(long, conflicts_with = "verify")]
    explain: bool,
    /// Only say whether the record is right, and every outcome what its dealer deals
    #[arg(long)]
    verify: bool,
    /// The commitment that a server published before the game; the record's deal must match it
    #[arg(long, value_name = "HASH", requires = "verify")]
    commitment: Option<String>,
    #[command(flatten)]
    place: options::Place,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    if let Some(host) = options.place.host(screen).filter(|_| !options.verify && !options.json) {
        run::run(open(options, &host).or_usage()?, &host)?;
        return Ok(Answer::Yes);
    }
    let record = options.read()?;
    if options.verify {
        return verified(options, &record.or_failed()?, screen);
    }
    let record = record.or_usage()?;
    let named = |error: anyhow::Error| anyhow!("{}: {error}", options.file.display());
    let recorded = RecordedEvents::of(&record).map_err(anyhow::Error::from).map_err(named).or_usage()?;
    if let Some(at) = options.at {
        return position(options, &record, at, screen);
    }
    if options.json {
        screen.json(&whole_json(&record, &recorded))?;
    } else {
        let text = whole_text(&record, &recorded, options.explain, screen);
        screen.line(&text.map_err(anyhow::Error::from).or_usage()?)?;
    }
    Ok(Answer::Yes)
}

/// The game on a full screen.
pub(crate) fn open(options: &Options, host: &Host) -> Result<Box<dyn full_screen::Screen>> {
    let (record, names) = options.record_and_names(host)?;
    Ok(Box::new(Model::recorded(record, names, options.at)?))
}

impl Options {
    /// The record that was asked for, and who sat there, if that is known: the archive knows.
    fn record_and_names(&self, host: &Host) -> Result<(Record, Vec<String>)> {
        let number = self.file.to_str().and_then(|text| text.parse::<i64>().ok());
        if let (Some(id), Some(saves)) = (number.filter(|_| !self.file.exists()), &host.saves) {
            return saves.game(id);
        }
        let text = files::read_text(&self.file)?;
        let record = text.parse::<Record>().map_err(|error| anyhow!("{}: {error}", self.file.display()))?;
        Ok((record, Vec::new()))
    }

    /// The record that was asked for. A number is a file if there is one of that name, and a game of the archive else.
    fn read(&self) -> Result<Result<Record>, Failure> {
        let number = self.file.to_str().and_then(|text| text.parse::<i64>().ok());
        if let Some(id) = number.filter(|_| !self.file.exists()) {
            return Ok(Ok(self.place.data.read()?.record(id).or_usage()?));
        }
        let text = files::read_text(&self.file).or_usage()?;
        Ok(text.parse().map_err(|error| anyhow!("{}: {error}", self.file.display())))
    }
}

fn verified(options: &Options, record: &Record, screen: &mut Screen) -> Result<Answer, Failure> {
    let name = options.file.display();
    games().verify(record).map_err(|error| anyhow!("{name}: {error}")).or_failed()?;
    let revealed = commitment(&record.deal);
    let promised = options.commitment.as_ref().map(|promised| promised.trim().to_lowercase());
    if promised.is_some() && promised != revealed {
        let dealt = revealed.unwrap_or_else(|| "none: its deal has no key".to_owned());
        return Err(anyhow!("{name}: it is not the deal that was promised; its commitment is {dealt}"))
            .or_failed();
    }
    let (end, inputs) = (end_name(record.end), record.inputs.len());
    if options.json {
        let scores = &record.scores;
        let mut value = json!({
            "verified": true, "game": record.game, "rules": record.rules,
            "inputs": inputs, "end": end, "scores": scores,
        });
        if let Some(revealed) = revealed {
            value["commitment"] = revealed.into();
        }
        screen.json(&value)?;
    } else {
        let Record { game, rules, .. } = record;
        let scores = joined(&record.scores);
        screen
            .line(&format!("verified: {game}, rules {rules}, {inputs} inputs, end {end}, scores {scores}"))?;
        if let Some(revealed) = revealed {
            let as_promised = if promised.is_some() { ", as promised" } else { "" };
            screen.line(&format!(
                "every outcome follows from the deal's key; its commitment is {revealed}{as_promised}"
            ))?;
        }
    }
    Ok(Answer::Yes)
}

fn position(options: &Options, record: &Record, at: usize, screen: &mut Screen) -> Result<Answer, Failure> {
    let inputs = record.inputs.len();
    if at > inputs {
        return Err(anyhow!("there is no position {at}; the record has {inputs} inputs")).or_usage();
    }
    let replayed = |error: BeginError| anyhow!("{}: {error}", options.file.display());
    if options.json {
        let mut value = position_json(record, at).map_err(replayed).or_usage()?;
        value["at"] = json!(at);
        screen.json(&value)?;
        return Ok(Answer::Yes);
    }
    screen.line(&format!("after {at} of {inputs} inputs"))?;
    screen
        .line(&games().position_text(record, at, &seat_name, screen.style).map_err(replayed).or_usage()?)?;
    Ok(Answer::Yes)
}

/// What each input of a record brought, as texts of the game.
struct RecordedEvents {
    events: Vec<Vec<String>>,
    /// The same in words.
    words: Vec<Vec<String>>,
    /// The options that are not the default.
    options: Vec<(String, String)>,
}

impl RecordedEvents {
    fn of(record: &Record) -> Result<RecordedEvents, BeginError> {
        let game = games().of(record)?;
        let lines = game.event_log(record, 0..record.inputs.len(), &seat_name)?;
        let usual = game.options();
        let is_set = |(key, value): &&(String, String)| {
            !usual.iter().any(|(known, usual)| known.name == key && usual == value)
        };
        let options = record.config.iter().filter(is_set).cloned().collect();
        let both = |line: Line| line.events.into_iter().map(|event| (event.text, event.words)).unzip();
        let (events, words) = lines.into_iter().map(both).unzip();
        Ok(RecordedEvents { events, words, options })
    }
}

fn whole_text(
    record: &Record,
    recorded: &RecordedEvents,
    explains: bool,
    screen: &Screen,
) -> Result<String, BeginError> {
    let options: Vec<String> = recorded.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let mut lines = vec![
        format!("game: {}, rules {}", record.game, record.rules),
        format!("deal: {}", record.deal),
        format!("options: {}", if options.is_empty() { "all default".to_owned() } else { options.join(" ") }),
        String::new(),
    ];
    for (number, events) in recorded.words.iter().enumerate() {
        // The reason stands below the move itself, before what came of it: that may be somebody else's turn.
        let mut events = events.iter().map(|event| format!("{:>4}  {event}", number + 1));
        let why = record.reasons.of(number + 1).filter(|_| explains);
        lines.extend(events.next());
        lines.extend(why.map(|why| format!("{:>4}    because: {why}", number + 1)));
        lines.extend(events);
    }
    lines.push(String::new());
    lines.push(games().position_text(record, record.inputs.len(), &seat_name, screen.style)?);
    lines.push(format!("end: {}", end_name(record.end)));
    Ok(lines.join("\n"))
}

fn whole_json(record: &Record, recorded: &RecordedEvents) -> Value {
    let config: serde_json::Map<String, Value> =
        record.config.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
    let step = |(number, (input, events)): (usize, (&InputText, &Vec<String>))| {
        let mut step = json!({ "input": input.to_string(), "events": events });
        if let Some(why) = record.reasons.of(number + 1) {
            step["why"] = why.into();
        }
        step
    };
    let steps = record.inputs.iter().zip(&recorded.events).enumerate().map(step);
    json!({
        "game": record.game,
        "rules": record.rules,
        "config": config,
        "deal": record.deal.to_string(),
        "inputs": steps.collect::<Vec<_>>(),
        "end": end_name(record.end),
        "scores": record.scores,
        "state": format!("{:016x}", record.state),
    })
}

fn seat_name(seat: Seat) -> String {
    seat.to_string()
}

fn end_name(end: Option<End>) -> &'static str {
    end.map_or("open", End::name)
}

fn joined(scores: &[i32]) -> String {
    scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}
