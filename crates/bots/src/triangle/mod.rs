//! The bots of the triangle puzzle.

mod greedy;
mod terrain;

use std::ops::RangeInclusive;

use tercet_game::{Answer, ConfigError, Game as _, Player, Seat};
use tercet_triangle::{Action, Config, Dense, Field, Puzzle, State};

use crate::contest::with_options;
use crate::list::{Given, about};
use crate::{Bot, BotError, Contest, Explain, Grade, Random};

pub use greedy::Greedy;

/// The bots of the puzzle, as lists show them.
pub const BOTS: &[Bot] = &[
    Bot {
        name: "random",
        games: GAMES,
        grade: Grade::Easy,
        about: "places any shape anywhere that is legal, each placement as likely as the others",
    },
    Bot {
        name: "greedy",
        games: GAMES,
        grade: Grade::Hard,
        about: "tries the shapes of its hand in all orders, keeps the most promising boards, and likes cleared \
                lines first, then boards without holes and with room for every shape",
    },
];

const GAMES: &[&str] = &[Puzzle::<Dense>::ID];

/// Any bot of the puzzle in one type.
#[derive(Clone, Debug)]
pub enum AnyBot {
    /// `random`.
    Random(Random),
    /// `greedy`.
    Greedy(Greedy),
}

/// The bot of this name, drawing from the stream of this seed.
///
/// # Errors
/// If there is no bot of that name; the error says which there are.
///
/// ```
/// let error = tercet_bots::triangle::by_name("best", 1).unwrap_err();
/// assert_eq!(error.to_string(), "there is no bot `best` for triangle; there are random, greedy");
/// ```
pub fn by_name(name: &str, seed: u64) -> Result<AnyBot, BotError> {
    let bot = Given::read(name, BOTS, GAMES[0])?.plain()?;
    Ok(match bot.name {
        "random" => AnyBot::Random(Random::new(seed)),
        _ => AnyBot::Greedy(Greedy::default()),
    })
}

impl<F: Field> Player<Puzzle<F>> for AnyBot {
    fn answer(&mut self, game: &Puzzle<F>, state: &State<F>, seat: Seat) -> Option<Answer<Action>> {
        match self {
            AnyBot::Random(bot) => bot.answer(game, state, seat),
            AnyBot::Greedy(bot) => bot.answer(game, state, seat),
        }
    }
}

impl<F: Field> Explain<Puzzle<F>> for AnyBot {
    fn creed(&self) -> &'static str {
        about(BOTS, if matches!(self, AnyBot::Random(_)) { "random" } else { "greedy" })
    }
}

impl<F: Field> Contest for Puzzle<F> {
    type Bot = AnyBot;

    const TABLES: RangeInclusive<u8> = 1..=1;

    fn bot(name: &str, seed: u64) -> Result<AnyBot, BotError> {
        by_name(name, seed)
    }

    fn table(options: &[(String, String)], _seats: u8) -> Result<Config, ConfigError> {
        with_options(Config::default(), options, "seats")
    }
}
