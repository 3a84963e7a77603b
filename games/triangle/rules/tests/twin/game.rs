//! The position, what may be done in it, and what placing a shape and the debug edits do.

use std::rc::Rc;

use super::grid::{Cell, Grid, is_up};
use super::shapes::{Piece, Shape, distinct, templates};

/// The options (R17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) grid: Grid,
    pub(crate) slots: usize,
    pub(crate) min_line: usize,
    pub(crate) templates: Vec<Shape>,
    pub(crate) limit: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config { grid: Grid::hexagon(4), slots: 3, min_line: 2, templates: templates(), limit: 10_000 }
    }
}

/// What an occupied cell looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Colour(u8),
    Debug,
}

/// R11 and R13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Finished,
    Limit,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// A piece for this slot.
    Deal {
        slot: usize,
    },
    Play,
    Over(End),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Twin {
    pub(crate) config: Rc<Config>,
    pub(crate) lines: Rc<Vec<Vec<Cell>>>,
    /// Every cell of the rectangle, row by row; `None` is free (or a death zone).
    pub(crate) board: Vec<Option<Paint>>,
    pub(crate) slots: Vec<Option<Piece>>,
    /// Triangles placed and cleared by plays.
    pub(crate) placed: u32,
    pub(crate) cleared: u32,
    /// Plays, and those after which the game went on.
    pub(crate) steps: u32,
    pub(crate) survived: u32,
    pub(crate) doing: Doing,
}

impl Twin {
    pub(crate) fn start(config: &Config) -> Twin {
        Twin {
            config: Rc::new(config.clone()),
            lines: Rc::new(config.grid.lines(config.min_line)),
            board: vec![None; config.grid.cells().len()],
            slots: vec![None; config.slots],
            placed: 0,
            cleared: 0,
            steps: 0,
            survived: 0,
            doing: Doing::Deal { slot: 0 },
        }
    }

