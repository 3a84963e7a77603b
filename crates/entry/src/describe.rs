//! What a game says of itself in words.

use serde_json::{Value, json};
use tercet_game::{End, Game as _, Notation as _, Seat, Turn};
use tercet_scene::Draw as _;

use crate::{ActionOf, EventOf, MemoryOf, Play, StateOf};

/// Names a seat: `you`, `seat 2`, a person's or a bot's name.
pub type Names<'n> = &'n dyn Fn(Seat) -> String;

/// How text may look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// With ANSI colours?
    pub has_color: bool,
    /// Nothing but ASCII?
    pub is_ascii: bool,
}

impl Style {
    /// Nothing but ASCII, no colours: for agents and logs.
    pub const PLAIN: Style = Style { has_color: false, is_ascii: true };

    /// The text in one of the terminal's colours.
    pub fn paint(self, ansi: u8, text: &str) -> String {
        if self.has_color { format!("\x1b[{ansi}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// An event or an action in each of the ways that somebody may want it.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// In the game's notation.
    pub text: String,
    /// In words.
    pub words: String,
    /// As a JSON object for programs: `type` says what it is, the other fields have its names and numbers. Seats count
    /// from zero; cells, rows, columns and slots have the numbers of the texts and of the pictures' ids, from one.
    pub data: Value,
}

/// A game whose events can be put into words. A seat called `you` takes the verb's second person.
pub trait Describe: Play {
    /// What happened.
    fn event_words(rules: &Self::Rules, event: &EventOf<Self>, who: Names) -> String {
        named_seats(rules.event_text(event), rules.seats(), who)
    }

    /// Why a game is over.
    fn end_words(end: End) -> &'static str {
        match end {
            End::Finished => "the game is over",
            End::Limit => "the game has reached its length limit",
            End::Void => "the game could not be dealt",
        }
    }

    /// What is asked of whoever is to act; empty where nobody is.
    fn question(rules: &Self::Rules, state: &StateOf<Self>, who: Names) -> String {
        match rules.turn(state) {
            Turn::Seats(seats) => {
                let names: Vec<String> = seats.iter().map(who).collect();
                format!("{} to act", names.join(" or "))
            }
            Turn::Chance | Turn::Over => String::new(),
        }
    }

    /// What an action costs or does.
    fn action_words(rules: &Self::Rules, state: &StateOf<Self>, action: ActionOf<Self>) -> String {
        let _ = (rules, state, action);
        String::new()
    }

    /// Is finding this action what the game asks for, so that a list of what is legal would give it away?
    fn is_solution(rules: &Self::Rules, action: ActionOf<Self>) -> bool {
        let _ = (rules, action);
        false
    }

    /// What is wrong with an action that the rules refuse with this code, beyond what the refusal says: which attributes
    /// keep three cards from being a Set. Empty where there is no more to say.
    fn fault_words(rules: &Self::Rules, state: &StateOf<Self>, action: ActionOf<Self>, code: &str) -> String {
        let _ = (rules, state, action, code);
        String::new()
    }

    /// How actions that have to be found are written, and what is looked for; empty in games without any.
    fn solution_words(rules: &Self::Rules) -> &'static str {
        let _ = rules;
        ""
    }

    /// What happened, as the data of a [`Description`]; nothing but an object, for a game that has no more to say than
    /// its texts.
    fn event_data(rules: &Self::Rules, event: &EventOf<Self>) -> Value {
        let _ = (rules, event);
        json!({})
    }

    /// What an action names and costs, as the data of a [`Description`].
    fn action_data(rules: &Self::Rules, state: &StateOf<Self>, action: ActionOf<Self>) -> Value {
        let _ = (rules, state, action);
        json!({})
    }

    /// What a screen shows beside the picture, as a JSON object: purses, what is left in the deck.
    fn position_data(rules: &Self::Rules, state: &StateOf<Self>) -> Value {
        let _ = (rules, state);
        json!({})
    }

    /// Where things lie in every picture of this game, as a JSON object: what a screen needs to follow a pointer.
    fn layout(rules: &Self::Rules) -> Value {
        let _ = rules;
        json!({})
    }

    /// What the seat may do. Where actions are put together from parts, such as three of twelve cards, one entry stands
    /// for all of them: its text is how they begin, and its data says which parts there are.
    fn choices(rules: &Self::Rules, state: &StateOf<Self>, seat: Seat) -> Vec<Description> {
        let mut actions = Vec::new();
        rules.legal_actions(state, seat, &mut actions);
        actions.into_iter().map(|action| Self::describe_action(rules, state, action)).collect()
    }

    /// What happened, in each way.
    fn describe_event(rules: &Self::Rules, event: &EventOf<Self>, who: Names) -> Description {
        Description {
            text: rules.event_text(event),
            words: Self::event_words(rules, event, who),
            data: Self::event_data(rules, event),
        }
    }

    /// An action, in each way.
    fn describe_action(rules: &Self::Rules, state: &StateOf<Self>, action: ActionOf<Self>) -> Description {
        Description {
            text: rules.action_text(action),
            words: Self::action_words(rules, state, action),
            data: Self::action_data(rules, state, action),
        }
    }

    /// The position, as it is read by people and by agents that can't see pictures. At most 80 columns wide, as far as
    /// the board allows.
    fn position_text(
        rules: &Self::Rules,
        state: &StateOf<Self>,
        memory: &MemoryOf<Self>,
        who: Names,
        style: Style,
    ) -> String {
        let _ = (memory, style);
        let text = named_seats(rules.position_text(state), rules.seats(), who);
        match rules.grid(state) {
            Some(grid) if text.is_empty() => grid.text(),
            Some(grid) => format!("{}\n{text}", grid.text()),
            None => text,
        }
    }
}

/// The text with names where it has seats by their numbers.
fn named_seats(text: String, seats: u8, who: Names) -> String {
    // From the last: `seat 1` begins `seat 12`.
    let seats = (0..seats).rev().map(Seat);
    seats.fold(text, |text, seat| text.replace(&seat.to_string(), &who(seat)))
}

/// A number with its noun.
///
/// ```
/// assert_eq!(tercet_entry::count(1, "card", "cards"), "1 card");
/// assert_eq!(tercet_entry::count(3, "card", "cards"), "3 cards");
/// ```
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Breaks a line between words where it has more than 80 columns; what follows is indented.
pub fn wrapped(text: &str, indent: &str) -> String {
    let (mut lines, mut rest) = (Vec::new(), text.to_owned());
    while let Some((end, _)) = rest.char_indices().nth(WIDTH) {
        let room = indent.len() + 1;
        let Some(space) = rest[..=end].rfind(' ').filter(|&space| space >= room) else { break };
        let next = format!("{indent}{}", rest[space..].trim_start());
        rest.truncate(space);
        lines.push(rest.trim_end().to_owned());
        rest = next;
    }
    lines.push(rest);
    lines.join("\n")
}

const WIDTH: usize = 80;
