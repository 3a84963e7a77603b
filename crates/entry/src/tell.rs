//! What a game says of itself in words.

use tercet_game::{End, Seat};

use crate::{ActionOf, EventOf, MemoryOf, Play, StateOf, Style};

/// Names a seat: `you`, `seat 2`, a person's or a bot's name.
pub type Names<'n> = &'n dyn Fn(Seat) -> String;

/// A game that can be told. What somebody called `you` does takes the verb's other form.
pub trait Tell: Play {
    /// What happened.
    fn event_words(rules: &Self::Rules, event: &EventOf<Self>, who: Names) -> String;

    /// Why a game is over.
    fn end_words(end: End) -> &'static str;

    /// What is asked of whoever is to act; empty where nobody is.
    fn question(rules: &Self::Rules, state: &StateOf<Self>, who: Names) -> String;

    /// What an action costs or does.
    fn action_words(rules: &Self::Rules, state: &StateOf<Self>, action: ActionOf<Self>) -> String;

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

    /// The position, as it is read by people and by agents that can't see pictures. At most 80 columns wide, as far as
    /// the board allows.
    fn position_text(
        rules: &Self::Rules,
        state: &StateOf<Self>,
        memory: &MemoryOf<Self>,
        who: Names,
        style: Style,
    ) -> String;
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