    /// R19: a position with nothing counted yet; empty slots are dealt to.
    pub(crate) fn at(config: &Config, occupied: &[(Cell, Paint)], slots: &[Option<Piece>]) -> Twin {
        let mut twin = Twin::start(config);
        for &(cell, paint) in occupied {
            twin.fill(cell, paint);
        }
        if slots.iter().any(Option::is_some) {
            twin.doing = Doing::Play;
            twin.set_shapes(slots);
        }
        twin
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.doing, Doing::Over(_))
    }

    /// R12.
    pub(crate) fn points(&self) -> u32 {
        2 * self.placed + 100 * self.cleared + self.survived
    }

    /// A cell of the rectangle by its number in the rows.
    fn place(&self, cell: Cell) -> usize {
        usize::try_from(cell.row * self.config.grid.cols + cell.col).expect("a cell of the rectangle")
    }

    pub(crate) fn paint(&self, cell: Cell) -> Option<Paint> {
        self.board[self.place(cell)]
    }

    pub(crate) fn is_free(&self, cell: Cell) -> bool {
        self.config.grid.is_playable(cell) && self.paint(cell).is_none()
    }

    /// R7.
    pub(crate) fn encode(&self, slot: usize, anchor: Cell) -> usize {
        slot * self.board.len() + self.place(anchor)
    }

    pub(crate) fn decode(&self, action: usize) -> (usize, Cell) {
        (action / self.board.len(), self.config.grid.cells()[action % self.board.len()])
    }

    /// R8, but for the slot.
    pub(crate) fn fits(&self, shape: &Shape, anchor: Cell) -> bool {
        shape.0.iter().zip(landing(shape, anchor)).all(|(triangle, cell)| {
            let has_orientation = is_up(cell) == triangle.up;
            self.is_free(cell) && has_orientation
        })
    }

    /// Where a shape could be placed now.
    pub(crate) fn anchors(&self, shape: &Shape) -> Vec<Cell> {
        self.config.grid.cells().into_iter().filter(|&anchor| self.fits(shape, anchor)).collect()
    }

    /// R8: the numbers of all legal actions, ascending.
    pub(crate) fn actions(&self) -> Vec<usize> {
        if self.doing == Doing::Play { self.placements() } else { Vec::new() }
    }

    fn placements(&self) -> Vec<usize> {
        let mut numbers = Vec::new();
        for (slot, piece) in self.slots.iter().enumerate() {
            let anchors = piece.iter().flat_map(|piece| self.anchors(&piece.shape));
            numbers.extend(anchors.map(|anchor| self.encode(slot, anchor)));
        }
        numbers
    }

    /// R6: each shape that can be dealt now, with its weight.
    pub(crate) fn outcomes(&self) -> Vec<(u32, Shape)> {
        match self.doing {
            Doing::Deal { .. } => distinct(&self.config.templates),
            _ => Vec::new(),
        }
    }

    /// R6: takes the dealer's piece for the next slot.
    pub(crate) fn deal(&mut self, piece: Piece) {
        let Doing::Deal { slot } = self.doing else { panic!("no piece is to be dealt") };
        self.slots[slot] = Some(piece);
        if slot + 1 < self.slots.len() {
            self.doing = Doing::Deal { slot: slot + 1 };
        } else if self.steps > 0 {
            self.end_play();
        } else {
            self.doing = Doing::Play;
            self.end_if_stuck();
        }
    }

    /// R9: takes an action, which must be one of those listed, and says how many triangles it cleared.
    pub(crate) fn play(&mut self, action: usize) -> u32 {
        let (slot, anchor) = self.decode(action);
        let piece = self.slots[slot].take().expect("a listed action has a piece");
        let cells = landing(&piece.shape, anchor);
        for &cell in &cells {
            self.fill(cell, Paint::Colour(piece.colour));
        }
        let cleared = self.clear_lines_through(&cells);
        self.placed += cells.len() as u32;
        self.cleared += cleared;
        self.steps += 1;
        let is_hand_empty = self.slots.iter().all(Option::is_none);
        if is_hand_empty && self.steps < self.config.limit {
            self.doing = Doing::Deal { slot: 0 };
        } else {
            self.end_play();
        }
        cleared
    }

    /// R11 to R13: the hand is refilled, or holds something still, or the limit is reached.
    fn end_play(&mut self) {
        let is_hand_empty = self.slots.iter().all(Option::is_none);
        let is_at_limit = self.steps == self.config.limit;
        self.doing = Doing::Play;
        if !is_hand_empty && self.placements().is_empty() {
            self.doing = Doing::Over(End::Finished);
        } else if is_at_limit {
            self.doing = Doing::Over(End::Limit);
        } else {
            self.survived += 1;
        }
    }

    /// R14: how many triangles the edit cleared; `None` where there is no playable cell.
    pub(crate) fn toggle(&mut self, cell: Cell) -> Option<u32> {
        self.must_not_be_dealing();
        if !self.config.grid.is_playable(cell) {
            return None;
        }
        let mut cleared = 0;
        if self.is_free(cell) {
            self.fill(cell, Paint::Debug);
            cleared = self.clear_lines_through(&[cell]);
        } else {
            self.empty(cell);
        }
        self.end_if_stuck();
        Some(cleared)
    }

    /// R15.
    pub(crate) fn set_shapes(&mut self, pieces: &[Option<Piece>]) {
        self.must_not_be_dealing();
        self.slots = (0..self.slots.len()).map(|slot| pieces.get(slot).cloned().flatten()).collect();
        self.end_if_stuck();
    }

    fn must_not_be_dealing(&self) {
        assert!(!matches!(self.doing, Doing::Deal { .. }), "edits wait until the deal is done");
    }

    /// R11: never takes back an end.
    fn end_if_stuck(&mut self) {
        if self.doing == Doing::Play && self.placements().is_empty() {
            self.doing = Doing::Over(End::Finished);
        }
    }

    fn fill(&mut self, cell: Cell, paint: Paint) {
        let place = self.place(cell);
        self.board[place] = Some(paint);
    }

    fn empty(&mut self, cell: Cell) {
        let place = self.place(cell);
        self.board[place] = None;
    }

    /// R9: all complete lines that hold one of these cells, cleared together.
    fn clear_lines_through(&mut self, new: &[Cell]) -> u32 {
        let is_complete = |line: &&Vec<Cell>| line.iter().all(|&cell| self.paint(cell).is_some());
        let is_touched = |line: &&Vec<Cell>| line.iter().any(|cell| new.contains(cell));
        let mut cells: Vec<Cell> =
            self.lines.iter().filter(is_touched).filter(is_complete).flatten().copied().collect();
        cells.sort();
        cells.dedup();
        for &cell in &cells {
            self.empty(cell);
        }
        cells.len() as u32
    }
}

/// Where the triangles of a shape land, in their order.
fn landing(shape: &Shape, anchor: Cell) -> Vec<Cell> {
    shape.0.iter().map(|triangle| Cell::at(anchor.row + triangle.dr, anchor.col + triangle.dc)).collect()
}
