//! What a game says of itself so that its bots can meet in tournaments.

use std::ops::RangeInclusive;

use tercet_game::{ConfigError, Finish, Game, Record, Settings};
use tercet_search::{Bot, BotError, BotLimits, Explain, Limits};

use crate::{ConfigOf, Play, Playable, Review, ReviewError, ReviewOptions, StateOf, review_by_bots};

/// A finish score: what orders the seats of a finished game that did not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishScore {
    /// Its name, as `--finish` takes it.
    pub name: &'static str,
    /// What it counts, in one sentence.
    pub about: &'static str,
    /// How many digits of a mean of many are shown behind the point: finish scores are whole numbers.
    pub decimals: u8,
}

/// The game's own points.
pub const POINTS: FinishScore = FinishScore { name: "points", about: "the game's own points", decimals: 2 };

/// A game whose bots can meet.
pub trait Contest: Play {
    /// All of its bots in one type.
    type Bot: Explain<Self::Rules> + Send;

    /// Its bots, as lists show them.
    const BOTS: &'static [Bot];

    /// How many can sit at a table. Where that is one, entrants play the same deal, each alone.
    const TABLES: RangeInclusive<u8>;

    /// Options that a rated game may change. With any other change it is a game of
    /// its own: one that ends after the first turn rates nobody.
    const RATED_OPTIONS: &'static [&'static str] = &[];

    /// How those who did not win can be ordered; the first is the usual way.
    const FINISHES: &'static [FinishScore] = &[POINTS];

    /// The bot of this name, drawing from the stream of this seed and keeping to these limits.
    ///
    /// # Errors
    /// If there is no bot of that name, or it would take more than it may; the error says which there are, or what the most is.
    fn bot(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<Self::Bot, BotError>;

    /// Can the bot play by these rules? One that learned by certain options can't play by others.
    ///
    /// # Errors
    /// Says why not.
    fn fits(bot: &mut Self::Bot, rules: &Self::Rules) -> Result<(), BotError> {
        let _ = (bot, rules);
        Ok(())
    }

    /// The bot's name as results are kept under it: the shortest spelling, so that each bot has one. Parameters stand in their
    /// own order, and those that are usual are left out. No file is read and nothing is started: names that strangers chose are compared by it.
    ///
    /// # Errors
    /// If there is no bot of that name, or it would take more than it may.
    fn canonical(name: &str, limits: &Limits) -> Result<String, BotError>;

    /// The config of a table of so many, with these options set.
    ///
    /// # Errors
    /// At the first option that can't be, or that is the table's to decide.
    fn table(options: &[(String, String)], seats: u8) -> Result<ConfigOf<Self>, ConfigError>;

    /// Each seat's finish score, in the way of this number in [`Contest::FINISHES`].
    fn finish_scores(rules: &Self::Rules, state: &StateOf<Self>, way: usize) -> Vec<i64> {
        let _ = way;
        rules.scores(state).points().iter().map(|&points| points.into()).collect()
    }

    /// How each seat came out: the rules' winners first, the others in the order of this finish score.
    fn finishes(rules: &Self::Rules, state: &StateOf<Self>, way: usize) -> Vec<Finish> {
        rules.scores(state).finishes(&Self::finish_scores(rules, state, way))
    }

    /// A finished game looked at again. A game that says nothing else has its bots play on from moments of it.
    ///
    /// # Errors
    /// If the record does not replay or is not over, or nobody wants the review any more.
    fn review(record: &Record, wanted: &ReviewOptions<'_>) -> Result<Review, ReviewError>
    where
        Self: Playable,
    {
        review_by_bots::<Self>(record, wanted)
    }
}

/// A base config with options set on top of it; how many sit at a table is not among them.
///
/// # Errors
/// At the first option that can't be, or that is the table's to decide.
pub fn with_options<C: Settings>(
    mut config: C,
    options: &[(String, String)],
    seats: &str,
) -> Result<C, ConfigError> {
    for (key, value) in options {
        if key == seats {
            return Err(ConfigError::new(key, "the tables decide how many sit at them"));
        }
        config.set(key, value)?;
    }
    Ok(config)
}

/// The config of a table of so many, for a game whose option of this name says how many play; where there is no such option, empty,
/// the game has as many seats as it has.
///
/// # Errors
/// At the first option that can't be, or that is the table's to decide.
pub fn usual_table<C: Settings>(
    options: &[(String, String)],
    seats: u8,
    name: &str,
) -> Result<C, ConfigError> {
    let mut config = C::default();
    if !name.is_empty() {
        config.set(name, &seats.to_string())?;
    }
    with_options(config, options, name)
}
