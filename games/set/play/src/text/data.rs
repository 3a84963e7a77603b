//! Events, actions and the board of SET as data. Cells go by their texts: `1` to `21`, and `s1` to `s3` for the Set on show.

use serde_json::{Value, json};
use tercet_game::{Game as _, Seat, Turn};
use tercet_set::{Action, Card, Cell, Event, Layout, SetGame, State};

use tercet_entry::{Describe as _, Description};

use crate::Set;

/// What happened.
pub(super) fn event(event: &Event) -> Value {
    match *event {
        Event::Dealt { cell, card } => {
            json!({ "type": "dealt", "cell": cell.to_string(), "card": card.to_string() })
        }
        Event::Redealt { cards } => json!({ "type": "redealt", "count": cards }),
        Event::Forced { cell, back, card } => {
            json!({ "type": "forced", "cell": cell.to_string(), "card": card.to_string(), "back": back.to_string() })
        }
        Event::Waived => json!({ "type": "waived" }),
        Event::Claimed { seat, claim, cards } => claimed("claimed", seat, claim.cells(), cards.cards()),
        Event::Wrong { seat, claim, cards } => claimed("wrong", seat, claim.cells(), cards.cards()),
        Event::Asked { seat } => json!({ "type": "asked", "seat": seat.0 }),
        Event::Fined { seat } => json!({ "type": "fined", "seat": seat.0 }),
        Event::Called { seat } => json!({ "type": "called", "seat": seat.0 }),
        Event::Expired { seat } => json!({ "type": "expired", "seat": seat.0 }),
        Event::Unlocked => json!({ "type": "unlocked" }),
        Event::Over { end } => json!({ "type": "over", "end": end.name() }),
    }
}

fn claimed(kind: &str, seat: Seat, cells: &[Cell], cards: &[Card]) -> Value {
    json!({ "type": kind, "seat": seat.0, "cells": texts(cells), "cards": texts(cards) })
}

/// What is done.
pub(super) fn action(action: Action) -> Value {
    match action {
        Action::Claim(claim) => json!({ "type": "claim", "cells": texts(claim.cells()) }),
        Action::Deal => json!({ "type": "deal" }),
        Action::Call => json!({ "type": "call" }),
    }
}

/// What the seat may do. Claims are one entry: which cards can be picked, and how many a claim takes. Alone, where only
/// Sets are legal, it stands there whether there is one or not: that is for the player to find.
pub(super) fn choices(game: &SetGame, state: &State, seat: Seat) -> Vec<Description> {
    if !matches!(game.turn(state), Turn::Seats(seats) if seats.contains(seat)) {
        return Vec::new();
    }
    let mut legal = Vec::new();
    game.legal_actions(state, seat, &mut legal);
    let is_claim = |action: &Action| matches!(action, Action::Claim(_));
    let can_claim = game.seats() == 1 || legal.iter().any(is_claim);
    let others = legal.into_iter().filter(|action| !is_claim(action));
    let others = others.map(|action| Set::describe_action(game, state, action));
    can_claim.then(|| claims(game, state)).into_iter().chain(others).collect()
}

/// All claims as one entry.
fn claims(game: &SetGame, state: &State) -> Description {
    let shown = state.shown().into_iter().flatten().enumerate();
    let shown = shown.filter_map(|(nth, _)| Cell::new(Cell::SHOWN.index() + nth));
    let cells: Vec<Cell> = state.cards().map(|(cell, _)| cell).chain(shown).collect();
    let count = game.config().claim_size();
    Description {
        text: "claim".to_owned(),
        words: format!("{count} of {} cards", cells.len()),
        data: json!({ "type": "claim", "count": count, "cells": texts(&cells) }),
    }
}

/// How many cards the deck has left, and the cells of the board row by row, as pictures show them; holes count.
pub(super) fn position(state: &State) -> Value {
    let cells = state.board().count();
    let columns = Layout::default().grid_cols(cells) as usize;
    let all: Vec<String> = (0..cells).filter_map(Cell::new).map(|cell| cell.to_string()).collect();
    let mut rows: Vec<Vec<String>> = all.chunks(columns).map(<[String]>::to_vec).collect();
    if state.shown().is_some() {
        for (row, nth) in rows.iter_mut().zip(0..) {
            row.extend(Cell::new(Cell::SHOWN.index() + nth).map(|cell| cell.to_string()));
        }
    }
    json!({ "deck": state.unseen().len(), "rows": rows })
}

fn texts<T: ToString>(pieces: &[T]) -> Vec<String> {
    pieces.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_game::{Deal, Match, Settings as _};
    use tercet_set::Config;

    fn table(options: &[(&str, &str)]) -> Match<SetGame> {
        let config = Config::from_pairs(options.iter().copied()).unwrap();
        Match::new(SetGame::new(&config).unwrap().into(), Deal::stream(42), &mut ()).unwrap()
    }

    #[test]
    fn events_have_their_cells_and_cards() {
        let data = |text: &str| event(&text.parse().unwrap());
        assert_eq!(data("dealt 2gto at 5"), json!({"type": "dealt", "cell": "5", "card": "2gto"}));
        assert_eq!(
            data("seat 2 wrong 1 2 4: 1rsd 2rsd 3pto"),
            json!({"type": "wrong", "seat": 1, "cells": ["1", "2", "4"], "cards": ["1rsd", "2rsd", "3pto"]})
        );
        assert_eq!(data("over limit"), json!({"type": "over", "end": "limit"}));
    }

    #[test]
    fn a_race_lists_cells_and_no_triples() {
        let table = table(&[("seats", "3")]);
        let choices = Set::choices(table.game(), table.state(), Seat(2));
        assert_eq!(table.legal_actions(Seat(2)).len(), 221);
        let [claim, deal] = &choices[..] else { panic!("{choices:?}") };
        assert_eq!((claim.text.as_str(), deal.text.as_str()), ("claim", "deal"));
        assert_eq!(claim.data["count"], 3);
        assert_eq!(claim.data["cells"].as_array().map(Vec::len), Some(12));
    }

    #[test]
    fn alone_nothing_says_where_a_set_is() {
        let table = table(&[]);
        let choices = Set::choices(table.game(), table.state(), Seat::FIRST);
        assert_eq!(choices[0].data["cells"].as_array().map(Vec::len), Some(12));
        assert_eq!(Set::choices(table.game(), table.state(), Seat(1)), []);
    }

    #[test]
    fn rows_lie_as_in_the_picture() {
        let table = table(&[]);
        let rows = json!([["1", "2", "3", "4"], ["5", "6", "7", "8"], ["9", "10", "11", "12"]]);
        assert_eq!(position(table.state()), json!({"deck": 69, "rows": rows}));
    }
}
