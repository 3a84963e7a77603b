//! The board of the puzzle in text cells: triangles of pixels where there are colours and blocks, signs elsewhere.

use ratatui::layout::Rect;
use ratatui::style::Color;
use tercet_triangle::{Canvas, Field, Grid, Paint, Puzzle, Shape, State};
use tercet_triangle_play::text::board::glyph;

use crate::screen::kit::pen::Pen;
use crate::screen::kit::pixels::Pixels;
use crate::screen::kit::theme::{Role, Theme};

/// What lies over a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Cursor,
    /// The shape would lie here, and may.
    Fits,
    /// It would lie here, and may not.
    Refused,
    Hint,
    /// It would be cleared.
    Cleared,
    /// A line goes through it.
    Line,
    /// It was placed last.
    Last,
}

impl Mark {
    /// Its sign, for terminals and eyes without colour.
    fn sign(self) -> &'static str {
        match self {
            Mark::Cursor => "o",
            Mark::Fits => "+",
            Mark::Refused => "x",
            Mark::Hint => "?",
            Mark::Cleared => "=",
            Mark::Line => "-",
            Mark::Last => "·",
        }
    }

    fn role(self) -> Option<Role> {
        match self {
            Mark::Fits => Some(Role::Fits),
            Mark::Refused => Some(Role::Refused),
            Mark::Hint => Some(Role::Hint),
            Mark::Cleared => Some(Role::Warn),
            Mark::Line => Some(Role::Accent),
            Mark::Cursor | Mark::Last => None,
        }
    }
}

/// Where the cells lie on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lattice {
    /// The upper left corner of the first cell.
    pub(crate) x: u16,
    pub(crate) y: u16,
    /// How many columns a triangle's side has; `None` for signs, two columns a cell.
    side: Option<u16>,
    rows: usize,
    cols: usize,
}

/// Columns before the board for the numbers of rows, and lines above it for those of columns.
const MARGIN: (u16, u16) = (3, 1);

impl Lattice {
    /// The largest lattice that has room in an area.
    pub(crate) fn fit(area: Rect, grid: &Grid, theme: Theme) -> Lattice {
        let (rows, cols) = (grid.rows(), grid.cols());
        let place =
            |side: Option<u16>| Lattice { x: area.x + MARGIN.0, y: area.y + MARGIN.1, side, rows, cols };
        let has_pixels = theme.has_color && !theme.is_ascii;
        let sides = [20, 16, 12, 8, 4].into_iter().filter(|_| has_pixels);
        let fitting = sides.map(|side| place(Some(side))).find(|lattice| {
            let (width, height) = lattice.size();
            width + MARGIN.0 <= area.width && height + MARGIN.1 <= area.height
        });
        let lattice = fitting.unwrap_or(place(None));
        let (width, height) = lattice.size();
        let spare = |room: u16, used: u16| room.saturating_sub(used) / 2;
        Lattice {
            x: lattice.x + spare(area.width, width + MARGIN.0),
            y: lattice.y + spare(area.height, height + MARGIN.1),
            ..lattice
        }
    }

    /// Columns and lines of the board alone.
    pub(crate) fn size(&self) -> (u16, u16) {
        let (rows, cols) = (self.rows as u16, self.cols as u16);
        match self.side {
            Some(side) => ((cols + 1) * side / 2, rows * side / 2),
            None => (cols * 2, rows),
        }
    }

    /// The cell under a place of the screen.
    pub(crate) fn cell_at(&self, grid: &Grid, (x, y): (u16, u16)) -> Option<usize> {
        let (x, y) = (x.checked_sub(self.x)?, y.checked_sub(self.y)?);
        let (width, height) = self.size();
        if x >= width || y >= height {
            return None;
        }
        match self.side {
            Some(_) => self.at_pixel(grid, usize::from(x) * 2 + 1, usize::from(y) * 2 + 1, 0.0),
            None => grid.cell(y.into(), (x / 2).into()),
        }
    }

    /// The cell that a pixel belongs to, a border of so many columns left out.
    fn at_pixel(&self, grid: &Grid, x: usize, y: usize, border: f32) -> Option<usize> {
        let side = usize::from(self.side?);
        let (row, down) = (y / side, ((y % side) as f32 + 0.5) / side as f32);
        let half = x / side;
        let border = border / side as f32;
        (half.saturating_sub(1)..=half).find_map(|col| {
            let cell = grid.cell(row as i32, col as i32)?;
            let across = (x as f32 + 0.5) / side as f32 / 2.0 - col as f32 / 2.0;
            let (reach, is_up) = (if grid.is_up(cell) { down } else { 1.0 - down }, grid.is_up(cell));
            let (distance, most) = ((across - 0.5).abs(), reach / 2.0 - border);
            // What lies on an edge belongs to the triangle that points up.
            (distance < most || is_up && distance <= most).then_some(cell)
        })
    }

    /// How many columns a text in a cell may have.
    pub(crate) fn text_width(&self) -> usize {
        match self.side {
            None => 1,
            Some(4) => 2,
            Some(side) => usize::from(side) / 2,
        }
    }

