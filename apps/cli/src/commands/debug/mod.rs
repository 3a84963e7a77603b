//! `tercet debug`: positions tried out by hand.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tercet_triangle::Config;

use crate::commands::play::triangle::{Sitting, open};
use crate::failure::{Answer, Failure};
use crate::options;
use crate::output::Screen;
use crate::triangle::session::Mode;
use crate::triangle::setup::Rules;

#[derive(Subcommand)]
pub(crate) enum Game {
    /// The triangle puzzle: fill cells, set shapes, list legal actions and lines
    Triangle(Triangle),
}

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", options::options_help::<Config>())
}

const EXAMPLES: &str = "\
Examples:
  tercet debug triangle --seed 42
  printf 'toggle 1 4\\nshapes 0:0 - 4:1\\nlegal 1\\n' | tercet debug triangle --seed 42
  tercet debug triangle --load game.record

On the prompt, `help` lists what can be typed.";

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Triangle {
    /// The seed of the deal; drawn from the system and printed if none is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The dealer, as in mt19937, or with its seed, as in "mt19937 42"
    #[arg(long, value_name = "DEAL")]
    deal: Option<String>,
    /// Go on with a recorded game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "seed", "deal"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
    /// Keep the record in this file, from the first change on; a file that is there is replaced
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub(crate) fn run(game: Game, screen: &mut Screen) -> Result<Answer, Failure> {
    let Game::Triangle(options) = game;
    let sitting = Sitting {
        seed: options.seed,
        deal: options.deal.as_deref(),
        load: options.load.as_deref(),
        rules: &options.rules,
        record: options.record.as_deref(),
    };
    open(&sitting, screen, crate::commands::play::triangle::Purpose::Prompt(Mode::Debug))
}
