//! The bots of Machi Koro.

mod decision;
pub mod insight;
mod names;
mod planner;
mod random;
mod reasons;
mod searcher;
mod shop;
mod strategist;
mod style;
mod weights;
pub mod win_estimator;

use std::ops::RangeInclusive;

use tercet_game::{Answer, ConfigError, Game, Player, Record, Seat, Seats};
use tercet_machi::{Action, Config, MachiKoro, State};
use tercet_odds::{Model, Odds};

use tercet_entry::{Contest, FinishScore, Review, ReviewError, ReviewOptions, with_options};
use tercet_search::Stop;
use tercet_search::{Bot, BotError, BotLimits, Explain, Explanation, Grade, Limits};
use tercet_search::{Given, about};

use crate::Machi;
use names::Named;

pub use planner::Planner;
pub(crate) use planner::Quick;
pub use random::Random;
pub use searcher::Searcher;
pub use strategist::Strategist;
pub use style::Style;

/// The bots of Machi Koro, as lists show them.
pub const BOTS: &[Bot] = &[
    Bot {
        name: "random",
        games: GAMES,
        grade: Grade::Easy,
        about: "builds whenever it can, anything it can pay for; two dice when it may, and the richest pays",
    },
    Bot {
        name: "uniform",
        games: GAMES,
        grade: Grade::Easy,
        about: "does anything that is legal, each as likely as the others; it often builds nothing",
    },
    Bot {
        name: "kinematic",
        games: GAMES,
        grade: Grade::Medium,
        about: "builds what makes it likeliest to be done just before the others, whose income it takes to grow",
    },
    Bot {
        name: "coverage",
        games: GAMES,
        grade: Grade::Medium,
        about: "builds what fires on rolls on which nothing of its own fired",
    },
    Bot {
        name: "ev",
        games: GAMES,
        grade: Grade::Medium,
        about: "builds what brings the most coins a round",
    },
    Bot {
        name: "marathon",
        games: GAMES,
        grade: Grade::Medium,
        about: "builds what makes it likeliest to be done just before the quickest of all",
    },
    Bot {
        name: "thoughtful",
        games: GAMES,
        grade: Grade::Medium,
        about: "goes down a list: landmarks, then what pays with two dice, then the rest",
    },
    Bot {
        name: "tuv",
        games: GAMES,
        grade: Grade::Hard,
        about: "keeps its turns until victory as few as can be",
    },
    Bot {
        name: "fromage",
        games: GAMES,
        grade: Grade::Hard,
        about: "goes down a list with a cap for each card: landmarks, ranches and cheese, stores, mines",
    },
    Bot { name: "impatient", games: GAMES, grade: Grade::Hard, about: "builds what brings the end nearer" },
    Bot {
        name: "search",
        games: GAMES,
        grade: Grade::Expert,
        about: "looks at everything that it and the dice can do this turn, and takes what gives the best chance to win",
    },
    Bot {
        name: "mcts",
        games: GAMES,
        grade: Grade::Expert,
        about: "tries out what may happen many times over, and takes what it came back to most; `mcts:playouts=5000` says \
                how often",
    },
];

const GAMES: &[&str] = &[MachiKoro::ID];

/// Any bot of Machi Koro in one type.
#[derive(Clone, Debug)]
pub enum AnyBot {
    /// `random`.
    Random(Random),
    /// `uniform`.
    Uniform(tercet_search::Random),
    /// The named strategies.
    Strategist(Strategist),
    /// `search`.
    Searcher(Searcher),
    /// `mcts`.
    Planner(Planner),
}

/// The bot of this name, drawing from the stream of this seed.
///
/// # Errors
/// If there is no bot of that name; the error says which there are.
///
/// ```
/// let error = tercet_machi_play::bots::by_name("best", 1).unwrap_err();
/// assert_eq!(error.to_string(), "there is no bot `best` for machi; there are random, uniform, kinematic, coverage, ev, \
///     marathon, thoughtful, tuv, fromage, impatient, search, mcts");
/// ```
pub fn by_name(name: &str, seed: u64) -> Result<AnyBot, BotError> {
    on_terms(name, seed, &BotLimits::own())
}

