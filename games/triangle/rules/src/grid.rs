//! The grid: which cells are playable, which way they point, and the lines among them.

use alloc::vec::Vec;

use crate::shape::{Shape, Triangle};

/// A rectangle of cells of which each row plays a range (R1). Cells are numbered row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: usize,
    cols: usize,
    ranges: Vec<(u8, u8)>,
}

/// The three directions of lines (R3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Along a row.
    Horizontal,
    /// Down to the right.
    Falling,
    /// Up to the right.
    Rising,
}

impl Direction {
    /// All three.
    pub const ALL: [Direction; 3] = [Direction::Horizontal, Direction::Falling, Direction::Rising];
}

impl Grid {
    /// A grid of so many columns whose rows play these ranges: from a column up to but without another.
    pub(crate) fn new(cols: usize, ranges: &[(u8, u8)]) -> Grid {
        Grid { rows: ranges.len(), cols, ranges: ranges.to_vec() }
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// How many cells, playable or not.
    pub fn size(&self) -> usize {
        self.rows * self.cols
    }

    /// The number of a cell, if there is such a cell.
    pub fn cell(&self, row: i32, col: i32) -> Option<usize> {
        let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        (row < self.rows && col < self.cols).then_some(row * self.cols + col)
    }

    /// The row and column of a cell.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.cols, cell % self.cols)
    }

    /// May the cell be filled? If not, it is a death zone (R1).
    pub fn is_playable(&self, cell: usize) -> bool {
        let (row, col) = self.place(cell);
        let (start, end) = self.ranges[row];
        (usize::from(start)..usize::from(end)).contains(&col)
    }

    /// Does the cell point up? (R2)
    pub fn is_up(&self, cell: usize) -> bool {
        let (row, col) = self.place(cell);
        (row + col) % 2 == 1
    }

    /// The playable cells.
    pub fn playable(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.size()).filter(|&cell| self.is_playable(cell))
    }

    /// The cells that a shape fills at an anchor, if all of them are playable and point the right way (R8).
    pub fn placement(&self, shape: &Shape, anchor: usize) -> Option<Vec<usize>> {
        let (row, col) = self.place(anchor);
        let fit = |triangle: &Triangle| {
            let cell =
                self.cell(row as i32 + i32::from(triangle.row), col as i32 + i32::from(triangle.col))?;
            (self.is_playable(cell) && self.is_up(cell) == triangle.is_up).then_some(cell)
        };
        shape.triangles().iter().map(fit).collect()
    }

    /// The playable cell that follows in a direction (R3).
    pub fn next(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (row, col) = self.place(cell);
        let (row, col) = (row as i32, col as i32);
        let next = match (direction, self.is_up(cell)) {
            (Direction::Horizontal, _) | (Direction::Falling, false) | (Direction::Rising, true) => {
                (row, col + 1)
            }
            (Direction::Falling, true) => (row + 1, col),
            (Direction::Rising, false) => (row - 1, col),
        };
        self.cell(next.0, next.1).filter(|&cell| self.is_playable(cell))
    }

    /// The maximal runs in a direction of at least this length, by their first cell (R3).
    pub fn runs(&self, direction: Direction, min_line: usize) -> Vec<Vec<usize>> {
        let mut is_first: Vec<bool> = (0..self.size()).map(|cell| self.is_playable(cell)).collect();
        for next in self.playable().filter_map(|cell| self.next(cell, direction)) {
            is_first[next] = false;
        }
        let run = |first| core::iter::successors(Some(first), |&cell| self.next(cell, direction)).collect();
        let firsts = (0..self.size()).filter(|&cell| is_first[cell]);
        firsts.map(run).filter(|run: &Vec<usize>| run.len() >= min_line).collect()
    }

    /// All lines, each as its cells in ascending order; the same cells from two directions count once (R3).
    pub fn lines(&self, min_line: usize) -> Vec<Vec<usize>> {
        let mut lines: Vec<Vec<usize>> = Vec::new();
        for mut line in Direction::ALL.iter().flat_map(|&direction| self.runs(direction, min_line)) {
            line.sort_unstable();
            lines.push(line);
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}
