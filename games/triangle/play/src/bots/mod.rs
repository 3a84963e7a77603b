//! The bots of the triangle puzzle.

mod beam;
mod foresight;
mod greedy;
mod hand;
mod weights;
mod worth;

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use tercet_game::{Answer, ConfigError, Game as _, Player, Seat};
use tercet_triangle::{Action, Config, Dense, Field, Puzzle, State};

use tercet_entry::{Contest, with_options};
use tercet_search::Stop;
use tercet_search::{Bot, BotError, Compared, Explain, Explanation, Grade, Limits, Random, Terms};
use tercet_search::{Given, Parameter, Parameters, about};

use crate::Triangle;

pub use beam::Beam;
pub use foresight::{Foresight, ForesightOptions, Thought};
pub use greedy::Greedy;
pub use worth::Weights;

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
        name: "foresight",
        games: GAMES,
        grade: Grade::Expert,
        about: "places its hand as `beam` does, then plays the best boards on with hands that may come and takes what \
                is worth most on average, looking at so many boards a move: `foresight` alone is \
                `foresight:boards=100000`",
    },
];

const GAMES: &[&str] = &[Puzzle::<Dense>::ID];

const BEAM: Parameters<1> = Parameters {
    known: [Parameter { name: "width", range: 1..=100_000, usual: Beam::WIDTH as u64 }],
    takes: "`width=` and a number from 1 to 100000",
};

fn foresight_parameters() -> Parameters<1> {
    let usual = ForesightOptions::default().boards;
    Parameters {
        known: [Parameter { name: "boards", range: 1..=1_000_000_000, usual }],
        takes: "`boards=` and a number from 1 to 1000000000",
    }
}

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
/// assert_eq!(error.to_string(), "there is no bot `best` for triangle; there are random, greedy, beam, foresight");
/// ```
pub fn by_name(name: &str, seed: u64) -> Result<AnyBot, BotError> {
    on_terms(name, seed, &Terms::own())
}

fn on_terms(name: &str, seed: u64, terms: &Terms) -> Result<AnyBot, BotError> {
    let given = Given::read(name, BOTS, GAMES[0])?;
    Ok(match given.bot.name {
        "beam" => {
            let [width] = given.numbers(&BEAM, &terms.limits)?;
            AnyBot::Beam(Beam::new(width as usize).on_terms(terms))
        }
        "foresight" => {
            let [boards] = given.numbers(&foresight_parameters(), &terms.limits)?;
            let options = ForesightOptions { boards, ..ForesightOptions::default() };
            AnyBot::Foresight(Foresight::new(options, seed).on_terms(terms))
        }
        _ if given.plain()?.name == "random" => AnyBot::Random(Random::new(seed)),
        _ => AnyBot::Greedy(Greedy::default()),
    })
}

impl<F: Field> Player<Puzzle<F>> for AnyBot {
    fn answer(&mut self, game: &Puzzle<F>, state: &State<F>, seat: Seat) -> Option<Answer<Action>> {
        match self {
            AnyBot::Random(bot) => bot.answer(game, state, seat),
            AnyBot::Greedy(bot) => bot.answer(game, state, seat),
            AnyBot::Beam(bot) => bot.answer(game, state, seat),
            AnyBot::Foresight(bot) => bot.answer(game, state, seat),
        }
    }
}

impl<F: Field> Explain<Puzzle<F>> for AnyBot {
    fn creed(&self) -> &'static str {
        let name = match self {
            AnyBot::Random(_) => "random",
            AnyBot::Greedy(_) => "greedy",
            AnyBot::Beam(_) => "beam",
            AnyBot::Foresight(_) => "foresight",
        };
        about(BOTS, name)
    }

    fn heed(&mut self, stop: &Stop) {
        match self {
            AnyBot::Beam(bot) => bot.heed(stop),
            AnyBot::Foresight(bot) => bot.heed(stop),
            AnyBot::Random(_) | AnyBot::Greedy(_) => {}
        }
    }

    fn explain(&mut self, game: &Puzzle<F>, state: &State<F>, seat: Seat) -> Option<Explanation<Action>> {
        let (compared, why) = match self {
            AnyBot::Random(bot) => {
                let answer = bot.answer(game, state, seat)?;
                let why = Explain::<Puzzle<F>>::creed(self).to_owned();
                return Some(Explanation { answer, why, measure: "", compared: Vec::new() });
            }
            AnyBot::Greedy(bot) => (bot.compare(game, state), "its order leads to the best board".to_owned()),
            AnyBot::Beam(bot) => {
                let (compared, looked) = bot.compare(game, state);
                let mut why = format!("of {looked} boards that it looked at, the best begins so");
                if bot.followed::<F>() < bot.width() {
                    let followed = bot.followed::<F>();
                    write!(why, "; followed {followed} at a time: memory").expect("a string takes any text");
                }
                (compared, why)
            }
            AnyBot::Foresight(bot) => {
                let thought = bot.compare(game, state);
                let why = format!(
                    "the best on average over {} hands that may come; it looked at {} boards",
                    thought.hands, thought.looked
                );
                (thought.compared, why)
            }
        };
        explained(compared, why)
    }
}

/// What the numbers of explanations count.
const MEASURE: &str = "worth of the board that it leads to, with what is cleared on the way";

fn explained(compared: Vec<Compared<Action>>, why: String) -> Option<Explanation<Action>> {
    let answer = Answer::now(compared.first()?.action);
    Some(Explanation { answer, why, measure: MEASURE, compared })
}

impl<F: Field + Send + Sync + 'static> Contest for Triangle<F> {
    type Bot = AnyBot;

    const BOTS: &'static [Bot] = BOTS;

    const TABLES: RangeInclusive<u8> = 1..=1;

    fn bot(name: &str, seed: u64, terms: &Terms) -> Result<AnyBot, BotError> {
        on_terms(name, seed, terms)
    }

    fn canonical(name: &str, limits: &Limits) -> Result<String, BotError> {
        let given = Given::read(name, BOTS, GAMES[0])?;
        match given.bot.name {
            "beam" => given.spelled(&BEAM, limits),
            "foresight" => given.spelled(&foresight_parameters(), limits),
            _ => Ok(given.plain()?.name.to_owned()),
        }
    }

    fn table(options: &[(String, String)], _seats: u8) -> Result<Config, ConfigError> {
        with_options(Config::default(), options, "seats")
    }
}
