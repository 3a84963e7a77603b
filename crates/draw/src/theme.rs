//! Themes: which colour each role has.

use tercet_scene::{Kind, Role};

use crate::{Color, DrawError};

/// The names of the themes.
pub const THEMES: [&str; 5] = ["light", "dark", "colorblind", "contrast", "print"];

/// Which colour each role has, and what the three colours of symbols are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    name: String,
    colors: Vec<(Role, Color)>,
    symbol_names: [String; 3],
}

impl Default for Theme {
    /// `light`.
    fn default() -> Theme {
        Theme::from_sheet("light", &LIGHT)
    }
}

impl Theme {
    /// The theme of this name.
    ///
    /// # Errors
    /// If there is none; the error says which there are.
    ///
    /// ```
    /// use tercet_draw::Theme;
    ///
    /// let error = Theme::named("solarized").unwrap_err().to_string();
    /// assert_eq!(
    ///     error,
    ///     "there is no theme `solarized`; the themes are light, dark, colorblind, contrast, print"
    /// );
    /// ```
    pub fn named(name: &str) -> Result<Theme, DrawError> {
        let sheet = match name {
            "light" => &LIGHT,
            "dark" => &DARK,
            "colorblind" => &COLORBLIND,
            "contrast" => &CONTRAST,
            "print" => &PRINT,
            _ => return Err(DrawError::NoTheme(name.to_owned())),
        };
        Ok(Theme::from_sheet(name, sheet))
    }

    fn from_sheet(name: &str, sheet: &Sheet) -> Theme {
        Theme {
            name: name.to_owned(),
            colors: Role::all().map(|role| (role, sheet.color(role))).collect(),
            symbol_names: sheet.symbol_names.map(str::to_owned),
        }
    }

    /// The same theme with another colour for a role.
    #[must_use]
    pub fn with(mut self, role: Role, color: Color) -> Theme {
        for entry in self.colors.iter_mut().filter(|entry| entry.0 == role) {
            entry.1 = color;
        }
        self
    }

