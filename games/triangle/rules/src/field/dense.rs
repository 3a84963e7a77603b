//! Boards of at most 128 cells, at most 23 shapes and 32 lines: the default grid and all like it.
//!
//! All anchors of a shape point the same way, and of the cells `2 i` and `2 i + 1` one points up and the other down. So
//! 64 bits hold where a shape fits: bit `i` stands for whichever of the two cells can be its anchor.

use alloc::vec::Vec;
use core::array;
use core::hint::cold_path;
use core::marker::PhantomData;

use tercet_game::Digest;

use super::bits::{Portable, Select, spread};
use super::{Cells, Field};
use crate::grid::Grid;
use crate::shape::Shape;

/// One more than the shapes: the last stands for an empty slot and fits nowhere, so that asking for it needs
/// no branch.
const SHAPES: usize = 24;
const LINES: usize = 32;
const ANCHORS: usize = 64;
const CELLS: usize = 128;

/// A bit an anchor for each shape.
type Anchors = [u64; SHAPES];
/// A byte for each line, eight to a word. What is taken from a line is never more than it has, so words are
/// subtracted whole.
type PerLine = [u64; LINES / 8];

/// A board with, for each shape, where it fits, and for each line, how many cells of it are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dense<S = Portable> {
    filled: u128,
    fits: Anchors,
    free: PerLine,
    bits: PhantomData<S>,
}

/// See [`Dense`].
#[derive(Debug)]
pub struct Tables {
    /// Which of a shape's anchors are the second cell of their pair.
    odd: Anchors,
    /// What placing a shape does, for each shape and anchor.
    rows: Vec<Row>,
    /// Where each shape fits on the empty board, by anchors and by cells.
    fits: Anchors,
    places: [u128; SHAPES],
    /// How many cells each line has.
    free: PerLine,
    cells: Vec<Cell>,
    lines: [u128; LINES],
    /// How many lines there are; the masks of the others are empty.
    line_count: usize,
}

/// What a placement does. In cache lines of its own: a step reads all of one row and nothing beside it.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row {
    keeps: Anchors,
    takes: PerLine,
    cells: u128,
}

/// What filling one cell does.
#[derive(Clone, Copy, Debug)]
struct Cell {
    keeps: Anchors,
    takes: PerLine,
}

impl<S: Select> Field for Dense<S> {
    type Tables = Tables;
    type Cells = u128;
    const NO_SHAPE: u8 = SHAPES as u8 - 1;

    fn tables(grid: &Grid, shapes: &[Shape], lines: &[Vec<usize>]) -> Option<Tables> {
        let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
        if grid.size() > CELLS || shapes.len() >= SHAPES || lines.len() > LINES || longest >= 255 {
            return None;
        }
        let placements: Vec<_> = shapes.iter().map(|shape| all_places(grid, shape)).collect();
        Some(Tables::new(&placements, lines))
    }

    fn empty(tables: &Tables) -> Dense<S> {
        Dense { filled: 0, fits: tables.fits, free: tables.free, bits: PhantomData }
    }

    fn is_filled(&self, cell: usize) -> bool {
        self.filled >> cell & 1 == 1
    }

    #[inline]
    fn filled(&self) -> u128 {
        self.filled
    }

    #[inline(always)]
    fn each_line(&self, tables: &Tables, mut use_it: impl FnMut(u32)) {
        let bytes = self.free.iter().flat_map(|word| word.to_le_bytes());
        bytes.take(tables.line_count).for_each(|free| use_it(free.into()));
    }

    #[inline(always)]
    fn count(&self, _tables: &Tables, shape: u8) -> u32 {
        S::count(self.fits[usize::from(shape)])
    }

    #[inline(always)]
    fn nth(&self, tables: &Tables, shape: u8, rank: u32) -> usize {
        tables.cell(shape, S::select(self.fits[usize::from(shape)], rank))
    }

    #[inline]
    fn places(&self, tables: &Tables, shape: u8) -> u128 {
        let fits = self.fits[usize::from(shape)];
        let pairs = u128::from(spread((fits >> 32) as u32)) << 64 | u128::from(spread(fits as u32));
        (pairs | pairs << 1) & tables.places[usize::from(shape)]
    }

