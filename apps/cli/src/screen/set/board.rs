//! Cards in text cells: shapes of dots where the terminal has them, signs elsewhere.

use ratatui::layout::Rect;
use tercet_set::{Card, Cell, Shading, Shape, State};

use crate::screen::kit::pen::Pen;
use crate::screen::kit::theme::Role;

/// What a card is besides itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    pub(crate) is_picked: bool,
    pub(crate) is_hinted: bool,
    /// Is the cursor on it?
    pub(crate) is_here: bool,
    /// Was it dealt or taken last?
    pub(crate) is_new: bool,
}

/// Where the cards lie on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    area: Rect,
    columns: u16,
    width: u16,
    height: u16,
    /// How many cards lie on the board, the Set on show not among them.
    cells: usize,
}

const ROWS: u16 = 3;
/// The fewest columns and lines of a card.
pub(crate) const SMALLEST: (u16, u16) = (11, 6);
/// A card that is larger looks empty.
const LARGEST: (u16, u16) = (30, 18);

impl Grid {
    /// The cards of a board in an area; a Set on show has a column of its own.
    pub(crate) fn fit(area: Rect, state: &State) -> Grid {
        let cells = state.board().count();
        let columns = columns(state);
        let height = (area.height / ROWS).min(LARGEST.1);
        let width = (area.width / columns.max(1)).min(LARGEST.0).min(height * 5 / 2 + 2);
        Grid { area, columns, width, height, cells }
    }

    /// How far to the right it reaches.
    pub(crate) fn used(&self) -> u16 {
        self.columns * self.width
    }

    /// Where a cell lies.
    pub(crate) fn place(&self, cell: Cell) -> Rect {
        let own = self.cells.div_ceil(usize::from(ROWS)).max(1);
        let (row, column) = if cell.is_shown() {
            (cell.index() - Cell::SHOWN.index(), usize::from(self.columns) - 1)
        } else {
            (cell.index() / own, cell.index() % own)
        };
        Rect {
            x: self.area.x + column as u16 * self.width,
            y: self.area.y + row as u16 * self.height,
            width: self.width,
            height: self.height,
        }
        .intersection(self.area)
    }

    /// The cell under a place of the screen.
    pub(crate) fn cell_at(&self, state: &State, at: (u16, u16)) -> Option<Cell> {
        cells(state).find(|&cell| crate::screen::is_in(self.place(cell), at))
    }

    /// Draws all cards.
    pub(crate) fn draw(&self, pen: &mut Pen, state: &State, marks: &dyn Fn(Cell) -> Marks) {
        for cell in cells(state) {
            if let Some(card) = state.card(cell) {
                draw(&mut pen.at(self.place(cell)), card, letter(cell), marks(cell));
            }
        }
    }
}

/// How many columns of cards a board needs.
pub(crate) fn columns(state: &State) -> u16 {
    let own = state.board().count().div_ceil(usize::from(ROWS)).max(1) as u16;
    own + u16::from(state.shown().is_some())
}

/// The cells that hold cards, those on show last.
pub(crate) fn cells(state: &State) -> impl Iterator<Item = Cell> + '_ {
    (0..usize::from(Cell::COUNT)).filter_map(Cell::new).filter(|&cell| state.card(cell).is_some())
}

/// The key of a cell: letters from `a` on.
pub(crate) fn letter(cell: Cell) -> char {
    char::from(b'a' + cell.index() as u8)
}

/// The cell of a key.
pub(crate) fn cell_of(letter: char) -> Option<Cell> {
    Cell::new((letter as usize).checked_sub('a' as usize)?)
}

fn draw(pen: &mut Pen, card: Card, letter: char, marks: Marks) {
    let frame = match marks {
        Marks { is_picked: true, .. } => Role::Accent,
        Marks { is_hinted: true, .. } => Role::Warn,
        Marks { is_here: true, .. } => Role::Strong,
        _ => Role::Border,
    };
    let mark = match marks {
        Marks { is_picked: true, .. } => "*",
        Marks { is_hinted: true, .. } => "?",
        Marks { is_new: true, .. } => "·",
        _ => "",
    };
    let color = Role::Trio(card.color() as u8);
    let (width, height) = (pen.width(), pen.height());
    let name = pen.theme.trio_name(card.color() as u8);
    {
        let mut inner = pen.framed("", frame);
        if inner.theme.is_ascii { signs(&mut inner, card, color) } else { dots(&mut inner, card, color) }
    }
    let title = format!(" {letter}{mark} ");
    pen.text(1, 0, &title, if marks == Marks::default() { Role::Strong } else { frame });
    if marks.is_here {
        pen.text(0, 0, ">", Role::Cursor);
    }
    if marks.is_picked {
        pen.paint(1, 0, width.saturating_sub(2), Role::Cursor);
    }
    let place = width.saturating_sub(name.len() as u16 + 3);
    pen.text(place, height.saturating_sub(1), &format!(" {name} "), color);
}

