//! `tercet train triangle`: a value of boards, learned from nothing.

use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use tercet_game::{Game as _, Record, Scores};
use tercet_train::value::{Learned, TdOptions};
use tercet_triangle::{Config, Field, FieldVisitor, Puzzle, with_field};
use tercet_triangle_play::learned::{LESSON, PuzzleEpisodes, about, evaluate, freeze, recorded, thaw};

use crate::commands::train::{Options, Strength, Trained, TrainingRun};
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
  tercet train triangle --games 200000 --lambda 0.5 --optimism 20 --run trial
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
    /// Begin by thinking that every board survives so many hands more: more than it does makes it try what it does not know
    #[arg(long, value_name = "HANDS", default_value_t = 0.0, value_parser = hands, conflicts_with = "resume")]
    optimism: f32,
    #[command(flatten)]
    rules: Rules,
}

fn hands(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| "it is a number of hands, as in 20".to_owned())?;
    if (0.0..=1000.0).contains(&number) { Ok(number) } else { Err("it is from 0 to 1000".to_owned()) }
}

/// The width of the beam with which values are evaluated.
const WIDTH: usize = 8;

/// So many steps has a weight in the value's file.
const STEPS: f32 = 16_000.0;

pub(crate) fn run(options: &Triangle, screen: &mut Screen) -> Result<Answer, Failure> {
    let config = options.rules.config().or_usage()?;
    let run = TrainingRun::new(&options.training, screen)?;
    let td = options.training.td(LESSON);
    with_field(&config, Training { run, config: &config, td, optimism: options.optimism })
}

struct Training<'o> {
    run: TrainingRun<'o>,
    config: &'o Config,
    td: TdOptions,
    optimism: f32,
}

impl FieldVisitor for Training<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        let game = Puzzle::<F>::new(self.config).or_usage()?;
        let task = PuzzleEpisodes::new(&game).optimistic(self.optimism);
        let board = Board { game: &game, optimism: self.optimism };
        self.run.run(&task, &about(self.config), self.td, &board)
    }
}

struct Board<'g, F: Field> {
    game: &'g Puzzle<F>,
    optimism: f32,
}

impl<F: Field + Send + Sync + 'static> Trained for Board<'_, F> {
    const GAME: &'static str = "triangle";

    const MEASURE: &'static str = "mean score";

    fn frozen(&self, weights: &[f32], command: &str) -> Learned {
        let optimism =
            if self.optimism > 0.0 { format!(" --optimism {}", self.optimism) } else { String::new() };
        freeze(self.game.config(), weights, STEPS, &format!("{command}{optimism}"), "not measured")
    }

    fn measured(
        &self,
        learned: &Learned,
        games: u32,
        jobs: usize,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Strength>> {
        let value = Arc::new(thaw("the value", learned, self.game)?);
        let done = evaluate(self.game, &value, (WIDTH, games.into(), jobs), is_stopped);
        Ok(done.map(|done| Strength {
            mean: done.mean,
            error: done.error,
            best: Some((done.best, done.highest)),
        }))
    }

    fn game(&self, learned: &Learned, number: u64) -> Result<Option<(Record, Scores)>> {
        let value = Arc::new(thaw("the value", learned, self.game)?);
        Ok(Some(recorded(self.game, &value, WIDTH, number)))
    }

    fn score_text(mean: f64, error: f64) -> String {
        format!("score {mean:.1} ± {error:.1}")
    }
}
