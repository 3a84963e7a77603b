//! The facts of the deck: four attributes with three values each, and the card that completes each pair.

use tercet_game::named;

named! {
    /// How many symbols a card shows.
    pub enum Number {
        /// 1.
        One = "one",
        /// 2.
        Two = "two",
        /// 3.
        Three = "three",
    }
}

named! {
    /// The colour of a card's symbols.
    pub enum Color {
        /// Red.
        Red = "red",
        /// Green.
        Green = "green",
        /// Purple.
        Purple = "purple",
    }
}

named! {
    /// The shape of a card's symbols.
    pub enum Shape {
        /// A diamond.
        Diamond = "diamond",
        /// A squiggle.
        Squiggle = "squiggle",
        /// An oval.
        Oval = "oval",
    }
}

named! {
    /// How a card's symbols are filled.
    pub enum Shading {
        /// Filled.
        Solid = "solid",
        /// With stripes.
        Striped = "striped",
        /// Only the outline; also read as empty, outline, outlined or hollow.
        Open = "open",
    }
}

/// How many cards there are.
pub const DECK_SIZE: usize = 81;
/// How many cards the junior deck has: all shadings solid.
pub const JUNIOR_DECK_SIZE: usize = 27;
/// How many cards a game begins with.
pub const INITIAL_BOARD_SIZE: usize = 12;
/// How many cards a deal adds.
pub const BOARD_INCREASE_STEP: usize = 3;
/// The most cards a board can need: 20 may be without a Set, 21 never are.
pub const MAX_BOARD_SIZE: usize = 21;
/// How many Sets the deck holds.
pub const SETS_IN_DECK: usize = 1080;

/// Tables are as long as a byte has values, so that a look-up by a card needs no check of its bounds.
pub(crate) const ROW: usize = 256;

/// `THIRD[a][b]` is the id of the card that completes a Set with cards `a` and `b`; a card with itself gives
/// itself.
pub(crate) static THIRD: [[u8; ROW]; DECK_SIZE] = third_cards();

// The array is built by the compiler and never stands on a stack.
#[allow(clippy::large_stack_arrays)]
const fn third_cards() -> [[u8; ROW]; DECK_SIZE] {
    let mut table = [[0; ROW]; DECK_SIZE];
    let mut a = 0;
    while a < DECK_SIZE {
        let mut b = 0;
        while b < DECK_SIZE {
            table[a][b] = third(a, b) as u8;
            b += 1;
        }
        a += 1;
    }
    table
}

/// Digit by digit in base three: the digit that makes the sum a multiple of three.
const fn third(a: usize, b: usize) -> usize {
    let (mut id, mut weight) = (0, 1);
    while weight < DECK_SIZE {
        id += (6 - a / weight % 3 - b / weight % 3) % 3 * weight;
        weight *= 3;
    }
    id
}
