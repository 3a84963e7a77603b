//! The triangle puzzle as text.

pub mod board;
pub mod words;

use tercet_game::{End, Game, Turn};
use tercet_triangle::{Action, Event, Field, Memory, Puzzle, State};

use crate::{Names, Style, Tell};

impl<F: Field> Tell for Puzzle<F> {
    fn event_words(&self, event: &Event, _who: Names) -> String {
        words::event(self, event)
    }

    fn end_words(&self, end: End) -> &'static str {
        words::end(end)
    }

    fn question(&self, state: &State<F>, _who: Names) -> String {
        let is_open = matches!(self.turn(state), Turn::Seats(_));
        if is_open { "which shape goes where?".to_owned() } else { String::new() }
    }

    fn action_words(&self, _state: &State<F>, action: Action) -> String {
        format!("the shape of slot {} at {}", action.slot + 1, words::cell(self, action.anchor))
    }

    fn position_text(&self, state: &State<F>, memory: &Memory, _who: Names, style: Style) -> String {
        board::position(self, state, memory.canvas(), style)
    }
}
