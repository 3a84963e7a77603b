//! Events, actions, the board and the hand of the puzzle as data. Rows, columns and slots count from one.

use serde_json::{Value, json};
use tercet_game::{Game as _, Seat, Turn};
use tercet_triangle::{Action, Event, Field, Piece, Puzzle, State};

use tercet_entry::{Description, count};

/// What happened.
pub(super) fn event<F: Field>(game: &Puzzle<F>, event: &Event) -> Value {
    match event {
        Event::Dealt { slot, piece } => {
            json!({ "type": "dealt", "slot": slot + 1, "shape": shape(game, *piece) })
        }
        Event::Placed { slot, cells, .. } => {
            json!({ "type": "placed", "slot": slot + 1, "cells": places(game, cells) })
        }
        Event::Cleared { cells } => json!({ "type": "cleared", "cells": places(game, cells) }),
        Event::Toggled { cell, is_filled } => {
            json!({ "type": if *is_filled { "filled" } else { "freed" }, "cells": places(game, &[*cell]) })
        }
        Event::Set { hand } => {
            let slots = usize::from(game.config().slots);
            let held = hand[..slots].iter().map(|held| held.map(|held| shape(game, held.piece)));
            json!({ "type": "set", "hand": held.collect::<Vec<_>>() })
        }
        Event::Over { end } => json!({ "type": "over", "end": end.name() }),
    }
}

/// A placement.
pub(super) fn action<F: Field>(game: &Puzzle<F>, action: Action) -> Value {
    let [row, col] = place(game, action.anchor);
    json!({ "type": "place", "slot": action.slot + 1, "row": row, "col": col })
}

/// What can be placed: an entry a slot, with all places for the anchor of its shape.
pub(super) fn choices<F: Field>(game: &Puzzle<F>, state: &State<F>, seat: Seat) -> Vec<Description> {
    if !matches!(game.turn(state), Turn::Seats(seats) if seats.contains(seat)) {
        return Vec::new();
    }
    let slots = 0..usize::from(game.config().slots);
    slots.filter_map(|slot| placements(game, state, slot)).collect()
}

fn placements<F: Field>(game: &Puzzle<F>, state: &State<F>, slot: usize) -> Option<Description> {
    let anchors = game.anchors(state, game.slot(state, slot)?);
    let anchors: Vec<u16> = anchors.into_iter().map(|anchor| anchor as u16).collect();
    (!anchors.is_empty()).then(|| Description {
        text: format!("place {}", slot + 1),
        words: format!("the shape of slot {}: {}", slot + 1, count(anchors.len(), "place", "places")),
        data: json!({ "type": "place", "slot": slot + 1, "places": places(game, &anchors) }),
    })
}

/// The board, a letter a cell, and the shapes of the slots.
pub(super) fn position<F: Field>(game: &Puzzle<F>, state: &State<F>) -> Value {
    let hand = (0..usize::from(game.config().slots)).map(|slot| game.slot(state, slot));
    let hand: Vec<Option<Value>> = hand.map(|piece| piece.map(|piece| shape(game, piece))).collect();
    let cell = |cell: usize| match (game.grid().is_playable(cell), state.is_filled(cell)) {
        (false, _) => ' ',
        (true, true) => '#',
        (true, false) => '.',
    };
    json!({ "cells": rows(game, cell), "hand": hand })
}

/// Where the triangles lie in pictures: the first row and column, how far it is to the next, and which way each points.
pub(super) fn layout<F: Field>(game: &Puzzle<F>) -> Value {
    let lattice = game.lattice();
    let points = |cell: usize| if game.grid().is_up(cell) { 'U' } else { 'D' };
    json!({
        "left": lattice.left,
        "top": lattice.top,
        "half": lattice.half,
        "height": lattice.height,
        "cells": rows(game, points),
    })
}

/// A letter for each cell, row by row.
fn rows<F: Field>(game: &Puzzle<F>, letter: impl Fn(usize) -> char) -> Vec<String> {
    let (size, cols) = (game.grid().size(), game.grid().cols());
    (0..size).step_by(cols).map(|first| (first..first + cols).map(&letter).collect()).collect()
}

/// The triangles of a shape: rows and columns from its anchor, and which way they point.
fn shape<F: Field>(game: &Puzzle<F>, piece: Piece) -> Value {
    let triangles = game.shape(piece).map(tercet_triangle::Shape::triangles).unwrap_or_default();
    let triangle =
        |each: &tercet_triangle::Triangle| json!([each.row, each.col, if each.is_up { "U" } else { "D" }]);
    triangles.iter().map(triangle).collect()
}

fn places<F: Field>(game: &Puzzle<F>, cells: &[u16]) -> Vec<[usize; 2]> {
    cells.iter().map(|&cell| place(game, cell)).collect()
}

/// Row and column.
fn place<F: Field>(game: &Puzzle<F>, cell: u16) -> [usize; 2] {
    let (row, col) = game.grid().place(cell.into());
    [row + 1, col + 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_game::{Deal, Match, Notation as _};
    use tercet_triangle::{Config, Dense};

    fn table() -> Match<Puzzle<Dense>> {
        Match::new(Puzzle::new(&Config::default()).unwrap().into(), Deal::stream(3), &mut ()).unwrap()
    }

    #[test]
    fn events_have_their_cells() {
        let table = table();
        let game = table.game();
        let data = |text: &str| event(game, &game.read_event(text).unwrap());
        assert_eq!(
            data("dealt 5 to 2"),
            json!({"type": "dealt", "slot": 2, "shape": [[0, 0, "U"], [0, 1, "D"]]})
        );
        assert_eq!(
            data("placed 5 from 2: 1,4 1,5"),
            json!({"type": "placed", "slot": 2, "cells": [[1, 4], [1, 5]]})
        );
        assert_eq!(data("freed 3,4"), json!({"type": "freed", "cells": [[3, 4]]}));
    }

    #[test]
    fn the_places_of_all_slots_are_the_legal_actions() {
        let table = table();
        let (game, state) = (table.game(), table.state());
        let mut texts = Vec::new();
        for choice in choices(game, state, Seat::FIRST) {
            let places = choice.data["places"].as_array().unwrap();
            texts.extend(places.iter().map(|place| format!("{} {} {}", choice.text, place[0], place[1])));
        }
        let legal = table.legal_actions(Seat::FIRST);
        let legal: Vec<String> = legal.into_iter().map(|action| game.action_text(action)).collect();
        assert_eq!(texts, legal);
        assert_eq!(choices(game, state, Seat(1)), []);
    }

    #[test]
    fn the_board_has_a_letter_a_cell() {
        let table = table();
        let game = table.game();
        let (cells, points) = (position(game, table.state()), layout(game));
        let rows = |data: &Value| data["cells"].as_array().unwrap().len();
        assert_eq!((rows(&cells), rows(&points)), (game.grid().rows(), game.grid().rows()));
        assert_eq!(cells["hand"].as_array().unwrap().len(), 3);
        let first = points["cells"][0].as_str().unwrap();
        assert_eq!(first.len(), game.grid().cols());
        assert_eq!(first.starts_with('U'), game.grid().is_up(0));
    }
}
