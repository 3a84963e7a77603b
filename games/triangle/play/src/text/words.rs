//! Shapes, cells and events in words.

use tercet_game::End;
use tercet_triangle::{Event, Field, Piece, Puzzle};

/// A shape in words: how many triangles, and which.
fn shape<F: Field>(game: &Puzzle<F>, piece: Piece) -> String {
    game.shape(piece).map(ToString::to_string).unwrap_or_default()
}

/// A cell by its row and column, from one.
pub fn cell<F: Field>(game: &Puzzle<F>, cell: u16) -> String {
    let (row, col) = game.grid().place(cell.into());
    format!("{} {}", row + 1, col + 1)
}

/// Cells with commas between them.
pub fn cells<F: Field>(game: &Puzzle<F>, list: &[u16]) -> String {
    list.iter().map(|&each| cell(game, each)).collect::<Vec<_>>().join(", ")
}

/// What happened, in words.
pub fn event<F: Field>(game: &Puzzle<F>, event: &Event) -> String {
    match event {
        Event::Dealt { slot, piece } => format!("slot {}: {}", slot + 1, shape(game, *piece)),
        Event::Placed { slot, cells: filled, .. } => {
            format!("placed the shape of slot {} on {}", slot + 1, cells(game, filled))
        }
        Event::Cleared { cells: freed } => format!("cleared {}: {}", freed.len(), cells(game, freed)),
        Event::Toggled { cell: toggled, is_filled } => {
            format!("{} {} by hand", if *is_filled { "filled" } else { "freed" }, cell(game, *toggled))
        }
        Event::Set { hand } => {
            let held = hand.iter().flatten().count();
            format!("set the slots by hand: {held} {}", if held == 1 { "shape" } else { "shapes" })
        }
        Event::Over { end } => format!("the game is over: {}", self::end(*end)),
    }
}

/// Why a game is over.
pub fn end(end: End) -> &'static str {
    match end {
        End::Finished => "no shape fits anywhere",
        End::Limit => "it has reached its limit of plays",
        End::Void => "it counts for nothing",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_game::{Game, Notation};
    use tercet_triangle::{Config, Dense};

    #[test]
    fn every_event_has_its_words() {
        let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
        let cases = [
            ("dealt 5 to 2", "slot 2: U0,0 D0,1"),
            ("placed 5 from 2: 1,4 1,5", "placed the shape of slot 2 on 1 4, 1 5"),
            ("cleared: 1,4 1,5", "cleared 2: 1 4, 1 5"),
            ("filled 3,4", "filled 3 4 by hand"),
            ("freed 3,4", "freed 3 4 by hand"),
            ("set 5:0 - 3:1", "set the slots by hand: 2 shapes"),
            ("set 5:0 - -", "set the slots by hand: 1 shape"),
            ("over finished", "the game is over: no shape fits anywhere"),
            ("over limit", "the game is over: it has reached its limit of plays"),
        ];
        for (text, words) in cases {
            assert_eq!(event(&game, &game.read_event(text).unwrap()), words);
        }
    }
}
