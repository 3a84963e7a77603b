//! The triangle puzzle as text.

pub mod board;
mod data;
pub mod words;

use serde_json::Value;
use tercet_entry::{Describe, Description, Names, Style};
use tercet_game::{End, Game, Seat, Turn};
use tercet_triangle::{Action, Event, Field, Memory, Puzzle, State};

use crate::Triangle;

impl<F: Field + Send + Sync + 'static> Describe for Triangle<F> {
    fn event_words(rules: &Puzzle<F>, event: &Event, _who: Names) -> String {
        words::event(rules, event)
    }

    fn end_words(end: End) -> &'static str {
        words::end(end)
    }

    fn question(rules: &Puzzle<F>, state: &State<F>, _who: Names) -> String {
        let is_open = matches!(rules.turn(state), Turn::Seats(_));
        if is_open { "which shape goes where?".to_owned() } else { String::new() }
    }

    fn action_words(rules: &Puzzle<F>, _state: &State<F>, action: Action) -> String {
        format!("the shape of slot {} at {}", action.slot + 1, words::cell(rules, action.anchor))
    }

    fn event_data(rules: &Puzzle<F>, event: &Event) -> Value {
        data::event(rules, event)
    }

    fn action_data(rules: &Puzzle<F>, _state: &State<F>, action: Action) -> Value {
        data::action(rules, action)
    }

    fn position_data(rules: &Puzzle<F>, state: &State<F>) -> Value {
        data::position(rules, state)
    }

    fn layout(rules: &Puzzle<F>) -> Value {
        data::layout(rules)
    }

    fn choices(rules: &Puzzle<F>, state: &State<F>, seat: Seat) -> Vec<Description> {
        data::choices(rules, state, seat)
    }

    fn position_text(
        rules: &Puzzle<F>,
        state: &State<F>,
        memory: &Memory,
        _who: Names,
        style: Style,
    ) -> String {
        board::position(rules, state, memory.canvas(), style)
    }
}
