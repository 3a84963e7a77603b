//! Boards of any size, in words of 128 cells.

use alloc::vec::Vec;

use tercet_game::Digest;

use super::bits::{Portable, Select};
use super::{Cells, Field};
use crate::grid::Grid;
use crate::shape::{Shape, Triangle};

/// A bit a cell.
type Words<const W: usize> = [u128; W];

/// A board of at most `128 * W` cells. Where a shape fits is the anchors that the grid allows, less those whose
/// cells are filled: one shift of the board for each of its triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const W: usize> {
    filled: Words<W>,
}

/// See [`Wide`].
#[derive(Debug)]
pub struct Tables<const W: usize> {
    shapes: Vec<Facts<W>>,
    lines: Vec<Words<W>>,
    /// The lines through each cell.
    lines_of: Vec<Vec<u16>>,
}

#[derive(Debug)]
struct Facts<const W: usize> {
    /// The anchors at which every triangle lies on a playable cell of its direction.
    anchors: Words<W>,
    /// How far each triangle lies from the anchor, in cells.
    offsets: Vec<isize>,
}

impl<const W: usize> Field for Wide<W> {
    type Tables = Tables<W>;
    type Cells = Picked<W>;
    const NO_SHAPE: u8 = u8::MAX;

    fn tables(grid: &Grid, shapes: &[Shape], lines: &[Vec<usize>]) -> Option<Tables<W>> {
        if grid.size() > 128 * W || shapes.len() >= usize::from(Self::NO_SHAPE) {
            return None;
        }
        let mut lines_of = alloc::vec![Vec::new(); grid.size()];
        for (number, line) in lines.iter().enumerate() {
            for &cell in line {
                lines_of[cell].push(number as u16);
            }
        }
        let lines = lines.iter().map(|line| words(line.iter().copied())).collect();
        Some(Tables { shapes: shapes.iter().map(|shape| facts(grid, shape)).collect(), lines, lines_of })
    }

    fn empty(_tables: &Tables<W>) -> Wide<W> {
        Wide { filled: [0; W] }
    }

    fn is_filled(&self, cell: usize) -> bool {
        self.filled[cell / 128] >> (cell % 128) & 1 == 1
    }

    fn filled(&self) -> Picked<W> {
        Picked(self.filled)
    }

    fn each_line(&self, tables: &Tables<W>, mut use_it: impl FnMut(u32)) {
        for line in &tables.lines {
            use_it(line.iter().zip(&self.filled).map(|(line, filled)| (line & !filled).count_ones()).sum());
        }
    }

    fn count(&self, tables: &Tables<W>, shape: u8) -> u32 {
        self.anchors(tables, shape).iter().map(|word| word.count_ones()).sum()
    }

    fn nth(&self, tables: &Tables<W>, shape: u8, rank: u32) -> usize {
        let mut rank = rank;
        for (index, word) in self.anchors(tables, shape).into_iter().enumerate() {
            for (half, bits) in [word as u64, (word >> 64) as u64].into_iter().enumerate() {
                if rank < bits.count_ones() {
                    return index * 128 + half * 64 + Portable::select(bits, rank) as usize;
                }
                rank -= bits.count_ones();
            }
        }
        unreachable!("the rank is below the count")
    }

    fn places(&self, tables: &Tables<W>, shape: u8) -> Picked<W> {
        Picked(self.anchors(tables, shape))
    }

