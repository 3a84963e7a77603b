//! `tercet train triangle`: a value of boards, learned from nothing.

use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use tercet_game::Game as _;
use tercet_train::value::Learned;
use tercet_triangle::{Config, Field, FieldVisitor, Puzzle, with_field};
use tercet_triangle_play::learned::{LESSON, PuzzleEpisodes, about, evaluate, freeze, thaw};

use crate::commands::train::{Options, Trained, TrainingRun};
use crate::failure::{Answer, Failure, FailureExt};
use crate::games::triangle::setup::Rules;
use crate::options;
use crate::output::Screen;

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", options::options_help::<Config>())
}

const EXAMPLES: &str = "\
Examples:
  tercet train triangle --minutes 10 --run first
  tercet train triangle --games 100000 --jobs 1 --seed 1 --run again
  tercet train triangle --minutes 20 --run first --resume
  tercet simulate triangle --games 300 --policy learned:runs/first/value.tercet,width=64

Minutes are the processor's, of each thread: what other programs take does not count. One thread, a seed and a number \
of games give the same value, byte for byte. Checkpoints are written at least every half minute of work; --resume \
goes on from the last, also after the process was killed. `score` is the mean of games on seeds apart from training, \
with a beam of 8, and its standard error.";

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Triangle {
    #[command(flatten)]
    training: Options,
    #[command(flatten)]
    rules: Rules,
}

/// The width of the beam with which values are evaluated.
const WIDTH: usize = 8;

/// So many steps has a weight in the value's file.
const STEPS: f32 = 16_000.0;

pub(crate) fn run(options: &Triangle, screen: &mut Screen) -> Result<Answer, Failure> {
    let config = options.rules.config().or_usage()?;
    let run = TrainingRun::new(&options.training, screen)?;
    with_field(&config, Training { run, config: &config })
}

struct Training<'o> {
    run: TrainingRun<'o>,
    config: &'o Config,
}

impl FieldVisitor for Training<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        let game = Puzzle::<F>::new(self.config).or_usage()?;
        let task = PuzzleEpisodes::new(&game);
        self.run.run(&task, &about(self.config), LESSON, &Board(&game))
    }
}

struct Board<'g, F: Field>(&'g Puzzle<F>);

impl<F: Field + Send + Sync + 'static> Trained for Board<'_, F> {
    const GAME: &'static str = "triangle";

    const MEASURE: &'static str = "mean score";

    fn frozen(&self, weights: &[f32], command: &str) -> Learned {
        freeze(self.0.config(), weights, STEPS, command, "not measured")
    }

    fn measured(
        &self,
        learned: &Learned,
        games: u32,
        jobs: usize,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<(f64, f64)>> {
        let value = Arc::new(thaw("the value", learned, self.0)?);
        Ok(evaluate(self.0, &value, (WIDTH, games.into(), jobs), is_stopped))
    }

    fn score_text(mean: f64, error: f64) -> String {
        format!("score {mean:.1} ± {error:.1}")
    }
}
