//! `tercet play`: which game is played. A game with a screen and options of its own has them in `games/`; any other has the screen of
//! all, and a prompt.

mod any;

use anyhow::Result;
use clap::Subcommand;
use tercet_game::Game as _;
use tercet_machi::MachiKoro;
use tercet_set::SetGame;
use tercet_triangle::{Dense, Puzzle};

use crate::commands::play::any::AnyPlay;
use crate::failure::{Answer, Failure};
use crate::games::ByGame;
use crate::games::machi::play as machi;
use crate::games::set::play as set;
use crate::games::triangle::play as triangle;
use crate::output::Screen;
use crate::screen as full_screen;
use crate::screen::run::Host;
use crate::screen::saves::Saved;

/// A game of the catalog, and how it is played.
pub(crate) type Game = ByGame<Own, AnyPlay>;

/// The games that have options and screens of their own.
#[derive(Subcommand)]
pub(crate) enum Own {
    /// SET: find three cards that agree or all differ in each attribute
    Set(Box<set::Set>),
    /// Machi Koro: roll, earn, build; people at one keyboard and bots
    Machi(machi::Machi),
    /// The triangle puzzle: place shapes, fill lines
    Triangle(triangle::Triangle),
}

pub(crate) fn run(game: Game, screen: &mut Screen) -> Result<Answer, Failure> {
    match game {
        Game::Own(Own::Set(options)) => set::run(&options, screen),
        Game::Own(Own::Machi(options)) => machi::run(&options, screen),
        Game::Own(Own::Triangle(options)) => triangle::run(&options, screen),
        Game::Other(entry, options) => any::run(entry, &options, screen),
    }
}

/// A game on a full screen.
pub(crate) fn open(game: &Game, host: &Host) -> Result<Box<dyn full_screen::Screen>> {
    match game {
        Game::Own(Own::Triangle(options)) => options.screen(host),
        Game::Own(Own::Set(options)) => options.screen(host),
        Game::Own(Own::Machi(options)) => options.screen(host),
        Game::Other(entry, options) => options.screen(entry, host),
    }
}

/// The screen of a saved game.
pub(crate) fn resume(saved: Saved, host: &Host) -> Result<Box<dyn full_screen::Screen>> {
    match saved.record.game.as_str() {
        Puzzle::<Dense>::ID => triangle::resume(saved, host),
        SetGame::ID => set::resume(&saved),
        MachiKoro::ID => machi::resume(saved),
        _ => any::resume(saved),
    }
}
