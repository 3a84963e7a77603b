//! The picture of a game that draws none of its own: its pieces on a grid where it declares one, and its position as lines of text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tercet_game::{Notation, Seat};

use crate::{Anchor, Draw, Group, Node, Outline, Role, Scene, Shape, Stroke, Text, Touch, UNITS, View};

/// Pieces on squares, row by row from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// How many columns there are.
    pub columns: usize,
    /// The squares; the last row is full.
    pub squares: Vec<Square>,
}

/// One square of a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Square {
    /// What stands on it, in a letter or two; empty for nothing.
    pub piece: String,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// The action that touching it does, as text.
    pub action: Option<String>,
}

impl Grid {
    /// The grid for a terminal: a line a row, a dot for an empty square.
    pub fn text(&self) -> String {
        let piece = |square: &Square| {
            if square.piece.is_empty() { ".".to_string() } else { square.piece.clone() }
        };
        let width = self.squares.iter().map(|square| square.piece.chars().count()).max().unwrap_or(1).max(1);
        let row = |row: &[Square]| {
            let cells: Vec<String> = row.iter().map(|square| format!("{:>width$}", piece(square))).collect();
            cells.join(" ")
        };
        self.squares.chunks(self.columns.max(1)).map(row).collect::<Vec<_>>().join("\n")
    }
}

const MARGIN: i32 = 20 * UNITS;
const SIDE: i32 = 56 * UNITS;
const GAP: i32 = 6 * UNITS;
const LINE: i32 = 26 * UNITS;
const LETTERS: i32 = 17 * UNITS;
/// About how wide a letter is.
const LETTER: i32 = 9 * UNITS;
const NARROWEST: i32 = 360 * UNITS;
/// How many lines of a position are shown; a picture is no place for a book.
const LINES: usize = 40;

/// The picture of a position: its grid, and the lines of its text.
pub fn plain_scene<G: Draw + Notation>(game: &G, state: &G::State, view: &View) -> Scene {
    let (grid, text) = (game.grid(state), named_seats(game, game.position_text(state), view));
    let lines: Vec<&str> = text.lines().take(LINES).collect();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as i32;
    let (across, down) = grid.as_ref().map_or((0, 0), size);
    let width = NARROWEST.max(across).max(longest * LETTER) + 2 * MARGIN;
    let text_height = LINE * lines.len() as i32 + if down > 0 && !lines.is_empty() { MARGIN } else { 0 };
    let mut scene =
        Scene::new(width, down + text_height + 2 * MARGIN, format!("{}: {}", G::ID, lines.join(", ")));
    scene.nodes.push(Shape::filled(Outline::rect(0, 0, width, scene.height, 0), Role::Board).into());
    if let Some(grid) = &grid {
        scene.nodes.extend(squares(game, state, grid, view, (width - across) / 2));
    }
    let top = scene.height - MARGIN - LINE * lines.len() as i32 + LINE / 2;
    scene.nodes.extend((0..).zip(lines).map(|(nth, line)| {
        Text::new((MARGIN, top + nth * LINE), LETTERS, Role::Ink, line)
            .anchored(Anchor::Start)
            .within(width - 2 * MARGIN)
            .into()
    }));
    scene
}

/// The text with names where it has seats by their numbers.
fn named_seats<G: Notation>(game: &G, text: String, view: &View) -> String {
    // From the last: `seat 1` begins `seat 12`.
    let seats = (0..game.seats()).rev().map(Seat);
    seats.fold(text, |text, seat| text.replace(&seat.to_string(), &view.name(seat)))
}

fn size(grid: &Grid) -> (i32, i32) {
    let columns = grid.columns.max(1);
    let rows = grid.squares.len().div_ceil(columns);
    (columns as i32 * SIDE, rows as i32 * SIDE)
}

fn squares<G: Notation>(game: &G, state: &G::State, grid: &Grid, view: &View, left: i32) -> Vec<Node> {
    let columns = grid.columns.max(1);
    let mut legal = Vec::new();
    if let Some(seat) = view.seat {
        game.legal_actions(state, seat, &mut legal);
    }
    let is_legal = |action: &str| game.read_action(action).is_ok_and(|action| legal.contains(&action));
    let drawn = grid.squares.iter().enumerate().map(|(nth, square)| {
        let (column, row) = (nth % columns, nth / columns);
        let group = Group::at(left + column as i32 * SIDE, MARGIN + row as i32 * SIDE);
        let name = format!("row {}, column {}: {}", row + 1, column + 1, square_words(square, view));
        let group = group.named(format!("square-{}", nth + 1), name).with(nodes(square, view));
        match &square.action {
            Some(action) if is_legal(action) => group.touched(Touch::Action(action.clone())).into(),
            _ => group.into(),
        }
    });
    drawn.collect()
}

fn square_words(square: &Square, view: &View) -> String {
    match (square.seat, square.piece.as_str()) {
        (_, "") => "empty".to_string(),
        (Some(seat), piece) => format!("{piece} of {}", view.name(seat)),
        (None, piece) => piece.to_string(),
    }
}

fn nodes(square: &Square, view: &View) -> Vec<Node> {
    let side = SIDE - GAP;
    let outline = Outline::rect(GAP / 2, GAP / 2, side, side, 8 * UNITS);
    let is_hint = square.action.is_some() && square.action == view.hint;
    let edge = if is_hint { Stroke::new(Role::Hint, 4 * UNITS) } else { Stroke::new(Role::CellEdge, UNITS) };
    let mut nodes = Vec::from([Shape::filled(outline, Role::Cell).edged(edge).into()]);
    if square.piece.is_empty() {
        return nodes;
    }
    let (paint, ink) = match square.seat {
        Some(seat) => (Role::Piece(seat.0 % Role::PIECES), Role::Ink),
        None => (Role::Card, Role::CardInk),
    };
    let middle = SIDE / 2;
    nodes.push(Shape::filled(Outline::circle(middle, middle, side / 2 - 6 * UNITS), paint).into());
    nodes.push(
        Text::new((middle, middle), 20 * UNITS, ink, square.piece.clone())
            .bold()
            .within(side - 16 * UNITS)
            .into(),
    );
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_lines_of_pieces() {
        let square = |piece: &str| Square { piece: piece.to_string(), ..Square::default() };
        let grid =
            Grid { columns: 2, squares: Vec::from([square("X"), square(""), square("10"), square("O")]) };
        assert_eq!(grid.text(), " X  .\n10  O");
    }
}
