//! `tercet train machi`: chances to win, learned from nothing.

use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use tercet_game::Game as _;
use tercet_machi::{Config, MachiKoro};
use tercet_machi_play::learned::{LESSON, MachiEpisodes, Rolls, about, evaluate, freeze, thaw};
use tercet_train::value::Learned;

use crate::commands::train::{Options, Strength, Trained, TrainingRun};
use crate::failure::{Answer, Failure, FailureExt};
use crate::games::machi::setup::Rules;
use crate::options;
use crate::output::Screen;

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", options::options_help::<Config>())
}

const EXAMPLES: &str = "\
Examples:
  tercet train machi --minutes 2 --run first
  tercet train machi --minutes 5 --expansions harbor --seats 2,3,4,5 --run harbor
  tercet train machi --minutes 4 --run first --resume
  tercet sprt machi --new search:value=runs/first/value.tercet --base search --elo1 15

The value is of these expansions, for any number of players; --seats says with how many it plays itself. With --rolls averaged each turn \
is learned from by the average over all dice, with --rolls sampled by those that fell. Minutes are the processor's, of each thread. One \
thread, a seed and a number of games give the same value, byte for byte. Checkpoints are written at least every half minute of \
work; --resume goes on from the last, also after the process was killed. `wins` is the share of games of two that `search` wins by \
the value against `impatient`, on seeds apart from training, with its standard error.";

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Machi {
    #[command(flatten)]
    training: Options,
    /// The numbers of players that it plays itself with, by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "2,3,4",
          value_parser = clap::value_parser!(u8).range(2..=5))]
    seats: Vec<u8>,
    /// How dice are learned from
    #[arg(long, value_name = "HOW", default_value = "averaged", value_parser = ["averaged", "sampled"])]
    rolls: String,
    #[command(flatten)]
    rules: Rules,
}

pub(crate) fn run(options: &Machi, screen: &mut Screen) -> Result<Answer, Failure> {
    let config = options.rules.config(Config::default()).or_usage()?;
    let rolls = if options.rolls == "averaged" { Rolls::Averaged } else { Rolls::Sampled };
    let task = MachiEpisodes::new(&config, &options.seats, rolls).or_usage()?;
    let game = MachiKoro::new(&Config { players: 2, ..config.clone() }).or_usage()?;
    let run = TrainingRun::new(&options.training, screen)?;
    let td = options.training.td(LESSON);
    run.run(&task, &about(&config, &options.seats), td, &City(&game))
}

struct City<'g>(&'g MachiKoro);

impl Trained for City<'_> {
    const GAME: &'static str = "machi";

    const MEASURE: &'static str = "percent of games won against impatient";

    fn frozen(&self, weights: &[f32], command: &str) -> Learned {
        freeze(self.0.config(), weights, command, "not measured")
    }

    /// The odds have threads of their own, so `jobs` says nothing here.
    fn measured(
        &self,
        learned: &Learned,
        games: u32,
        _jobs: usize,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Strength>> {
        let value = Arc::new(thaw("the value", learned, self.0)?);
        let share = evaluate(self.0, &value, games, is_stopped);
        Ok(share.map(|(share, error)| Strength { mean: 100.0 * share, error: 100.0 * error, best: None }))
    }

    fn score_text(mean: f64, error: f64) -> String {
        format!("wins {mean:.1} ± {error:.1} %")
    }
}
