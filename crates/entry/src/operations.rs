//! What services and doors need of a game, compiled once for each.

use std::any::TypeId;
use std::convert::Infallible;
use std::marker::PhantomData;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use tercet_game::{
    ConfigError, Deal, Game, Key, Match, Notation as _, Record, Replay, ReplayError, Scores, Settings as _,
    Trades as _,
};
use tercet_scene::Remembered;
use tercet_search::{Bot, BotError, BotLimits, Limits};
use tercet_train::batch::{AnyBatch, MakeError, Options};

use crate::any_game::Watched;
use crate::any_position::Held;
use crate::pictures::Playback;
use crate::rules::shared_rules;
use crate::whole::Made;
use crate::{
    AnyGame, AnyPosition, AnyRules, BeginError, ConfigOf, FinishScore, Line, Names, Playable, ReplayStep,
    Review, ReviewError, ReviewOptions, Style, Trading, pictures, process, replay_step,
};

/// What services and doors need of a game. It is implemented once, for every [`Playable`] game: see [`operations`].
pub trait Operations: Sync {
    /// The version of the rules.
    fn version(&self) -> u16;

    /// Can anything be bought in the game?
    fn has_purchases(&self) -> bool;

    /// Is anything drawn in the game?
    fn has_chance(&self) -> bool;

    /// Its bots.
    fn bots(&self) -> &'static [Bot];

    /// How many can sit at a table; see [`crate::Contest::TABLES`].
    fn tables(&self) -> RangeInclusive<u8>;

    /// Is a result with these options rated? See [`crate::Contest::RATED_OPTIONS`].
    fn is_rated_with(&self, options: &[(String, String)]) -> bool;

    /// How those who did not win can be ordered; the first is the usual way.
    fn finishes(&self) -> &'static [FinishScore];

