//! Pictures in text cells: two by two pixels a cell. A cell has two colours, so where three meet the rarest gives way.

use ratatui::style::{Color, Style};

use crate::screen::kit::pen::Pen;

/// A picture of pixels, each half a column wide and half a line high; `None` lets the ground through.
pub struct Pixels {
    width: usize,
    height: usize,
    colors: Vec<Option<Color>>,
}

/// The blocks, by which quarters they fill: upper left 1, upper right 2, lower left 4, lower right 8.
const BLOCKS: [&str; 16] = [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// The block that fills these quarters: upper left, upper right, lower left, lower right.
pub fn quarters(filled: [bool; 4]) -> char {
    let bits = filled.iter().enumerate().filter(|(_, is_filled)| **is_filled);
    let block = BLOCKS[bits.map(|(place, _)| 1 << place).sum::<usize>()];
    block.chars().next().unwrap_or(' ')
}

impl Pixels {
    /// An empty picture of so many columns and lines.
    pub fn new(columns: u16, lines: u16) -> Pixels {
        let (width, height) = (usize::from(columns) * 2, usize::from(lines) * 2);
        Pixels { width, height, colors: vec![None; width * height] }
    }

    /// How many pixels it has a line.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many lines of pixels it has.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Paints a pixel.
    pub fn set(&mut self, x: usize, y: usize, color: Color) {
        if x < self.width && y < self.height {
            self.colors[y * self.width + x] = Some(color);
        }
    }

    /// Draws the picture with its upper left corner at a place.
    pub fn draw(&self, pen: &mut Pen, x: u16, y: u16) {
        for line in 0..self.height / 2 {
            for column in 0..self.width / 2 {
                let at = |right: usize, down: usize| {
                    self.colors[(2 * line + down) * self.width + 2 * column + right]
                };
                let quarters = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)];
                if let Some((block, style)) = block(quarters) {
                    pen.styled(x + column as u16, y + line as u16, block, style);
                }
            }
        }
    }
}

/// The block and the style that look most like these quarters.
fn block(quarters: [Option<Color>; 4]) -> Option<(&'static str, Style)> {
    let count = |color: Option<Color>| quarters.iter().filter(|quarter| **quarter == color).count();
    // The ground counts as a colour that only a background can have.
    let most = quarters.iter().copied().flatten().max_by_key(|&color| count(Some(color)))?;
    let others = quarters.iter().copied().filter(|quarter| *quarter != Some(most));
    let other = others.max_by_key(|&color| count(color)).flatten();
    let bits = quarters.iter().enumerate().filter(|(_, quarter)| **quarter == Some(most));
    let bits: usize = bits.map(|(place, _)| 1 << place).sum();
    let style = Style::new().fg(most);
    Some((BLOCKS[bits], other.map_or(style, |other| style.bg(other))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_colours_share_a_cell() {
        let (red, blue) = (Some(Color::Red), Some(Color::Blue));
        assert_eq!(block([None; 4]), None);
        assert_eq!(block([red; 4]), Some(("█", Style::new().fg(Color::Red))));
        assert_eq!(block([red, red, None, None]), Some(("▀", Style::new().fg(Color::Red))));
        assert_eq!(block([red, red, red, blue]), Some(("▛", Style::new().fg(Color::Red).bg(Color::Blue))));
    }
}
