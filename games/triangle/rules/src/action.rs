//! What the player does, what the dealer draws, what is changed by hand, what happened and why something was
//! refused. Their texts go through the rules, which know the grid: see `text.rs`.

use alloc::vec::Vec;
use core::fmt;

use tercet_game::{End, Refusal};

use crate::config::Config;

/// Puts the shape of a slot down with its anchor on a cell (R7). In text `place 1 3 4`: slot, row and column, all
/// from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// Which slot.
    pub slot: u8,
    /// The cell for the anchor.
    pub anchor: u16,
}

/// One of the different shapes of a config, templates first. In text it is the number of its first template,
/// from zero, or `s0`, `s1`, … for a spare shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(pub u8);

/// A shape and its colour, which rules never look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Painted {
    /// The shape.
    pub piece: Piece,
    /// The number of its colour.
    pub color: u8,
}

/// What each slot holds.
pub type Hand = [Option<Painted>; Config::MAX_SLOTS as usize];

/// A change by hand (R14, R15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// A free playable cell becomes filled, a filled one free. In text `toggle 3 4`: row and column from one.
    Toggle(u16),
    /// The slots hold these shapes. In text `shapes 5:2 - 30:0`: slot by slot, shape and colour or nothing.
    Shapes(Hand),
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A slot was filled.
    Dealt {
        /// Which.
        slot: u8,
        /// With what.
        piece: Piece,
    },
    /// A shape was put down.
    Placed {
        /// From which slot.
        slot: u8,
        /// Which.
        piece: Piece,
        /// The cells that it fills.
        cells: Vec<u16>,
    },
    /// Full lines were cleared.
    Cleared {
        /// Their cells.
        cells: Vec<u16>,
    },
    /// A cell was filled or freed by hand.
    Toggled {
        /// Which.
        cell: u16,
        /// Is it filled now?
        is_filled: bool,
    },
    /// The slots were set by hand.
    Set {
        /// What they hold now.
        hand: Hand,
    },
    /// The game is over.
    Over {
        /// How.
        end: End,
    },
}

/// Why an input was refused; nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// Shapes are still to be dealt.
    ShapesOwed,
    /// There is one seat, and it is not this one.
    NotYourTurn,
    /// There is no such slot.
    NoSuchSlot(u8),
    /// The slot is empty.
    EmptySlot(u8),
    /// There is no such cell.
    NoSuchCell(u16),
    /// The cell is not playable.
    DeathZone(u16),
    /// The shape does not fit there.
    DoesNotFit,
    /// No shape is to be dealt now.
    NoShapeOwed,
    /// There is no such shape, or it is never dealt.
    NoSuchShape(Piece),
    /// There is no such colour.
    NoSuchColor(u8),
    /// No clock runs in this game.
    NoWindow,
}

/// The one kind of input that the game lacks is time.
impl From<tercet_game::Unsupported> for Illegal {
    fn from(_: tercet_game::Unsupported) -> Illegal {
        Illegal::NoWindow
    }
}

impl Refusal for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::GameOver => "game_over",
            Illegal::ShapesOwed => "shapes_owed",
            Illegal::NotYourTurn => "not_your_turn",
            Illegal::NoSuchSlot(_) => "no_such_slot",
            Illegal::EmptySlot(_) => "empty_slot",
            Illegal::NoSuchCell(_) => "no_such_cell",
            Illegal::DeathZone(_) => "death_zone",
            Illegal::DoesNotFit => "does_not_fit",
            Illegal::NoShapeOwed => "no_shape_owed",
            Illegal::NoSuchShape(_) => "no_such_shape",
            Illegal::NoSuchColor(_) => "no_such_color",
            Illegal::NoWindow => "no_window",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::ShapesOwed => f.write_str("shapes are still to be dealt"),
            Illegal::NotYourTurn => f.write_str("the puzzle has one seat"),
            Illegal::NoSuchSlot(slot) => write!(f, "there is no slot {}", u16::from(*slot) + 1),
            Illegal::EmptySlot(slot) => write!(f, "slot {} is empty", slot + 1),
            Illegal::NoSuchCell(cell) => write!(f, "there is no cell with the number {cell}"),
            Illegal::DeathZone(cell) => write!(f, "the cell with the number {cell} is not playable"),
            Illegal::DoesNotFit => f.write_str("the shape does not fit there"),
            Illegal::NoShapeOwed => f.write_str("no shape is to be dealt now"),
            Illegal::NoSuchShape(piece) => {
                write!(f, "shape {} is none of those that are dealt or set", piece.0)
            }
            Illegal::NoSuchColor(color) => write!(f, "there is no colour {color}"),
            Illegal::NoWindow => f.write_str("no clock runs in this game"),
        }
    }
}

impl core::error::Error for Illegal {}
