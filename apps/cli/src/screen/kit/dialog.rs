//! Questions over the screen, and their answers.

use ratatui::layout::Rect;

use crate::screen::is_in;
use crate::screen::kit::list::{self, Chosen};
use crate::screen::kit::pen::{Pen, inside, shortened, wrap};
use crate::screen::kit::theme::Role;

/// A question in the middle of the screen, its answers below it, each with its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialog {
    /// What it is about.
    pub title: &'static str,
    /// What is said.
    pub words: Vec<String>,
    /// Keys of one letter, and what they do.
    pub answers: Vec<(char, &'static str)>,
}

impl Dialog {
    /// Where it stands.
    fn place(&self, area: Rect) -> Rect {
        let longest = self.words.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let keys = self.answers.iter().map(|(_, what)| what.chars().count() + 4).sum::<usize>();
        let width = longest.max(keys).max(self.title.chars().count() + 4) as u16 + 4;
        let width = width.min(area.width);
        let height = (self.lines(width).len() as u16 + 4).min(area.height);
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
    }

    fn lines(&self, width: u16) -> Vec<String> {
        self.words.iter().flat_map(|line| wrap(line, width.saturating_sub(4))).collect()
    }

    /// Draws it.
    pub fn draw(&self, pen: &mut Pen) {
        let place = self.place(pen.area());
        let mut panel = pen.at(place);
        panel.clear();
        let mut panel = panel.framed(self.title, Role::Accent);
        for (y, line) in self.lines(place.width).iter().enumerate() {
            panel.text(1, y as u16, line, Role::Text);
        }
        let y = panel.height().saturating_sub(1);
        let mut x = 1;
        for (key, what) in &self.answers {
            x = panel.text(x, y, &key.to_string(), Role::Accent);
            x = panel.text(x + 1, y, what, Role::Text) + 2;
        }
    }

    /// The key of the answer under a place of the screen.
    pub fn answer_at(&self, area: Rect, at: (u16, u16)) -> Option<char> {
        let inner = inside(self.place(area));
        let mut x = inner.x + 1;
        let y = inner.bottom().saturating_sub(1);
        self.answers.iter().find_map(|(key, what)| {
            let place = Rect { x, y, width: what.chars().count() as u16 + 2, height: 1 };
            x = place.right() + 2;
            is_in(place, at).then_some(*key)
        })
    }
}

/// A question with a list of numbered answers, of which one is chosen. It stands at the top of its area.
pub struct Choice<'c> {
    /// The question.
    pub title: &'c str,
    /// Each answer, and what it does.
    pub entries: &'c [(String, String)],
    /// Which is chosen.
    pub chosen: Chosen,
}

