//! `tercet train`: values learned by playing.

use clap::Subcommand;

use crate::failure::{Answer, Failure};
use crate::games::triangle::train as triangle;
use crate::output::Screen;

#[derive(Subcommand)]
pub(crate) enum Game {
    /// The triangle puzzle: a value of boards, for the bots `learned`, `beam` and `foresight`
    Triangle(triangle::Triangle),
}

pub(crate) fn run(game: &Game, screen: &mut Screen) -> Result<Answer, Failure> {
    match game {
        Game::Triangle(options) => triangle::run(options, screen),
    }
}
