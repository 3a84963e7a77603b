//! The state, and the one door through which a position from outside becomes one.

use alloc::vec::Vec;
use core::fmt;

use tercet_game::{Digest, End, Stable};

use crate::action::Piece;
use crate::config::Config;
use crate::field::Field;

/// A position. What a board remembers beyond its filled cells stands in `F`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<F> {
    pub(crate) field: F,
    /// The shape of each slot.
    pub(crate) slots: [u8; Config::MAX_SLOTS as usize],
    /// How many slots are still to be dealt.
    pub(crate) owed: u8,
    /// How many slots hold a shape.
    pub(crate) hand: u8,
    pub(crate) end: Option<End>,
    pub(crate) steps: u32,
    pub(crate) survived: u32,
    pub(crate) placed: u32,
    pub(crate) cleared: u32,
}

impl<F: Field> State<F> {
    /// How many slots are still to be dealt.
    pub fn owed(&self) -> u8 {
        self.owed
    }

    /// The board.
    pub fn field(&self) -> &F {
        &self.field
    }

    /// Is the cell filled?
    pub fn is_filled(&self, cell: usize) -> bool {
        self.field.is_filled(cell)
    }

    /// How many shapes were placed.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// After how many of them the game went on.
    pub fn survived(&self) -> u32 {
        self.survived
    }

    /// How many triangles were placed.
    pub fn placed(&self) -> u32 {
        self.placed
    }

    /// How many triangles were cleared.
    pub fn cleared(&self) -> u32 {
        self.cleared
    }
}

impl<F: Field> Stable for State<F> {
    fn write(&self, digest: &mut Digest) {
        self.field.write(digest);
        digest.bytes(&self.slots.map(|slot| if slot == F::NO_SHAPE { u8::MAX } else { slot }));
        digest.bytes(&[self.owed, self.end.map_or(0, |end| 1 + end as u8)]);
        for count in [self.steps, self.survived, self.placed, self.cleared] {
            digest.number(count, 4);
        }
    }
}

/// A position as somebody describes it: it may be nonsense.
/// [`Puzzle::position`](crate::Puzzle::position) makes a [`State`] of it or says what is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The filled cells, in any order.
    pub filled: Vec<usize>,
    /// What the slots hold; if all are empty, they are dealt to.
    pub slots: Vec<Option<Piece>>,
    /// How many shapes were placed.
    pub steps: u32,
    /// After how many of them the game went on.
    pub survived: u32,
    /// How many triangles were placed.
    pub placed: u32,
    /// How many triangles were cleared.
    pub cleared: u32,
    /// How the game ended, if it did: nothing is dealt then.
    pub end: Option<End>,
}

/// Why a [`Setup`] is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A filled cell that is no cell or a death zone.
    NotPlayable(usize),
    /// A cell that is named twice.
    Twice(usize),
    /// A line that is full; the cell is the last of it that was named.
    FullLine(usize),
    /// More slots than the config has.
    TooManySlots,
    /// A shape that the config does not have.
    NoSuchShape(Piece),
    /// More steps than the limit, as many without an end, or a count above [`SetupError::MOST`].
    Counts,
}

impl SetupError {
    /// The most that a count of a position from outside may be.
    pub const MOST: u32 = 1_000_000_000;
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::NotPlayable(cell) => write!(f, "the cell with the number {cell} is not playable"),
            SetupError::Twice(cell) => write!(f, "the cell with the number {cell} is there twice"),
            SetupError::FullLine(cell) => write!(f, "a line is full with the cell with the number {cell}"),
            SetupError::TooManySlots => f.write_str("there are more slots than the config has"),
            SetupError::NoSuchShape(piece) => write!(f, "there is no shape {}", piece.0),
            SetupError::Counts => {
                write!(f, "the steps are below the limit, and no count is above {}", SetupError::MOST)
            }
        }
    }
}

impl core::error::Error for SetupError {}
