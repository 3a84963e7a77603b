//! Machi Koro as text.

pub mod board;
pub mod words;

use tercet_entry::{Names, Style, Tell};
use tercet_game::End;
use tercet_machi::{Action, Event, MachiKoro, Memory, State};

use crate::Machi;

impl Tell for Machi {
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
