//! Boards of at most 128 cells, at most 23 shapes, 64 anchors a shape and 32 lines: the default grid and all
//! like it.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;

use tercet_game::Digest;

use super::bits::{Portable, Select};
use super::{Cells, Field};
use crate::grid::Grid;
use crate::shape::Shape;

/// One more than the shapes: the last stands for an empty slot and fits nowhere, so that asking for it needs
/// no branch.
const SHAPES: usize = 24;
const LINES: usize = 32;
const ANCHORS: usize = 64;
const CELLS: usize = 128;

/// A bit an anchor for each shape. Anchors of a shape are counted in the order of their cells.
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
    /// The cell of each shape's anchors.
    cell_of: Box<[[u8; ANCHORS]; SHAPES]>,
    /// What each cell is to each shape.
    places: Box<[[Place; CELLS]; SHAPES]>,
    /// A row for each shape and anchor.
    rows: Vec<Row>,
    /// Where each shape fits on the empty board.
    fits: Anchors,
    /// How many cells each line has.
    free: PerLine,
    cells: Vec<Cell>,
    lines: Vec<u128>,
}

/// A cell as an anchor of a shape.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Which of the shape's anchors it is; `u8::MAX` if it can't be one.
    anchor: u8,
    /// What placing the shape there does.
    row: u16,
}

/// What a placement does.
#[derive(Debug)]
struct Row {
    keeps: Anchors,
    cells: u128,
    takes: PerLine,
}

/// What filling one cell does.
#[derive(Clone, Copy, Debug)]
struct Cell {
    blocks: Anchors,
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
        let placements: Vec<Vec<(usize, u128)>> =
            shapes.iter().map(|shape| all_places(grid, shape)).collect();
        if placements.iter().any(|places| places.len() > ANCHORS) {
            return None;
        }
        Some(Tables::new(&placements, lines))
    }

    fn empty(tables: &Tables) -> Dense<S> {
        Dense { filled: 0, fits: tables.fits, free: tables.free, bits: PhantomData }
    }

    fn is_filled(&self, cell: usize) -> bool {
        self.filled >> cell & 1 == 1
    }

    #[inline(always)]
    fn count(&self, _tables: &Tables, shape: u8) -> u32 {
        S::count(self.fits[usize::from(shape)])
    }

    #[inline(always)]
    fn nth(&self, tables: &Tables, shape: u8, rank: u32) -> usize {
        let anchor = S::select(self.fits[usize::from(shape)], rank);
        tables.cell_of[usize::from(shape)][anchor as usize % ANCHORS].into()
    }

    fn each(&self, tables: &Tables, shape: u8, mut use_it: impl FnMut(usize)) {
        let mut anchors = self.fits[usize::from(shape)];
        while anchors != 0 {
            use_it(tables.cell_of[usize::from(shape)][anchors.trailing_zeros() as usize].into());
            anchors &= anchors - 1;
        }
    }

    #[inline(always)]
    fn fits(&self, tables: &Tables, shape: u8, anchor: usize) -> bool {
        let Place { anchor, .. } = tables.places[usize::from(shape)][anchor];
        anchor != u8::MAX && self.fits[usize::from(shape)] >> (anchor & 63) & 1 == 1
    }

    #[inline(always)]
    fn any_place(&self, _tables: &Tables, shapes: &[u8]) -> bool {
        shapes.iter().fold(0, |any, &shape| any | self.fits[usize::from(shape)]) != 0
    }

    #[inline(always)]
    fn place(&mut self, tables: &Tables, shape: u8, anchor: usize) -> u128 {
        let row = &tables.rows[usize::from(tables.places[usize::from(shape)][anchor].row)];
        self.filled |= row.cells;
        for (fits, keeps) in self.fits.iter_mut().zip(&row.keeps) {
            *fits &= keeps;
        }
        self.take(&row.takes);
        self.clear_full(tables)
    }

    fn fill(&mut self, tables: &Tables, cell: usize) -> u128 {
        self.filled |= 1 << cell;
        self.block(&tables.cells[cell]);
        self.take(&tables.cells[cell].takes);
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
    fn block(&mut self, cell: &Cell) {
        for (fits, blocks) in self.fits.iter_mut().zip(&cell.blocks) {
            *fits &= !blocks;
        }
    }

    #[inline(always)]
    fn take(&mut self, takes: &PerLine) {
        for (free, takes) in self.free.iter_mut().zip(takes) {
            *free -= takes;
        }
    }

    /// Few placements fill a line, so that is a branch that is nearly always guessed.
    #[inline(always)]
    fn clear_full(&mut self, tables: &Tables) -> u128 {
        let any_full = self.free.iter().fold(0, |any, &word| any | has_zero_byte(word));
        if any_full == 0 { 0 } else { self.clear(tables) }
    }

    #[inline(never)]
    fn clear(&mut self, tables: &Tables) -> u128 {
        let free = self.free.iter().flat_map(|word| word.to_le_bytes());
        let full = tables.lines.iter().zip(free).filter(|&(_, free)| free == 0);
        let cells = full.fold(0, |cells, (line, _)| cells | line);
        self.empty_cells(tables, cells);
        cells
    }

    /// Empties cells; where shapes fit then is what the cells that stay filled leave.
    fn empty_cells(&mut self, tables: &Tables, cells: u128) {
        for cell in bits_of(cells) {
            for (free, takes) in self.free.iter_mut().zip(&tables.cells[cell].takes) {
                *free += takes;
            }
        }
        self.filled &= !cells;
        self.fits = tables.fits;
        for cell in bits_of(self.filled) {
            self.block(&tables.cells[cell]);
        }
    }
}

