//! The board and what is shown upon it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tercet_game::{Encode, Game, Notation, Seat};
use tercet_scene::{
    Fill, Group, Layer, Node, Outline, Paint, Path, Point, Role, Shape as Form, Step, Stroke, Text, Touch,
    UNITS, View,
};

use crate::action::Action;
use crate::field::Field;
use crate::grid::Direction;
use crate::rules::Puzzle;
use crate::state::State;
use crate::view::Memory;
use crate::view::mesh::{Mesh, Place, place_of, shape_at};

/// The most cells that are named one by one. Larger boards would make an SVG of more than 200 KB.
const NAMED_CELLS: usize = 480;
/// A line that lacks no more cells than this is nearly complete.
const NEARLY: usize = 2;

/// A position, and how it is shown.
pub(super) struct BoardPicture<'p, F: Field> {
    pub(super) game: &'p Puzzle<F>,
    pub(super) state: &'p State<F>,
    pub(super) memory: &'p Memory,
    pub(super) view: &'p View,
    pub(super) mesh: Mesh,
    /// The slot that is picked.
    pub(super) picked: Option<usize>,
    pub(super) can_touch: bool,
}

impl<F: Field> BoardPicture<'_, F> {
    /// The board, from the ground up.
    pub(super) fn nodes(&self) -> Vec<Node> {
        let mut nodes = self.cells();
        if self.view.layers.has(Layer::Lines) {
            nodes.extend(self.near_lines());
        }
        if self.view.layers.has(Layer::Last) {
            nodes.extend(self.last());
        }
        if let Some(hint) = self.game.action_of(self.view.hint.as_deref()) {
            nodes.extend(self.shape_of(hint, Role::Hint, 35, Some((80, 70))));
        }
        if let Some(ghost) = self.game.action_of(self.view.ghost.as_deref()) {
            nodes.extend(self.ghost(ghost));
        }
        nodes.extend(self.words());
        nodes.extend(self.touched());
        nodes
    }

    fn places(&self, is_in: impl Fn(usize) -> bool) -> impl Iterator<Item = Place> {
        let grid = self.game.grid();
        (0..grid.size()).filter(move |&cell| is_in(cell)).map(move |cell| place_of(grid, cell))
    }

    /// Death zones, free cells, then filled ones by colour.
    fn cells(&self) -> Vec<Node> {
        let (grid, state) = (self.game.grid(), self.state);
        let is_free = |cell: usize| grid.is_playable(cell) && !state.is_filled(cell);
        let blocked = self.mesh.path(self.places(|cell| !grid.is_playable(cell)));
        let free = self.mesh.path(self.places(is_free));
        let mut nodes = Vec::new();
        self.layer(&mut nodes, blocked, Role::Blocked, Stroke::new(Role::BlockedEdge, 8));
        self.layer(&mut nodes, free, Role::Cell, Stroke::new(Role::CellEdge, 15));
        let pieces = (0..Role::PIECES).map(Role::Piece).chain([Role::ByHand]);
        for role in pieces {
            let of_role = |cell: usize| state.is_filled(cell) && self.memory.role(cell) == role;
            let path = self.mesh.path(self.places(of_role));
            self.layer(&mut nodes, path, role, Stroke::new(Role::PieceEdge, 15));
        }
        nodes
    }

    fn layer(&self, nodes: &mut Vec<Node>, path: Path, role: Role, stroke: Stroke) {
        if !path.0.is_empty() {
            // On a fine net the lines between cells are finer, too.
            let width = stroke.width.min(self.mesh.half / 10).max(2);
            nodes.push(Form::filled(Outline::Path(path), role).edged(Stroke { width, ..stroke }).into());
        }
    }

    /// What was placed last, and what that cleared.
    fn last(&self) -> Vec<Node> {
        let grid = self.game.grid();
        let places =
            |cells: &[u16]| cells.iter().map(|&cell| place_of(grid, cell.into())).collect::<Vec<_>>();
        let cleared = places(&self.memory.cleared);
        let mut nodes = Vec::new();
        if !cleared.is_empty() {
            let shade =
                Form::filled(Outline::Path(self.mesh.path(cleared.iter().copied())), thin(Role::Cleared, 28));
            nodes.push(shade.into());
            let dots = Stroke::new(Role::Cleared, self.line(18)).dashed(self.line(1), self.line(50));
            nodes.push(Form::lined(Outline::Path(self.mesh.edge(cleared)), dots).into());
        }
        let placed = places(&self.memory.placed);
        if !placed.is_empty() {
            let edge = Outline::Path(self.mesh.edge(placed));
            nodes.push(Form::lined(edge, Stroke::new(Role::Last, self.line(30))).into());
        }
        nodes
    }

    /// A width for a board of the default grid, as this one's triangles want it.
    fn line(&self, units: i32) -> i32 {
        (units * self.mesh.half / (40 * UNITS)).max(1)
    }

    /// Lines that lack few cells.
    fn near_lines(&self) -> Vec<Node> {
        let min_line = usize::from(self.game.config().min_line);
        let runs = Direction::ALL.iter().flat_map(|&direction| self.game.grid().runs(direction, min_line));
        let lacks = |run: &Vec<usize>| run.iter().filter(|&&cell| !self.state.is_filled(cell)).count();
        let near = runs.filter(|run| lacks(run) <= NEARLY && lacks(run) < run.len());
        near.flat_map(|run| self.marked(&run)).collect()
    }

    /// A line of cells: tinted, with an edge around them.
    fn marked(&self, run: &[usize]) -> [Node; 2] {
        let places = || run.iter().map(|&cell| place_of(self.game.grid(), cell));
        let stroke = Stroke::new(thin(Role::Line, 90), self.line(36));
        [
            Form::filled(Outline::Path(self.mesh.path(places())), thin(Role::Line, 18)).into(),
            Form::lined(Outline::Path(self.mesh.edge(places())), stroke).into(),
        ]
    }

    /// An action that is only thought of: a whole line around it where it is legal, a broken one where it is not, and
    /// the lines that it would complete.
    fn ghost(&self, action: Action) -> Vec<Node> {
        if !self.is_legal(action) {
            return self.shape_of(action, Role::Illegal, 25, Some((90, 90)));
        }
        let mut nodes: Vec<Node> = self.completed(action).iter().flat_map(|run| self.marked(run)).collect();
        nodes.extend(self.shape_of(action, Role::Legal, 45, None));
        nodes
    }

    fn is_legal(&self, action: Action) -> bool {
        let piece = self.game.slot(self.state, action.slot.into());
        piece.is_some_and(|piece| self.game.anchors(self.state, piece).contains(&action.anchor.into()))
    }

    /// The lines that a legal action would complete.
    fn completed(&self, action: Action) -> Vec<Vec<usize>> {
        let grid = self.game.grid();
        let shape = self.game.slot(self.state, action.slot.into()).and_then(|piece| self.game.shape(piece));
        let cells = shape.and_then(|shape| grid.placement(shape, action.anchor.into())).unwrap_or_default();
        let is_full = |run: &Vec<usize>| {
            run.iter().any(|cell| cells.contains(cell))
                && run.iter().all(|&cell| self.state.is_filled(cell) || cells.contains(&cell))
        };
        let min_line = usize::from(self.game.config().min_line);
        let runs = Direction::ALL.iter().flat_map(|&direction| grid.runs(direction, min_line));
        runs.filter(is_full).collect()
    }

    /// The shape of an action where it would lie.
    fn shape_of(&self, action: Action, role: Role, percent: u8, dash: Option<(i32, i32)>) -> Vec<Node> {
        let piece = self.game.slot(self.state, action.slot.into());
        let Some(shape) = piece.and_then(|piece| self.game.shape(piece)) else { return Vec::new() };
        let places = shape_at(self.game.grid(), shape, action.anchor.into());
        let inside = Outline::Path(self.mesh.path(places.iter().copied()));
        let edge = Outline::Path(self.mesh.edge(places));
        let mut stroke = Stroke::new(role, self.line(40));
        if let Some((dash, gap)) = dash {
            stroke = stroke.dashed(self.line(dash), self.line(gap));
        }
        let fill = Some(Fill::Plain(thin(role, percent)));
        alloc::vec![Form { outline: inside, fill, stroke: None }.into(), Form::lined(edge, stroke).into()]
    }

    /// Coordinates or action numbers in every cell; on large boards, coordinates along the edges.
    fn words(&self) -> Vec<Node> {
        let grid = self.game.grid();
        let has = |layer| self.view.layers.has(layer);
        if !(has(Layer::Coordinates) || has(Layer::Numbers)) {
            return Vec::new();
        }
        if grid.size() > NAMED_CELLS {
            return self.rulers();
        }
        let words = |cell: usize| {
            let (row, col) = grid.place(cell);
            let action = Action { slot: self.picked.unwrap_or(0) as u8, anchor: cell as u16 };
            let number = format!("{}", self.game.action_number(Seat::FIRST, action));
            let coordinates = format!("{},{}", row + 1, col + 1);
            match (has(Layer::Coordinates), has(Layer::Numbers)) {
                (true, true) => alloc::vec![coordinates, number],
                (true, false) => alloc::vec![coordinates],
                _ => alloc::vec![number],
            }
        };
        grid.playable().flat_map(|cell| self.labels(cell, words(cell))).collect()
    }

    /// Lines of words in a cell; on a filled one they stand on a plate, so that they can be read on any colour.
    fn labels(&self, cell: usize, lines: Vec<String>) -> Vec<Node> {
        let middle = self.mesh.middle(place_of(self.game.grid(), cell));
        let size = self.mesh.half * 2 / 7;
        let height = size * 6 / 5;
        let is_filled = self.state.is_filled(cell);
        let top = middle.y - height * (lines.len() as i32 - 1) / 2;
        let mut nodes = Vec::new();
        if is_filled {
            let (wide, high) = (self.mesh.half * 9 / 10, height * lines.len() as i32 + size / 5);
            let plate = Outline::rect(middle.x - wide / 2, middle.y - high / 2, wide, high, size / 2);
            nodes.push(Form::filled(plate, Role::Badge).into());
        }
        for (nth, words) in lines.into_iter().enumerate() {
            let role = if is_filled { Role::BadgeInk } else { Role::CellInk };
            let at = (middle.x, top + nth as i32 * height);
            nodes.push(Text::new(at, size, role, words).within(self.mesh.half * 8 / 10).into());
        }
        nodes
    }

    /// The numbers of every fifth row and column, and of the first.
    fn rulers(&self) -> Vec<Node> {
        let grid = self.game.grid();
        let size = 9 * UNITS;
        let (_, height) = self.mesh.size(grid.rows() as i32, grid.cols() as i32);
        let Point { x, y } = self.mesh.origin;
        let is_named = |index: &usize| *index == 0 || (index + 1).is_multiple_of(5);
        let text =
            |at: (i32, i32), index: usize| Text::new(at, size, Role::Faint, format!("{}", index + 1)).into();
        let row = |row: usize| text((x - size, y + self.mesh.height * (2 * row as i32 + 1) / 2), row);
        let column =
            |column: usize| text((x + (column as i32 + 1) * self.mesh.half, y + height + size), column);
        let rows = (0..grid.rows()).filter(is_named).map(row);
        rows.chain((0..grid.cols()).filter(is_named).map(column)).collect()
    }

    /// The cells where the picked shape may go: each can be touched, and is marked if that was asked for.
    fn touched(&self) -> Vec<Node> {
        let Some(slot) = self.picked else { return Vec::new() };
        let piece = self.game.slot(self.state, slot);
        let anchors = piece.map(|piece| self.game.anchors(self.state, piece)).unwrap_or_default();
        let mut nodes = Vec::new();
        if self.view.layers.has(Layer::Legal) {
            nodes.extend(self.dots(&anchors));
        }
        if self.can_touch && self.game.grid().size() <= NAMED_CELLS {
            nodes.extend(anchors.iter().map(|&anchor| self.anchor(slot, anchor)));
        }
        nodes
    }

    /// A dot in each of these cells.
    fn dots(&self, cells: &[usize]) -> Vec<Node> {
        let has_words = self.view.layers.has(Layer::Coordinates) || self.view.layers.has(Layer::Numbers);
        let middles = cells.iter().map(|&cell| {
            let place = place_of(self.game.grid(), cell);
            let (middle, [_, tip, _]) = (self.mesh.middle(place), self.mesh.corners(place));
            // Words stand in the middle.
            Point { y: if has_words { middle.y + (tip.y - middle.y) * 6 / 10 } else { middle.y }, ..middle }
        });
        let radius = self.line(50);
        if self.game.grid().size() <= NAMED_CELLS {
            let dot =
                |middle: Point| Form::filled(Outline::circle(middle.x, middle.y, radius), Role::Legal).into();
            return middles.map(dot).collect();
        }
        // A line of no length has round ends: thousands of dots are a fifth of the text of thousands of circles.
        let dots = middles.flat_map(|middle| [Step::Move(middle), Step::Line(middle)]).collect();
        alloc::vec![Form::lined(Outline::Path(Path(dots)), Stroke::new(Role::Legal, 2 * radius)).into()]
    }

    /// A place for the picked shape: nothing is seen of it.
    fn anchor(&self, slot: usize, anchor: usize) -> Node {
        let grid = self.game.grid();
        let (row, col) = grid.place(anchor);
        let action = self.game.action_text(Action { slot: slot as u8, anchor: anchor as u16 });
        let outline = Outline::Path(self.mesh.path([place_of(grid, anchor)]));
        let name = format!("place at row {}, column {}", row + 1, col + 1);
        let group = Group::at(0, 0).named(format!("cell-{}-{}", row + 1, col + 1), name);
        group.touched(Touch::Action(action)).with([Form::filled(outline, thin(Role::Legal, 0)).into()]).into()
    }
}

fn thin(role: Role, percent: u8) -> Paint {
    Paint::thin(role, percent)
}
