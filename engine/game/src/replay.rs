//! Replay: a record's inputs through the rules again, without random numbers.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::{
    ConfigError, Deal, Digest, Game, Input, InputOf, InputText, Live, Log, Notation, NotationError, Reasons,
    Record, Recorder, Refusal, Scores, Settings,
};

/// A game being played again from its record, input by input. Nobody deals: the record has what was drawn.
#[derive(Clone, Debug)]
pub struct Replay<'r, G: Game, M = ()> {
    game: G,
    record: &'r Record,
    live: Live<G, (), M>,
    at: usize,
}

impl<'r, G: Notation> Replay<'r, G> {
    /// Opens a record before its first input.
    ///
    /// # Errors
    /// If it is of another game or another version of the rules, or its config can't be.
    pub fn open(record: &'r Record) -> Result<Replay<'r, G>, ReplayError> {
        Replay::followed(record, |_| ())
    }
}

impl<'r, G: Notation, M: Recorder<G>> Replay<'r, G, M> {
    /// As [`Replay::open`], and something is kept of what happens: what a picture remembers.
    ///
    /// # Errors
    /// As there.
    pub fn followed(
        record: &'r Record,
        fresh: impl FnOnce(&G) -> M,
    ) -> Result<Replay<'r, G, M>, ReplayError> {
        let game = rules_of::<G>(record)?;
        let live = Live::at(game.start(), (), fresh(&game));
        Ok(Replay { game, record, live, at: 0 })
    }

    /// What is kept of what happened so far.
    pub fn memory(&self) -> &M {
        self.live.recorder()
    }

    /// The rules under the record's config.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position after the inputs so far.
    pub fn state(&self) -> &G::State {
        self.live.state()
    }

    /// How many inputs were taken.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Takes the next input; `false` if there is none left.
    ///
    /// # Errors
    /// If the input does not read or is refused; the position is as before then.
    pub fn step(&mut self, log: &mut impl Log<G::Event>) -> Result<bool, ReplayError> {
        let Some(input) = self.record.inputs.get(self.at) else { return Ok(false) };
        let line = self.record.line_of(self.at);
        let input = read_input(&self.game, input).map_err(|error| ReplayError::Notation { line, error })?;
        self.live.take(&self.game, input, log).map_err(|illegal| ReplayError::refused(line, &illegal))?;
        self.at += 1;
        Ok(true)
    }

    /// Takes inputs until `count` of them are taken, or all.
    ///
    /// # Errors
    /// As [`Replay::step`].
    pub fn run_to(&mut self, count: usize, log: &mut impl Log<G::Event>) -> Result<(), ReplayError> {
        while self.at < count && self.step(log)? {}
        Ok(())
    }

    /// Takes all inputs left and compares what they come to with what the record says; gives the scores.
    ///
    /// # Errors
    /// As [`Replay::step`], or if end, scores or state differ.
    pub fn verify(&mut self, log: &mut impl Log<G::Event>) -> Result<Scores, ReplayError> {
        self.run_to(usize::MAX, log)?;
        check_end(&self.game, self.live.state(), self.record)
    }
}

/// Is this what the record says that it came to? Gives the scores.
pub(crate) fn check_end<G: Game>(game: &G, state: &G::State, record: &Record) -> Result<Scores, ReplayError> {
    let scores = game.scores(state);
    let end = |end: Option<crate::End>| end.map_or("open", crate::End::name).to_string();
    let joined = |points: &[i32]| points.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
    let digest = |value: u64| alloc::format!("{value:016x}");
    let facts = [
        ("end", end(record.end), end(scores.end())),
        ("scores", joined(&record.scores), joined(scores.points())),
        ("state", digest(record.state), digest(Digest::of(state).value())),
    ];
    for (row, (what, recorded, replayed)) in facts.into_iter().enumerate() {
        if recorded != replayed {
            let line = record.line_of_end() + row;
            return Err(ReplayError::Differs { line, what, recorded, replayed });
        }
    }
    Ok(scores)
}

