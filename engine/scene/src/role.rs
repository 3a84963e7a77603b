//! Paint roles: what a colour is for. A theme says which colour that is.

use alloc::format;
use alloc::string::String;

/// The five kinds of cards that borders tell apart in Machi Koro.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Red.
    Red,
    /// Purple.
    Purple,
    /// Orange.
    Orange,
}

impl Kind {
    /// All five.
    pub const ALL: [Kind; 5] = [Kind::Blue, Kind::Green, Kind::Red, Kind::Purple, Kind::Orange];
}

/// What something is painted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// What everything lies on.
    Board,
    /// Words on the board.
    Ink,
    /// Words on the board that matter less.
    Faint,
    /// The face of a card, a slot or a panel.
    Card,
    /// Its edge.
    CardEdge,
    /// Words on it.
    CardInk,
    /// Words on it that matter less.
    CardFaint,
    /// One layer of a soft shadow.
    Shadow,
    /// A small disc or plate for a number.
    Badge,
    /// Words on it.
    BadgeInk,
    /// One of three colours that must be told apart, 0 to 2.
    Symbol(u8),
    /// A fine line around symbols, in themes whose symbols need one.
    SymbolEdge,
    /// One of sixteen colours of pieces, 0 to 15.
    Piece(u8),
    /// The edge between pieces.
    PieceEdge,
    /// A piece that was put there by hand.
    ByHand,
    /// A free cell.
    Cell,
    /// Its edge.
    CellEdge,
    /// Words on it.
    CellInk,
    /// A cell that is never played on.
    Blocked,
    /// Its edge.
    BlockedEdge,
    /// What is picked.
    Picked,
    /// What a hint points at.
    Hint,
    /// What may be done.
    Legal,
    /// What may not be done.
    Illegal,
    /// What was done last.
    Last,
    /// What was just taken away.
    Cleared,
    /// A line that is, or would be, complete.
    Line,
    /// The border of a kind of card.
    Kind(Kind),
    /// Words on that border.
    KindInk,
    /// A coin.
    Coin,
    /// Words on it.
    CoinInk,
    /// The face of a die.
    Die,
    /// Its pips.
    Pip,
}

impl Role {
    /// How many colours of symbols there are.
    pub const SYMBOLS: u8 = 3;
    /// How many colours of pieces there are.
    pub const PIECES: u8 = 16;

    /// Every role that does not count.
    const PLAIN: [Role; 30] = [
        Role::Board,
        Role::Ink,
        Role::Faint,
        Role::Card,
        Role::CardEdge,
        Role::CardInk,
        Role::CardFaint,
        Role::Shadow,
        Role::Badge,
        Role::BadgeInk,
        Role::SymbolEdge,
        Role::PieceEdge,
        Role::ByHand,
        Role::Cell,
        Role::CellEdge,
        Role::CellInk,
        Role::Blocked,
        Role::BlockedEdge,
        Role::Picked,
        Role::Hint,
        Role::Legal,
        Role::Illegal,
        Role::Last,
        Role::Cleared,
        Role::Line,
        Role::KindInk,
        Role::Coin,
        Role::CoinInk,
        Role::Die,
        Role::Pip,
    ];

    /// Every role, in a fixed order.
    pub fn all() -> impl Iterator<Item = Role> {
        let symbols = (0..Role::SYMBOLS).map(Role::Symbol);
        let pieces = (0..Role::PIECES).map(Role::Piece);
        Role::PLAIN.into_iter().chain(symbols).chain(pieces).chain(Kind::ALL.map(Role::Kind))
    }

    /// A short name that never changes, for style sheets; numbers count from one.
    pub fn name(self) -> String {
        let name = match self {
            Role::Symbol(number) => return format!("symbol-{}", number + 1),
            Role::Piece(number) => return format!("piece-{}", number + 1),
            Role::Board => "board",
            Role::Ink => "ink",
            Role::Faint => "faint",
            Role::Card => "card",
            Role::CardEdge => "card-edge",
            Role::CardInk => "card-ink",
            Role::CardFaint => "card-faint",
            Role::Shadow => "shadow",
            Role::Badge => "badge",
            Role::BadgeInk => "badge-ink",
            Role::SymbolEdge => "symbol-edge",
            Role::PieceEdge => "piece-edge",
            Role::ByHand => "by-hand",
            Role::Cell => "cell",
            Role::CellEdge => "cell-edge",
            Role::CellInk => "cell-ink",
            Role::Blocked => "blocked",
            Role::BlockedEdge => "blocked-edge",
            Role::Picked => "picked",
            Role::Hint => "hint",
            Role::Legal => "legal",
            Role::Illegal => "illegal",
            Role::Last => "last",
            Role::Cleared => "cleared",
            Role::Line => "line",
            Role::Kind(Kind::Blue) => "kind-blue",
            Role::Kind(Kind::Green) => "kind-green",
            Role::Kind(Kind::Red) => "kind-red",
            Role::Kind(Kind::Purple) => "kind-purple",
            Role::Kind(Kind::Orange) => "kind-orange",
            Role::KindInk => "kind-ink",
            Role::Coin => "coin",
            Role::CoinInk => "coin-ink",
            Role::Die => "die",
            Role::Pip => "pip",
        };
        name.into()
    }

    /// Which words stand on which ground: a theme must make each of them readable.
    pub fn words_on_grounds() -> impl Iterator<Item = (Role, Role)> {
        let plain = [
            (Role::Ink, Role::Board),
            (Role::Faint, Role::Board),
            (Role::CardInk, Role::Card),
            (Role::CardFaint, Role::Card),
            (Role::BadgeInk, Role::Badge),
            (Role::CellInk, Role::Cell),
            (Role::CoinInk, Role::Coin),
        ];
        plain.into_iter().chain(Kind::ALL.map(|kind| (Role::KindInk, Role::Kind(kind))))
    }
}

/// A role, and how much of it covers what lies below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Paint {
    /// The role.
    pub role: Role,
    /// How much it covers, in percent.
    pub percent: u8,
}

impl Paint {
    /// So many percent of a role.
    pub fn thin(role: Role, percent: u8) -> Paint {
        Paint { role, percent }
    }
}

/// The whole of a role.
impl From<Role> for Paint {
    fn from(role: Role) -> Paint {
        Paint { role, percent: 100 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    #[test]
    fn every_role_has_a_name_of_its_own() {
        let names: BTreeSet<String> = Role::all().map(Role::name).collect();
        assert_eq!(names.len(), Role::all().count());
        assert_eq!(names.len(), 30 + 3 + 16 + 5);
    }
}