    /// The options, each with what it is if nobody says.
    fn options(&self) -> Vec<(&'static Key, String)>;

    /// Is there a bot of this name, and may it take what it is asked for?
    ///
    /// # Errors
    /// If not; the error says which there are, or what the most is.
    fn check_bot(&self, name: &str, bot_limits: &BotLimits) -> Result<(), BotError>;

    /// The bot's name in its one spelling; see [`crate::Contest::canonical`].
    ///
    /// # Errors
    /// If there is no such bot.
    fn canonical(&self, name: &str, limits: &Limits) -> Result<String, BotError>;

    /// The rules of a table of so many, with these options set.
    ///
    /// # Errors
    /// At the first option that can't be, or that is the table's to decide.
    fn table(&self, options: &[(String, String)], seats: u8) -> Result<Arc<dyn AnyRules>, ConfigError>;

    /// The rules of these options.
    ///
    /// # Errors
    /// If they can't be.
    fn rules(&self, options: &[(String, String)]) -> Result<Arc<dyn AnyRules>, ConfigError>;

    /// Begins a match.
    ///
    /// # Errors
    /// If the options or the deal can't be.
    fn begin(&self, options: &[(&str, &str)], deal: Deal) -> Result<Box<dyn AnyGame>, BeginError>;

    /// Goes on with a recorded match.
    ///
    /// # Errors
    /// If it does not replay, or its dealer deals otherwise.
    fn resume(&self, record: &Record) -> Result<Box<dyn AnyGame>, BeginError>;

    /// Replays a record and compares what it comes to with what it says; its dealer must deal what it has, too.
    ///
    /// # Errors
    /// At the first difference.
    fn verify(&self, record: &Record) -> Result<Scores, BeginError>;

    /// The position before the first input.
    ///
    /// # Errors
    /// If the options can't be.
    fn position(&self, options: &[(&str, &str)]) -> Result<Box<dyn AnyPosition>, BeginError>;

    /// Environments for training.
    ///
    /// # Errors
    /// If an option can't be.
    fn batch(&self, config: &[(String, String)], options: &Options) -> Result<Box<dyn AnyBatch>, MakeError>;

    /// A recorded game after so many of its inputs, or after the last.
    ///
    /// # Errors
    /// If the record does not replay as far as that.
    fn replay_step(&self, record: &Record, at: usize, who: Names) -> Result<ReplayStep, BeginError>;

    /// What happened in a recorded game after each of these inputs, the first of which is 0; up to the end the record is checked too.
    ///
    /// # Errors
    /// If the record does not replay to what it says.
    fn event_log(&self, record: &Record, which: Range<usize>, who: Names) -> Result<Vec<Line>, BeginError>;

    /// What happened in a recorded game, as texts of the game, each with the number of its input, from 0.
    ///
    /// # Errors
    /// If the record does not replay.
    fn event_texts(&self, record: &Record) -> Result<Vec<(usize, String)>, ReplayError>;

    /// Who got how much in a recorded game, and what was bought in it.
    ///
    /// # Errors
    /// If the record does not replay to what it says.
    fn trading(&self, record: &Record) -> Result<(Scores, Trading), ReplayError>;

    /// The position of a recorded game after so many of its inputs, or after the last, as text.
    ///
    /// # Errors
    /// If the record does not replay as far as that.
    fn position_text(
        &self,
        record: &Record,
        at: usize,
        who: Names,
        style: Style,
    ) -> Result<String, BeginError>;

    /// Shows positions of a recorded game as pictures.
    ///
    /// # Errors
    /// If the record does not replay as far as that, or the view names an action that is none.
    fn show(&self, playback: Playback<'_>) -> Result<(), BeginError>;

    /// A finished game looked at again; see [`crate::Contest::review`].
    ///
    /// # Errors
    /// If the record does not replay or is not over, or nobody wants the review any more.
    fn review(&self, record: &Record, wanted: &ReviewOptions<'_>) -> Result<Review, ReviewError>;
}

/// What services and doors need of this game.
pub const fn operations<P: Playable>() -> &'static dyn Operations {
    &Of::<P>(PhantomData)
}

struct Of<P>(PhantomData<P>);

impl<P: Playable> Of<P> {
    fn made(config: &ConfigOf<P>) -> Result<Arc<dyn AnyRules>, ConfigError> {
        Ok(Arc::new(Made::<P>(shared_rules::<P::Rules>(config)?)))
    }
}

impl<P: Playable> Operations for Of<P> {
    fn version(&self) -> u16 {
        P::Rules::RULES_VERSION
    }

    fn has_purchases(&self) -> bool {
        P::Rules::HAS_PURCHASES
    }

    fn has_chance(&self) -> bool {
        // A game without chance has a type for outcomes that has no value.
        TypeId::of::<<P::Rules as Game>::Chance>() != TypeId::of::<Infallible>()
    }

    fn bots(&self) -> &'static [Bot] {
        P::BOTS
    }

    fn tables(&self) -> RangeInclusive<u8> {
        P::TABLES
    }

    fn is_rated_with(&self, options: &[(String, String)]) -> bool {
        let usual = ConfigOf::<P>::default();
        let is_usual = |(key, value): &(String, String)| usual.get(key).as_ref() == Some(value);
        options.iter().all(|option| is_usual(option) || P::RATED_OPTIONS.contains(&option.0.as_str()))
    }

    fn finishes(&self) -> &'static [FinishScore] {
        P::FINISHES
    }

    fn options(&self) -> Vec<(&'static Key, String)> {
        let usual = ConfigOf::<P>::default();
        let option = |key: &'static Key| (key, usual.get(key.name).unwrap_or_default());
        ConfigOf::<P>::KEYS.iter().map(option).collect()
    }

    fn check_bot(&self, name: &str, bot_limits: &BotLimits) -> Result<(), BotError> {
        match process::command_of(name) {
            Some(command) => process::check(command, &bot_limits.limits),
            None => P::bot(name, 0, bot_limits).map(drop),
        }
    }

