//! The contract between a game and everything that plays it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

use crate::{ConfigError, Log, Rng, Scores, Seat, Settings, Stable, Turn};

/// The rules of a game under one config: tables made and checked once, shared by reference.
///
/// The state holds no generator: chance is an input like any other, given by whoever runs the game. An
/// input is either taken whole or refused with a reason, the state as before. A game is over once
/// [`Game::turn`] says so, and it comes to that within [`Game::limit`] plays.
pub trait Game: Sized {
    /// The options.
    type Config: Settings;
    /// A position: plain data, copied in nanoseconds.
    type State: Copy + Eq + Hash + fmt::Debug + Stable;
    /// What a seat may do.
    type Action: Copy + Ord + Hash + fmt::Debug;
    /// What the dealer may draw.
    type Chance: Copy + Ord + Hash + fmt::Debug;
    /// What may be changed by hand, for study and debugging; [`core::convert::Infallible`] for nothing.
    type Edit: Copy + Eq + Hash + fmt::Debug;
    /// What happened, for people and logs.
    type Event: Clone + Eq + fmt::Debug;
    /// Why an input was refused.
    type Illegal: Refusal;

    /// The game's name in records and commands.
    const ID: &'static str;
    /// Raised when an old record would replay differently.
    const RULES_VERSION: u16;

    /// Checks the config and makes the tables.
    ///
    /// # Errors
    /// If the options can't stand together; the error names the one at fault.
    fn new(config: &Self::Config) -> Result<Self, ConfigError>;

    /// The config that these rules were made from.
    fn config(&self) -> &Self::Config;

    /// How many seats play.
    fn seats(&self) -> u8;

    /// The most plays (chance and time not counted) that a game can take.
    fn limit(&self) -> u32;

    /// The position before the first input.
    fn start(&self) -> Self::State;

    /// Who gives the next input. Decided when the last input was taken, so asking costs nothing.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Adds what the seat may do now, ascending and without doubles. Nothing unless it is the seat's turn.
    fn legal_actions(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);

    /// Takes a seat's action.
    ///
    /// # Errors
    /// If it is not legal; the state is as before then.
    fn play(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Self::Illegal>;

    /// Adds what the dealer may draw now with whole-number weights, ascending and without doubles. Nothing
    /// unless chance is to move.
    fn outcomes(&self, state: &Self::State, out: &mut Vec<(u32, Self::Chance)>);

    /// Takes the dealer's draw.
    ///
    /// # Errors
    /// If that could not be drawn now; the state is as before then.
    fn resolve(
        &self,
        state: &mut Self::State,
        chance: Self::Chance,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Self::Illegal>;

    /// How many milliseconds the acting seat has before the runner says [`Game::expire`]; `None` where no
    /// clock runs.
    fn window(&self, state: &Self::State) -> Option<u32>;

    /// Takes the runner's word that the window has passed.
    ///
    /// # Errors
    /// If no window is open; the state is as before then.
    fn expire(&self, state: &mut Self::State, log: &mut impl Log<Self::Event>) -> Result<(), Self::Illegal>;

    /// Changes the position by hand. No seat does that and no list has it; whoever runs the game decides
    /// whether it may be done. It is an input like any other, so that it replays.
    ///
    /// # Errors
    /// If it can't be done; the state is as before then.
    fn edit(
        &self,
        state: &mut Self::State,
        edit: Self::Edit,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Self::Illegal>;

    /// Points as they stand, and the end if it has come.
    fn scores(&self, state: &Self::State) -> Scores;
}

/// A reason to refuse an input.
pub trait Refusal: Clone + Eq + fmt::Debug + fmt::Display {
    /// A short name that never changes, for programs.
    fn code(&self) -> &'static str;
}

/// Random inputs at full speed.
pub trait Sample: Game {
    /// One legal action of the seat, by one draw: the action that stands at `rng.below(n)` in the list of
    /// all `n`. `None`, and no draw, where the list is empty.
    fn sample_action(&self, state: &Self::State, seat: Seat, rng: &mut Rng) -> Option<Self::Action>;

    /// One outcome, by one draw: the one that `rng.below(total weight)` falls on in the list of all. `None`,
    /// and no draw, where the list is empty.
    fn sample_outcome(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Chance>;
}

/// Text forms. They go through the rules because a config may bring names of its own.
/// Each form is one line, and reading what was written gives the same value.
pub trait Notation: Game {
    /// Writes an action.
    ///
    /// # Errors
    /// Only those of the sink.
    fn write_action(&self, action: Self::Action, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads an action.
    ///
    /// # Errors
    /// If the text is not an action's; the error quotes it and says what would be.
    fn read_action(&self, text: &str) -> Result<Self::Action, NotationError>;

    /// Writes an outcome.
    ///
    /// # Errors
    /// Only those of the sink.
    fn write_chance(&self, chance: Self::Chance, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads an outcome.
    ///
    /// # Errors
    /// If the text is not an outcome's.
    fn read_chance(&self, text: &str) -> Result<Self::Chance, NotationError>;

    /// Writes an edit.
    ///
    /// # Errors
    /// Only those of the sink.
    fn write_edit(&self, edit: Self::Edit, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads an edit.
    ///
    /// # Errors
    /// If the text is not an edit's.
    fn read_edit(&self, text: &str) -> Result<Self::Edit, NotationError>;

    /// Writes an event.
    ///
    /// # Errors
    /// Only those of the sink.
    fn write_event(&self, event: &Self::Event, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads an event.
    ///
    /// # Errors
    /// If the text is not an event's.
    fn read_event(&self, text: &str) -> Result<Self::Event, NotationError>;

    /// An action as text.
    fn action_text(&self, action: Self::Action) -> String {
        written(|out| self.write_action(action, out))
    }

    /// An outcome as text.
    fn chance_text(&self, chance: Self::Chance) -> String {
        written(|out| self.write_chance(chance, out))
    }

    /// An edit as text.
    fn edit_text(&self, edit: Self::Edit) -> String {
        written(|out| self.write_edit(edit, out))
    }

    /// An event as text.
    fn event_text(&self, event: &Self::Event) -> String {
        written(|out| self.write_event(event, out))
    }
}

fn written(write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> String {
    let mut text = String::new();
    write(&mut text).expect("a string takes any text");
    text
}

/// A text that does not read as what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The text.
    pub text: String,
    /// What is wrong with it, and what would be right.
    pub why: String,
}

impl NotationError {
    /// A complaint about a text.
    pub fn new(text: &str, why: impl Into<String>) -> NotationError {
        NotationError { text: text.into(), why: why.into() }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.text, self.why)
    }
}

impl core::error::Error for NotationError {}