    /// Where a text stands in a cell, if it has room there.
    fn text_at(&self, grid: &Grid, cell: usize, text: &str) -> Option<(u16, u16)> {
        let (x, y, width) = self.label(grid, cell);
        let spare = width.checked_sub(text.chars().count() as u16)?;
        Some((x + spare / 2, y))
    }

    /// The place of a cell's sign, and how many columns it has.
    fn label(&self, grid: &Grid, cell: usize) -> (u16, u16, u16) {
        let (row, col) = grid.place(cell);
        let (row, col, width) = (row as u16, col as u16, self.text_width() as u16);
        match self.side {
            None => (self.x + col * 2, self.y + row, width),
            Some(side) => {
                let lines = side / 2;
                let line = if grid.is_up(cell) { lines - 1 - lines / 4 } else { lines / 4 };
                let left = (side - width) / 2;
                (self.x + col * side / 2 + left, self.y + row * lines + line, width)
            }
        }
    }
}

/// What a board looks like: the position, what lies over it, and what is written in its cells.
pub(crate) struct Look<'l, F: Field> {
    pub(crate) game: &'l Puzzle<F>,
    pub(crate) state: &'l State<F>,
    pub(crate) canvas: &'l Canvas,
    pub(crate) marks: &'l [(usize, Mark)],
    /// A text for each cell, if any.
    pub(crate) labels: Option<&'l dyn Fn(usize) -> String>,
}

impl<F: Field> Look<'_, F> {
    /// Draws the board.
    pub(crate) fn draw(&self, pen: &mut Pen, lattice: &Lattice) {
        numbers(pen, lattice);
        match lattice.side {
            Some(_) => self.pixels(pen, lattice),
            None => self.signs(pen, lattice),
        }
        if let Some(labels) = self.labels {
            self.write(pen, lattice, labels);
        }
        for (cell, mark) in self.marks {
            match self.labels {
                None => self.mark(pen, lattice, *cell, *mark),
                // Where cells hold texts, signs would make them unreadable; the line beside the board says the same.
                Some(labels) if *mark == Mark::Cursor => self.point(pen, lattice, *cell, &labels(*cell)),
                Some(_) => {}
            }
        }
    }

    /// Marks the cursor by the text in its cell, if there is one.
    fn point(&self, pen: &mut Pen, lattice: &Lattice, cell: usize, text: &str) {
        let area = pen.area();
        match lattice.text_at(self.game.grid(), cell, text).filter(|_| !text.is_empty()) {
            Some((x, y)) => drop(pen.text(x - area.x, y - area.y, text, Role::Cursor)),
            None => self.mark(pen, lattice, cell, Mark::Cursor),
        }
    }

    fn marked(&self, cell: usize) -> Option<Role> {
        self.marks.iter().rev().filter(|(at, _)| *at == cell).find_map(|(_, mark)| mark.role())
    }

    fn role(&self, cell: usize) -> Role {
        let is_up = self.game.grid().is_up(cell);
        if let Some(role) = self.marked(cell) {
            return role;
        }
        if !self.state.is_filled(cell) {
            return Role::Free(is_up);
        }
        match self.canvas.cells().get(cell) {
            Some(Some(Paint::Color(color))) => Role::Piece(*color, is_up),
            _ => Role::ByHand(is_up),
        }
    }

    fn pixels(&self, pen: &mut Pen, lattice: &Lattice) {
        let (width, height) = lattice.size();
        let mut pixels = Pixels::new(width, height);
        let grid = self.game.grid();
        let roles: Vec<Option<Color>> = (0..grid.size())
            .map(|cell| grid.is_playable(cell).then(|| pen.theme.color(self.role(cell))))
            .collect();
        let border = if lattice.side.is_some_and(|side| side > 8) { 0.4 } else { 0.0 };
        for y in 0..pixels.height() {
            for x in 0..pixels.width() {
                if let Some(color) = lattice.at_pixel(grid, x, y, border).and_then(|cell| roles[cell]) {
                    pixels.set(x, y, color);
                }
            }
        }
        let area = pen.area();
        pixels.draw(pen, lattice.x - area.x, lattice.y - area.y);
    }

    fn signs(&self, pen: &mut Pen, lattice: &Lattice) {
        let (grid, area) = (self.game.grid(), pen.area());
        for cell in grid.playable() {
            let (x, y, _) = lattice.label(grid, cell);
            let sign = glyph(grid.is_up(cell), self.state.is_filled(cell), pen.theme.is_ascii);
            let role = if self.marked(cell).is_some() || self.state.is_filled(cell) {
                self.role(cell)
            } else {
                Role::Dim
            };
            pen.text(x - area.x, y - area.y, sign, role);
        }
    }

    fn write(&self, pen: &mut Pen, lattice: &Lattice, labels: &dyn Fn(usize) -> String) {
        let (grid, area) = (self.game.grid(), pen.area());
        for cell in grid.playable() {
            let text = labels(cell);
            if let Some((x, y)) = lattice.text_at(grid, cell, &text) {
                self.over(pen, (x - area.x, y - area.y), &text, cell);
            }
        }
    }

    /// Writes over a cell in its own colour.
    fn over(&self, pen: &mut Pen, (x, y): (u16, u16), text: &str, cell: usize) {
        let theme = pen.theme;
        let style = if theme.has_color && !theme.is_ascii {
            let is_dark = !self.state.is_filled(cell) && self.marked(cell).is_none();
            let ink = match (is_dark, theme.ground) {
                (false, _) => Color::Indexed(16),
                (true, _) => theme.color(Role::Text),
            };
            ratatui::style::Style::new().fg(ink).bg(theme.color(self.role(cell)))
        } else {
            theme.style(Role::Strong)
        };
        pen.styled(x, y, text, style);
    }

    fn mark(&self, pen: &mut Pen, lattice: &Lattice, cell: usize, mark: Mark) {
        let (grid, area) = (self.game.grid(), pen.area());
        let (x, y, width) = lattice.label(grid, cell);
        let (x, y) = (x - area.x, y - area.y);
        if lattice.side.is_none() {
            // Signs stand apart, so the mark has the column beside the cell.
            let sign = if mark == Mark::Cursor { "<" } else { mark.sign() };
            let role = mark.role().unwrap_or(Role::Strong);
            if mark != Mark::Last {
                pen.text(x + 1, y, sign, role);
            }
            return;
        }
        let sign = match (mark, width) {
            (Mark::Cursor, 2) => "[]".to_owned(),
            (Mark::Cursor, _) => "[ ]".to_owned(),
            (mark, 2) => mark.sign().repeat(2),
            (mark, _) => mark.sign().to_owned(),
        };
        let left = width.saturating_sub(sign.chars().count() as u16) / 2;
        if mark == Mark::Cursor && width > 2 && self.marked(cell).is_some() {
            // What the mark below says stays readable between the brackets.
            self.over(pen, (x + left, y), "[", cell);
            self.over(pen, (x + left + 2, y), "]", cell);
            return;
        }
        self.over(pen, (x + left, y), &sign, cell);
    }
}

