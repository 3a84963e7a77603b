//! What things look like: roles instead of colours, and which colour each role has.

use std::env;

use ratatui::style::{Color, Modifier, Style};

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Words.
    Text,
    /// What matters less.
    Dim,
    /// What matters more.
    Strong,
    /// Headings, keys and names.
    Accent,
    /// What is well.
    Good,
    /// What is wrong.
    Bad,
    /// What deserves a look.
    Warn,
    /// Frames.
    Border,
    /// What is chosen.
    Cursor,
    /// One of three colours that mean something: SET's.
    Trio(u8),
    /// One of nine colours that tell shapes apart, on a triangle that points up or down.
    Piece(u8, bool),
    /// A cell that was filled by hand.
    ByHand(bool),
    /// A free cell.
    Free(bool),
    /// Where something would lie, and may.
    Fits,
    /// Where something would lie, and may not.
    Refused,
    /// What a hint points at.
    Hint,
}

/// Is the terminal's ground dark or light?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Light words on a dark ground.
    Dark,
    /// Dark words on a light ground.
    Light,
}

/// How everything looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The ground.
    pub ground: Ground,
    /// Colours that are told apart with any kind of colour blindness.
    pub is_colorblind: bool,
    /// Are there colours at all?
    pub has_color: bool,
    /// Nothing but ASCII?
    pub is_ascii: bool,
}

impl Theme {
    /// Dark, with colours.
    pub const DARK: Theme =
        Theme { ground: Ground::Dark, is_colorblind: false, has_color: true, is_ascii: false };

    /// The theme that fits the terminal: some say by `COLORFGBG` what their ground is.
    pub fn of_terminal(has_color: bool, is_ascii: bool) -> Theme {
        let ground = env::var("COLORFGBG").ok().and_then(|pair| pair.rsplit(';').next()?.parse::<u8>().ok());
        let is_light = ground.is_some_and(|ground| ground == 7 || ground > 8);
        let ground = if is_light { Ground::Light } else { Ground::Dark };
        Theme { ground, has_color, is_ascii, ..Theme::DARK }
    }

    /// The next theme: dark, light, and both again with the palette for the colour-blind.
    #[must_use]
    pub fn next(self) -> Theme {
        match self.ground {
            Ground::Dark => Theme { ground: Ground::Light, ..self },
            Ground::Light => Theme { ground: Ground::Dark, is_colorblind: !self.is_colorblind, ..self },
        }
    }

    /// The theme of this name, in the colours and signs of this one.
    pub fn named(self, name: &str) -> Option<Theme> {
        std::iter::successors(Some(self), |theme| Some(theme.next()))
            .take(4)
            .find(|theme| theme.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match (self.ground, self.is_colorblind) {
            (Ground::Dark, false) => "dark",
            (Ground::Light, false) => "light",
            (Ground::Dark, true) => "dark, colour-blind safe",
            (Ground::Light, true) => "light, colour-blind safe",
        }
    }

    /// What SET's colours are called when they look like this.
    pub fn trio_name(self, color: u8) -> &'static str {
        let names = if self.is_colorblind && self.has_color {
            // With the letter that notation and words go by.
            ["r pink", "g yellow", "p blue"]
        } else {
            ["red", "green", "purple"]
        };
        names[usize::from(color) % 3]
    }

    /// The style of a role.
    pub fn style(self, role: Role) -> Style {
        if !self.has_color {
            return plain(role);
        }
        let color = Style::new().fg(self.color(role));
        match role {
            // The colour of the terminal itself, whatever was drawn there before.
            Role::Text => Style::new().fg(Color::Reset),
            Role::Strong => Style::new().fg(Color::Reset).add_modifier(Modifier::BOLD),
            Role::Accent => color.add_modifier(Modifier::BOLD),
            Role::Cursor => Style::new().fg(self.under_cursor()).bg(self.color(role)),
            _ => color,
        }
    }