    /// The same theme with the colours of symbols, their names and their edge from another.
    #[must_use]
    pub fn with_symbols_of(mut self, other: &Theme) -> Theme {
        let symbols = (0..Role::SYMBOLS).map(Role::Symbol).chain([Role::SymbolEdge]);
        for role in symbols {
            self = self.with(role, other.color(role));
        }
        Theme { symbol_names: other.symbol_names.clone(), ..self }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The colour of a role.
    ///
    /// # Panics
    /// If a symbol's or piece's number is beyond those there are.
    pub fn color(&self, role: Role) -> Color {
        let found = self.colors.iter().find(|entry| entry.0 == role);
        found.expect("a theme has a colour for every role").1
    }

    /// What the three colours of symbols are called, for a legend.
    pub fn symbol_names(&self) -> &[String; 3] {
        &self.symbol_names
    }
}

/// The colours of a theme as they are written down.
struct Sheet {
    board: u32,
    ink: u32,
    faint: u32,
    card: u32,
    card_edge: u32,
    card_ink: u32,
    card_faint: u32,
    /// One ring of a shadow: black, so many percent.
    shadow: u8,
    badge: u32,
    badge_ink: u32,
    symbols: [u32; 3],
    symbol_names: [&'static str; 3],
    /// The fine line around symbols, so many percent of the cards' ink.
    symbol_edge: u8,
    pieces: &'static [u32; 16],
    piece_edge: u32,
    by_hand: u32,
    cell: u32,
    cell_edge: u32,
    cell_ink: u32,
    blocked: u32,
    blocked_edge: u32,
    picked: u32,
    hint: u32,
    legal: u32,
    illegal: u32,
    last: u32,
    cleared: u32,
    line: u32,
    /// Blue, green, red, purple, orange.
    kinds: [u32; 5],
    kind_ink: u32,
    coin: u32,
    coin_ink: u32,
    die: u32,
    pip: u32,
}

impl Sheet {
    fn color(&self, role: Role) -> Color {
        let hex = match role {
            Role::Shadow => return Color::thin(0, self.shadow),
            Role::SymbolEdge => return Color::thin(self.card_ink, self.symbol_edge),
            Role::Board => self.board,
            Role::Ink => self.ink,
            Role::Faint => self.faint,
            Role::Card => self.card,
            Role::CardEdge => self.card_edge,
            Role::CardInk => self.card_ink,
            Role::CardFaint => self.card_faint,
            Role::Badge => self.badge,
            Role::BadgeInk => self.badge_ink,
            Role::Symbol(number) => self.symbols[usize::from(number)],
            Role::Piece(number) => self.pieces[usize::from(number)],
            Role::PieceEdge => self.piece_edge,
            Role::ByHand => self.by_hand,
            Role::Cell => self.cell,
            Role::CellEdge => self.cell_edge,
            Role::CellInk => self.cell_ink,
            Role::Blocked => self.blocked,
            Role::BlockedEdge => self.blocked_edge,
            Role::Picked => self.picked,
            Role::Hint => self.hint,
            Role::Legal => self.legal,
            Role::Illegal => self.illegal,
            Role::Last => self.last,
            Role::Cleared => self.cleared,
            Role::Line => self.line,
            Role::Kind(Kind::Blue) => self.kinds[0],
            Role::Kind(Kind::Green) => self.kinds[1],
            Role::Kind(Kind::Red) => self.kinds[2],
            Role::Kind(Kind::Purple) => self.kinds[3],
            Role::Kind(Kind::Orange) => self.kinds[4],
            Role::KindInk => self.kind_ink,
            Role::Coin => self.coin,
            Role::CoinInk => self.coin_ink,
            Role::Die => self.die,
            Role::Pip => self.pip,
        };
        Color::new(hex)
    }
}

/// The nine colours of the puzzle's reference, a little calmer, and seven more.
const PIECES: [u32; 16] = [
    0x00dc_3c3c,
    0x003f_51d8,
    0x0035_b84a,
    0x00e8_cf2a,
    0x00f0_9020,
    0x008e_3a9e,
    0x0028_b8b8,
    0x00d0_68b4,
    0x006c_b4d4,
    0x008a_5a3c,
    0x007a_8c2e,
    0x00e8_7a6a,
    0x0050_6478,
    0x00b0_9ae0,
    0x0088_d0a0,
    0x00c0_a070,
];

/// The same for dark boards.
const BRIGHT_PIECES: [u32; 16] = [
    0x00f2_5f5c,
    0x006c_82ff,
    0x004f_cf68,
    0x00f4_dc50,
    0x00ff_a53d,
    0x00b8_6ad0,
    0x003d_d0d0,
    0x00ea_86cc,
    0x008c_d0f0,
    0x00b0_805c,
    0x00a4_b84c,
    0x00ff_9c8c,
    0x0084_9cb4,
    0x00c8_b4ff,
    0x00a4_e8bc,
    0x00d8_bc88,
];

/// Colours that stay apart without red and green: eight of Okabe and Ito's family, each light and dark.
const SAFE_PIECES: [u32; 16] = [
    0x00d5_5e00,
    0x0000_72b2,
    0x0000_9e73,
    0x00f0_e442,
    0x00e6_9f00,
    0x007a_2a6a,
    0x0056_b4e9,
    0x00cc_79a7,
    0x009a_d0f0,
    0x0070_3800,
    0x0000_5c44,
    0x00f4_b890,
    0x0040_4040,
    0x00b8_a0d8,
    0x0080_d8c0,
    0x00a0_a0a0,
];

const LIGHT: Sheet = Sheet {
    board: 0x00e9_ecf1,
    ink: 0x001f_2733,
    faint: 0x004b_5666,
    card: 0x00ff_ffff,
    card_edge: 0x00c9_d0da,
    card_ink: 0x001f_2733,
    card_faint: 0x0059_6373,
    shadow: 3,
    badge: 0x0000_0000,
    badge_ink: 0x00ff_ffff,
    symbols: [0x00ce_1022, 0x001f_a374, 0x005e_1f96],
    symbol_names: ["red", "green", "purple"],
    symbol_edge: 0,
    pieces: &PIECES,
    piece_edge: 0x00ff_ffff,
    by_hand: 0x008a_94a4,
    cell: 0x00ff_ffff,
    cell_edge: 0x00cf_d6e0,
    cell_ink: 0x0059_6373,
    blocked: 0x00dd_e1e8,
    blocked_edge: 0x00d2_d7e0,
    picked: 0x001b_6fe0,
    hint: 0x00e0_8a00,
    legal: 0x0013_8a4a,
    illegal: 0x00cc_1f2f,
    last: 0x001f_2733,
    cleared: 0x00e0_8a00,
    line: 0x00e0_8a00,
    kinds: [0x001f_5fb4, 0x0017_7a3e, 0x00b8_2a2a, 0x006a_35a0, 0x00a8_5400],
    kind_ink: 0x00ff_ffff,
    coin: 0x00f5_c542,
    coin_ink: 0x003d_2c00,
    die: 0x00ff_ffff,
    pip: 0x001f_2733,
};

const DARK: Sheet = Sheet {
    board: 0x0014_181f,
    ink: 0x00ee_f1f6,
    faint: 0x00a3_aebf,
    card: 0x0029_303c,
    card_edge: 0x003d_4757,
    card_ink: 0x00ee_f1f6,
    card_faint: 0x00b4_bfce,
    shadow: 7,
    badge: 0x0000_0000,
    badge_ink: 0x00ff_ffff,
    symbols: [0x00ff_5652, 0x0092_f2c8, 0x00b9_82ff],
    symbol_names: ["red", "green", "purple"],
    symbol_edge: 0,
    pieces: &BRIGHT_PIECES,
    piece_edge: 0x0014_181f,
    by_hand: 0x0076_8394,
    cell: 0x0029_303c,
    cell_edge: 0x003d_4757,
    cell_ink: 0x00b4_bfce,
    blocked: 0x001a_1f28,
    blocked_edge: 0x0022_2934,
    picked: 0x0058_a6ff,
    hint: 0x00ff_c043,
    legal: 0x004f_cf68,
    illegal: 0x00ff_6b6b,
    last: 0x00ff_ffff,
    cleared: 0x00ff_c043,
    line: 0x00ff_c043,
    kinds: [0x006a_aeff, 0x005f_d389, 0x00ff_8a80, 0x00c3_9cff, 0x00ff_b35c],
    kind_ink: 0x0014_181f,
    coin: 0x00f5_c542,
    coin_ink: 0x003d_2c00,
    die: 0x00ee_f1f6,
    pip: 0x0014_181f,
};

const COLORBLIND: Sheet = Sheet {
    symbols: [0x00d8_1b60, 0x00ff_c107, 0x001e_88e5],
    symbol_names: ["magenta", "amber", "blue"],
    symbol_edge: 85,
    pieces: &SAFE_PIECES,
    picked: 0x0000_5ec4,
    hint: 0x00b3_5900,
    legal: 0x0000_72b2,
    illegal: 0x00b3_3e00,
    cleared: 0x00b3_5900,
    line: 0x00b3_5900,
    kinds: [0x0000_5a8c, 0x0000_6e50, 0x00a8_4400, 0x0072_2a62, 0x006b_5200],
    ..LIGHT
};

const CONTRAST: Sheet = Sheet {
    board: 0x0000_0000,
    ink: 0x00ff_ffff,
    faint: 0x00ff_ffff,
    card: 0x00ff_ffff,
    card_edge: 0x0000_0000,
    card_ink: 0x0000_0000,
    card_faint: 0x0000_0000,
    shadow: 0,
    symbols: [0x00e6_0400, 0x0010_7352, 0x0062_2a96],
    symbol_edge: 0,
    piece_edge: 0x0000_0000,
    by_hand: 0x0080_8080,
    cell: 0x00ff_ffff,
    cell_edge: 0x0000_0000,
    cell_ink: 0x0000_0000,
    blocked: 0x0000_0000,
    blocked_edge: 0x0050_5050,
    picked: 0x0000_55ff,
    hint: 0x00c0_4a00,
    legal: 0x0000_6b2e,
    illegal: 0x00c0_0000,
    last: 0x00b0_007a,
    cleared: 0x00c0_4a00,
    line: 0x00c0_4a00,
    kinds: [0x0000_4bb0, 0x0000_6428, 0x00b0_0000, 0x0058_1e96, 0x0090_4000],
    coin: 0x00ff_d84d,
    coin_ink: 0x0000_0000,
    pip: 0x0000_0000,
    ..LIGHT
};

const PRINT: Sheet = Sheet {
    board: 0x00ff_ffff,
    ink: 0x0000_0000,
    faint: 0x0040_4040,
    card_edge: 0x0060_6060,
    card_ink: 0x0000_0000,
    card_faint: 0x0040_4040,
    shadow: 0,
    // As different in lightness as in hue: a printer without colours keeps them apart.
    symbols: [0x00d0_1020, 0x0040_a478, 0x0038_0a66],
    symbol_edge: 0,
    cell_edge: 0x00a0_a0a0,
    cell_ink: 0x0040_4040,
    blocked: 0x00f0_f0f0,
    blocked_edge: 0x00e0_e0e0,
    last: 0x0000_0000,
    pip: 0x0000_0000,
    ..LIGHT
};
