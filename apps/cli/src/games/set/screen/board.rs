//! Cards in text cells: shapes of blocks, lines and dots where the terminal has them, signs elsewhere.

use ratatui::layout::Rect;
use tercet_set::{Card, Cell, Shading, Shape, State};

use crate::screen::kit::pen::Pen;
use crate::screen::kit::pixels::quarters;
use crate::screen::kit::theme::Role;

/// What a card is besides itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mark {
    #[default]
    Nothing,
    Picked,
    Hinted,
    /// It was dealt last.
    New,
}

/// How a card is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) mark: Mark,
    /// Is the cursor on it?
    pub(crate) is_here: bool,
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

    /// Draws all cards, each with its name.
    pub(crate) fn draw(
        &self,
        pen: &mut Pen,
        state: &State,
        name: &dyn Fn(Cell) -> String,
        look: &dyn Fn(Cell) -> Look,
    ) {
        for cell in cells(state) {
            if let Some(card) = state.card(cell) {
                draw(&mut pen.at(self.place(cell)), card, &name(cell), look(cell));
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

/// The keys of cells: letters from `a` on, but for `q`, which leaves.
const LETTERS: &[u8] = b"abcdefghijklmnoprstuvwxy";

/// The key of a cell.
pub(crate) fn letter(cell: Cell) -> char {
    char::from(LETTERS[cell.index()])
}

/// The cell of a key.
pub(crate) fn cell_of(letter: char) -> Option<Cell> {
    Cell::new(LETTERS.iter().position(|&own| char::from(own) == letter)?)
}

fn draw(pen: &mut Pen, card: Card, cell: &str, look: Look) {
    let (frame, sign) = match look.mark {
        Mark::Picked => (Role::Accent, "*"),
        Mark::Hinted => (Role::Warn, "?"),
        Mark::New => (Role::Border, "·"),
        Mark::Nothing => (Role::Border, ""),
    };
    let color = Role::Trio(card.color() as u8);
    let (width, height) = (pen.width(), pen.height());
    let name = pen.theme.trio_name(card.color() as u8);
    {
        let mut inner = pen.framed("", frame);
        if inner.theme.is_ascii { signs(&mut inner, card, color) } else { shapes(&mut inner, card, color) }
    }
    let title = format!(" {cell}{sign} ");
    pen.text(1, 0, &title, if frame == Role::Border { Role::Strong } else { frame });
    if look.is_here {
        pen.text(0, 0, ">", Role::Cursor);
    }
    if look.mark == Mark::Picked {
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

/// Shapes side by side. A cell has two by four points; what it shows tells the shadings apart in any size and colour: blocks
/// are solid, a shade is striped, and an outline of dots is open.
fn shapes(pen: &mut Pen, card: Card, color: Role) {
    let (width, height) = (pen.width() * 2, pen.height() * 4);
    let gap = if width >= 22 { 2 } else { 1 };
    let wide = (width.saturating_sub(2 * gap) / 3).clamp(1, 16);
    let high = height.min(wide * 5 / 2).max(1);
    let count = card.number() as u16 + 1;
    let left = width.saturating_sub(count * wide + (count - 1) * gap) / 2;
    let top = height.saturating_sub(high) / 2;
    let point = |x: u16, y: u16| {
        let (Some(x), Some(y)) = (x.checked_sub(left), y.checked_sub(top)) else { return Point::Outside };
        let (number, across) = (x / (wide + gap), x % (wide + gap));
        let is_there = number < count && across < wide && y < high;
        if is_there { point_of(card.shape(), (across, y), (wide, high)) } else { Point::Outside }
    };
    for y in 0..pen.height() {
        let sign = |x: u16| sign(card.shading(), |right, down| point(x * 2 + right, y * 4 + down));
        let line: String = (0..pen.width()).map(sign).collect();
        pen.text(0, y, &line, color);
    }
}

/// Where a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Point {
    Outside,
    Edge,
    Inside,
}

/// The points of a cell in the order of Braille's dots.
const DOTS: [(u16, u16); 8] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];

/// With so many points in the shape, a cell of a striped one is shaded; with fewer it is outline.
const SHADED: usize = 5;

/// The sign of a cell.
fn sign(shading: Shading, point: impl Fn(u16, u16) -> Point) -> char {
    let is_in = |&(right, down): &(u16, u16)| point(right, down) != Point::Outside;
    match shading {
        Shading::Solid => {
            let is_filled = |right: u16, down: u16| is_in(&(right, down)) || is_in(&(right, down + 1));
            quarters([is_filled(0, 0), is_filled(1, 0), is_filled(0, 2), is_filled(1, 2)])
        }
        Shading::Striped if DOTS.iter().filter(|dot| is_in(dot)).count() >= SHADED => '▒',
        Shading::Striped | Shading::Open => braille(|right, down| point(right, down) == Point::Edge),
    }
}

/// The sign of Braille with these dots; a space without any.
fn braille(is_on: impl Fn(u16, u16) -> bool) -> char {
    let bits = DOTS.iter().enumerate().filter(|(_, (right, down))| is_on(*right, *down));
    match bits.map(|(place, _)| 1 << place).sum::<u32>() {
        0 => ' ',
        bits => char::from_u32(0x2800 + bits).unwrap_or(' '),
    }
}

fn point_of(shape: Shape, (x, y): (u16, u16), (width, height): (u16, u16)) -> Point {
    let (x, y) = (i32::from(x), i32::from(y));
    let is_in = |x: i32, y: i32| {
        let across = (x as f32 + 0.5) / f32::from(width) * 2.0 - 1.0;
        let down = (y as f32 + 0.5) / f32::from(height) * 2.0 - 1.0;
        is_inside(shape, across, down)
    };
    if !is_in(x, y) {
        return Point::Outside;
    }
    let is_edge = [(-1, 0), (1, 0), (0, -1), (0, 1)].iter().any(|(right, down)| {
        let (x, y) = (x + right, y + down);
        x < 0 || y < 0 || x >= width.into() || y >= height.into() || !is_in(x, y)
    });
    if is_edge { Point::Edge } else { Point::Inside }
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
