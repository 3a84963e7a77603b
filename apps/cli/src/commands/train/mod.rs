//! `tercet train`: values learned by playing.

mod report;
mod training_run;

use clap::Subcommand;

use crate::failure::{Answer, Failure};
use crate::games::machi::train as machi;
use crate::games::triangle::train as triangle;
use crate::output::Screen;

pub(crate) use training_run::{Options, Strength, Trained, TrainingRun};

#[derive(Subcommand)]
pub(crate) enum Game {
    /// The triangle puzzle: a value of boards, for the bots `learned`, `beam` and `foresight`
    Triangle(triangle::Triangle),
    /// Machi Koro: chances to win, for the bots `search` and `mcts`
    Machi(machi::Machi),
}

pub(crate) fn run(game: &Game, screen: &mut Screen) -> Result<Answer, Failure> {
    match game {
        Game::Triangle(options) => triangle::run(options, screen),
        Game::Machi(options) => machi::run(options, screen),
    }
}
