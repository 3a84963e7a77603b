//! The board and the slots as text.

use std::fmt::Write as _;

use tercet_game::Game as _;
use tercet_triangle::{Canvas, Field, Paint, Painted, Puzzle, Shape, State};

use tercet_entry::Style;

/// The terminal's colours for the nine of the puzzle; further ones begin anew.
const ANSI: [u8; 9] = [31, 34, 32, 33, 91, 35, 36, 95, 94];
/// The terminal's colour of cells that were filled by hand.
const BY_HAND: u8 = 90;

/// The board, the slots and the counts.
pub fn position<F: Field>(game: &Puzzle<F>, state: &State<F>, canvas: &Canvas, style: Style) -> String {
    format!(
        "{}\n\n{}\n\npoints: {}, steps: {}, cleared: {}",
        draw(game, state, canvas, style),
        slots(game, state, canvas, style),
        game.scores(state).points()[0],
        state.steps(),
        state.cleared()
    )
}

/// The board with rows and columns from one: ▲ and ▼ are filled, △ and ▽ free, and nothing else can be filled.
pub fn draw<F: Field>(game: &Puzzle<F>, state: &State<F>, canvas: &Canvas, style: Style) -> String {
    let grid = game.grid();
    let mut text = header(grid.cols()).join("\n");
    for row in 0..grid.rows() {
        write!(text, "\n{:>3} ", row + 1).expect("a string takes any text");
        for col in 0..grid.cols() {
            let cell = row * grid.cols() + col;
            text.push(' ');
            if !grid.is_playable(cell) {
                text.push(' ');
                continue;
            }
            let look = glyph(grid.is_up(cell), state.is_filled(cell), style.is_ascii);
            match canvas.cells()[cell] {
                Some(paint) if state.is_filled(cell) => text.push_str(&style.paint(ansi(paint), look)),
                _ => text.push_str(look),
            }
        }
        text.truncate(text.trim_end().len());
    }
    text
}

/// The numbers of the columns, tens above ones.
fn header(cols: usize) -> Vec<String> {
    let digits = |digit: fn(usize) -> String| {
        let line = (1..=cols).map(digit).collect::<Vec<_>>().join(" ");
        format!("     {line}").trim_end().to_owned()
    };
    let ones = digits(|col| (col % 10).to_string());
    if cols < 10 {
        return vec![ones];
    }
    let tens = |col: usize| if col.is_multiple_of(10) { (col / 10).to_string() } else { " ".to_owned() };
    vec![digits(tens), ones]
}

/// A triangle as a sign.
pub fn glyph(is_up: bool, is_filled: bool, is_ascii: bool) -> &'static str {
    match (is_up, is_filled, is_ascii) {
        (true, true, false) => "▲",
        (false, true, false) => "▼",
        (true, false, false) => "△",
        (false, false, false) => "▽",
        (true, true, true) => "A",
        (false, true, true) => "V",
        (true, false, true) => "^",
        (false, false, true) => "v",
    }
}

fn ansi(paint: Paint) -> u8 {
    match paint {
        Paint::Color(color) => ANSI[usize::from(color) % ANSI.len()],
        Paint::Debug => BY_HAND,
    }
}

/// The slots side by side, each under its number.
fn slots<F: Field>(game: &Puzzle<F>, state: &State<F>, canvas: &Canvas, style: Style) -> String {
    let count = usize::from(game.config().slots);
    let previews = (0..count).map(|slot| {
        let painted = canvas.hand()[slot];
        let shape = game.slot(state, slot).and_then(|piece| game.shape(piece));
        preview(slot, shape, painted, style)
    });
    let previews: Vec<Preview> = previews.collect();
    let height = previews.iter().map(|preview| preview.lines.len()).max().unwrap_or(0);
    let line = |row: usize| {
        let texts = previews.iter().map(|preview| preview.line(row));
        format!("     {}", texts.collect::<Vec<_>>().join("   ")).trim_end().to_owned()
    };
    (0..height).map(line).collect::<Vec<_>>().join("\n")
}

/// The lines of a slot, and how many columns each takes on a screen.
struct Preview {
    lines: Vec<(String, usize)>,
    width: usize,
}

impl Preview {
    fn line(&self, row: usize) -> String {
        let (text, width) = self.lines.get(row).cloned().unwrap_or_default();
        text + &" ".repeat(self.width - width)
    }
}

fn preview(slot: usize, shape: Option<&Shape>, painted: Option<Painted>, style: Style) -> Preview {
    let number = format!("slot {}", slot + 1);
    let mut lines = vec![(number.clone(), number.len())];
    match shape {
        None => lines.push(("empty".to_owned(), 5)),
        Some(shape) => lines.extend(shape_lines(shape, painted, style)),
    }
    let width = lines.iter().map(|(_, width)| *width).max().unwrap_or(0);
    Preview { lines, width }
}

fn shape_lines(shape: &Shape, painted: Option<Painted>, style: Style) -> Vec<(String, usize)> {
    let (top, left, bottom, right) = shape.bounds();
    let cell = |row: i8, col: i8| {
        let triangle = shape.triangles().iter().find(|triangle| (triangle.row, triangle.col) == (row, col));
        let Some(triangle) = triangle else { return " ".to_owned() };
        let look = glyph(triangle.is_up, true, style.is_ascii);
        painted
            .map_or_else(|| look.to_owned(), |painted| style.paint(ansi(Paint::Color(painted.color)), look))
    };
    let line = |row: i8| {
        let text = (left..=right).map(|col| cell(row, col)).collect::<Vec<_>>().join(" ");
        (text, 2 * usize::from(right.abs_diff(left)) + 1)
    };
    (top..=bottom).map(line).collect()
}
