//! The contract between a game and everything that plays it.

use alloc::format;
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
///
/// Eight methods are required, and two of [`Notation`]; with these ten a game works at every door. What a game has beyond that
/// (chance, a clock, changes by hand) it says by overriding the others.
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
    type Illegal: Refusal + From<Unsupported>;

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
    fn seats(&self) -> u8 {
        2
    }

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
    /// unless chance is to move. A game without chance says nothing of it.
    fn outcomes(&self, state: &Self::State, out: &mut Vec<(u32, Self::Chance)>) {
        let _ = (state, out);
    }

    /// Takes the dealer's draw.
    ///
    /// # Errors
    /// If that could not be drawn now; the state is as before then.
    fn resolve(
        &self,
        state: &mut Self::State,
        chance: Self::Chance,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Self::Illegal> {
        let _ = (state, chance, log);
        Err(Unsupported::Chance.into())
    }

    /// How many milliseconds the acting seat has before the runner says [`Game::expire`]; `None` where no
    /// clock runs.
    fn window(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// Takes the runner's word that the window has passed.
    ///
    /// # Errors
    /// If no window is open; the state is as before then.
    fn expire(&self, state: &mut Self::State, log: &mut impl Log<Self::Event>) -> Result<(), Self::Illegal> {
        let _ = (state, log);
        Err(Unsupported::Clock.into())
    }

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
    ) -> Result<(), Self::Illegal> {
        let _ = (state, edit, log);
        Err(Unsupported::Edits.into())
    }

    /// The position without what no later input is judged by, such as a count of plays up to the limit: exact solving takes
    /// positions that are the same then for one.
    fn essence(&self, state: &Self::State) -> Self::State {
        *state
    }

    /// Points as they stand, and the end if it has come.
    fn scores(&self, state: &Self::State) -> Scores;
}

/// A reason to refuse an input.
pub trait Refusal: Clone + Eq + fmt::Debug + fmt::Display {
    /// A short name that never changes, for programs.
    fn code(&self) -> &'static str;
}

/// A kind of input that a game does not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unsupported {
    /// Nothing is drawn in it.
    Chance,
    /// No clock runs in it.
    Clock,
    /// Nothing is changed by hand in it.
    Edits,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsupported::Chance => "nothing is drawn in this game",
            Unsupported::Clock => "no clock runs in this game",
            Unsupported::Edits => "nothing is changed by hand in this game",
        })
    }
}

/// A reason to refuse an input, ready made: for a game that needs no type of its own for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NotLegal {
    /// A short name that never changes, for programs.
    pub code: &'static str,
    /// What is wrong, in words.
    pub why: &'static str,
}

impl NotLegal {
    /// The action is none of those that are legal now.
    pub const NOT_NOW: NotLegal = NotLegal { code: "not_now", why: "that can't be done now" };
    /// Another seat is to act.
    pub const NOT_YOUR_TURN: NotLegal = NotLegal { code: "not_your_turn", why: "it is another seat's turn" };
    /// The game is over.
    pub const GAME_OVER: NotLegal = NotLegal { code: "game_over", why: "the game is over" };
    /// Chance could not bring that.
    pub const NOT_DRAWN: NotLegal = NotLegal { code: "not_drawn", why: "that can't be drawn now" };
}

impl NotLegal {
    /// Is the action in the list of what the seat may do now? For games whose lists are short.
    ///
    /// # Errors
    /// If it is not; the error says whether the game is over, it is another's turn, or it can't be done now.
    pub fn check<G: Game>(game: &G, state: &G::State, seat: Seat, action: G::Action) -> Result<(), NotLegal> {
        let mut legal = Vec::new();
        game.legal_actions(state, seat, &mut legal);
        match game.turn(state) {
            _ if legal.contains(&action) => Ok(()),
            Turn::Over => Err(NotLegal::GAME_OVER),
            Turn::Seats(seats) if seats.contains(seat) => Err(NotLegal::NOT_NOW),
            Turn::Seats(_) | Turn::Chance => Err(NotLegal::NOT_YOUR_TURN),
        }
    }
}

impl Refusal for NotLegal {
    fn code(&self) -> &'static str {
        self.code
    }
}

impl fmt::Display for NotLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.why)
    }
}

impl From<Unsupported> for NotLegal {
    fn from(what: Unsupported) -> NotLegal {
        match what {
            Unsupported::Chance => NotLegal { code: "no_chance", why: "nothing is drawn in this game" },
            Unsupported::Clock => NotLegal { code: "no_window", why: "no clock runs in this game" },
            Unsupported::Edits => {
                NotLegal { code: "no_edits", why: "nothing is changed by hand in this game" }
            }
        }
    }
}

