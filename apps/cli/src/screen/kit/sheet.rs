//! A text to read over the screen, as long as it likes.

use crossterm::event::{KeyCode, MouseEventKind};

use crate::screen::kit::pen::{Pen, wrap};
use crate::screen::kit::theme::Role;

/// A text, and the first of its lines that is seen. It has the whole width, so that a text of 80 columns fits a terminal
/// of 80.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    title: String,
    text: String,
    top: usize,
}

impl Sheet {
    /// A text under a title, from its beginning.
    pub fn new(title: impl Into<String>, text: impl Into<String>) -> Sheet {
        Sheet { title: title.into(), text: text.into(), top: 0 }
    }

    /// Takes a key on a screen of this size; `false` if it closes the sheet.
    pub fn take(&mut self, code: KeyCode, size: (u16, u16)) -> bool {
        let page = usize::from(lines_of(size.1));
        match code {
            KeyCode::Up => self.scroll(-1, size),
            KeyCode::Down => self.scroll(1, size),
            KeyCode::PageUp => self.scroll(1 - page.max(2) as isize, size),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(page.max(2) as isize - 1, size),
            KeyCode::Home => self.top = 0,
            KeyCode::End => self.scroll(isize::MAX, size),
            _ => return false,
        }
        true
    }

    /// Takes what the mouse does: the wheel scrolls, a click closes; `false` if it does.
    pub fn point(&mut self, kind: MouseEventKind, size: (u16, u16)) -> bool {
        match kind {
            MouseEventKind::ScrollUp => self.scroll(-3, size),
            MouseEventKind::ScrollDown => self.scroll(3, size),
            MouseEventKind::Down(_) => return false,
            _ => {}
        }
        true
    }

    fn scroll(&mut self, by: isize, size: (u16, u16)) {
        let most = self.lines(size.0).len().saturating_sub(lines_of(size.1).into());
        self.top = self.top.saturating_add_signed(by).min(most);
    }

    fn lines(&self, width: u16) -> Vec<String> {
        let part = |line: &str| match line.chars().count() {
            long if long > usize::from(width) => wrap(line, width),
            _ => vec![line.to_owned()],
        };
        self.text.lines().flat_map(part).collect()
    }

    /// Draws it over everything.
    pub fn draw(&self, pen: &mut Pen) {
        pen.clear();
        let (lines, room) = (self.lines(pen.width()), lines_of(pen.height()));
        let top = self.top.min(lines.len().saturating_sub(room.into()));
        pen.text(1, 0, &self.title, Role::Accent);
        for (y, line) in (1..=room).zip(lines.iter().skip(top)) {
            pen.text(0, y, line, Role::Text);
        }
        let last = (top + usize::from(room)).min(lines.len());
        let shown = match lines.len() - last {
            0 => String::new(),
            more => format!("{more} more below: ↑ ↓ PgUp PgDn scroll; "),
        };
        let bottom = pen.height().saturating_sub(1);
        pen.text(1, bottom, &format!("{shown}Esc closes"), Role::Warn);
    }
}

/// How many lines of the text are seen on a screen of so many.
fn lines_of(height: u16) -> u16 {
    height.saturating_sub(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::kit::theme::Theme;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    const SIZE: (u16, u16) = (40, 5);

    fn drawn(sheet: &Sheet) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
        sheet.draw(&mut Pen::new(&mut buffer, Theme::DARK));
        let line = |y: u16| (0..SIZE.0).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..SIZE.1).map(|y| line(y).trim_end().to_owned()).collect()
    }

    #[test]
    fn a_long_text_is_scrolled_to_its_end_and_no_further() {
        let mut sheet = Sheet::new("numbers", "one\ntwo\nthree\nfour\nfive");
        assert_eq!(
            drawn(&sheet),
            [" numbers", "one", "two", "three", " 2 more below: ↑ ↓ PgUp PgDn scroll; Esc"]
        );
        assert!(sheet.take(KeyCode::Down, SIZE) && sheet.take(KeyCode::End, SIZE));
        assert!(sheet.take(KeyCode::Down, SIZE));
        assert_eq!(drawn(&sheet), [" numbers", "three", "four", "five", " Esc closes"]);
        assert!(sheet.take(KeyCode::Up, SIZE) && sheet.point(MouseEventKind::ScrollUp, SIZE));
        assert_eq!(drawn(&sheet)[1], "one");
        assert!(!sheet.take(KeyCode::Esc, SIZE));
    }
}
