//! What a game says of itself in words.

use serde_json::{Value, json};
use tercet_game::{End, Notation, Seat};
use tercet_scene::Draw;

use crate::Style;

/// Names a seat: `you`, `seat 2`, a person's or a bot's name.
pub type Names<'n> = &'n dyn Fn(Seat) -> String;

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

/// A game that can be told. What somebody called `you` does takes the verb's other form.
pub trait Tell: Draw + Notation {
    /// What happened.
    fn event_words(&self, event: &Self::Event, who: Names) -> String;

    /// Why a game is over.
    fn end_words(&self, end: End) -> &'static str;

    /// What is asked of whoever is to act; empty where nobody is.
    fn question(&self, state: &Self::State, who: Names) -> String;

    /// What an action costs or does.
    fn action_words(&self, state: &Self::State, action: Self::Action) -> String;

    /// Is finding this action what the game asks for, so that a list of what is legal would give it away?
    fn is_solution(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// What is wrong with an action that the rules refuse with this code, beyond what the refusal says: which attributes
    /// keep three cards from being a Set. Empty where there is no more to say.
    fn fault_words(&self, state: &Self::State, action: Self::Action, code: &str) -> String {
        let _ = (state, action, code);
        String::new()
    }

    /// How actions that have to be found are written, and what is looked for; empty in games without any.
    fn solution_words(&self) -> &'static str {
        ""
    }

    /// What happened, as the data of a [`Description`]; nothing but an object, for a game that has no more to say than
    /// its texts.
    fn event_data(&self, event: &Self::Event) -> Value {
        let _ = event;
        json!({})
    }

    /// What an action names and costs, as the data of a [`Description`].
    fn action_data(&self, state: &Self::State, action: Self::Action) -> Value {
        let _ = (state, action);
        json!({})
    }

    /// What a screen shows beside the picture, as a JSON object: purses, what is left in the deck.
    fn position_data(&self, state: &Self::State) -> Value {
        let _ = state;
        json!({})
    }

    /// Where things lie in every picture of this game, as a JSON object: what a screen needs to follow a pointer.
    fn layout(&self) -> Value {
        json!({})
    }

    /// What the seat may do. Where actions are put together from parts, such as three of twelve cards, one entry stands
    /// for all of them: its text is how they begin, and its data says which parts there are.
    fn choices(&self, state: &Self::State, seat: Seat) -> Vec<Description> {
        let mut actions = Vec::new();
        self.legal_actions(state, seat, &mut actions);
        actions.into_iter().map(|action| self.describe_action(state, action)).collect()
    }

    /// What happened, in each way.
    fn describe_event(&self, event: &Self::Event, who: Names) -> Description {
        Description {
            text: self.event_text(event),
            words: self.event_words(event, who),
            data: self.event_data(event),
        }
    }

    /// An action, in each way.
    fn describe_action(&self, state: &Self::State, action: Self::Action) -> Description {
        Description {
            text: self.action_text(action),
            words: self.action_words(state, action),
            data: self.action_data(state, action),
        }
    }

    /// The position, as it is read by people and by agents that can't see pictures. At most 80 columns wide, as far as
    /// the board allows.
    fn position_text(&self, state: &Self::State, memory: &Self::Memory, who: Names, style: Style) -> String;
}

/// A number with its noun.
///
/// ```
/// assert_eq!(tercet_text::count(1, "card", "cards"), "1 card");
/// assert_eq!(tercet_text::count(3, "card", "cards"), "3 cards");
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