/// Checks that a record is this game's and of these rules, and makes the rules of its config.
///
/// # Errors
/// If it is not, or the config can't be.
pub fn rules_of<G: Game>(record: &Record) -> Result<G, ReplayError> {
    if record.game != G::ID {
        return Err(ReplayError::Game { recorded: record.game.clone(), asked: G::ID });
    }
    if record.rules != G::RULES_VERSION {
        return Err(ReplayError::Rules { game: G::ID, recorded: record.rules, built: G::RULES_VERSION });
    }
    let mut config = G::Config::default();
    for (row, (key, value)) in record.config.iter().enumerate() {
        let line = record.line_of_config(row);
        config.set(key, value).map_err(|error| ReplayError::Config { line, error })?;
    }
    G::new(&config).map_err(|error| {
        let row = record.config.iter().position(|(key, _)| *key == error.key).unwrap_or(0);
        ReplayError::Config { line: record.line_of_config(row), error }
    })
}

/// Reads an input's text by the rules.
///
/// # Errors
/// If the text is no input's.
pub fn read_input<G: Notation>(game: &G, input: &InputText) -> Result<InputOf<G>, NotationError> {
    Ok(match input {
        Input::Play(seat, text) => Input::Play(*seat, game.read_action(text)?),
        Input::Chance(text) => Input::Chance(game.read_chance(text)?),
        Input::Expire => Input::Expire,
        Input::Edit(text) => Input::Edit(game.read_edit(text)?),
    })
}

/// An input as records have it.
pub fn input_text<G: Notation>(game: &G, input: InputOf<G>) -> InputText {
    match input {
        Input::Play(seat, action) => Input::Play(seat, game.action_text(action)),
        Input::Chance(chance) => Input::Chance(game.chance_text(chance)),
        Input::Expire => Input::Expire,
        Input::Edit(edit) => Input::Edit(game.edit_text(edit)),
    }
}

impl Record {
    /// The record of a game that came to this position by these inputs; nobody said why.
    pub fn of<G: Notation>(game: &G, state: &G::State, deal: Deal, inputs: &[InputOf<G>]) -> Record {
        let scores = game.scores(state);
        Record {
            game: G::ID.to_string(),
            rules: G::RULES_VERSION,
            config: game.config().pairs(),
            deal,
            inputs: inputs.iter().map(|input| input_text(game, *input)).collect(),
            end: scores.end(),
            scores: scores.points().to_vec(),
            state: Digest::of(state).value(),
            reasons: Reasons::default(),
        }
    }
}

/// Why a record can't be replayed, or replays to something else than it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The record is of another game.
    Game {
        /// The game that the record names.
        recorded: String,
        /// The game that was to replay it.
        asked: &'static str,
    },
    /// The record was made by another version of the rules.
    Rules {
        /// The game.
        game: &'static str,
        /// The version that the record names.
        recorded: u16,
        /// The version of this build.
        built: u16,
    },
    /// The record's config can't be.
    Config {
        /// The line in the record.
        line: usize,
        /// What is wrong.
        error: ConfigError,
    },
    /// The record's dealer can't be, or deals other cards than the record has.
    Deal {
        /// The line in the record.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// An input does not read.
    Notation {
        /// The line in the record.
        line: usize,
        /// What is wrong.
        error: NotationError,
    },
    /// The rules refuse an input.
    Refused {
        /// The line in the record.
        line: usize,
        /// The refusal's code.
        code: &'static str,
        /// The refusal in words.
        why: String,
    },
    /// The inputs come to something else than the record says.
    Differs {
        /// The line in the record.
        line: usize,
        /// Which fact.
        what: &'static str,
        /// What the record says.
        recorded: String,
        /// What the inputs come to.
        replayed: String,
    },
}

impl ReplayError {
    pub(crate) fn refused(line: usize, illegal: &impl Refusal) -> ReplayError {
        ReplayError::Refused { line, code: illegal.code(), why: illegal.to_string() }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Game { recorded, asked } => {
                write!(f, "line 2: this is a record of `{recorded}`, not of `{asked}`")
            }
            ReplayError::Rules { game, recorded, built } => write!(
                f,
                "line 3: the record was made by version {recorded} of the rules of `{game}`, this build plays \
                 version {built}: its result stands, but it can't be replayed"
            ),
            ReplayError::Config { line, error } => write!(f, "line {line}: {error}"),
            ReplayError::Deal { line, why } => write!(f, "line {line}: {why}"),
            ReplayError::Notation { line, error } => write!(f, "line {line}: {error}"),
            ReplayError::Refused { line, code, why } => write!(f, "line {line}: refused ({code}): {why}"),
            ReplayError::Differs { line, what, recorded, replayed } => write!(
                f,
                "line {line}: the game replays to {what} `{replayed}`, the record says `{recorded}`"
            ),
        }
    }
}

impl core::error::Error for ReplayError {}
