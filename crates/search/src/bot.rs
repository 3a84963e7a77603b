//! Bots as lists have them, and their names taken apart.

use std::ops::RangeInclusive;

use tercet_game::named;
use thiserror::Error;

use crate::Limits;

/// One bot, as lists show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bot {
    /// Its name, as `--players` takes it.
    pub name: &'static str,
    /// The games that it plays.
    pub games: &'static [&'static str],
    /// How hard it is to beat, or to do as well as.
    pub grade: Grade,
    /// What it does, in one sentence.
    pub about: &'static str,
}

named! {
    /// How hard a bot is to beat; of a bot with levels, at its usual one.
    pub enum Grade {
        /// For a first game.
        Easy = "easy",
        /// Plays to a plan.
        Medium = "medium",
        /// Plays well.
        Hard = "hard",
        /// The best there is here.
        Expert = "expert",
    }
}

/// Why there is no such bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// No bot of this game has that name.
    #[error("there is no bot `{name}` for {game}; there are {}", names(bots))]
    Unknown {
        /// The name.
        name: String,
        /// The game.
        game: &'static str,
        /// The bots that it has.
        bots: &'static [Bot],
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
    /// A parameter that the bot does not have, or that can't be.
    #[error("`{text}` is no parameter of `{name}`; it takes {takes}")]
    Parameter {
        /// The bot.
        name: &'static str,
        /// What was given.
        text: String,
        /// What can be given.
        takes: &'static str,
    },
    /// A bot from outside that can't sit here.
    #[error("{why}")]
    Outside {
        /// Why not.
        why: &'static str,
    },
    /// The bot can't play this; it says why.
    #[error("{0}")]
    Unfit(String),
    /// The bot would read a file, and must not here.
    #[error("`{name}` may read no files here, so it can't take `{path}`")]
    Files {
        /// The bot.
        name: &'static str,
        /// The file.
        path: String,
    },
    /// More is asked of the bot than is allowed here.
    #[error("`{name}` may be asked for {most} `{option}` at most here, not for {value}")]
    Limit {
        /// The bot.
        name: &'static str,
        /// The option.
        option: &'static str,
        /// What was given.
        value: u64,
        /// The most that is allowed.
        most: u64,
    },
}

/// A parameter of a bot.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it can be.
    pub range: RangeInclusive<u64>,
    /// What it is if it is not given.
    pub usual: u64,
}

/// The parameters of a bot, in the order in which its name has them.
pub struct Parameters<const N: usize> {
    /// Each of them.
    pub known: [Parameter; N],
    /// What they can be, for people.
    pub takes: &'static str,
}

/// A bot's name as it is given, taken apart: `racer:3`, `mcts:playouts=2000,depth=2`.
pub struct Given<'n> {
    /// The bot.
    pub bot: &'static Bot,
    /// What stands behind the colon.
    pub argument: Option<&'n str>,
}

impl<'n> Given<'n> {
    /// Finds the bot in a game's list.
    ///
    /// # Errors
    /// If it is not there; the error says which are.
    pub fn read(name: &'n str, list: &'static [Bot], game: &'static str) -> Result<Self, BotError> {
        let (word, argument) = match name.split_once(':') {
            Some((word, argument)) => (word, Some(argument)),
            None => (name, None),
        };
        let bot = list.iter().find(|bot| bot.name == word);
        let bot = bot.ok_or_else(|| BotError::Unknown { name: name.to_owned(), game, bots: list })?;
        Ok(Given { bot, argument })
    }

    /// The bot's parameters, `name=number` with commas between, in the order of `known`: the usual number for those not given,
    /// or the most that is allowed where that is less.
    ///
    /// # Errors
    /// At the first that the bot does not have, that can't be, or that is more than is allowed.
    pub fn numbers<const N: usize>(
        &self,
        Parameters { known, takes }: &Parameters<N>,
        limits: &Limits,
    ) -> Result<[u64; N], BotError> {
        let mut numbers = [0; N];
        for (number, parameter) in numbers.iter_mut().zip(known) {
            *number = parameter.usual.min(limits.most(parameter.name));
        }
        for text in self.argument.into_iter().flat_map(|argument| argument.split(',')) {
            let refused = || BotError::Parameter { name: self.bot.name, text: text.to_owned(), takes };
            let (key, value) = text.split_once('=').ok_or_else(refused)?;
            let place = known.iter().position(|parameter| parameter.name == key).ok_or_else(refused)?;
            let Parameter { name: option, range, .. } = &known[place];
            let value: u64 = value.parse().ok().filter(|value| range.contains(value)).ok_or_else(refused)?;
            let most = limits.most(option);
            if value > most {
                return Err(BotError::Limit { name: self.bot.name, option, value, most });
            }
            numbers[place] = value;
        }
        Ok(numbers)
    }

    /// What `value=` names, if anything, and the name without it. A bot that `takes_bare` has it first, without `value=`.
    pub fn split_value(&self, takes_bare: bool) -> (Option<&'n str>, Option<String>) {
        let Some(argument) = self.argument else { return (None, None) };
        let (mut value, mut rest) = (None, Vec::new());
        for (place, part) in argument.split(',').enumerate() {
            let bare = takes_bare && place == 0 && !part.is_empty() && !part.contains('=');
            match part.strip_prefix("value=").or(bare.then_some(part)) {
                Some(named) if value.is_none() && !named.is_empty() => value = Some(named),
                _ => rest.push(part),
            }
        }
        (value, (!rest.is_empty()).then(|| rest.join(",")))
    }

    /// The bot's name with the parameters that are not the usual ones, in their own order: the shortest way to spell it.
    ///
    /// # Errors
    /// As [`Given::numbers`].
    pub fn spelled<const N: usize>(
        &self,
        parameters: &Parameters<N>,
        limits: &Limits,
    ) -> Result<String, BotError> {
        let numbers = self.numbers(parameters, limits)?;
        let others =
            parameters.known.iter().zip(numbers).filter(|(parameter, number)| parameter.usual != *number);
        let others: Vec<String> =
            others.map(|(parameter, number)| format!("{}={number}", parameter.name)).collect();
        let name = self.bot.name;
        Ok(if others.is_empty() { name.to_owned() } else { format!("{name}:{}", others.join(",")) })
    }

    /// The bot, which takes no argument.
    ///
    /// # Errors
    /// If one is given.
    pub fn plain(&self) -> Result<&'static Bot, BotError> {
        match self.argument {
            Some(level) => Err(BotError::NoLevels { name: self.bot.name, level: level.to_owned() }),
            None => Ok(self.bot),
        }
    }
}

/// What a list says of the bot of this name.
pub fn about(list: &[Bot], name: &str) -> &'static str {
    list.iter().find(|bot| bot.name == name).map_or("", |bot| bot.about)
}

fn names(bots: &[Bot]) -> String {
    bots.iter().map(|bot| bot.name).collect::<Vec<_>>().join(", ")
}
