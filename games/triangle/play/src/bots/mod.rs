//! The bots of the triangle puzzle.

mod beam;
mod evaluator;
mod foresight;
mod greedy;
mod hand;
mod names;
mod weigh;
mod weights;
mod worth;

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use tercet_game::{Answer, ConfigError, Game as _, Player, Record, Seat};
use tercet_triangle::{Action, Config, Dense, Field, Puzzle, State};

use tercet_entry::{Contest, Review, ReviewError, ReviewOptions, with_options};
use tercet_search::Stop;
use tercet_search::{Bot, BotError, BotLimits, Explain, Explanation, Grade, Limits, Random};
use tercet_search::{Given, about};

use self::names::Named;
use crate::Triangle;
use crate::learned::Source;

pub use beam::Beam;
pub use foresight::{Foresight, ForesightOptions, Thought};
pub use greedy::Greedy;
pub(crate) use weigh::Scales;
pub use worth::Weights;

pub(crate) use hand::Hand;

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
        grade: Grade::Medium,
        about: "tries the shapes of its hand in all orders, each at the place that looks best then: it likes cleared \
                lines, smooth boards without holes, and room for every shape",
    },
    Bot {
        name: "beam",
        games: GAMES,
        grade: Grade::Hard,
        about: "tries its hand in all orders at all places and follows the best boards after each shape, as many as \
                its width says: `beam` alone is `beam:width=64`",
    },
    Bot {
        name: "learned",
        games: GAMES,
        grade: Grade::Expert,
        about: "places its hand as `beam` does, and judges boards by a value that it learned from nothing by playing: \
                `learned` has the one in the program and a beam of 8, `learned:FILE,width=64` another",
    },
    Bot {
        name: "foresight",
        games: GAMES,
        grade: Grade::Expert,
        about: "places its hand as `beam` does, then plays the best boards on with hands that may come and takes what \
                is worth most on average, looking at so many boards a move: `foresight` alone is \
                `foresight:boards=100000`; `foresight:value=FILE` judges boards by a learned value, `value=learned` by \
                the one in the program",
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
    /// `beam`.
    Beam(Beam),
    /// `foresight`.
    Foresight(Foresight),
    /// `learned`.
    Learned(Beam),
}

/// The bot of this name, drawing from the stream of this seed.
///
/// # Errors
/// If there is no bot of that name; the error says which there are.
///
/// ```
/// use tercet_triangle_play::bots::by_name;
///
/// assert!(by_name("beam:width=8", 1).is_ok());
/// let error = by_name("best", 1).unwrap_err();
/// assert_eq!(error.to_string(), "there is no bot `best` for triangle; there are random, greedy, beam, learned, foresight");
/// ```
pub fn by_name(name: &str, seed: u64) -> Result<AnyBot, BotError> {
    on_terms(name, seed, &BotLimits::own())
}