    fn each(&self, tables: &Tables<W>, shape: u8, mut use_it: impl FnMut(usize)) {
        for (index, mut word) in self.anchors(tables, shape).into_iter().enumerate() {
            while word != 0 {
                use_it(index * 128 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    fn fits(&self, tables: &Tables<W>, shape: u8, anchor: usize) -> bool {
        tables.shapes.get(usize::from(shape)).is_some_and(|facts| {
            let is_free = |&offset: &isize| !self.is_filled(anchor.wrapping_add_signed(offset));
            facts.anchors[anchor / 128] >> (anchor % 128) & 1 == 1 && facts.offsets.iter().all(is_free)
        })
    }

    fn any_place(&self, tables: &Tables<W>, shapes: &[u8]) -> bool {
        shapes.iter().any(|&shape| self.anchors(tables, shape) != [0; W])
    }

    fn place(&mut self, tables: &Tables<W>, shape: u8, anchor: usize) -> Picked<W> {
        let offsets = &tables.shapes[usize::from(shape)].offsets;
        let cell = |&offset: &isize| anchor.wrapping_add_signed(offset);
        for cell in offsets.iter().map(cell) {
            self.filled[cell / 128] |= 1 << (cell % 128);
        }
        self.clear(tables, offsets.iter().map(cell))
    }

    fn fill(&mut self, tables: &Tables<W>, cell: usize) -> Picked<W> {
        self.filled[cell / 128] |= 1 << (cell % 128);
        self.clear(tables, core::iter::once(cell))
    }

    fn free(&mut self, _tables: &Tables<W>, cell: usize) {
        self.filled[cell / 128] &= !(1 << (cell % 128));
    }

    fn write(&self, digest: &mut Digest) {
        for word in self.filled {
            digest.number(word, 16);
        }
    }
}

impl<const W: usize> Wide<W> {
    /// Where the shape fits.
    #[inline]
    fn anchors(&self, tables: &Tables<W>, shape: u8) -> Words<W> {
        let Some(facts) = tables.shapes.get(usize::from(shape)) else { return [0; W] };
        let mut anchors = facts.anchors;
        for &offset in &facts.offsets {
            let filled = shifted(&self.filled, offset);
            for (anchors, filled) in anchors.iter_mut().zip(filled) {
                *anchors &= !filled;
            }
        }
        anchors
    }

    /// Clears the full lines through these cells together.
    fn clear(&mut self, tables: &Tables<W>, cells: impl Iterator<Item = usize>) -> Picked<W> {
        let mut cleared = [0; W];
        for line in cells.flat_map(|cell| &tables.lines_of[cell]) {
            let line = &tables.lines[usize::from(*line)];
            if line.iter().zip(&self.filled).all(|(line, filled)| line & !filled == 0) {
                for (cleared, line) in cleared.iter_mut().zip(line) {
                    *cleared |= line;
                }
            }
        }
        for (filled, cleared) in self.filled.iter_mut().zip(cleared) {
            *filled &= !cleared;
        }
        Picked(cleared)
    }
}

fn facts<const W: usize>(grid: &Grid, shape: &Shape) -> Facts<W> {
    let anchors = (0..grid.size()).filter(|&anchor| grid.placement(shape, anchor).is_some());
    let cols = grid.cols() as isize;
    let offset = |triangle: &Triangle| isize::from(triangle.row) * cols + isize::from(triangle.col);
    Facts { anchors: words(anchors), offsets: shape.triangles().iter().map(offset).collect() }
}

fn words<const W: usize>(cells: impl Iterator<Item = usize>) -> Words<W> {
    cells.fold([0; W], |mut words, cell| {
        words[cell / 128] |= 1 << (cell % 128);
        words
    })
}

/// The words such that bit `a` is bit `a + offset` of the given ones; zero beyond their ends.
#[inline]
fn shifted<const W: usize>(words: &Words<W>, offset: isize) -> Words<W> {
    let (whole, part) = (offset.unsigned_abs() / 128, offset.unsigned_abs() % 128);
    let at = |index: Option<usize>| index.and_then(|index| words.get(index)).copied().unwrap_or(0);
    core::array::from_fn(|index| {
        let (near, far) = if offset >= 0 {
            (at(Some(index + whole)), at(Some(index + whole + 1)))
        } else {
            (at(index.checked_sub(whole)), at(index.checked_sub(whole + 1)))
        };
        match (part, offset >= 0) {
            (0, _) => near,
            (_, true) => near >> part | far << (128 - part),
            (_, false) => near << part | far >> (128 - part),
        }
    })
}

/// Some cells of a wide board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picked<const W: usize>(Words<W>);

impl<const W: usize> Cells for Picked<W> {
    fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn list(&self) -> Vec<u16> {
        let is_set = |cell: &usize| self.0[cell / 128] >> (cell % 128) & 1 == 1;
        (0..128 * W).filter(is_set).map(|cell| cell as u16).collect()
    }

    #[inline]
    fn words(&self) -> impl Iterator<Item = u64> {
        self.0.into_iter().flat_map(|word| [word as u64, (word >> 64) as u64])
    }
}
