//! Connect's picture: the board from the front; touching a column drops a stone.

use tercet_cli::game::{Deal, Game as _, Notation as _, Seat};
use tercet_cli::scene::{
    Draw, Grid, Group, Layer, Node, Outline, Role, Scene, Shape, Square, Stroke, Touch, UNITS, View,
};

use crate::text::LETTERS;
use crate::{Connect, Drop, Dropped, State};

const MARGIN: i32 = 16 * UNITS;
const SIDE: i32 = 64 * UNITS;
const RADIUS: i32 = 26 * UNITS;
/// The colours of the seats, far apart in every theme.
const COLORS: [Role; 2] = [Role::Piece(0), Role::Piece(1)];

/// A hole of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Hole {
    column: u8,
    row: u8,
}

impl Draw for Connect {
    /// The stone that fell last.
    type Memory = Option<Dropped>;

    fn memory(&self, _deal: &Deal) -> Option<Dropped> {
        None
    }

    fn remember(&self, memory: &mut Option<Dropped>, _before: &State, events: &[Dropped]) {
        *memory = events.last().copied();
    }

    fn grid(&self, state: &State) -> Option<Grid> {
        let rows = (0..self.config().rows).rev();
        let holes = rows.flat_map(|row| (0..self.config().columns).map(move |column| Hole { column, row }));
        let square = |hole: Hole| {
            let seat = self.owner(state, hole);
            let piece = seat.map_or("", |seat| LETTERS[seat.index()]).to_owned();
            Square { piece, seat, action: Some(self.action_text(Drop(hole.column))) }
        };
        Some(Grid { columns: self.config().columns.into(), squares: holes.map(square).collect() })
    }

    fn scene(&self, state: &State, last: &Option<Dropped>, view: &View) -> Scene {
        let (columns, rows) = (i32::from(self.config().columns), i32::from(self.config().rows));
        let (width, height) = (columns * SIDE + 2 * MARGIN, rows * SIDE + 2 * MARGIN);
        let mut scene = Scene::new(width, height, self.title(state, view));
        scene.nodes.push(Shape::filled(Outline::rect(0, 0, width, height, 0), Role::Board).into());
        let mut legal = Vec::new();
        if let Some(seat) = view.seat {
            self.legal_actions(state, seat, &mut legal);
        }
        let last = last
            .filter(|_| view.layers.has(Layer::Last))
            .map(|stone| Hole { column: stone.column, row: stone.row });
        let column = |column| {
            let group = Group::at(MARGIN + i32::from(column) * SIDE, MARGIN)
                .named(format!("column-{}", column + 1), self.column_words(state, column, view))
                .with(self.column(state, column, last, view));
            let is_legal = legal.contains(&Drop(column));
            if is_legal { group.touched(Touch::Action(self.action_text(Drop(column)))) } else { group }
        };
        scene.nodes.extend((0..self.config().columns).map(|each| Node::Group(column(each))));
        scene
    }
}

impl Connect {
    /// Whose stone is there.
    fn owner(&self, state: &State, hole: Hole) -> Option<Seat> {
        let bit = self.bit(hole.column, hole.row);
        [Seat(0), Seat(1)].into_iter().find(|seat| state.stones[seat.index()] & bit != 0)
    }

    fn title(&self, state: &State, view: &View) -> String {
        match state.winner {
            Some(seat) => format!("Connect: {} has won", view.name(seat)),
            None => format!("Connect after {} stones", state.plays),
        }
    }

    /// A column in words, for screen readers: its stones from the lowest one up.
    fn column_words(&self, state: &State, column: u8, view: &View) -> String {
        let rows = 0..self.height(state, column);
        let names: Vec<String> = rows
            .filter_map(|row| self.owner(state, Hole { column, row }))
            .map(|seat| view.name(seat))
            .collect();
        let stones =
            if names.is_empty() { "empty".to_owned() } else { format!("from below {}", names.join(", ")) };
        format!("column {}: {stones}", column + 1)
    }

    fn column(&self, state: &State, column: u8, last: Option<Hole>, view: &View) -> Vec<Node> {
        let action = self.action_text(Drop(column));
        let is_hint = view.hint.as_ref().or(view.ghost.as_ref()) == Some(&action);
        // The whole edge of a hint lies inside, or the next column would cover some of it.
        let (edge, width, inset) =
            if is_hint { (Role::Hint, 4 * UNITS, 2 * UNITS) } else { (Role::CardEdge, UNITS, 0) };
        let (side, height) = (SIDE - 2 * inset, i32::from(self.config().rows) * SIDE - 2 * inset);
        let board = Outline::rect(inset, inset, side, height, 0);
        let edge = Stroke::new(edge, width);
        let mut nodes = vec![Shape::filled(board, Role::Card).edged(edge).into()];
        for row in 0..self.config().rows {
            nodes.extend(self.hole(state, Hole { column, row }, last));
        }
        nodes
    }

    fn hole(&self, state: &State, hole: Hole, last: Option<Hole>) -> Vec<Node> {
        let (x, y) = (SIDE / 2, i32::from(self.config().rows - hole.row) * SIDE - SIDE / 2);
        let circle = |radius| Outline::circle(x, y, radius);
        let Some(seat) = self.owner(state, hole) else {
            let edge = Stroke::new(Role::CellEdge, UNITS);
            return vec![Shape::filled(circle(RADIUS), Role::Cell).edged(edge).into()];
        };
        let edge = Stroke::new(Role::PieceEdge, UNITS);
        let mut nodes = vec![Shape::filled(circle(RADIUS), COLORS[seat.index()]).edged(edge).into()];
        if seat.0 == 1 {
            // Not by its colour alone.
            nodes.push(Shape::lined(circle(RADIUS / 2), Stroke::new(Role::PieceEdge, 3 * UNITS)).into());
        }
        let is_line = self.lines(state.stones[seat.index()]) & self.bit(hole.column, hole.row) != 0;
        if is_line {
            nodes.push(Shape::lined(circle(RADIUS), Stroke::new(Role::Line, 5 * UNITS)).into());
        } else if last == Some(hole) {
            nodes.push(Shape::lined(circle(RADIUS), Stroke::new(Role::Last, 4 * UNITS)).into());
        }
        nodes
    }
}