fn on_terms(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<AnyBot, BotError> {
    let given = Given::read(name, BOTS, GAMES[0])?;
    let named = |parameters| Named::read(&given, parameters, &bot_limits.limits);
    Ok(match given.bot.name {
        "beam" => {
            let Named { source, number } = named(&names::BEAM)?;
            let width = number as usize;
            let beam = source.map_or_else(|| Beam::new(width), |source| Beam::learned(width, source));
            AnyBot::Beam(beam.on_terms(bot_limits))
        }
        "learned" => {
            let Named { source, number } = named(&names::LEARNED)?;
            AnyBot::Learned(
                Beam::learned(number as usize, source.unwrap_or(Source::Shipped)).on_terms(bot_limits),
            )
        }
        "foresight" => {
            let Named { source, number } = named(&names::foresight())?;
            let options = ForesightOptions { boards: number, ..ForesightOptions::default() };
            let bot = Foresight::new(options, seed).on_terms(bot_limits);
            AnyBot::Foresight(source.into_iter().fold(bot, Foresight::learned))
        }
        _ if given.plain()?.name == "random" => AnyBot::Random(Random::new(seed)),
        _ => AnyBot::Greedy(Greedy::default()),
    })
}

impl AnyBot {
    /// Can it play this puzzle? A learned value is of one puzzle only.
    ///
    /// # Errors
    /// Says why not.
    pub fn fits<F: Field>(&mut self, game: &Puzzle<F>) -> Result<(), BotError> {
        let evaluator = match self {
            AnyBot::Beam(bot) | AnyBot::Learned(bot) => bot.evaluator(),
            AnyBot::Foresight(bot) => bot.evaluator(),
            AnyBot::Random(_) | AnyBot::Greedy(_) => return Ok(()),
        };
        evaluator.settle(game).map_err(BotError::Unfit)
    }
}

impl<F: Field> Player<Puzzle<F>> for AnyBot {
    fn answer(&mut self, game: &Puzzle<F>, state: &State<F>, seat: Seat) -> Option<Answer<Action>> {
        match self {
            AnyBot::Random(bot) => bot.answer(game, state, seat),
            AnyBot::Greedy(bot) => bot.answer(game, state, seat),
            AnyBot::Beam(bot) | AnyBot::Learned(bot) => bot.answer(game, state, seat),
            AnyBot::Foresight(bot) => bot.answer(game, state, seat),
        }
    }
}

impl<F: Field> Explain<Puzzle<F>> for AnyBot {
    fn strategy(&self) -> &'static str {
        let name = match self {
            AnyBot::Random(_) => "random",
            AnyBot::Greedy(_) => "greedy",
            AnyBot::Beam(_) => "beam",
            AnyBot::Foresight(_) => "foresight",
            AnyBot::Learned(_) => "learned",
        };
        about(BOTS, name)
    }

    fn set_stop(&mut self, stop: &Stop) {
        match self {
            AnyBot::Beam(bot) | AnyBot::Learned(bot) => bot.set_stop(stop),
            AnyBot::Foresight(bot) => bot.set_stop(stop),
            AnyBot::Random(_) | AnyBot::Greedy(_) => {}
        }
    }

    fn explain(&mut self, game: &Puzzle<F>, state: &State<F>, seat: Seat) -> Option<Explanation<Action>> {
        let (compared, why, measure) = match self {
            AnyBot::Random(bot) => {
                let answer = bot.answer(game, state, seat)?;
                let why = Explain::<Puzzle<F>>::strategy(self).to_owned();
                return Some(Explanation { answer, why, measure: "", compared: Vec::new() });
            }
            AnyBot::Greedy(bot) => {
                let why = "its order leads to the best board".to_owned();
                (bot.compare(game, state), why, bot.measure())
            }
            AnyBot::Beam(bot) | AnyBot::Learned(bot) => {
                let (compared, looked) = bot.compare(game, state);
                let mut why = format!("of {looked} boards that it looked at, the best begins so");
                if bot.followed::<F>() < bot.width() {
                    let followed = bot.followed::<F>();
                    write!(why, "; followed {followed} at a time: memory").expect("a string takes any text");
                }
                (compared, why, bot.evaluator().measure())
            }
            AnyBot::Foresight(bot) => {
                let thought = bot.compare(game, state);
                let why = format!(
                    "the best on average over {} hands that may come; it looked at {} boards",
                    thought.hands, thought.looked
                );
                (thought.compared, why, bot.evaluator().measure())
            }
        };
        let answer = Answer::now(compared.first()?.action);
        Some(Explanation { answer, why, measure, compared })
    }
}

impl<F: Field + Send + Sync + 'static> Contest for Triangle<F> {
    type Bot = AnyBot;

    const BOTS: &'static [Bot] = BOTS;

    const TABLES: RangeInclusive<u8> = 1..=1;

    fn bot(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<AnyBot, BotError> {
        on_terms(name, seed, bot_limits)
    }

    fn fits(bot: &mut AnyBot, rules: &Puzzle<F>) -> Result<(), BotError> {
        bot.fits(rules)
    }

    fn canonical(name: &str, limits: &Limits) -> Result<String, BotError> {
        let given = Given::read(name, BOTS, GAMES[0])?;
        match given.bot.name {
            "beam" => Named::spelled(&given, &names::BEAM, limits),
            "foresight" => Named::spelled(&given, &names::foresight(), limits),
            "learned" => Named::spelled(&given, &names::LEARNED, limits),
            _ => Ok(given.plain()?.name.to_owned()),
        }
    }

    fn table(options: &[(String, String)], _seats: u8) -> Result<Config, ConfigError> {
        with_options(Config::default(), options, "seats")
    }

    fn review(record: &Record, wanted: &ReviewOptions<'_>) -> Result<Review, ReviewError> {
        crate::review::review::<F>(record, wanted)
    }
}