impl Tables {
    fn new(placements: &[Vec<(usize, u128)>], lines: &[Vec<usize>]) -> Tables {
        let lines: Vec<u128> = lines.iter().map(|line| mask_of(line)).collect();
        let cells: Vec<Cell> = (0..CELLS).map(|cell| cell_facts(cell, placements, &lines)).collect();
        let mut tables = Tables {
            cell_of: Box::new([[0; ANCHORS]; SHAPES]),
            places: Box::new([[Place { anchor: u8::MAX, row: 0 }; CELLS]; SHAPES]),
            rows: Vec::new(),
            fits: [0; SHAPES],
            free: [u64::MAX; LINES / 8],
            cells,
            lines,
        };
        for (number, line) in tables.lines.iter().enumerate() {
            tables.free[number / 8] -= u64::from(u8::MAX - line.count_ones() as u8) << (number % 8 * 8);
        }
        for (shape, places) in placements.iter().enumerate() {
            for (anchor, &(cell, mask)) in places.iter().enumerate() {
                tables.cell_of[shape][anchor] = cell as u8;
                tables.places[shape][cell] = Place { anchor: anchor as u8, row: tables.rows.len() as u16 };
                tables.fits[shape] |= 1 << anchor;
                let row = row(mask, &tables.cells);
                tables.rows.push(row);
            }
        }
        tables
    }
}

fn all_places(grid: &Grid, shape: &Shape) -> Vec<(usize, u128)> {
    let place = |anchor| Some((anchor, mask_of(&grid.placement(shape, anchor)?)));
    (0..grid.size()).filter_map(place).collect()
}

fn cell_facts(cell: usize, placements: &[Vec<(usize, u128)>], lines: &[u128]) -> Cell {
    let mut facts = Cell { blocks: [0; SHAPES], takes: [0; LINES / 8] };
    for (blocks, places) in facts.blocks.iter_mut().zip(placements) {
        let hits = places.iter().enumerate().filter(|(_, (_, mask))| mask >> cell & 1 == 1);
        *blocks = hits.fold(0, |blocks, (anchor, _)| blocks | 1 << anchor);
    }
    for (number, line) in lines.iter().enumerate() {
        facts.takes[number / 8] |= ((line >> cell & 1) as u64) << (number % 8 * 8);
    }
    facts
}

fn row(mask: u128, cells: &[Cell]) -> Row {
    let mut row = Row { keeps: [u64::MAX; SHAPES], cells: mask, takes: [0; LINES / 8] };
    for cell in bits_of(mask) {
        for (keeps, blocks) in row.keeps.iter_mut().zip(cells[cell].blocks) {
            *keeps &= !blocks;
        }
        for (sum, takes) in row.takes.iter_mut().zip(cells[cell].takes) {
            *sum += takes;
        }
    }
    row
}

/// Not zero iff one of the eight bytes is.
#[inline(always)]
fn has_zero_byte(word: u64) -> u64 {
    word.wrapping_sub(0x0101_0101_0101_0101) & !word & 0x8080_8080_8080_8080
}

fn mask_of(cells: &[usize]) -> u128 {
    cells.iter().fold(0, |mask, cell| mask | 1 << cell)
}

fn bits_of(mut mask: u128) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let cell = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(cell)
    })
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
}
