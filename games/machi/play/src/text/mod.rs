//! Machi Koro as text.

pub mod board;
mod data;
pub mod words;

use serde_json::Value;
use tercet_entry::{Describe, Names, Style};
use tercet_game::End;
use tercet_machi::{Action, Event, MachiKoro, Memory, State};

use crate::Machi;

impl Describe for Machi {
    fn event_words(rules: &MachiKoro, event: &Event, who: Names) -> String {
        words::event(rules, *event, who)
    }

    fn end_words(end: End) -> &'static str {
        words::end(end)
    }

    fn question(rules: &MachiKoro, state: &State, who: Names) -> String {
        words::question(rules, state, who)
    }

    fn action_words(rules: &MachiKoro, state: &State, action: Action) -> String {
        words::meaning(rules, state, action)
    }

    fn event_data(rules: &MachiKoro, event: &Event) -> Value {
        data::event(rules, *event)
    }

    fn action_data(rules: &MachiKoro, _state: &State, action: Action) -> Value {
        data::action(rules, action)
    }

    fn position_data(rules: &MachiKoro, state: &State) -> Value {
        data::position(rules, state)
    }

    fn layout(rules: &MachiKoro) -> Value {
        data::layout(rules)
    }

    fn position_text(
        rules: &MachiKoro,
        state: &State,
        _memory: &Memory,
        who: Names,
        _style: Style,
    ) -> String {
        format!("{}\n\n{}", board::position(rules, state, who), board::standings(rules, state, who))
    }
}