    fn each(&self, tables: &Tables, shape: u8, mut use_it: impl FnMut(usize)) {
        let mut anchors = self.fits[usize::from(shape)];
        while anchors != 0 {
            use_it(tables.cell(shape, anchors.trailing_zeros()));
            anchors &= anchors - 1;
        }
    }

    #[inline(always)]
    fn fits(&self, tables: &Tables, shape: u8, cell: usize) -> bool {
        let anchor = anchor_of(cell);
        tables.cell(shape, anchor as u32) == cell && self.fits[usize::from(shape)] >> anchor & 1 == 1
    }

    #[inline(always)]
    fn any_place(&self, _tables: &Tables, shapes: &[u8]) -> bool {
        shapes.iter().fold(0, |any, &shape| any | self.fits[usize::from(shape)]) != 0
    }

    #[inline(always)]
    fn place(&mut self, tables: &Tables, shape: u8, cell: usize) -> u128 {
        let row = &tables.rows[usize::from(shape) * ANCHORS + anchor_of(cell)];
        self.filled |= row.cells;
        self.fits = array::from_fn(|shape| self.fits[shape] & row.keeps[shape]);
        self.free = array::from_fn(|word| self.free[word] - row.takes[word]);
        self.clear_full(tables)
    }

    fn fill(&mut self, tables: &Tables, cell: usize) -> u128 {
        let facts = &tables.cells[cell];
        self.filled |= 1 << cell;
        self.fits = array::from_fn(|shape| self.fits[shape] & facts.keeps[shape]);
        self.free = array::from_fn(|word| self.free[word] - facts.takes[word]);
        self.clear_full(tables)
    }

    fn free(&mut self, tables: &Tables, cell: usize) {
        self.empty_cells(tables, 1 << cell);
    }

    fn write(&self, digest: &mut Digest) {
        digest.number(self.filled, 16);
    }
}

impl<S> Dense<S> {
    /// Few placements fill a line, so that is a branch that is nearly always guessed.
    #[inline(always)]
    fn clear_full(&mut self, tables: &Tables) -> u128 {
        let any_full = self.free.iter().fold(0, |any, &word| any | has_zero_byte(word));
        if any_full == 0 {
            return 0;
        }
        cold_path();
        self.clear(tables)
    }

    #[inline(always)]
    fn clear(&mut self, tables: &Tables) -> u128 {
        let mut cells = 0;
        for (lines, word) in tables.lines.chunks_exact(8).zip(self.free) {
            let mut full = zero_bytes(word);
            while full != 0 {
                cells |= lines[full.trailing_zeros() as usize / 8];
                full &= full - 1;
            }
        }
        self.empty_cells(tables, cells);
        cells
    }

    /// Empties cells; where shapes fit then is what the cells that stay filled leave.
    #[inline(always)]
    fn empty_cells(&mut self, tables: &Tables, cells: u128) {
        let mut free = self.free;
        for cell in bits_of(cells) {
            let takes = &tables.cells[cell].takes;
            free = array::from_fn(|word| free[word] + takes[word]);
        }
        self.free = free;
        self.filled &= !cells;
        let mut fits = tables.fits;
        for cell in bits_of(self.filled) {
            let keeps = &tables.cells[cell].keeps;
            fits = array::from_fn(|shape| fits[shape] & keeps[shape]);
        }
        self.fits = fits;
    }
}

