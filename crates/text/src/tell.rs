//! What a game says of itself in words.

use tercet_game::{End, Seat};
use tercet_scene::Draw;

use crate::Style;

/// Names a seat: `you`, `seat 2`, a person's or a bot's name.
pub type Names<'n> = &'n dyn Fn(Seat) -> String;

/// A game that can be told. What somebody called `you` does takes the verb's other form.
pub trait Tell: Draw {
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
