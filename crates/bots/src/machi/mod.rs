//! The bots of Machi Koro.

mod random;

use tercet_game::{Answer, Game, Player, Seat};
use tercet_machi::{Action, MachiKoro, State};

use crate::{Bot, BotError};

pub use random::Random;

/// The bots of Machi Koro, as lists show them.
pub const BOTS: &[Bot] = &[
    Bot {
        name: "random",
        games: GAMES,
        about: "builds whenever it can, anything it can pay for; two dice when it may, and the richest pays",
    },
    Bot {
        name: "uniform",
        games: GAMES,
        about: "does anything that is legal, each as likely as the others; it often builds nothing",
    },
];

const GAMES: &[&str] = &[MachiKoro::ID];

/// Any bot of Machi Koro in one type.
#[derive(Clone, Copy, Debug)]
pub enum AnyBot {
    /// `random`.
    Random(Random),
    /// `uniform`.
    Uniform(crate::Random),
}

/// The bot of this name, drawing from the stream of this seed.
///
/// # Errors
/// If there is no bot of that name; the error says which there are.
///
/// ```
/// let error = tercet_bots::machi::by_name("best", 1).unwrap_err();
/// assert_eq!(error.to_string(), "there is no bot `best` for machi; there are random, uniform");
/// ```
pub fn by_name(name: &str, seed: u64) -> Result<AnyBot, BotError> {
    let word = name.split(':').next().unwrap_or(name);
    let Some(bot) = BOTS.iter().find(|bot| bot.name == word) else {
        return Err(BotError::Unknown { name: name.to_owned(), game: MachiKoro::ID });
    };
    if let Some((_, level)) = name.split_once(':') {
        return Err(BotError::NoLevels { name: bot.name, level: level.to_owned() });
    }
    Ok(match bot.name {
        "random" => AnyBot::Random(Random::new(seed)),
        _ => AnyBot::Uniform(crate::Random::new(seed)),
    })
}

impl Player<MachiKoro> for AnyBot {
    #[inline]
    fn answer(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Option<Answer<Action>> {
        match self {
            AnyBot::Random(bot) => bot.answer(game, state, seat),
            AnyBot::Uniform(bot) => bot.answer(game, state, seat),
        }
    }
}
