//! A question over the screen, and its answers.

use ratatui::layout::Rect;

use crate::screen::kit::pen::{Pen, wrap};
use crate::screen::kit::theme::Role;

/// Draws a question in the middle of the screen, its answers below it, each with its key.
pub fn draw(pen: &mut Pen, title: &str, words: &[String], answers: &[(&str, &str)]) {
    let area = pen.area();
    let longest = words.iter().map(|line| line.chars().count()).max().unwrap_or(0) as u16;
    let keys =
        answers.iter().map(|(key, what)| key.chars().count() + what.chars().count() + 3).sum::<usize>();
    let width = (longest.max(keys as u16).max(title.chars().count() as u16 + 4) + 4).min(area.width);
    let lines: Vec<String> = words.iter().flat_map(|line| wrap(line, width.saturating_sub(4))).collect();
    let height = (lines.len() as u16 + 4).min(area.height);
    let place =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let mut panel = pen.at(place);
    panel.clear();
    let mut panel = panel.framed(title, Role::Accent);
    for (y, line) in lines.iter().enumerate() {
        panel.text(1, y as u16, line, Role::Text);
    }
    let mut x = 1;
    let y = panel.height().saturating_sub(1);
    for (key, what) in answers {
        x = panel.text(x, y, key, Role::Accent);
        x = panel.text(x + 1, y, what, Role::Text) + 2;
    }
}
