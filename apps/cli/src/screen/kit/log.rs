//! What happened, line by line, the newest last.

use crossterm::event::KeyCode;

use crate::screen::kit::pen::{Pen, wrap};
use crate::screen::kit::theme::Role;

/// Lines and how far back one looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    lines: Vec<(String, Role)>,
    back: usize,
}

impl Log {
    /// Adds a line, and shows the end again.
    pub fn push(&mut self, text: impl Into<String>, role: Role) {
        self.lines.push((text.into(), role));
        self.back = 0;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Log::default();
    }

    /// The lines.
    pub fn lines(&self) -> &[(String, Role)] {
        &self.lines
    }

    /// Takes a key that scrolls; `false` if it does not.
    pub fn take(&mut self, code: KeyCode) -> bool {
        self.back = match code {
            KeyCode::PageUp => (self.back + 5).min(self.lines.len()),
            KeyCode::PageDown => self.back.saturating_sub(5),
            _ => return false,
        };
        true
    }

    /// Draws the last lines that have room.
    pub fn draw(&self, pen: &mut Pen) {
        let (width, height) = (pen.width(), usize::from(pen.height()));
        let shown = &self.lines[..self.lines.len().saturating_sub(self.back)];
        let mut rows: Vec<(String, Role)> = Vec::new();
        for (text, role) in shown.iter().rev() {
            let indent = text.chars().take_while(|letter| *letter == ' ').count() as u16;
            let parts = wrap(text.trim_start(), width.saturating_sub(indent));
            let parts = parts.into_iter().map(|part| (" ".repeat(usize::from(indent)) + &part, *role));
            rows.extend(parts.rev());
            if rows.len() >= height {
                break;
            }
        }
        for (y, (text, role)) in rows.iter().take(height).rev().enumerate() {
            pen.text(0, y as u16, text, *role);
        }
        if self.back > 0 && height > 0 {
            pen.right(height as u16 - 1, " more below ", Role::Warn);
        }
    }
}
