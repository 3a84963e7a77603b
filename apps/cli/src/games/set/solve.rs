//! `tercet solve`: one-shot questions about a board, and boards line by line.

use std::io;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;
use tercet_entry::count;
use tercet_set::{Card, all_sets};
use tercet_set_play::json::solve_line;
use tercet_set_play::text::words;

use crate::failure::{Answer, Failure, FailureExt};
use crate::games::set::cards;
use crate::lines::Lines;
use crate::output::Screen;

#[derive(Subcommand)]
pub(crate) enum Game {
    /// Find all Sets among 0 to 81 cards
    Set(Set),
}

const EXAMPLES: &str = "\
Examples:
  tercet solve set 1rsd 2rsd 3rsd 2gto
  tercet solve set 0,1,2,46
  tercet solve set \"two red striped ovals\" 2rss 2rsd 1gto --json
  tercet solve set --jsonl < boards.jsonl

A card is number, colour (r g p), shading (s solid, t striped, e open) and shape (d s o): 2rto. \
A line of --jsonl is {\"cards\":[ids]} and is answered by {\"sets\":[[i,j,k],...]}; a bad line is \
answered by {\"error\":\"line 3: ...\"}. Positions count from 1 in text and from 0 in JSON.

Exit codes: 0 there is a Set (--jsonl: every line was answered), 1 there is none, 2 wrong input.";

/// No board comes near this.
const LONGEST_LINE: usize = 1024 * 1024;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Set {
    /// The cards: compact, ids, or words in quotes
    #[arg(conflicts_with_all = ["jsonl", "input"])]
    cards: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "jsonl")]
    json: bool,
    /// Read boards from stdin, one a line, and answer each
    #[arg(long)]
    jsonl: bool,
    /// Read the lines of --jsonl from this file
    #[arg(long, value_name = "FILE", requires = "jsonl")]
    input: Option<PathBuf>,
}

pub(crate) fn run(game: Game, screen: &mut Screen) -> Result<Answer, Failure> {
    let Game::Set(options) = game;
    if options.jsonl {
        let answer =
            |line: &[u8], out: &mut Vec<u8>| solve_line(line, out).map_err(|error| error.to_string());
        return Lines { answer, longest: LONGEST_LINE }.of(options.input.as_deref(), screen);
    }
    let cards = cards::read(options.cards.iter().map(String::as_str)).or_usage()?;
    cards::check_different(&cards).or_usage()?;
    let sets = all_sets(&cards);
    if options.json {
        let ids: Vec<usize> = cards.iter().map(|card| card.id()).collect();
        screen.json(&json!({ "cards": ids, "sets": sets }))?;
    } else {
        print_sets(&cards, &sets, screen)?;
    }
    Ok(if sets.is_empty() { Answer::No } else { Answer::Yes })
}

fn print_sets(cards: &[Card], sets: &[[usize; 3]], screen: &mut Screen) -> io::Result<()> {
    let among = count(cards.len(), "card", "cards");
    if sets.is_empty() {
        return screen.line(&format!("no Set in {among}"));
    }
    screen.line(&format!("{} in {among}", count(sets.len(), "Set", "Sets")))?;
    for set in sets {
        let [i, j, k] = set.map(|position| position + 1);
        let taken = set.map(|position| cards[position]);
        screen.line(&format!("{i} {j} {k}: {} ({})", words::cards(&taken), tercet_set::join(&taken)))?;
    }
    Ok(())
}