    fn under_cursor(self) -> Color {
        Color::Indexed(if self.ground == Ground::Dark { 16 } else { 231 })
    }

    /// The colour of a role.
    pub fn color(self, role: Role) -> Color {
        if !self.has_color {
            return Color::Reset;
        }
        let [dark, light] = self.pair(role);
        Color::Indexed(if self.ground == Ground::Dark { dark } else { light })
    }

    /// The colours of the palette of 256, on a dark ground and on a light one.
    fn pair(self, role: Role) -> [u8; 2] {
        let blind = self.is_colorblind;
        match role {
            Role::Text | Role::Strong => [252, 235],
            Role::Dim => [245, 243],
            Role::Accent | Role::Cursor => [75, 25],
            Role::Good | Role::Fits => {
                if blind {
                    [75, 25]
                } else {
                    [114, 28]
                }
            }
            Role::Bad | Role::Refused => {
                if blind {
                    [214, 130]
                } else {
                    [203, 160]
                }
            }
            Role::Warn | Role::Hint => [221, 136],
            Role::Border => [240, 250],
            Role::Trio(color) => TRIO[usize::from(blind)][usize::from(color) % 3],
            Role::Piece(color, is_up) => PIECES[usize::from(color) % PIECES.len()][usize::from(!is_up)],
            Role::ByHand(is_up) => {
                if is_up {
                    [250, 245]
                } else {
                    [246, 242]
                }
            }
            Role::Free(is_up) => {
                if is_up {
                    [238, 254]
                } else {
                    [235, 251]
                }
            }
        }
    }
}

/// SET's colours: red, green and purple; then pink, yellow and blue.
const TRIO: [[[u8; 2]; 3]; 2] = [[[203, 160], [77, 28], [141, 91]], [[205, 161], [220, 136], [39, 25]]];

/// The puzzle's nine colours, each for triangles that point up and down, on dark and on light.
const PIECES: [[[u8; 2]; 2]; 9] = [
    [[203, 203], [167, 167]],
    [[69, 69], [62, 62]],
    [[77, 71], [71, 65]],
    [[227, 220], [185, 178]],
    [[215, 208], [172, 172]],
    [[134, 134], [97, 97]],
    [[80, 37], [73, 30]],
    [[211, 205], [175, 169]],
    [[117, 110], [110, 67]],
];

/// Without colours, weight and reversal tell things apart.
fn plain(role: Role) -> Style {
    let style = Style::new();
    match role {
        Role::Dim | Role::Border => style.add_modifier(Modifier::DIM),
        Role::Strong | Role::Accent | Role::Good | Role::Warn => style.add_modifier(Modifier::BOLD),
        Role::Bad => style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Role::Cursor | Role::Fits | Role::Refused | Role::Hint => style.add_modifier(Modifier::REVERSED),
        _ => style,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_are_found_by_name() {
        let plain = Theme { has_color: false, is_ascii: true, ..Theme::DARK };
        let found = Theme { ground: Ground::Light, is_colorblind: true, ..plain };
        assert_eq!(plain.named("light, colour-blind safe"), Some(found));
        assert_eq!(plain.named("pink"), None);
    }

    #[test]
    fn four_themes_go_round() {
        let names: Vec<&str> = std::iter::successors(Some(Theme::DARK), |theme| Some(theme.next()))
            .take(5)
            .map(Theme::name)
            .collect();
        assert_eq!(names, ["dark", "light", "dark, colour-blind safe", "light, colour-blind safe", "dark"]);
    }

    #[test]
    fn without_colours_no_role_has_one() {
        let theme = Theme { has_color: false, ..Theme::DARK };
        for role in [Role::Text, Role::Bad, Role::Trio(1), Role::Piece(3, true), Role::Cursor] {
            assert_eq!((theme.style(role).fg, theme.style(role).bg), (None, None), "{role:?}");
        }
    }
}
