//! Rows of cells upon rows of pixels.

use std::ops::Range;

use crate::ink::{Ink, TOGETHER};

/// A row of pixels.
pub(crate) struct PixelRow<'p> {
    /// The column of the picture above which the first cell is.
    pub(crate) left: i32,
    pub(crate) pixels: &'p mut [[u8; 4]],
}

impl PixelRow<'_> {
    /// The column below a cell, or the picture's edge where there is none.
    fn column(&self, cell: usize) -> usize {
        usize::try_from(cell as i32 + self.left).unwrap_or(0).min(self.pixels.len())
    }

    /// The pixels below these cells.
    fn below(&mut self, cells: Range<usize>) -> &mut [[u8; 4]] {
        let columns = self.column(cells.start)..self.column(cells.end);
        &mut self.pixels[columns]
    }
}

/// Paints a row of cells, and empties it.
pub(crate) fn paint_row(cells: &mut [f32], touched: u64, block: u32, mut row: PixelRow<'_>, ink: &Ink) {
    let (mut at, mut sum) = (0, 0.0);
    for run in runs(touched, block) {
        // Where no edge is, the coverage stays.
        ink.lay_all(row.below(at..run.start), ink.share(sum));
        for (cells, start) in
            cells[run.clone()].as_chunks_mut().0.iter_mut().zip(run.clone().step_by(TOGETHER))
        {
            paint_cells(cells, start, &mut sum, &mut row, ink);
        }
        at = run.end;
    }
}

/// The cells of the blocks that edges have touched; those of neighbours together.
pub(crate) fn runs(mut touched: u64, block: u32) -> impl Iterator<Item = Range<usize>> {
    std::iter::from_fn(move || {
        let first = (touched != 0).then(|| touched.trailing_zeros())?;
        let end = first + (touched >> first).trailing_ones();
        touched &= u64::MAX.unbounded_shl(end);
        Some((first as usize) << block..(end as usize) << block)
    })
}

/// Paints cells that begin at this one, and empties them.
fn paint_cells(cells: &mut [f32; TOGETHER], at: usize, sum: &mut f32, row: &mut PixelRow<'_>, ink: &Ink) {
    let sums = std::mem::take(cells).map(|cell| {
        *sum += cell;
        *sum
    });
    let shares = sums.map(|sum| ink.share(sum));
    // What lies left of the picture is part of the sum alone.
    let outside = usize::try_from(-row.left).unwrap_or(0).saturating_sub(at);
    let pixels = row.below(at..at + TOGETHER);
    match pixels.as_mut_array() {
        Some(pixels) => ink.lay_each(pixels, shares),
        None => {
            for (pixel, &share) in pixels.iter_mut().zip(shares.iter().skip(outside)) {
                ink.lay(pixel, share);
            }
        }
    }
}
