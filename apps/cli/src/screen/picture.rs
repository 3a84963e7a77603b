//! A drawn screen as SVG, for the documentation. Blocks and dots are drawn as shapes, so that no font is asked for them.

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
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let place = (f32::from(x) * CELL.0, f32::from(y) * CELL.1);
            draw(&mut out, cell, place, (ground, ink));
        }
    }
    out + "</svg>\n"
}

fn draw(out: &mut String, cell: &Cell, (x, y): (f32, f32), (ground, ink): (&str, &str)) {
    let (mut front, mut back) = (named(cell.fg, ink), named(cell.bg, ground));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut front, &mut back);
    }
    if back != ground {
        rectangle(out, (x, y), CELL, &back);
    }
    let sign = cell.symbol().chars().next().unwrap_or(' ');
    if let Some(quarters) = quarters(sign) {
        let half = (CELL.0 / 2.0, CELL.1 / 2.0);
        for place in (0..4).filter(|place| quarters >> place & 1 == 1) {
            let (right, down) = (f32::from(place % 2 == 1), f32::from(place > 1));
            rectangle(out, (x + right * half.0, y + down * half.1), half, &front);
        }
        return;
    }
    if let Some(dots) = (sign as u32).checked_sub(0x2800).filter(|dots| *dots < 256) {
        braille(out, dots, (x, y), &front);
        return;
    }
    if sign != ' ' {
        letter(out, cell, sign, (x, y), &front);
    }
}

fn rectangle(out: &mut String, (x, y): (f32, f32), (width, height): (f32, f32), color: &str) {
    // A little more than its size, so that no line is left between neighbours.
    let (width, height) = (width + 0.3, height + 0.3);
    writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>")
        .expect("a string takes any text");
}

fn braille(out: &mut String, dots: u32, (x, y): (f32, f32), color: &str) {
    const PLACES: [(f32, f32); 8] =
        [(0.0, 0.0), (0.0, 1.0), (0.0, 2.0), (1.0, 0.0), (1.0, 1.0), (1.0, 2.0), (0.0, 3.0), (1.0, 3.0)];
    for (_, (right, down)) in PLACES.iter().enumerate().filter(|(place, _)| dots >> place & 1 == 1) {
        let (x, y) = (x + 2.25 + right * 4.5, y + 2.25 + down * 4.5);
        writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.7\" fill=\"{color}\"/>")
            .expect("a string takes any text");
    }
}

fn letter(out: &mut String, cell: &Cell, sign: char, (x, y): (f32, f32), color: &str) {
    let weight = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let sign = match sign {
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '&' => "&amp;".to_owned(),
        sign => sign.to_string(),
    };
    writeln!(out, "<text x=\"{x}\" y=\"{}\" fill=\"{color}\"{weight}>{sign}</text>", y + 14.0)
        .expect("a string takes any text");
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
