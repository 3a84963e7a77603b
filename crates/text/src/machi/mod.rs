//! Machi Koro as text.

pub mod board;
mod data;
pub mod words;

use serde_json::Value;
use tercet_game::End;
use tercet_machi::{Action, Event, MachiKoro, Memory, State};

use crate::{Names, Style, Tell};

impl Tell for MachiKoro {
    fn event_words(&self, event: &Event, who: Names) -> String {
        words::event(self, *event, who)
    }

    fn end_words(&self, end: End) -> &'static str {
        words::end(end)
    }

    fn question(&self, state: &State, who: Names) -> String {
        words::question(self, state, who)
    }

    fn action_words(&self, state: &State, action: Action) -> String {
        words::meaning(self, state, action)
    }

    fn event_data(&self, event: &Event) -> Value {
        data::event(self, *event)
    }

    fn action_data(&self, _state: &State, action: Action) -> Value {
        data::action(self, action)
    }

    fn position_data(&self, state: &State) -> Value {
        data::position(self, state)
    }

    fn layout(&self) -> Value {
        data::layout(self)
    }

    fn position_text(&self, state: &State, _memory: &Memory, who: Names, _style: Style) -> String {
        format!("{}\n\n{}", board::position(self, state, who), board::standings(self, state, who))
    }
}
