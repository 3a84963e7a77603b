//! A pen that draws into a part of the screen and never beyond it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::screen::kit::theme::{Role, Theme};

/// A part of the screen that is drawn into; places are counted from its upper left corner.
pub struct Pen<'b> {
    buffer: &'b mut Buffer,
    area: Rect,
    /// How things look.
    pub theme: Theme,
}

impl<'b> Pen<'b> {
    /// A pen for all of a buffer.
    pub fn new(buffer: &'b mut Buffer, theme: Theme) -> Pen<'b> {
        let area = buffer.area;
        Pen { buffer, area, theme }
    }

    /// A pen for a part of the screen.
    pub fn at(&mut self, area: Rect) -> Pen<'_> {
        Pen { area: area.intersection(self.buffer.area), buffer: self.buffer, theme: self.theme }
    }

    /// The part of the screen.
    pub fn area(&self) -> Rect {
        self.area
    }

    /// How many columns there are.
    pub fn width(&self) -> u16 {
        self.area.width
    }

    /// How many lines there are.
    pub fn height(&self) -> u16 {
        self.area.height
    }

    /// Writes a text in a role; what has no room is left out. The column after its end.
    pub fn text(&mut self, x: u16, y: u16, text: &str, role: Role) -> u16 {
        self.styled(x, y, text, self.theme.style(role))
    }

    /// Writes a text in a style.
    pub fn styled(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if x >= self.area.width || y >= self.area.height {
            return x;
        }
        let room = usize::from(self.area.width - x);
        let (end, _) = self.buffer.set_stringn(self.area.x + x, self.area.y + y, text, room, style);
        end - self.area.x
    }

    /// Writes a text that ends at the right.
    pub fn right(&mut self, y: u16, text: &str, role: Role) {
        let width = text.chars().count() as u16;
        self.text(self.area.width.saturating_sub(width), y, text, role);
    }

    /// Writes a text in the middle.
    pub fn middle(&mut self, y: u16, text: &str, role: Role) {
        let width = text.chars().count() as u16;
        self.text(self.area.width.saturating_sub(width) / 2, y, text, role);
    }

    /// Writes a text on as many lines as it needs; the line after it.
    pub fn wrapped(&mut self, y: u16, text: &str, role: Role) -> u16 {
        let mut line = y;
        for part in wrap(text, self.area.width) {
            self.text(0, line, &part, role);
            line += 1;
        }
        line
    }

    /// Changes the style of a line's part.
    pub fn paint(&mut self, x: u16, y: u16, width: u16, role: Role) {
        if x < self.area.width && y < self.area.height {
            let width = width.min(self.area.width - x);
            let area = Rect { x: self.area.x + x, y: self.area.y + y, width, height: 1 };
            self.buffer.set_style(area, self.theme.style(role));
        }
    }

    /// Empties the area.
    pub fn clear(&mut self) {
        for y in self.area.top()..self.area.bottom() {
            for x in self.area.left()..self.area.right() {
                self.buffer[(x, y)].reset();
            }
        }
    }

    /// A frame around the area with a title; a pen for what is inside.
    pub fn framed(&mut self, title: &str, role: Role) -> Pen<'_> {
        let (width, height) = (self.area.width, self.area.height);
        if width < 2 || height < 2 {
            return self.at(Rect::ZERO);
        }
        let level = "─".repeat(usize::from(width) - 2);
        self.text(0, 0, &format!("╭{level}╮"), role);
        self.text(0, height - 1, &format!("╰{level}╯"), role);
        for y in 1..height - 1 {
            self.text(0, y, "│", role);
            self.text(width - 1, y, "│", role);
        }
        if !title.is_empty() {
            let room = usize::from(width.saturating_sub(4));
            let title: String = format!(" {title} ").chars().take(room).collect();
            self.text(2, 0, &title, if role == Role::Border { Role::Accent } else { role });
        }
        self.at(inside(self.area))
    }

    /// Writes a text into the upper edge of a frame around the area, at the right.
    pub fn head(&mut self, text: &str, role: Role) {
        self.in_edge(0, text, role);
    }

    /// Writes a text into the lower edge of a frame around the area.
    pub fn foot(&mut self, text: &str, role: Role) {
        self.in_edge(self.area.height.saturating_sub(1), text, role);
    }

    fn in_edge(&mut self, y: u16, text: &str, role: Role) {
        let room = usize::from(self.area.width.saturating_sub(4));
        let text: String = format!(" {text} ").chars().take(room).collect();
        let x = self.area.width.saturating_sub(text.chars().count() as u16 + 2);
        self.text(x, y, &text, role);
    }
}

/// What a frame leaves of an area.
pub fn inside(area: Rect) -> Rect {
    Rect {
        x: area.x + 1.min(area.width),
        y: area.y + 1.min(area.height),
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(2),
    }
}

/// Breaks a text between words into lines of a width; a word that is too long is cut.
pub fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        let used = lines.last().map_or(0, |line| line.chars().count());
        if used > 0 && used + 1 + word.len() > width {
            lines.push(String::new());
        } else if used > 0 {
            lines.last_mut().expect("there is a first line").push(' ');
        }
        while word.len() > width {
            let rest = word.split_off(width);
            lines.last_mut().expect("there is a first line").extend(word);
            lines.push(String::new());
            word = rest;
        }
        lines.last_mut().expect("there is a first line").extend(word);
    }
    lines
}

/// A text that is cut where it is too long.
pub fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let cut: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{}.", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_wrapped_between_words() {
        assert_eq!(wrap("place the shape of slot 2", 10), ["place the", "shape of", "slot 2"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("", 3), [""]);
    }

    #[test]
    fn nothing_is_drawn_beyond_the_area() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 3));
        let mut pen = Pen::new(&mut buffer, Theme::DARK);
        let mut part = pen.at(Rect::new(4, 1, 9, 9));
        part.text(0, 0, "long", Role::Text);
        part.text(0, 7, "below", Role::Text);
        part.text(7, 0, "beside", Role::Text);
        let lines: Vec<String> = (0..3).map(|y| (0..6).map(|x| buffer[(x, y)].symbol()).collect()).collect();
        assert_eq!(lines, ["      ", "    lo", "      "]);
    }
}