/// What happened, as a sentence: for a game that needs no type of its own for events. It names seats as [`Seat`] writes itself, so
/// that doors can put names in their place.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Note(pub String);

impl fmt::Debug for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Random inputs. By default they come from the lists; a game that is to be played at full speed draws without making one.
pub trait Sample: Game {
    /// One legal action of the seat, by one draw: the action that stands at `rng.below(n)` in the list of
    /// all `n`. `None`, and no draw, where the list is empty.
    fn sample_action(&self, state: &Self::State, seat: Seat, rng: &mut Rng) -> Option<Self::Action> {
        let mut actions = Vec::new();
        self.legal_actions(state, seat, &mut actions);
        if actions.is_empty() { None } else { Some(actions[rng.below(actions.len() as u32) as usize]) }
    }

    /// One outcome, by one draw: the one that `rng.below(total weight)` falls on in the list of all. `None`,
    /// and no draw, where the list is empty.
    fn sample_outcome(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Chance> {
        drawn(self, state, |total| rng.below(total))
    }
}

/// The outcome that a number below the total weight falls on; `None` where nothing can be drawn.
pub(crate) fn drawn<G: Game>(
    game: &G,
    state: &G::State,
    below: impl FnOnce(u32) -> u32,
) -> Option<G::Chance> {
    let mut outcomes = Vec::new();
    game.outcomes(state, &mut outcomes);
    let total = outcomes.iter().map(|(weight, _)| weight).sum();
    let mut share = if total == 0 { return None } else { below(total) };
    let falls = |&&(weight, _): &&(u32, G::Chance)| {
        let is_it = share < weight;
        share = share.wrapping_sub(weight);
        is_it
    };
    outcomes.iter().find(falls).map(|&(_, chance)| chance)
}

/// Text forms. They go through the rules because a config may bring names of its own.
/// Each form is one line, and reading what was written gives the same value.
///
/// Two methods are required. What a game does not say is written as `Debug` writes it; a game with chance reads its outcomes, too.
pub trait Notation: Game {
    /// Do events read back? Records do not need that; golden files and programs that read logs do.
    const READS_EVENTS: bool = false;

    /// Every action that any seat may ever do, ascending and without doubles.
    fn actions(&self) -> Vec<Self::Action>;

    /// Writes an action.
    ///
    /// # Errors
    /// Only those of the sink.
    fn write_action(&self, action: Self::Action, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads an action.
    ///
    /// # Errors
    /// If the text is not an action's; the error quotes it and says what would be.
    fn read_action(&self, text: &str) -> Result<Self::Action, NotationError> {
        let is_it = |action: &Self::Action| self.action_text(*action) == text;
        self.actions().into_iter().find(is_it).ok_or_else(|| {
            let some: Vec<String> =
                self.actions().iter().take(4).map(|action| self.action_text(*action)).collect();
            NotationError::new(text, format!("it is no action; actions are as {}", some.join(", ")))
        })
    }

    /// Writes an outcome.
    ///
    /// # Errors
    /// Only those of the sink.
    fn write_chance(&self, chance: Self::Chance, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{chance:?}")
    }

    /// Reads an outcome.
    ///
    /// # Errors
    /// If the text is not an outcome's.
    fn read_chance(&self, text: &str) -> Result<Self::Chance, NotationError> {
        Err(NotationError::new(text, "outcomes of this game are not read"))
    }

    /// Writes an edit.
    ///
    /// # Errors
    /// Only those of the sink.
    fn write_edit(&self, edit: Self::Edit, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{edit:?}")
    }

    /// Reads an edit.
    ///
    /// # Errors
    /// If the text is not an edit's.
    fn read_edit(&self, text: &str) -> Result<Self::Edit, NotationError> {
        Err(NotationError::new(text, "edits of this game are not read"))
    }

    /// Writes an event.
    ///
    /// # Errors
    /// Only those of the sink.
    fn write_event(&self, event: &Self::Event, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{event:?}")
    }

    /// Reads an event.
    ///
    /// # Errors
    /// If the text is not an event's.
    fn read_event(&self, text: &str) -> Result<Self::Event, NotationError> {
        Err(NotationError::new(text, "events of this game are not read"))
    }

    /// The position for people, a few lines: by default the fields of the state.
    fn position_text(&self, state: &Self::State) -> String {
        fields(&format!("{state:?}"))
    }

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

/// The outer fields of a value that `Debug` wrote, one a line.
fn fields(text: &str) -> String {
    let inside = text.find(['{', '(']).map_or(text, |start| text[start + 1..].trim_end_matches(['}', ')']));
    let (mut lines, mut depth) = (String::new(), 0);
    for letter in inside.trim().chars() {
        match letter {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        lines.push(if letter == ',' && depth == 0 { '\n' } else { letter });
    }
    lines.replace("\n ", "\n")
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
