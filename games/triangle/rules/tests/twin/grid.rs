//! R1 to R3 and R16: cells, their orientation and neighbours, lines, presets.

/// A place by row and column; it need not lie on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub(crate) row: i32,
    pub(crate) col: i32,
}

impl Cell {
    pub(crate) fn at(row: i32, col: i32) -> Cell {
        Cell { row, col }
    }
}

/// R2.
pub(crate) fn is_up(cell: Cell) -> bool {
    (cell.row + cell.col).rem_euclid(2) == 1
}

/// R2: left, right, and across the horizontal side.
pub(crate) fn neighbours(cell: Cell) -> [Cell; 3] {
    let Cell { row, col } = cell;
    let across = if is_up(cell) { row + 1 } else { row - 1 };
    [Cell::at(row, col - 1), Cell::at(row, col + 1), Cell::at(across, col)]
}

/// R3: the three ways that a line can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// To the right.
    Level,
    /// To the right and down.
    Falling,
    /// To the right and up.
    Rising,
}

impl Direction {
    pub(crate) const ALL: [Direction; 3] = [Direction::Level, Direction::Falling, Direction::Rising];

    /// The cell after this one.
    pub(crate) fn next(self, cell: Cell) -> Cell {
        let Cell { row, col } = cell;
        match (self, is_up(cell)) {
            (Direction::Falling, true) => Cell::at(row + 1, col),
            (Direction::Rising, false) => Cell::at(row - 1, col),
            _ => Cell::at(row, col + 1),
        }
    }
}

/// R1: a rectangle in which row r is playable from the first column of its range to before the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) rows: i32,
    pub(crate) cols: i32,
    pub(crate) ranges: Vec<(i32, i32)>,
}

impl Grid {
    pub(crate) fn new(cols: i32, ranges: Vec<(i32, i32)>) -> Grid {
        Grid { rows: ranges.len() as i32, cols, ranges }
    }

    /// R16: the upper half widens by a cell on each side a row, the lower half mirrors it.
    pub(crate) fn hexagon(side: i32) -> Grid {
        let (shift, cols) = (side % 2, 4 * side - 1 + side % 2);
        let upper = (0..side).map(|row| (side - 1 - row + shift, 3 * side + row + shift));
        Grid::new(cols, upper.clone().chain(upper.rev()).collect())
    }

    /// R16: the apex is up; each row is wider by a cell on each side.
    pub(crate) fn triangle(side: i32) -> Grid {
        let (shift, cols) = (side % 2, 2 * side - 1 + side % 2);
        Grid::new(cols, (0..side).map(|row| (side - 1 - row + shift, side + row + shift)).collect())
    }

    /// R16: each row starts a column further right.
    pub(crate) fn parallelogram(rows: i32, width: i32) -> Grid {
        Grid::new(2 * width + rows - 1, (0..rows).map(|row| (row, row + 2 * width)).collect())
    }

    /// Every cell of the rectangle, row by row.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| Cell::at(row, col))).collect()
    }

    pub(crate) fn playable(&self) -> Vec<Cell> {
        self.cells().into_iter().filter(|&cell| self.is_playable(cell)).collect()
    }

    pub(crate) fn is_playable(&self, cell: Cell) -> bool {
        let range = usize::try_from(cell.row).ok().and_then(|row| self.ranges.get(row));
        range.is_some_and(|&(start, end)| start <= cell.col && cell.col < end)
    }

    /// R3: the maximal runs of a direction, of any length, each from its first cell on.
    pub(crate) fn runs(&self, direction: Direction) -> Vec<Vec<Cell>> {
        let is_first = |cell: &Cell| {
            let comes_before = |&other: &Cell| self.is_playable(other) && direction.next(other) == *cell;
            !neighbours(*cell).iter().any(comes_before)
        };
        self.playable().into_iter().filter(is_first).map(|first| self.run(direction, first)).collect()
    }

    fn run(&self, direction: Direction, first: Cell) -> Vec<Cell> {
        let mut run = vec![first];
        let mut next = direction.next(first);
        while self.is_playable(next) {
            run.push(next);
            next = direction.next(next);
        }
        run
    }

    /// R3: the runs that are long enough, cells ascending, the same cells once.
    pub(crate) fn lines(&self, min_line: usize) -> Vec<Vec<Cell>> {
        let runs = Direction::ALL.into_iter().flat_map(|direction| self.runs(direction));
        let mut lines: Vec<Vec<Cell>> = Vec::new();
        for mut line in runs.filter(|run| run.len() >= min_line) {
            line.sort();
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    }
}
