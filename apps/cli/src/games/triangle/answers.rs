//! What people ask about a position of the puzzle, and the answers as text.

use tercet_game::{Game as _, Notation as _};
use tercet_triangle::{Action, Direction, Field};
use tercet_triangle_play::text::words;

use crate::games::triangle::table::Table;

/// The legal actions with their numbers, of one slot or of all.
pub(crate) fn legal<F: Field>(table: &Table<F>, slot: Option<usize>) -> String {
    let slots = usize::from(table.game().config().slots);
    if let Some(slot) = slot.filter(|slot| !(1..=slots).contains(slot)) {
        return format!("there is no slot {slot}");
    }
    let mut actions = table.legal_actions();
    actions.retain(|action| slot.is_none_or(|slot| usize::from(action.slot) + 1 == slot));
    let mut lines = vec![format!("legal actions: {}", actions.len())];
    let line = |action| format!("{:>5}  {}", table.number(action), table.game().action_text(action));
    lines.extend(actions.into_iter().map(line));
    lines.join("\n")
}

/// The lines through a cell, and how many of their cells are filled.
pub(crate) fn lines<F: Field>(table: &Table<F>, row: usize, col: usize) -> String {
    let (game, state) = (table.game(), table.state());
    let place = |number: usize| i32::try_from(number).unwrap_or(i32::MAX) - 1;
    let Some(cell) = game.grid().cell(place(row), place(col)) else {
        return format!("there is no cell {row} {col}");
    };
    let mut texts = Vec::new();
    for (direction, run) in table.runs(cell) {
        let filled = run.iter().filter(|&&cell| state.is_filled(cell)).count();
        let cells: Vec<u16> = run.iter().map(|&cell| cell as u16).collect();
        let cells = words::cells(game, &cells);
        texts.push(format!("{}, {filled} of {} filled: {cells}", name(direction), run.len()));
    }
    if texts.is_empty() {
        texts.push(format!("no line goes through {row} {col}"));
    }
    texts.join("\n")
}

/// The number of an action.
pub(crate) fn encode<F: Field>(table: &Table<F>, text: &str) -> String {
    match table.game().read_action(text) {
        Ok(action) => table.number(action).to_string(),
        Err(error) => error.to_string(),
    }
}

/// The action of a number.
pub(crate) fn decode<F: Field>(table: &Table<F>, number: usize) -> String {
    let game = table.game();
    let size = game.grid().size();
    let count = usize::from(game.config().slots) * size;
    if number < count {
        return game.action_text(Action { slot: (number / size) as u8, anchor: (number % size) as u16 });
    }
    format!("there is no action {number}; they are 0 to {}", count - 1)
}

fn name(direction: Direction) -> &'static str {
    match direction {
        Direction::Horizontal => "level",
        Direction::Falling => "falling",
        Direction::Rising => "rising",
    }
}
