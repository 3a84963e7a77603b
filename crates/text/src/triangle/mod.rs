//! The triangle puzzle as text.

pub mod board;
mod data;
pub mod words;

use serde_json::Value;
use tercet_game::{End, Game, Seat, Turn};
use tercet_triangle::{Action, Event, Field, Memory, Puzzle, State};

use crate::{Description, Names, Style, Tell};

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

    fn event_data(&self, event: &Event) -> Value {
        data::event(self, event)
    }

    fn action_data(&self, _state: &State<F>, action: Action) -> Value {
        data::action(self, action)
    }

    fn position_data(&self, state: &State<F>) -> Value {
        data::position(self, state)
    }

    fn layout(&self) -> Value {
        data::layout(self)
    }

    fn choices(&self, state: &State<F>, seat: Seat) -> Vec<Description> {
        data::choices(self, state, seat)
    }

    fn position_text(&self, state: &State<F>, memory: &Memory, _who: Names, style: Style) -> String {
        board::position(self, state, memory.canvas(), style)
    }
}
