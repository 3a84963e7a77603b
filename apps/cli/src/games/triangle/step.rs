//! `tercet step`: games that other programs describe, played line by line.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, Subcommand, ValueEnum};
use tercet_triangle_play::json::{Deals, step_line};

use crate::failure::{Answer, Failure, FailureExt};
use crate::lines::Lines;
use crate::output::Screen;

#[derive(Subcommand)]
pub(crate) enum Game {
    /// The triangle puzzle: actions in, rewards, boards and valid actions out
    Triangle(Triangle),
}

const EXAMPLES: &str = "\
Examples:
  tercet step triangle --jsonl < games.jsonl
  tercet step triangle --jsonl --deal given --input games.jsonl

A line is an object with `config` (rows, cols, ranges, slots, reward_placed, reward_cleared, \
reward_alive, penalty; what is missing is the default), `seed`, `setup` and `steps`, each step with \
its `action`:
  {\"seed\":42,\"steps\":[{\"action\":42},{\"action\":-1}]}
It is answered by the same object with all that follows: shapes and valid actions before each step, \
reward, score, board and refill after it, and `final`. With --deal given the shapes are those of \
`initial_shapes` and of each step's `refill`. A record of mixed `ops` (toggle, set_shapes, step, \
reset) is answered too. A bad line is answered by {\"error\":\"line 3: ...\"}.

Exit codes: 0 every line was answered, 2 wrong input.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Triangle {
    /// Read games from stdin, one a line, and answer each
    #[arg(long)]
    jsonl: bool,
    /// Where shapes come from
    #[arg(long, default_value = "mt19937")]
    deal: Deal,
    /// Read the lines from this file
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deal {
    /// The reference's generator, from the line's seed
    Mt19937,
    /// The line itself
    Given,
}

/// A game of a hundred thousand steps stays below this.
const LONGEST_LINE: usize = 256 * 1024 * 1024;

pub(crate) fn run(game: Game, screen: &mut Screen) -> Result<Answer, Failure> {
    let Game::Triangle(options) = game;
    if !options.jsonl {
        return Err(anyhow!("games are read line by line; --jsonl says so")).or_usage();
    }
    let deals = match options.deal {
        Deal::Mt19937 => Deals::Mt19937,
        Deal::Given => Deals::Given,
    };
    let answer = |line: &[u8], out: &mut Vec<u8>| {
        let text = step_line(line, deals).map_err(|error| error.to_string())?;
        out.extend_from_slice(text.to_string().as_bytes());
        out.push(b'\n');
        Ok(())
    };
    Lines { answer, longest: LONGEST_LINE }.of(options.input.as_deref(), screen)
}
