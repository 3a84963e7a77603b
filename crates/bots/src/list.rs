//! The list of all bots as data, for people and pages.

use thiserror::Error;

/// One bot, as lists show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bot {
    /// Its name, as `--players` takes it.
    pub name: &'static str,
    /// The games that it plays.
    pub games: &'static [&'static str],
    /// What it does, in one sentence.
    pub about: &'static str,
}

/// All bots, game by game.
pub fn bots() -> impl Iterator<Item = &'static Bot> {
    [crate::set::BOTS, crate::machi::BOTS, crate::triangle::BOTS].into_iter().flatten()
}

/// Why there is no such bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// No bot of this game has that name.
    #[error("there is no bot `{name}` for {game}; there are {}", names(game))]
    Unknown {
        /// The name.
        name: String,
        /// The game.
        game: &'static str,
    },
    /// The bot has no such level.
    #[error("`{level}` is no level of `{name}`; levels are {levels}, as in `{name}:3`")]
    Level {
        /// The bot.
        name: &'static str,
        /// What was given.
        level: String,
        /// What there is.
        levels: &'static str,
    },
    /// The bot has no levels at all.
    #[error("`{name}` has no levels, so it takes no `:{level}`")]
    NoLevels {
        /// The bot.
        name: &'static str,
        /// What was given.
        level: String,
    },
}

fn names(game: &str) -> String {
    let names: Vec<&str> = bots().filter(|bot| bot.games.contains(&game)).map(|bot| bot.name).collect();
    names.join(", ")
}
