//! A line that is typed.

use crossterm::event::{KeyCode, KeyEvent};

use crate::screen::is_control;

/// What was typed so far, and where the cursor stands in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    letters: Vec<char>,
    at: usize,
}

/// The longest line: nobody types more, and a paste of garbage ends here.
const LONGEST: usize = 200;

impl Line {
    /// A line with something on it.
    pub fn new(text: &str) -> Line {
        let letters: Vec<char> = text.chars().take(LONGEST).collect();
        Line { at: letters.len(), letters }
    }

    /// What was typed.
    pub fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// Where the cursor stands.
    pub fn cursor(&self) -> usize {
        self.at
    }

    /// Takes a key that edits; `false` if it does not.
    pub fn take(&mut self, key: &KeyEvent) -> bool {
        match key.code {
            KeyCode::Char('u') if is_control(key) => *self = Line::default(),
            KeyCode::Char(_) if is_control(key) => return false,
            KeyCode::Char(letter) if !letter.is_control() => {
                if self.letters.len() < LONGEST {
                    self.letters.insert(self.at, letter);
                    self.at += 1;
                }
            }
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.letters.remove(self.at);
            }
            KeyCode::Delete if self.at < self.letters.len() => drop(self.letters.remove(self.at)),
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.letters.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.letters.len(),
            KeyCode::Backspace | KeyCode::Delete => {}
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited_in_its_middle() {
        let mut line = Line::new("plce");
        for code in [
            KeyCode::Left,
            KeyCode::Left,
            KeyCode::Char('a'),
            KeyCode::End,
            KeyCode::Char('!'),
            KeyCode::Backspace,
        ] {
            assert!(line.take(&code.into()));
        }
        assert_eq!((line.text().as_str(), line.cursor()), ("place", 5));
        assert!(!line.take(&KeyCode::Tab.into()));
        assert!(line.take(&KeyCode::Home.into()) && line.take(&KeyCode::Delete.into()));
        assert_eq!(line.text(), "lace");
    }

    #[test]
    fn a_paste_without_end_stops_somewhere() {
        let mut line = Line::default();
        for _ in 0..1000 {
            line.take(&KeyCode::Char('x').into());
        }
        assert_eq!(line.text().len(), LONGEST);
    }
}