fn on_terms(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<AnyBot, BotError> {
    let given = Given::read(name, BOTS, MachiKoro::ID)?;
    match given.bot.name {
        "search" => return searcher(&given, bot_limits),
        "mcts" => return planner(&given, seed, bot_limits),
        _ => {}
    }
    let bot = given.plain()?;
    Ok(match Style::from_name(bot.name) {
        Some(style) => AnyBot::Strategist(Strategist::new(style, seed)),
        None if bot.name == "random" => AnyBot::Random(Random::new(seed)),
        None => AnyBot::Uniform(tercet_search::Random::new(seed)),
    })
}

impl AnyBot {
    /// The same bot of another seed. What a strategist has prepared for its game is shared, so thousands are made at once.
    pub(crate) fn reseeded(&self, seed: u64) -> AnyBot {
        match self {
            AnyBot::Random(_) => AnyBot::Random(Random::new(seed)),
            AnyBot::Uniform(_) => AnyBot::Uniform(tercet_search::Random::new(seed)),
            AnyBot::Strategist(bot) => AnyBot::Strategist(bot.reseeded(seed)),
            AnyBot::Searcher(bot) => AnyBot::Searcher(bot.clone()),
            AnyBot::Planner(bot) => AnyBot::Planner(bot.reseeded(seed)),
        }
    }
}

fn searcher(given: &Given<'_>, bot_limits: &BotLimits) -> Result<AnyBot, BotError> {
    let Named { source, numbers: [turns, positions] } =
        Named::read(given, &names::SEARCH, &bot_limits.limits)?;
    Ok(AnyBot::Searcher(Searcher::new(turns as u16, positions).on_terms(bot_limits).judged_by(source)))
}

fn planner(given: &Given<'_>, seed: u64, bot_limits: &BotLimits) -> Result<AnyBot, BotError> {
    let Named { source, numbers: [playouts, turns] } = Named::read(given, &names::MCTS, &bot_limits.limits)?;
    let planner = Planner::new(playouts as u32, turns as u16, seed).on_terms(bot_limits);
    Ok(AnyBot::Planner(planner.judged_by(source)))
}

impl Player<MachiKoro> for AnyBot {
    #[inline]
    fn answer(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Option<Answer<Action>> {
        match self {
            AnyBot::Random(bot) => bot.answer(game, state, seat),
            AnyBot::Uniform(bot) => bot.answer(game, state, seat),
            AnyBot::Strategist(bot) => bot.answer(game, state, seat),
            AnyBot::Searcher(bot) => bot.answer(game, state, seat),
            AnyBot::Planner(bot) => bot.answer(game, state, seat),
        }
    }
}

impl Explain<MachiKoro> for AnyBot {
    fn strategy(&self) -> &'static str {
        let name = match self {
            AnyBot::Random(_) => "random",
            AnyBot::Uniform(_) => "uniform",
            AnyBot::Strategist(bot) => bot.style().name(),
            AnyBot::Searcher(_) => "search",
            AnyBot::Planner(_) => "mcts",
        };
        about(BOTS, name)
    }

    fn set_stop(&mut self, stop: &Stop) {
        match self {
            AnyBot::Searcher(bot) => bot.set_stop(stop),
            AnyBot::Planner(bot) => bot.set_stop(stop),
            AnyBot::Random(_) | AnyBot::Uniform(_) | AnyBot::Strategist(_) => {}
        }
    }

    fn explain(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Option<Explanation<Action>> {
        let compared = match self {
            AnyBot::Random(_) | AnyBot::Uniform(_) => None,
            AnyBot::Strategist(bot) => bot.explain(game, state, seat),
            AnyBot::Searcher(bot) => bot.explain(game, state, seat),
            AnyBot::Planner(bot) => bot.explain(game, state),
        };
        compared.or_else(|| {
            let answer = self.answer(game, state, seat)?;
            Some(Explanation { answer, why: self.strategy().to_owned(), measure: "", compared: Vec::new() })
        })
    }
}

impl Contest for Machi {
    type Bot = AnyBot;

    const BOTS: &'static [Bot] = BOTS;

    const TABLES: RangeInclusive<u8> = 2..=Config::MAX_PLAYERS;

    const RATED_OPTIONS: &'static [&'static str] = &["players", "expansions", "market"];

    const FINISHES: &'static [FinishScore] = &[
        FinishScore {
            name: "points",
            about: "3 for each coin of landmarks, 2 of establishments, 1 in the purse, 25 for the winner",
            decimals: 2,
        },
        FinishScore {
            name: "tuv",
            about: "50 less the turns until victory, of which no more than 1000 count",
            decimals: 1,
        },
    ];

    fn bot(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<AnyBot, BotError> {
        on_terms(name, seed, bot_limits)
    }

    fn fits(bot: &mut AnyBot, rules: &MachiKoro) -> Result<(), BotError> {
        let estimator = match bot {
            AnyBot::Searcher(bot) => bot.estimator(),
            AnyBot::Planner(bot) => bot.estimator(),
            AnyBot::Random(_) | AnyBot::Uniform(_) | AnyBot::Strategist(_) => return Ok(()),
        };
        estimator.estimator(rules).map(drop).map_err(|error| BotError::Unfit(error.to_string()))
    }

    fn canonical(name: &str, limits: &Limits) -> Result<String, BotError> {
        let given = Given::read(name, BOTS, MachiKoro::ID)?;
        match given.bot.name {
            "search" => Named::spelled(&given, &names::SEARCH, limits),
            "mcts" => Named::spelled(&given, &names::MCTS, limits),
            _ => Ok(given.plain()?.name.to_owned()),
        }
    }

    fn table(options: &[(String, String)], seats: u8) -> Result<Config, ConfigError> {
        with_options(Config::base(seats), options, "players")
    }

    fn finish_scores(rules: &MachiKoro, state: &State, way: usize) -> Vec<i64> {
        if way == 0 {
            return rules.scores(state).points().iter().map(|&points| points.into()).collect();
        }
        let odds = Odds::new(rules, Model::Seed);
        Seats::first(rules.seats()).iter().map(|seat| odds.finish_score(state, seat) as i64).collect()
    }

    fn review(record: &Record, wanted: &ReviewOptions<'_>) -> Result<Review, ReviewError> {
        crate::review::review(record, wanted)
    }
}