/// Shapes from ASCII, one a line.
fn signs(pen: &mut Pen, card: Card, color: Role) {
    let fill = match card.shading() {
        Shading::Solid => "####",
        Shading::Striped => "=-=-",
        Shading::Open => "    ",
    };
    let (left, right) = match card.shape() {
        Shape::Diamond => ('<', '>'),
        Shape::Squiggle => ('~', '~'),
        Shape::Oval => ('(', ')'),
    };
    let count = card.number() as u16 + 1;
    let top = pen.height().saturating_sub(count) / 2;
    for line in 0..count {
        pen.middle(top + line, &format!("{left}{fill}{right}"), color);
    }
}

/// Shapes side by side, drawn in dots, eight a cell.
fn dots(pen: &mut Pen, card: Card, color: Role) {
    let (width, height) = (pen.width(), pen.height());
    let gap = u16::from(width >= 11);
    let wide = (width.saturating_sub(2 * gap) / 3).clamp(1, 8);
    let high = height.min(wide + 1).max(1);
    let count = card.number() as u16 + 1;
    let left = width.saturating_sub(count * wide + (count - 1) * gap) / 2;
    let top = (height - high) / 2;
    for number in 0..count {
        for y in 0..high {
            let line: String = (0..wide).map(|x| braille(card, (x, y), (wide, high))).collect();
            pen.text(left + number * (wide + gap), top + y, &line, color);
        }
    }
}

/// The sign of Braille that shows a shape's part in a text cell.
fn braille(card: Card, (x, y): (u16, u16), (wide, high): (u16, u16)) -> char {
    const DOTS: [(u32, u32, u32); 8] =
        [(0, 0, 1), (0, 1, 2), (0, 2, 4), (1, 0, 8), (1, 1, 16), (1, 2, 32), (0, 3, 64), (1, 3, 128)];
    let size = (u32::from(wide) * 2, u32::from(high) * 4);
    let is_on = |(right, down, _): &&(u32, u32, u32)| {
        is_dot(card, (u32::from(x) * 2 + right, u32::from(y) * 4 + down), size)
    };
    let bits: u32 = DOTS.iter().filter(is_on).map(|(_, _, bit)| bit).sum();
    char::from_u32(0x2800 + bits).unwrap_or(' ')
}

fn is_dot(card: Card, (x, y): (u32, u32), (width, height): (u32, u32)) -> bool {
    let is_in = |x: i64, y: i64| {
        let across = (x as f32 + 0.5) / width as f32 * 2.0 - 1.0;
        let down = (y as f32 + 0.5) / height as f32 * 2.0 - 1.0;
        is_inside(card.shape(), across, down)
    };
    let (x, y) = (i64::from(x), i64::from(y));
    if !is_in(x, y) {
        return false;
    }
    let is_edge = [(-1, 0), (1, 0), (0, -1), (0, 1)].iter().any(|(right, down)| {
        let (x, y) = (x + right, y + down);
        x < 0 || y < 0 || x >= i64::from(width) || y >= i64::from(height) || !is_in(x, y)
    });
    match card.shading() {
        Shading::Solid => true,
        Shading::Striped => is_edge || y % 2 == 0,
        Shading::Open => is_edge,
    }
}

/// Is a point, from -1 to 1 each way, in the shape?
fn is_inside(shape: Shape, across: f32, down: f32) -> bool {
    match shape {
        Shape::Diamond => across.abs() + down.abs() <= 1.0,
        Shape::Oval => {
            // Straight sides, round ends.
            let end = (down.abs() - 0.5).max(0.0) * 2.0;
            across * across + end * end <= 1.0
        }
        Shape::Squiggle => {
            let middle = 0.42 * (down * std::f32::consts::PI).sin();
            let end = ((down.abs() - 0.6) / 0.4).max(0.0);
            (across - middle).abs() <= 0.58 * (1.0 - end * end).max(0.0).sqrt()
        }
    }
}