impl Tables {
    fn new(placements: &[Vec<(usize, u128)>], lines: &[Vec<usize>]) -> Tables {
        let line_count = lines.len();
        let lines: [u128; LINES] = array::from_fn(|line| lines.get(line).map_or(0, |line| mask_of(line)));
        let cells: Vec<Cell> = (0..CELLS).map(|cell| cell_facts(cell, placements, &lines)).collect();
        let mut tables = Tables {
            odd: [0; SHAPES],
            rows: alloc::vec![row(0, &cells); placements.len() * ANCHORS],
            fits: [0; SHAPES],
            places: [0; SHAPES],
            free: [u64::MAX; LINES / 8],
            cells,
            lines,
            line_count,
        };
        for (number, line) in tables.lines.iter().enumerate().filter(|(_, line)| **line != 0) {
            tables.free[number / 8] -= u64::from(u8::MAX - line.count_ones() as u8) << (number % 8 * 8);
        }
        for (shape, places) in placements.iter().enumerate() {
            for &(cell, mask) in places {
                let anchor = anchor_of(cell);
                tables.odd[shape] |= (cell as u64 & 1) << anchor;
                tables.fits[shape] |= 1 << anchor;
                tables.places[shape] |= 1 << cell;
                tables.rows[shape * ANCHORS + anchor] = row(mask, &tables.cells);
            }
        }
        tables
    }

    /// The cell of a shape's anchor.
    #[inline(always)]
    fn cell(&self, shape: u8, anchor: u32) -> usize {
        let anchor = anchor as usize % ANCHORS;
        anchor << 1 | (self.odd[usize::from(shape)] >> anchor) as usize & 1
    }
}

/// Which anchor a cell is, to a shape that can have its anchor there.
#[inline(always)]
fn anchor_of(cell: usize) -> usize {
    cell / 2 % ANCHORS
}

fn all_places(grid: &Grid, shape: &Shape) -> Vec<(usize, u128)> {
    let place = |anchor| Some((anchor, mask_of(&grid.placement(shape, anchor)?)));
    (0..grid.size()).filter_map(place).collect()
}

fn cell_facts(cell: usize, placements: &[Vec<(usize, u128)>], lines: &[u128]) -> Cell {
    let mut facts = Cell { keeps: [u64::MAX; SHAPES], takes: [0; LINES / 8] };
    for (keeps, places) in facts.keeps.iter_mut().zip(placements) {
        let hits = places.iter().filter(|(_, mask)| mask >> cell & 1 == 1);
        *keeps = hits.fold(u64::MAX, |keeps, (anchor, _)| keeps & !(1 << anchor_of(*anchor)));
    }
    for (number, line) in lines.iter().enumerate() {
        facts.takes[number / 8] |= ((line >> cell & 1) as u64) << (number % 8 * 8);
    }
    facts
}

fn row(mask: u128, cells: &[Cell]) -> Row {
    let mut row = Row { keeps: [u64::MAX; SHAPES], takes: [0; LINES / 8], cells: mask };
    for cell in bits_of(mask) {
        row.keeps = array::from_fn(|shape| row.keeps[shape] & cells[cell].keeps[shape]);
        row.takes = array::from_fn(|word| row.takes[word] + cells[cell].takes[word]);
    }
    row
}

/// Not zero iff one of the eight bytes is; cheaper than finding out which.
#[inline(always)]
fn has_zero_byte(word: u64) -> u64 {
    word.wrapping_sub(0x0101_0101_0101_0101) & !word & 0x8080_8080_8080_8080
}

/// The top bit of each byte that is zero.
#[inline(always)]
fn zero_bytes(word: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    !(((word & LOW) + LOW) | word | LOW)
}

fn mask_of(cells: &[usize]) -> u128 {
    cells.iter().fold(0, |mask, cell| mask | 1 << cell)
}

/// Half by half, because words of 64 bits are what the processor counts in.
#[inline(always)]
fn bits_of(mask: u128) -> impl Iterator<Item = usize> {
    let half = |mut word: u64, first: usize| {
        core::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(first + bit)
        })
    };
    half(mask as u64, 0).chain(half((mask >> 64) as u64, 64))
}

impl Cells for u128 {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        *self == 0
    }

    fn len(&self) -> u32 {
        self.count_ones()
    }

    fn list(&self) -> Vec<u16> {
        bits_of(*self).map(|cell| cell as u16).collect()
    }

    #[inline]
    fn words(&self) -> impl Iterator<Item = u64> {
        [*self as u64, (*self >> 64) as u64].into_iter()
    }
}
