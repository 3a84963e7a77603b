//! A drawn screen as SVG, for the documentation. Blocks and dots are drawn as shapes, so that no font is asked for them.

#![allow(
    clippy::float_cmp,
    reason = "places are small multiples of a half and a quarter, which floats hold exactly"
)]

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::screen::kit::theme::{Ground, Theme};

/// The size of a text cell.
const CELL: (f32, f32) = (9.0, 18.0);

/// The picture of a screen in a theme.
pub fn svg(buffer: &Buffer, theme: Theme) -> String {
    let (width, height) = (f32::from(buffer.area.width) * CELL.0, f32::from(buffer.area.height) * CELL.1);
    let (ground, ink) = match theme.ground {
        Ground::Dark => ("#16181d", "#d0d0d0"),
        Ground::Light => ("#fbfbf8", "#282828"),
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>\n"
    );
    let mut shapes = Vec::new();
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let place = (f32::from(x) * CELL.0, f32::from(y) * CELL.1);
            draw(&mut shapes, cell, place, (ground, ink));
        }
    }
    for shape in &shapes {
        shape.write(&mut out).expect("a string takes any text");
    }
    out + "</svg>\n"
}

/// What is drawn. Neighbours that look the same become one.
enum Shape {
    Rectangle { at: (f32, f32), size: (f32, f32), color: String },
    Dot { at: (f32, f32), color: String },
    Words { at: (f32, f32), words: String, color: String, is_bold: bool },
}

impl Shape {
    /// Adds a shape, or makes the last one longer.
    fn add(self, to: &mut Vec<Shape>) {
        match (to.last_mut(), self) {
            (
                Some(Shape::Rectangle { at: last, size: whole, color: same }),
                Shape::Rectangle { at, size, color },
            ) if last.1 == at.1 && whole.1 == size.1 && last.0 + whole.0 == at.0 && *same == color => {
                whole.0 += size.0;
            }
            (
                Some(Shape::Words { at: last, words: line, color: same, is_bold: weight }),
                Shape::Words { at, words, color, is_bold },
            ) if last.1 == at.1
                && last.0 + line.chars().count() as f32 * CELL.0 == at.0
                && *same == color
                && *weight == is_bold =>
            {
                line.push_str(&words);
            }
            (_, shape) => to.push(shape),
        }
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        match self {
            Shape::Rectangle { at: (x, y), size, color } => {
                // A little more than its size, so that no line is left between neighbours.
                let (width, height) = (size.0 + 0.3, size.1 + 0.3);
                writeln!(
                    out,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>"
                )
            }
            Shape::Dot { at: (x, y), color } => {
                writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.7\" fill=\"{color}\"/>")
            }
            Shape::Words { at: (x, y), words, color, is_bold } => {
                let (weight, y) = (if *is_bold { " font-weight=\"bold\"" } else { "" }, y + 14.0);
                let length = words.chars().count() as f32 * CELL.0;
                let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                writeln!(
                    out,
                    "<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\" fill=\"{color}\"{weight}>{words}</text>"
                )
            }
        }
    }
}

fn draw(out: &mut Vec<Shape>, cell: &Cell, (x, y): (f32, f32), (ground, ink): (&str, &str)) {
    let (mut front, mut back) = (named(cell.fg, ink), named(cell.bg, ground));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut front, &mut back);
    }
    if back != ground {
        Shape::Rectangle { at: (x, y), size: CELL, color: back }.add(out);
    }
    let sign = cell.symbol().chars().next().unwrap_or(' ');
    match (quarters(sign), (sign as u32).checked_sub(0x2800).filter(|dots| *dots < 256)) {
        (Some(15), _) => Shape::Rectangle { at: (x, y), size: CELL, color: front }.add(out),
        (Some(quarters), _) => blocks(out, quarters, (x, y), &front),
        (None, Some(dots)) => braille(out, dots, (x, y), &front),
        (None, None) if sign == ' ' => {}
        (None, None) => {
            let is_bold = cell.modifier.contains(Modifier::BOLD);
            Shape::Words { at: (x, y), words: sign.to_string(), color: front, is_bold }.add(out);
        }
    }
}

fn blocks(out: &mut Vec<Shape>, quarters: u8, (x, y): (f32, f32), color: &str) {
    let size = (CELL.0 / 2.0, CELL.1 / 2.0);
    for place in (0..4_u8).filter(|place| quarters >> place & 1 == 1) {
        let at = (x + f32::from(place % 2) * size.0, y + f32::from(place / 2) * size.1);
        Shape::Rectangle { at, size, color: color.to_owned() }.add(out);
    }
}

fn braille(out: &mut Vec<Shape>, dots: u32, (x, y): (f32, f32), color: &str) {
    const PLACES: [(f32, f32); 8] =
        [(0.0, 0.0), (0.0, 1.0), (0.0, 2.0), (1.0, 0.0), (1.0, 1.0), (1.0, 2.0), (0.0, 3.0), (1.0, 3.0)];
    for (_, (right, down)) in PLACES.iter().enumerate().filter(|(place, _)| dots >> place & 1 == 1) {
        let at = (x + 2.25 + right * 4.5, y + 2.25 + down * 4.5);
        Shape::Dot { at, color: color.to_owned() }.add(out);
    }
}

/// Which quarters of a cell a block fills: upper left 1, upper right 2, lower left 4, lower right 8.
fn quarters(sign: char) -> Option<u8> {
    const BLOCKS: [char; 16] =
        [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];
    BLOCKS
        .iter()
        .position(|block| *block == sign)
        .map(|quarters| quarters as u8)
        .filter(|quarters| *quarters > 0)
}

/// A colour of the palette of 256 as the web writes it.
fn named(color: Color, own: &str) -> String {
    let Color::Indexed(number) = color else { return own.to_owned() };
    let rgb = match number {
        16..232 => {
            let number = number - 16;
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            [level(number / 36), level(number / 6 % 6), level(number % 6)]
        }
        232.. => [8 + 10 * (number - 232); 3],
        // The first sixteen are the terminal's own; the screens use none of them.
        _ => return own.to_owned(),
    };
    format!("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2])
}
