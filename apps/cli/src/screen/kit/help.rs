//! The help: which key does what.

use ratatui::layout::Rect;

use crate::screen::kit::pen::Pen;
use crate::screen::kit::theme::Role;

/// Some keys under a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub title: &'static str,
    /// Keys, and what they do.
    pub rows: Vec<(&'static str, &'static str)>,
}

impl Section {
    /// A section of these rows.
    pub fn new(title: &'static str, rows: &[(&'static str, &'static str)]) -> Section {
        Section { title, rows: rows.to_vec() }
    }
}

/// The lines of the help: a key and what it does, or a heading.
fn lines(sections: &[Section]) -> Vec<(&str, &str)> {
    let mut lines = Vec::new();
    for section in sections {
        if !lines.is_empty() {
            lines.push(("", ""));
        }
        lines.push(("", section.title));
        lines.extend(section.rows.iter().copied());
    }
    lines
}

/// How far the help can be scrolled on a screen of so many lines.
pub fn most(sections: &[Section], height: u16) -> u16 {
    (lines(sections).len() as u16 + 2).saturating_sub(height)
}

/// Draws the help over the screen, from a line on; it says so where the game's rules can be read.
pub fn draw(pen: &mut Pen, sections: &[Section], scroll: u16, has_rules: bool) {
    let lines = lines(sections);
    let keys = lines.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0) as u16;
    let whats = lines.iter().map(|(_, what)| what.chars().count()).max().unwrap_or(0) as u16;
    let area = pen.area();
    let width = (keys + whats + 6).min(area.width);
    let height = (lines.len() as u16 + 2).min(area.height);
    let place =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let most = most(sections, area.height);
    let scroll = scroll.min(most);
    let mut panel = pen.at(place);
    panel.clear();
    let scrolls = if most > 0 { "↑ ↓ scroll, " } else { "" };
    let rules = if has_rules { "r rules, " } else { "" };
    let mut panel = panel.framed(&format!("keys ({scrolls}{rules}Esc closes)"), Role::Accent);
    for (y, (key, what)) in lines.iter().skip(usize::from(scroll)).enumerate() {
        let role = if key.is_empty() { Role::Strong } else { Role::Text };
        panel.text(1, y as u16, key, Role::Accent);
        panel.text(if key.is_empty() { 1 } else { keys + 3 }, y as u16, what, role);
    }
}

/// Draws keys and what they do on one line, as many as have room.
pub fn footer(pen: &mut Pen, y: u16, keys: &[(&str, &str)]) {
    let mut x = 1;
    for (key, what) in keys {
        let width = (key.chars().count() + what.chars().count() + 1) as u16;
        if x + width > pen.width() {
            break;
        }
        let next = pen.text(x, y, key, Role::Accent);
        x = pen.text(next + 1, y, what, Role::Dim) + 2;
    }
}