    fn canonical(&self, name: &str, limits: &Limits) -> Result<String, BotError> {
        match process::command_of(name) {
            Some(command) => process::check(command, limits).map(|()| name.to_owned()),
            None => P::canonical(name, limits),
        }
    }

    fn table(&self, options: &[(String, String)], seats: u8) -> Result<Arc<dyn AnyRules>, ConfigError> {
        Of::<P>::made(&P::table(options, seats)?)
    }

    fn rules(&self, options: &[(String, String)]) -> Result<Arc<dyn AnyRules>, ConfigError> {
        Of::<P>::made(&ConfigOf::<P>::from_pairs(options.iter().map(|(key, value)| (key, value)))?)
    }

    fn begin(&self, options: &[(&str, &str)], deal: Deal) -> Result<Box<dyn AnyGame>, BeginError> {
        let rules = shared_rules::<P::Rules>(&ConfigOf::<P>::from_pairs(options.iter().copied())?)?;
        let fresh = Remembered::fresh(&*rules, &deal);
        Ok(Box::new(Watched::<P>(Match::followed(rules, deal, fresh, &mut ())?)))
    }

    fn resume(&self, record: &Record) -> Result<Box<dyn AnyGame>, BeginError> {
        let fresh = |rules: &P::Rules| Remembered::fresh(rules, &record.deal);
        Ok(Box::new(Watched::<P>(Match::resume_followed(record, fresh, &mut ())?)))
    }

    fn verify(&self, record: &Record) -> Result<Scores, BeginError> {
        let scores = Replay::<P::Rules>::open(record)?.verify(&mut ())?;
        Match::<P::Rules>::resume(record, &mut ())?;
        Ok(scores)
    }

    fn position(&self, options: &[(&str, &str)]) -> Result<Box<dyn AnyPosition>, BeginError> {
        let rules = shared_rules::<P::Rules>(&ConfigOf::<P>::from_pairs(options.iter().copied())?)?;
        let start = rules.start();
        Ok(Box::new(Held::<P>::new(rules, start, Some(Vec::new()))))
    }

    fn batch(&self, config: &[(String, String)], options: &Options) -> Result<Box<dyn AnyBatch>, MakeError> {
        P::batch(config, options)
    }

    fn replay_step(&self, record: &Record, at: usize, who: Names) -> Result<ReplayStep, BeginError> {
        replay_step::replay_step::<P>(record, at, who)
    }

    fn event_log(&self, record: &Record, which: Range<usize>, who: Names) -> Result<Vec<Line>, BeginError> {
        replay_step::event_log::<P>(record, which, who)
    }

    fn event_texts(&self, record: &Record) -> Result<Vec<(usize, String)>, ReplayError> {
        let mut replay = Replay::<P::Rules>::open(record)?;
        let (mut output, mut heard) = (Vec::new(), Vec::new());
        while replay.step(&mut heard)? {
            let number = replay.at() - 1;
            output.extend(heard.drain(..).map(|event| (number, replay.game().event_text(&event))));
        }
        Ok(output)
    }

    fn trading(&self, record: &Record) -> Result<(Scores, Trading), ReplayError> {
        let mut events = Vec::new();
        let mut replay = Replay::<P::Rules>::open(record)?;
        let scores = replay.verify(&mut events)?;
        Ok((scores, Trading::of(replay.game(), &events)))
    }

    fn position_text(
        &self,
        record: &Record,
        at: usize,
        who: Names,
        style: Style,
    ) -> Result<String, BeginError> {
        pictures::position_text::<P>(record, at, who, style)
    }

    fn show(&self, playback: Playback<'_>) -> Result<(), BeginError> {
        pictures::show::<P>(playback)
    }

    fn review(&self, record: &Record, wanted: &ReviewOptions<'_>) -> Result<Review, ReviewError> {
        P::review(record, wanted)
    }
}
