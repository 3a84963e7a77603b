//! The bots of SET.

mod first;
mod perfect;
mod racer;
mod random;

use std::ops::RangeInclusive;

use tercet_game::{Answer, ConfigError, Game, Player, Record, Seat};
use tercet_set::{Action, Claim, Config, SetGame, State};

use tercet_entry::{Contest, Review, ReviewError, ReviewOptions, with_options};
use tercet_search::{Bot, BotError, BotLimits, Explain, Explanation, Grade, Limits};
use tercet_search::{Given, about};

use crate::Set;

pub use first::First;
pub use perfect::Perfect;
use racer::Pace;
pub(crate) use racer::differences;
pub use racer::{Level, Racer};
pub use random::Random;

/// The bots of SET, as lists show them.
pub const BOTS: &[Bot] = &[
    Bot {
        name: "first",
        games: GAMES,
        grade: Grade::Expert,
        about: "takes the first Set in the order of positions, and deals when there is none",
    },
    Bot {
        name: "random",
        games: GAMES,
        grade: Grade::Expert,
        about: "takes any Set on the board, each as likely as the others, and deals when there is none",
    },
    Bot {
        name: "sweep",
        games: GAMES,
        grade: Grade::Expert,
        about: "takes all Sets there are and only then deals three more: `first` with `refill=on_deal`",
    },
    Bot {
        name: "racer",
        games: GAMES,
        grade: Grade::Medium,
        about: "finds a Set after a while, as people do: `racer:child` (or `racer:1`) in about 12 seconds and sometimes \
                wrongly, then beginner, player, expert, and `racer:champion` (`racer:5`) in 1.5 seconds; \
                quarters lie between (`racer:3.25`), `racer:auto` adapts to you during a race and says so; `racer` alone \
                is `racer:player`",
    },
    Bot {
        name: "perfect",
        games: GAMES,
        grade: Grade::Expert,
        about: "sees every Set at once, is never wrong, and takes the one that leaves the most others on the board",
    },
    Bot {
        name: "uniform",
        games: GAMES,
        grade: Grade::Easy,
        about: "does anything that is legal, each as likely as the others: in a race that is mostly wrong",
    },
];

const GAMES: &[&str] = &[SetGame::ID];

/// Any bot of SET in one type.
#[derive(Clone, Copy, Debug)]
pub enum AnyBot {
    /// `first` and `sweep`.
    First(First),
    /// `random`.
    Random(Random),
    /// `racer`.
    Racer(Racer),
    /// `perfect`.
    Perfect(Perfect),
    /// `uniform`.
    Uniform(tercet_search::Random),
}

/// The bot of this name, drawing from the stream of this seed.
///
/// # Errors
/// If there is no bot of that name or no such level; the error says which there are.
///
/// ```
/// let error = tercet_set_play::bots::by_name("racer:9", 1).unwrap_err();
/// let levels = "levels are 1 to 5 in quarters, child, beginner, player, expert and champion, or auto, as in `racer:3`";
/// assert_eq!(error.to_string(), format!("`9` is no level of `racer`; {levels}"));
/// ```
pub fn by_name(name: &str, seed: u64) -> Result<AnyBot, BotError> {
    let given = Given::read(name, BOTS, SetGame::ID)?;
    if given.bot.name == "racer" {
        let pace = given.argument.map_or(Ok(Pace::Of(Level::USUAL)), Pace::read)?;
        return Ok(AnyBot::Racer(match pace {
            Pace::Of(level) => Racer::new(level, seed),
            Pace::Auto => Racer::adapting(seed),
        }));
    }
    Ok(match given.plain()?.name {
        "random" => AnyBot::Random(Random::new(seed)),
        "perfect" => AnyBot::Perfect(Perfect),
        "uniform" => AnyBot::Uniform(tercet_search::Random::new(seed)),
        _ => AnyBot::First(First),
    })
}

impl Player<SetGame> for AnyBot {
    fn answer(&mut self, game: &SetGame, state: &State, seat: Seat) -> Option<Answer<Action>> {
        match self {
            AnyBot::First(bot) => bot.answer(game, state, seat),
            AnyBot::Random(bot) => bot.answer(game, state, seat),
            AnyBot::Racer(bot) => bot.answer(game, state, seat),
            AnyBot::Perfect(bot) => bot.answer(game, state, seat),
            AnyBot::Uniform(bot) => bot.answer(game, state, seat),
        }
    }
}

impl Explain<SetGame> for AnyBot {
    fn strategy(&self) -> &'static str {
        let name = match self {
            AnyBot::First(_) => "first",
            AnyBot::Random(_) => "random",
            AnyBot::Racer(_) => "racer",
            AnyBot::Perfect(_) => "perfect",
            AnyBot::Uniform(_) => "uniform",
        };
        about(BOTS, name)
    }

    fn explain(&mut self, game: &SetGame, state: &State, seat: Seat) -> Option<Explanation<Action>> {
        match self {
            AnyBot::Racer(bot) => bot.explain(game, state, seat),
            AnyBot::Perfect(_) => Perfect::explain(game, state, seat),
            AnyBot::First(_) | AnyBot::Random(_) | AnyBot::Uniform(_) => {
                let answer = self.answer(game, state, seat)?;
                Some(Explanation {
                    answer,
                    why: self.strategy().to_owned(),
                    measure: "",
                    compared: Vec::new(),
                })
            }
        }
    }
}

impl Contest for Set {
    type Bot = AnyBot;

    const BOTS: &'static [Bot] = BOTS;

    const TABLES: RangeInclusive<u8> = 2..=Config::MAX_SEATS;

    const RATED_OPTIONS: &'static [&'static str] =
        &["variant", "seats", "guarantee", "deal_rule", "refill", "penalty", "call_ms"];

    /// None of them thinks for long or keeps anything.
    fn bot(name: &str, seed: u64, _: &BotLimits) -> Result<AnyBot, BotError> {
        by_name(name, seed)
    }

    fn canonical(name: &str, _: &Limits) -> Result<String, BotError> {
        let given = Given::read(name, BOTS, SetGame::ID)?;
        match (given.bot.name, given.argument) {
            ("racer", Some(level)) => Ok(Pace::read(level)?.racer()),
            _ => Ok(given.plain()?.name.to_owned()),
        }
    }

    fn table(options: &[(String, String)], seats: u8) -> Result<Config, ConfigError> {
        with_options(Config::race(seats), options, "seats")
    }

    fn review(record: &Record, wanted: &ReviewOptions<'_>) -> Result<Review, ReviewError> {
        crate::review::review(record, wanted)
    }
}

/// What a seat does that sees this claim, or none: it calls where a claim needs a call, and asks for cards once a
/// board.
#[inline]
fn act_on(claim: Option<Claim>, game: &SetGame, state: &State, seat: Seat) -> Option<Action> {
    match claim {
        Some(_) if game.config().call_ms > 0 && state.caller().is_none() => Some(Action::Call),
        Some(claim) => Some(Action::Claim(claim)),
        None if state.asking().contains(seat) => None,
        None => Some(Action::Deal),
    }
}
