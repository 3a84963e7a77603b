//! SET as text.

pub mod board;
mod data;
pub mod words;

use serde_json::Value;
use tercet_entry::{Describe, Description, Names, Style};
use tercet_game::{End, Game, Refusal as _, Seat, Seats, Turn};
use tercet_set::{Action, Event, Illegal, Memory, SetGame, State};

use crate::Set;

impl Describe for Set {
    fn event_words(_rules: &SetGame, event: &Event, who: Names) -> String {
        words::event(event, who)
    }

    fn end_words(end: End) -> &'static str {
        words::end(end)
    }

    fn question(rules: &SetGame, state: &State, who: Names) -> String {
        match (rules.turn(state), state.caller()) {
            (Turn::Seats(_), Some(caller)) => format!("{} called: which cards?", who(caller)),
            (Turn::Seats(_), None) if rules.config().claim_size() == 4 => {
                "which four cards are an ultraset?".to_owned()
            }
            (Turn::Seats(_), None) => "which three cards are a Set?".to_owned(),
            _ => String::new(),
        }
    }

    fn action_words(_rules: &SetGame, state: &State, action: Action) -> String {
        match action {
            Action::Claim(claim) => {
                words::cards(&claim.cells().iter().filter_map(|&cell| state.card(cell)).collect::<Vec<_>>())
            }
            Action::Deal => "three more cards".to_owned(),
            Action::Call => "only you may claim then, for a while".to_owned(),
        }
    }

    /// Alone, only Sets are legal. In a race anything may be claimed, so a list of it says nothing.
    fn is_solution(rules: &SetGame, action: Action) -> bool {
        rules.seats() == 1 && matches!(action, Action::Claim(_))
    }

    fn fault_words(_rules: &SetGame, state: &State, action: Action, code: &str) -> String {
        let Action::Claim(claim) = action else { return String::new() };
        if code != Illegal::NotASet.code() {
            return String::new();
        }
        let cards: Vec<_> = claim.cells().iter().filter_map(|&cell| state.card(cell)).collect();
        words::why_no_set(&cards)
    }

    fn solution_words(rules: &SetGame) -> &'static str {
        match (rules.seats(), rules.config().claim_size()) {
            (1, 4) => "claim A B C D: four cards that make an ultraset; which ones is for you to find",
            (1, _) => "claim A B C: three cards that make a Set; which ones is for you to find",
            _ => "",
        }
    }

    fn event_data(_rules: &SetGame, event: &Event) -> Value {
        data::event(event)
    }

    fn action_data(_rules: &SetGame, _state: &State, action: Action) -> Value {
        data::action(action)
    }

    fn position_data(_rules: &SetGame, state: &State) -> Value {
        data::position(state)
    }

    fn choices(rules: &SetGame, state: &State, seat: Seat) -> Vec<Description> {
        data::choices(rules, state, seat)
    }

    fn position_text(rules: &SetGame, state: &State, _memory: &Memory, who: Names, style: Style) -> String {
        let scores = rules.scores(state);
        let seats = Seats::first(rules.seats());
        let points = seats.iter().map(|seat| format!("{}: {}", who(seat), scores.points()[seat.index()]));
        let points = points.collect::<Vec<_>>().join(", ");
        let left = state.unseen().len();
        format!("{}\ncards left in the deck: {left}\nscores: {points}", board::draw(state, style))
    }
}
