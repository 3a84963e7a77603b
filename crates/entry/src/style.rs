//! How text may look.

/// How text may look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// With ANSI colours?
    pub has_color: bool,
    /// Nothing but ASCII?
    pub is_ascii: bool,
}

impl Style {
    /// Nothing but ASCII, no colours: for agents and logs.
    pub const PLAIN: Style = Style { has_color: false, is_ascii: true };

    /// The text in one of the terminal's colours.
    pub fn paint(self, ansi: u8, text: &str) -> String {
        if self.has_color { format!("\x1b[{ansi}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