/// The numbers of rows and columns, from one.
fn numbers(pen: &mut Pen, lattice: &Lattice) {
    let area = pen.area();
    let (left, top) = (lattice.x - area.x, lattice.y - area.y);
    for row in 0..lattice.rows {
        let (line, text) = match lattice.side {
            Some(side) => (row as u16 * side / 2 + side / 4, format!("{:>2}", row + 1)),
            None => (row as u16, format!("{:>2}", row + 1)),
        };
        pen.text(left.saturating_sub(3), top + line, &text, Role::Dim);
    }
    for col in 0..lattice.cols {
        let (x, step) = match lattice.side {
            Some(side) => (col as u16 * side / 2 + side / 2 - 1, side / 2),
            None => (col as u16 * 2, 2),
        };
        let text = (col + 1).to_string();
        let is_shown =
            usize::from(step) > text.len() || (col + 1) % 2 == 1 && text.len() < 2 || (col + 1) % 5 == 0;
        if is_shown && top > 0 {
            pen.text(left + x, top - 1, &text, Role::Dim);
        }
    }
}

/// How many columns and lines a shape takes.
pub(crate) fn shape_size(shape: &Shape, theme: Theme) -> (u16, u16) {
    let (top, left, bottom, right) = shape.bounds();
    let (rows, cols) = (u16::from(bottom.abs_diff(top)) + 1, u16::from(right.abs_diff(left)) + 1);
    if theme.has_color && !theme.is_ascii { ((cols + 1) * 2, rows * 2) } else { (cols * 2, rows) }
}

/// Draws a shape of a slot.
pub(crate) fn shape(pen: &mut Pen, shape: &Shape, color: u8) {
    let (top, left, _, _) = shape.bounds();
    let (width, height) = shape_size(shape, pen.theme);
    let place = |row: i8, col: i8| (u16::from(row.abs_diff(top)), u16::from(col.abs_diff(left)));
    if !pen.theme.has_color || pen.theme.is_ascii {
        for triangle in shape.triangles() {
            let (row, col) = place(triangle.row, triangle.col);
            let sign = glyph(triangle.is_up, true, pen.theme.is_ascii);
            pen.text(col * 2, row, sign, Role::Piece(color, triangle.is_up));
        }
        return;
    }
    let mut pixels = Pixels::new(width, height);
    for triangle in shape.triangles() {
        let (row, col) = place(triangle.row, triangle.col);
        let paint = pen.theme.color(Role::Piece(color, triangle.is_up));
        for y in 0..4 {
            let (line, reach) = if triangle.is_up { (y, y + 1) } else { (3 - y, y) };
            for x in 4 - reach..4 + reach {
                pixels.set(usize::from(col) * 4 + x, usize::from(row) * 4 + line, paint);
            }
        }
    }
    pixels.draw(pen, 0, 0);
}