/// Columns before an answer: the mark and its number.
const NUMBER: usize = 6;
impl Choice<'_> {
    fn name_width(&self) -> usize {
        self.entries.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0)
    }

    /// How many columns it would like to have inside its frame.
    fn likes(&self) -> usize {
        let does = self.entries.iter().map(|(_, does)| does.chars().count()).max().unwrap_or(0);
        (NUMBER + self.name_width() + 2 + does + 1).max(self.title.chars().count() + 4)
    }

    /// Lines below the list: what the chosen answer does in full, if it has no room beside it.
    fn below(&self, area: Rect) -> u16 {
        if self.likes() + 2 <= usize::from(area.width) {
            return 0;
        }
        let room = area.width.saturating_sub(4);
        self.entries.iter().map(|(_, does)| wrap(does, room).len()).max().unwrap_or(0) as u16
    }

    /// Where it stands.
    pub fn place(&self, area: Rect) -> Rect {
        let width = (self.likes() + 2).min(area.width.into()) as u16;
        let height = (self.entries.len() as u16).saturating_add(self.below(area) + 2).min(area.height);
        Rect { x: area.x + (area.width - width) / 2, width, height, ..area }
    }

    /// Where its list stands.
    fn list(&self, area: Rect) -> Rect {
        let inner = inside(self.place(area));
        Rect { height: inner.height.saturating_sub(self.below(area)), ..inner }
    }

    /// The answer under a place of the screen.
    pub fn entry_at(&self, area: Rect, at: (u16, u16)) -> Option<usize> {
        let list = self.list(area);
        let entry = is_in(list, at).then(|| self.chosen.on_line(at.1 - list.y, list.height))?;
        (entry < self.entries.len()).then_some(entry)
    }

    /// Draws it over what stands in its area.
    pub fn draw(&self, pen: &mut Pen, area: Rect) {
        let (place, list) = (self.place(area), self.list(area));
        // A column on each side keeps it apart from what it stands over.
        pen.at(Rect { x: place.x.saturating_sub(1), width: place.width + 2, ..place }.intersection(area))
            .clear();
        let mut panel = pen.at(place);
        let mut panel = panel.framed(self.title, Role::Accent);
        let width = panel.width();
        if let Some((_, does)) = self.entries.get(self.chosen.0).filter(|_| self.below(area) > 0) {
            for (line, text) in (list.height..).zip(wrap(does, width.saturating_sub(2))) {
                panel.text(1, line, &text, Role::Accent);
            }
        }
        let names = self.name_width();
        let room = usize::from(width).saturating_sub(NUMBER + names + 3);
        let entry = |(number, (name, does)): (usize, &(String, String))| {
            (format!("{:>2}  {name:<names$}  {}", number + 1, shortened(does, room)), Role::Text)
        };
        let entries: Vec<(String, Role)> = self.entries.iter().enumerate().map(entry).collect();
        list::draw(&mut pen.at(list), &entries, Some(self.chosen));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::kit::theme::Theme;
    use ratatui::buffer::Buffer;

    fn lines(buffer: &Buffer) -> Vec<String> {
        let line = |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(|y| line(y).trim_end().to_owned()).collect()
    }

    fn drawn(choice: &Choice, area: Rect) -> Vec<String> {
        let mut buffer = Buffer::empty(area);
        choice.draw(&mut Pen::new(&mut buffer, Theme::DARK), area);
        lines(&buffer)
    }

    fn entries() -> Vec<(String, String)> {
        let entry = |name: &str, does: &str| (name.to_owned(), does.to_owned());
        vec![entry("random", "has 3 coins; you +3, random -3"), entry("do without", "nothing happens")]
    }

    #[test]
    fn answers_stand_with_what_they_do() {
        let entries = entries();
        let choice = Choice { title: "who pays?", entries: &entries, chosen: Chosen(0) };
        let area = Rect::new(0, 0, 60, 5);
        let expected = [
            "    ╭─ who pays? ─────────────────────────────────────╮",
            "    │>  1  random      has 3 coins; you +3, random -3 │",
            "    │   2  do without  nothing happens                │",
            "    ╰─────────────────────────────────────────────────╯",
            "",
        ];
        assert_eq!(drawn(&choice, area), expected);
        assert_eq!((choice.entry_at(area, (10, 2)), choice.entry_at(area, (10, 3))), (Some(1), None));
    }

    #[test]
    fn what_has_no_room_beside_its_answer_stands_below() {
        let entries = entries();
        let choice = Choice { title: "who pays?", entries: &entries, chosen: Chosen(0) };
        let expected = [
            "╭─ who pays? ────────────────╮",
            "│>  1  random      has 3 co. │",
            "│   2  do without  nothing.  │",
            "│ has 3 coins; you +3,       │",
            "│ random -3                  │",
            "╰────────────────────────────╯",
        ];
        assert_eq!(drawn(&choice, Rect::new(0, 0, 30, 6)), expected);
    }

    #[test]
    fn a_click_on_an_answer_is_its_key() {
        let words = vec!["All is kept.".to_owned()];
        let dialog = Dialog { title: "leave?", words, answers: vec![('y', "leave"), ('n', "stay")] };
        let area = Rect::new(0, 0, 30, 7);
        let mut buffer = Buffer::empty(area);
        dialog.draw(&mut Pen::new(&mut buffer, Theme::DARK));
        let expected = [
            "",
            "    ╭─ leave? ──────────╮",
            "    │ All is kept.      │",
            "    │                   │",
            "    │ y leave  n stay   │",
            "    ╰───────────────────╯",
            "",
        ];
        assert_eq!(lines(&buffer), expected);
        let answers: Vec<_> = [5, 6, 12, 13, 15].map(|x| dialog.answer_at(area, (x, 4))).to_vec();
        assert_eq!(answers, [None, Some('y'), Some('y'), None, Some('n')]);
    }
}
