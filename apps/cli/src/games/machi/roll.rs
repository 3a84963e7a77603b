//! `tercet roll`: what a roll of the dice brings in any position.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use tercet_game::{Seat, Settings as _};
use tercet_machi::Config;
use tercet_machi_play::json::RollAnswerer;

use crate::failure::{Answer, Failure, FailureExt};
use crate::files;
use crate::games::machi::narrate::{Detail, narrate};
use crate::games::machi::setup::Rules;
use crate::lines::Lines;
use crate::names;
use crate::output::Screen;

#[derive(Subcommand)]
pub(crate) enum Game {
    /// Machi Koro: a position, dice and choices in, purses, cards and events out
    Machi(Machi),
}

const EXAMPLES: &str = "\
Examples:
  tercet roll machi --position city.json --dice 3,4
  tercet roll machi --jsonl < turns.jsonl
  tercet roll machi --jsonl --compat harmonictook --input turns.jsonl

A position is {\"players\":[{\"coins\":3,\"cards\":{\"Ranch\":2},\"landmarks\":[\"Harbor\"], \
\"closed\":{\"Ranch\":1},\"investment\":0},...],\"active\":0,\"rules\":{\"harbor\":true}}; seats count from 0. \
It may be won, exceed the supply or lack starting cards. A line of --jsonl has beside it \"dice\":[3,4] \
(or \"total\":7), \"harbor_plus2\", \"tuna_roll\" and \"choices\": tv_target, business_center {target, \
give, take} or null, demolish [name], moving [{give, target}], renovate, exhibit (name or null), order \
[names]. It is answered by {\"coins\":[...],\"cards\":[...],\"closed\":[...],\"landmarks\":[...], \
\"coins_after_city_hall\":[...],\"events\":[...]}; a bad line by {\"error\":\"line 3: ...\"}.

Exit codes: 0 every question was answered, 2 wrong input.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Machi {
    /// Read questions from stdin, one a line, and answer each
    #[arg(long, conflicts_with_all = ["position", "dice"])]
    jsonl: bool,
    /// Read the lines from this file
    #[arg(long, value_name = "FILE", requires = "jsonl")]
    input: Option<PathBuf>,
    /// The position, with choices if there are any; - is stdin
    #[arg(long, value_name = "FILE", requires = "dice")]
    position: Option<PathBuf>,
    /// The dice, one or two
    #[arg(long, value_name = "DICE", value_delimiter = ',', requires = "position")]
    dice: Vec<u8>,
    /// Whose rules
    #[arg(long, value_name = "RULES", value_parser = names::compat())]
    compat: Option<String>,
    #[command(flatten)]
    rules: Rules,
}

/// A position of five players with every card stays far below this.
const LONGEST_LINE: usize = 1024 * 1024;

pub(crate) fn run(game: Game, screen: &mut Screen) -> Result<Answer, Failure> {
    let Game::Machi(options) = game;
    let mut answerer = RollAnswerer::new(options.config().or_usage()?);
    if options.jsonl {
        let answer = |line: &[u8], out: &mut Vec<u8>| {
            let answer = answerer.answer_line(line).map_err(|error| error.to_string())?;
            out.extend_from_slice(json_line(&answer).as_bytes());
            Ok(())
        };
        return Lines { answer, longest: LONGEST_LINE }.of(options.input.as_deref(), screen);
    }
    for line in options.answer_lines(&mut answerer).or_usage()? {
        screen.line(&line)?;
    }
    Ok(Answer::Yes)
}

fn json_line(answer: &tercet_machi_play::json::RollAnswer) -> String {
    let mut line = serde_json::to_string(answer).expect("names and numbers are JSON");
    line.push('\n');
    line
}

impl Machi {
    fn config(&self) -> Result<Config> {
        let mut config = self.rules.config(Config::default())?;
        if let Some(compat) = &self.compat {
            config.set("compat", compat)?;
        }
        Ok(config)
    }

    /// What happens, in words, and what everybody has then.
    fn answer_lines(&self, answerer: &mut RollAnswerer) -> Result<Vec<String>> {
        let Some(path) = &self.position else {
            bail!("--position FILE with --dice 3,4 asks about one roll, --jsonl about many");
        };
        let place = || path.display().to_string();
        let text = files::read_text(path)?;
        let mut question: Value =
            serde_json::from_str(&text).map_err(|error| anyhow!("not JSON: {error}")).with_context(place)?;
        if let Some(question) = question.as_object_mut() {
            question.retain(|field, _| !["roll", "total"].contains(&field.as_str()));
            question.insert("dice".to_owned(), json!(self.dice));
        }
        let (answer, game, events) = answerer.answer(&question).with_context(place)?;
        let name = |seat: Seat| seat.to_string();
        let mut lines = narrate(game, &events, Detail::Whole, &name);
        if lines.is_empty() {
            lines.push("  nothing happens".to_owned());
        }
        let purse = |(seat, coins): (usize, &u32)| format!("seat {} {coins}", seat + 1);
        let purses: Vec<String> = answer.coins_after_city_hall.iter().enumerate().map(purse).collect();
        lines.push(format!("coins: {}", purses.join(", ")));
        Ok(lines)
    }
}
