//! How a board is held, and what can be asked of it at full speed.
//!
//! A small board is [`Dense`]: where each shape can go is known at all times, and a placement costs one masked
//! row. A board of any size is [`Wide`]: as many words as it needs, and where a shape can go is found when it
//! is asked. Which of them a game uses is decided once, by its config, as the type of its state.

// Inlined by force, as the step is: see `rules/mod.rs`.
#[allow(clippy::inline_always)]
mod bits;
#[allow(clippy::inline_always)]
mod dense;
mod wide;

use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;

use tercet_game::Digest;

use crate::config::Config;
use crate::grid::Grid;
use crate::shape::Shape;

pub use bits::{Portable, Select};
pub use dense::Dense;
pub use wide::Wide;

/// A board and the tables that answer questions about it. Shapes are numbers below the number of different
/// shapes, or [`Field::NO_SHAPE`], which fits nowhere.
pub trait Field: Copy + Eq + Hash + Debug {
    /// What is computed once for a grid and its shapes.
    type Tables: Debug + Send + Sync;
    /// Some cells of the board.
    type Cells: Cells;
    /// The number of an empty slot.
    const NO_SHAPE: u8;

    /// The tables; `None` if the grid or its shapes are too much for this kind of board.
    fn tables(grid: &Grid, shapes: &[Shape], lines: &[Vec<usize>]) -> Option<Self::Tables>;

    /// The board with no cell filled.
    fn empty(tables: &Self::Tables) -> Self;

    /// Is the cell filled?
    fn is_filled(&self, cell: usize) -> bool;

    /// Which cells are filled.
    fn filled(&self) -> Self::Cells;

    /// Calls `use_it` with how many cells of each line are free, in the order of the lines.
    fn each_line(&self, tables: &Self::Tables, use_it: impl FnMut(u32));

    /// How many places the shape has.
    fn count(&self, tables: &Self::Tables, shape: u8) -> u32;

    /// The anchor with so many legal anchors below it. `rank` is below [`Field::count`].
    fn nth(&self, tables: &Self::Tables, shape: u8, rank: u32) -> usize;

    /// Where the shape fits: a bit for each anchor.
    fn places(&self, tables: &Self::Tables, shape: u8) -> Self::Cells;

    /// Calls `use_it` with each legal anchor of the shape, ascending.
    fn each(&self, tables: &Self::Tables, shape: u8, use_it: impl FnMut(usize));

    /// Does the shape fit at this anchor?
    fn fits(&self, tables: &Self::Tables, shape: u8, anchor: usize) -> bool;

    /// Does any of these shapes fit anywhere?
    fn any_place(&self, tables: &Self::Tables, shapes: &[u8]) -> bool;

    /// Fills the shape's cells, which are free, clears the lines that are full, and says which cells those
    /// were (R9).
    fn place(&mut self, tables: &Self::Tables, shape: u8, anchor: usize) -> Self::Cells;

    /// Fills a free playable cell and clears the lines that are full then.
    fn fill(&mut self, tables: &Self::Tables, cell: usize) -> Self::Cells;

    /// Empties a filled cell.
    fn free(&mut self, tables: &Self::Tables, cell: usize);

    /// Writes which cells are filled.
    fn write(&self, digest: &mut Digest);
}

/// Something to do with the kind of board that a config needs.
pub trait FieldVisitor {
    /// What comes of it.
    type Out;

    /// Does it with this kind.
    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out;
}

/// Calls the visitor with the fastest kind of board that holds the config's grid and shapes. A config that can't be
/// gets any kind: its rules won't be made.
pub fn with_field<V: FieldVisitor>(config: &Config, visitor: V) -> V::Out {
    if config.check().is_err() {
        return visitor.visit::<Dense>();
    }
    let grid = config.grid.grid();
    let shapes: Vec<Shape> = config.shapes().into_iter().map(|(shape, _)| shape).collect();
    if <Dense>::tables(&grid, &shapes, &grid.lines(config.min_line.into())).is_some() {
        return visitor.visit::<Dense>();
    }
    match grid.size().div_ceil(128) {
        0..=1 => visitor.visit::<Wide<1>>(),
        2 => visitor.visit::<Wide<2>>(),
        3..=4 => visitor.visit::<Wide<4>>(),
        5..=8 => visitor.visit::<Wide<8>>(),
        9..=16 => visitor.visit::<Wide<16>>(),
        _ => visitor.visit::<Wide<32>>(),
    }
}

/// Some cells of a board.
pub trait Cells: Copy {
    /// None?
    fn is_empty(&self) -> bool;
    /// How many.
    fn len(&self) -> u32;
    /// Their numbers, ascending.
    fn list(&self) -> Vec<u16>;
    /// A bit for each cell of the board, 64 to a word, from the lowest; words beyond the board are zero.
    fn words(&self) -> impl Iterator<Item = u64>;
}
