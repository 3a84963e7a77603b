//! A list of which one entry is chosen.

use crossterm::event::KeyCode;

use crate::screen::kit::pen::Pen;
use crate::screen::kit::theme::Role;

/// Which entry is chosen, and which is the first that is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen(pub usize);

impl Chosen {
    /// Takes a key that moves in a list of so many entries; `false` if it does not.
    pub fn take(&mut self, code: KeyCode, entries: usize) -> bool {
        let last = entries.saturating_sub(1);
        self.0 = match code {
            KeyCode::Up => self.0.checked_sub(1).unwrap_or(last),
            KeyCode::Down => {
                if self.0 >= last {
                    0
                } else {
                    self.0 + 1
                }
            }
            KeyCode::PageUp => self.0.saturating_sub(10),
            KeyCode::PageDown => (self.0 + 10).min(last),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        };
        true
    }

    /// The first entry that is seen where so many lines are.
    pub fn first(self, lines: u16) -> usize {
        (self.0 + 1).saturating_sub(usize::from(lines))
    }

    /// The entry on a line of a list of so many lines.
    pub fn on_line(self, line: u16, lines: u16) -> usize {
        self.first(lines) + usize::from(line)
    }
}

/// Draws entries, the chosen one marked.
pub fn draw(pen: &mut Pen, entries: &[(String, Role)], chosen: Option<Chosen>) {
    let height = pen.height();
    let first = chosen.map_or(0, |chosen| chosen.first(height));
    for (y, (text, role)) in entries.iter().skip(first).take(usize::from(height)).enumerate() {
        let y = y as u16;
        let is_chosen = chosen.is_some_and(|chosen| chosen.0 == first + usize::from(y));
        pen.text(0, y, if is_chosen { ">" } else { " " }, Role::Accent);
        pen.text(2, y, text, *role);
        if is_chosen {
            let width = pen.width();
            pen.paint(0, y, width, Role::Cursor);
        }
    }
    let more = entries.len().saturating_sub(first + usize::from(height));
    if more > 0 && height > 0 {
        pen.right(height - 1, &format!(" +{more} "), Role::Dim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_goes_round_and_follows_what_is_chosen() {
        let mut chosen = Chosen(0);
        assert!(chosen.take(KeyCode::Up, 5));
        assert_eq!((chosen, chosen.first(3), chosen.on_line(1, 3)), (Chosen(4), 2, 3));
        assert!(chosen.take(KeyCode::Down, 5) && chosen.take(KeyCode::PageDown, 3));
        assert_eq!(chosen, Chosen(2));
        assert!(!chosen.take(KeyCode::Enter, 3));
    }
}
