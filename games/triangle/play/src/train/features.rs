//! The position as the numbers that the reference's learners see: a grid, and a list about shapes and surface.

use tercet_triangle::{Grid, Shape};

use crate::train::Env;

/// Numbers of each slot, and of the position after all slots.
const SLOT: usize = 7;
const WHOLE: usize = 6;

/// A triangle of a shape: its row, its column, and whether it points up.
pub type TriangleAt = (i32, i32, bool);

/// What features are made of. Cells go row by row.
#[derive(Clone, Copy, Debug)]
pub struct Features<'a> {
    /// How many rows the grid has.
    pub rows: usize,
    /// How many columns.
    pub cols: usize,
    /// Where shapes can lie.
    pub playable: &'a [bool],
    /// Where some do.
    pub filled: &'a [bool],
    /// What each slot holds: the triangles of a shape.
    pub slots: &'a [Option<&'a [TriangleAt]>],
    /// The score so far.
    pub score: f64,
    /// How many shapes were placed.
    pub steps: u32,
}

impl Features<'_> {
    /// How long the list is for so many slots.
    pub fn len(slots: usize) -> usize {
        (SLOT + 1) * slots + WHOLE
    }

    /// Writes the grid (1 filled, 0 free, -1 where nothing can lie) and the list: seven numbers of each slot, which slots are
    /// filled, then score, surface and step.
    ///
    /// # Panics
    /// If `grid` does not have a number for each cell, or `list` is not as long as [`Features::len`] says.
    pub fn write(&self, grid: &mut [f32], list: &mut [f32]) {
        for (cell, out) in grid.iter_mut().enumerate() {
            *out = if self.playable[cell] { f32::from(u8::from(self.filled[cell])) } else { -1.0 };
        }
        let (about_slots, rest) = list.split_at_mut(SLOT * self.slots.len());
        let (flags, whole) = rest.split_at_mut(self.slots.len());
        for ((slot, seven), flag) in self.slots.iter().zip(about_slots.chunks_exact_mut(SLOT)).zip(flags) {
            let numbers = slot.filter(|shape| !shape.is_empty()).map(|shape| self.of_shape(shape));
            seven.copy_from_slice(&numbers.unwrap_or_default());
            *flag = f32::from(u8::from(slot.is_some()));
        }
        whole.copy_from_slice(&self.of_whole());
    }

    /// How many triangles, which way they point, how large the shape is and where its middle lies. The reference counts a column as
    /// three quarters, because triangles overlap.
    fn of_shape(&self, shape: &[TriangleAt]) -> [f32; SLOT] {
        let count = shape.len() as f64;
        let ups = shape.iter().filter(|each| each.2).count() as f64;
        let range = |coordinate: fn(&TriangleAt) -> i32| {
            let values = shape.iter().map(coordinate);
            (f64::from(values.clone().min().unwrap_or(0)), f64::from(values.max().unwrap_or(0)))
        };
        let ((top, bottom), (left, right)) = (range(|each| each.0), range(|each| each.1));
        let (rows, cols) = (self.rows as f64, self.cols as f64);
        let share = |value: f64| value.clamp(0.0, 1.0) as f32;
        [
            share(count / 5.0),
            (ups / count) as f32,
            ((count - ups) / count) as f32,
            share((bottom - top + 1.0) / rows),
            share(((right - left + 1.0) * 0.75 + 0.25) / cols),
            share(top.midpoint(bottom) / rows),
            share(left.midpoint(right) / cols),
        ]
    }

    /// Score, heights of columns, holes below them, how rough the surface is, and the step.
    fn of_whole(&self) -> [f32; WHOLE] {
        let (rows, cols) = (self.rows as f64, self.cols as f64);
        let cell = |row: usize, col: usize| row * self.cols + col;
        let height =
            |col| (0..self.rows).rev().find(|&row| self.filled[cell(row, col)]).map_or(0, |row| row + 1);
        let heights: Vec<usize> = (0..self.cols).map(height).collect();
        let is_hole = |row, col| self.playable[cell(row, col)] && !self.filled[cell(row, col)];
        let holes: usize =
            (0..self.cols).map(|col| (0..heights[col]).filter(|&row| is_hole(row, col)).count()).sum();
        let playable = self.playable.iter().filter(|&&is| is).count();
        let rough: usize = heights.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum();
        let sum: usize = heights.iter().sum();
        let max = heights.iter().copied().max().unwrap_or(0);
        // What nothing can be a share of is 0.
        let share = |value: usize, of: f64| if of > 0.0 { value as f64 / of } else { 0.0 };
        [
            (self.score / 100.0).clamp(-5.0, 5.0) as f32,
            (share(sum, cols) / rows) as f32,
            (max as f64 / rows) as f32,
            share(holes, playable as f64) as f32,
            (share(rough, cols - 1.0) / rows) as f32,
            (f64::from(self.steps) / 1000.0).clamp(0.0, 1.0) as f32,
        ]
    }
}

impl Env {
    /// Writes the features of the position: see [`Features::write`].
    ///
    /// # Panics
    /// As [`Features::write`].
    pub fn write_features(&self, grid: &mut [f32], list: &mut [f32]) {
        let cells = self.grid();
        let each = |is: fn(&Env, &Grid, usize) -> bool| -> Vec<bool> {
            (0..cells.size()).map(|cell| is(self, cells, cell)).collect()
        };
        let shapes: Vec<Option<Vec<TriangleAt>>> = self
            .shapes()
            .iter()
            .map(|slot| slot.as_ref().map(|colored| triangles_of(&colored.shape)))
            .collect();
        let slots: Vec<Option<&[TriangleAt]>> = shapes.iter().map(Option::as_deref).collect();
        let features = Features {
            rows: cells.rows(),
            cols: cells.cols(),
            playable: &each(|_, grid, cell| grid.is_playable(cell)),
            filled: &each(|env, _, cell| env.is_filled(cell)),
            slots: &slots,
            score: self.score(),
            steps: self.steps(),
        };
        features.write(grid, list);
    }
}

/// The triangles of a shape.
pub(crate) fn triangles_of(shape: &Shape) -> Vec<TriangleAt> {
    shape.triangles().iter().map(|each| (each.row.into(), each.col.into(), each.is_up)).collect()
}
