//! Outlines as pixels: how much of every pixel an outline covers, exactly.
//!
//! Each edge adds to the pixels that it crosses what it covers of them and of all to their right; summed up from left to
//! right that is the coverage, since edges that go up take away what edges that go down have added. Two shapes that share
//! an edge cover the pixels along it once together; so do parts of one outline, if it goes around them in the same way.
//! Columns and rows are `i32` in here: processors turn no other whole number into a float in one step.

use tiny_skia::{Path, PathSegment, Pixmap, Point, Transform};

use crate::ink::{Ink, Rgba, TOGETHER};
use crate::pen::{Bounds, Pen};
use crate::pixel_row::{PixelRow, paint_row, runs};

/// Fills outlines; keeps its memory from one to the next.
#[derive(Default)]
pub(crate) struct Filler {
    /// What edges add, row by row; all zero between two outlines.
    cells: Vec<f32>,
    /// Which blocks of each row an edge has touched, a bit for each: between them the coverage stays.
    rows: Vec<u64>,
    /// The cells of a row: whole blocks.
    width: i32,
    /// The cells of a block are a power of two, this one.
    block: u32,
}

/// What an outline covers.
pub(crate) struct Cover {
    corner: (i32, i32),
    width: i32,
    rows: Vec<u64>,
    /// The cells of the blocks that edges have touched.
    cells: Vec<f32>,
}

#[allow(clippy::cast_sign_loss)] // The corner of what an outline touches is column zero and row zero.
impl Filler {
    /// Fills what an outline within bounds winds around. The transform scales and moves, and does not turn.
    pub(crate) fn fill(
        &mut self,
        pixmap: &mut Pixmap,
        bounds: Bounds,
        transform: Transform,
        color: Rgba,
        draw: impl FnOnce(&mut Pen<'_>),
    ) {
        let (wide, high) = (pixmap.width() as f32, pixmap.height() as f32);
        let Bounds([left, top, right, bottom]) = bounds.after(transform);
        if right > 0.0 && bottom > 0.0 && left < wide && top < high {
            let (left, top) = self.go_around(bounds, transform, draw);
            self.paint(pixmap, left, top, &Ink::new(color));
        }
    }

    /// Fills what an outline winds around, so many pixels from where it is drawn: what it covers, to be filled wherever it
    /// is again.
    pub(crate) fn fill_and_keep(
        &mut self,
        pixmap: &mut Pixmap,
        bounds: Bounds,
        transform: Transform,
        at: (i32, i32),
        color: Rgba,
        draw: impl FnOnce(&mut Pen<'_>),
    ) -> Cover {
        let corner = self.go_around(bounds, transform, draw);
        let mut cells = Vec::new();
        for (row, &touched) in self.cells.chunks_exact(self.width as usize).zip(&self.rows) {
            runs(touched, self.block).for_each(|run| cells.extend_from_slice(&row[run]));
        }
        let cover = Cover { corner, width: self.width, rows: self.rows.clone(), cells };
        self.paint(pixmap, at.0 + corner.0, at.1 + corner.1, &Ink::new(color));
        cover
    }

    /// Fills what was covered once, so many pixels from where it was.
    pub(crate) fn fill_cover(&mut self, pixmap: &mut Pixmap, cover: &Cover, at: (i32, i32), color: Rgba) {
        self.make_room(cover.width - 1, cover.rows.len());
        self.rows.copy_from_slice(&cover.rows);
        let mut kept = &cover.cells[..];
        for (row, touched) in self.cells.chunks_exact_mut(self.width as usize).zip(&self.rows) {
            for run in runs(*touched, self.block) {
                let (own, rest) = kept.split_at(run.len());
                row[run].copy_from_slice(own);
                kept = rest;
            }
        }
        self.paint(pixmap, at.0 + cover.corner.0, at.1 + cover.corner.1, &Ink::new(color));
    }

    /// Fills what a path winds around.
    pub(crate) fn fill_path(&mut self, pixmap: &mut Pixmap, path: &Path, transform: Transform, color: Rgba) {
        self.fill(pixmap, Bounds::of(path), transform, color, |pen| path_around(pen, path));
    }

    /// Fills what a path winds around, so many pixels from where it is drawn: what it covers.
    pub(crate) fn fill_path_and_keep(
        &mut self,
        pixmap: &mut Pixmap,
        path: &Path,
        transform: Transform,
        at: (i32, i32),
        color: Rgba,
    ) -> Cover {
        self.fill_and_keep(pixmap, Bounds::of(path), transform, at, color, |pen| path_around(pen, path))
    }

    /// Fills a rectangle between these edges.
    pub(crate) fn fill_rect(
        &mut self,
        pixmap: &mut Pixmap,
        [left, top, right, bottom]: [f32; 4],
        color: Rgba,
    ) {
        let (wide, high) = (pixmap.width() as f32, pixmap.height() as f32);
        let (left, right) = (left.clamp(0.0, wide), right.clamp(0.0, wide));
        let (top, bottom) = (top.clamp(0.0, high), bottom.clamp(0.0, high));
        self.make_room(up(right) + 2, 1);
        let ink = Ink::new(color);
        for row in top as i32..up(bottom) {
            let covered = bottom.min(row as f32 + 1.0) - top.max(row as f32);
            self.cross(0, left, left, covered);
            self.cross(0, right, right, -covered);
            self.paint(pixmap, 0, row, &ink);
        }
    }

    /// Adds the edges of an outline: the corner of what it may touch.
    fn go_around(
        &mut self,
        bounds: Bounds,
        transform: Transform,
        draw: impl FnOnce(&mut Pen<'_>),
    ) -> (i32, i32) {
        // An outline without a point covers nothing.
        let bounds = if bounds == Bounds::NONE { Bounds([0.0; 4]) } else { bounds };
        let Bounds([left, top, right, bottom]) = bounds.after(transform);
        let (left, top) = (left.floor() as i32, top.floor() as i32);
        // An edge adds to the pixel behind the last that it touches.
        self.make_room(right.ceil() as i32 - left + 2, (bottom.ceil() as i32 - top) as usize + 1);
        let mut pen = Pen::new(self, transform, Point::from_xy(left as f32, top as f32));
        draw(&mut pen);
        pen.close();
        (left, top)
    }

    /// Makes room for so many columns and rows.
    fn make_room(&mut self, columns: i32, rows: usize) {
        // No more blocks than a row has bits, and none smaller than what is painted together.
        self.block = TOGETHER.ilog2();
        while columns >> self.block >= u64::BITS as i32 {
            self.block += 1;
        }
        self.width = ((columns >> self.block) + 1) << self.block;
        self.rows.clear();
        self.rows.resize(rows, 0);
        let cells = rows * self.width as usize;
        if self.cells.len() < cells {
            self.cells.resize(cells, 0.0);
        }
    }

    /// Adds an edge.
    pub(crate) fn line(&mut self, from: Point, to: Point) {
        let (sign, top, bottom) = if from.y < to.y { (1.0, from, to) } else { (-1.0, to, from) };
        if bottom.y <= top.y {
            return;
        }
        if (top.x - bottom.x).to_bits() == 0 {
            return self.upright(greater(top.x, 0.0), top.y, bottom.y, sign);
        }
        let mut row = top.y as i32;
        let mut end = (row + 1) as f32;
        // Most edges of letters.
        if bottom.y <= end {
            return self.cross(row, top.x, bottom.x, sign * (bottom.y - top.y));
        }
        let slope = (bottom.x - top.x) / (bottom.y - top.y);
        let (mut begin, mut x) = (top.y, top.x);
        while begin < bottom.y {
            let next = top.x + slope * (end - top.y);
            self.cross(row, x, next, sign * (end - begin));
            row += 1;
            (begin, x, end) = (end, next, lesser(end + 1.0, bottom.y));
        }
    }

    /// Adds an upright edge: it covers the same of every row.
    fn upright(&mut self, x: f32, top: f32, bottom: f32, sign: f32) {
        let first = (x as i32).min(self.width - 2);
        let share = x - first as f32;
        for row in top as i32..up(bottom) {
            let high = sign * (lesser(bottom, row as f32 + 1.0) - greater(top, row as f32));
            let at = (row * self.width + first) as usize;
            let (Some(touched), Some([one, other, ..])) =
                (self.rows.get_mut(row as usize), self.cells.get_mut(at..))
            else {
                return;
            };
            *touched |= 1 << (first >> self.block) | 1 << ((first + 1) >> self.block);
            *one += high * (1.0 - share);
            *other += high * share;
        }
    }

    /// An edge crosses a row of pixels from one place to another; `high` is how much of the row it is, downwards.
    #[allow(clippy::inline_always)] // Calls would take a twenty-fifth of all the time.
    #[inline(always)]
    fn cross(&mut self, row: i32, from: f32, to: f32, high: f32) {
        let Some(touched) = self.rows.get_mut(row as usize) else { return };
        let (left, right) = (greater(lesser(from, to), 0.0), greater(greater(from, to), 0.0));
        let first = left as i32;
        let cells = &mut self.cells[(row * self.width + first) as usize..];
        if right <= (first + 1) as f32
            && let [one, other, ..] = cells
        {
            *touched |= 1 << (first >> self.block) | 1 << ((first + 1) >> self.block);
            let middle = 0.5 * (left + right) - first as f32;
            *one += high * (1.0 - middle);
            *other += high * middle;
        } else {
            let last = up(right).min(self.width - 1);
            *touched |= (2u64 << (last >> self.block)).wrapping_sub(1 << (first >> self.block));
            slant(&mut cells[..=(last - first) as usize], first, left, right, high);
        }
    }

    /// Sums up, paints and leaves nothing behind.
    fn paint(&mut self, pixmap: &mut Pixmap, left: i32, top: i32, ink: &Ink) {
        let (wide, high) = (pixmap.width() as usize, pixmap.height() as i32);
        let (pixels, _) = pixmap.data_mut().as_chunks_mut();
        let cells = self.cells.chunks_exact_mut(self.width as usize);
        for ((row, touched), cells) in (top..).zip(&mut self.rows).zip(cells) {
            let pixels =
                if (0..high).contains(&row) { &mut pixels[wide * row as usize..][..wide] } else { &mut [] };
            paint_row(cells, std::mem::take(touched), self.block, PixelRow { left, pixels }, ink);
        }
    }
}

fn path_around(pen: &mut Pen<'_>, path: &Path) {
    let pair = |point: Point| (point.x, point.y);
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => pen.move_to(pair(to)),
            PathSegment::LineTo(to) => pen.line_to(pair(to)),
            PathSegment::QuadTo(by, to) => pen.quad_to(pair(by), pair(to)),
            PathSegment::CubicTo(one, two, to) => pen.cubic_to(pair(one), pair(two), pair(to)),
            PathSegment::Close => pen.close(),
        }
    }
}

/// An edge that crosses several columns: how much of the row lies left of each column's right edge, summed; the differences
/// of those areas are added.
fn slant(cells: &mut [f32], first: i32, left: f32, right: f32, high: f32) {
    let slope = high / (right - left);
    let mut before = 0.0;
    let mut added = 0.0;
    let Some((behind, cells)) = cells.split_last_mut() else { return };
    for (column, cell) in (first..).zip(cells) {
        let edge = lesser((column + 1) as f32, right);
        let start = greater(column as f32, left);
        // The part of the edge in this column, and what it covers of the column right of itself.
        let part = slope * (edge - start);
        let middle = 0.5 * (start + edge) - column as f32;
        let covered = before + part * (1.0 - middle);
        before += part;
        *cell += covered - added;
        added = covered;
    }
    *behind += high - added;
}

/// The least whole number that is not below; there is no single instruction for it on every processor.
pub(crate) fn up(value: f32) -> i32 {
    let down = value as i32;
    down + i32::from((down as f32) < value)
}

/// The lesser of two numbers that are numbers: one instruction.
pub(crate) fn lesser(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

/// The greater of two numbers that are numbers: one instruction.
pub(crate) fn greater(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::PathBuilder;

    const BLACK: Rgba = [0, 0, 0, 255];

    fn filled(size: u32, corners: &[(f32, f32)]) -> Vec<u8> {
        let mut builder = PathBuilder::new();
        for (nth, &(x, y)) in corners.iter().enumerate() {
            if nth == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        builder.close();
        let mut pixmap = Pixmap::new(size, size).unwrap();
        Filler::default().fill_path(&mut pixmap, &builder.finish().unwrap(), Transform::identity(), BLACK);
        pixmap.data().chunks_exact(4).map(|pixel| pixel[3]).collect()
    }

    #[test]
    fn a_pixel_is_covered_by_the_area_within_it() {
        assert_eq!(filled(2, &[(0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0)]), [255, 0, 255, 0]);
        assert_eq!(filled(2, &[(0.5, 0.0), (2.0, 0.0), (2.0, 1.5), (0.5, 1.5)]), [128, 255, 64, 128]);
        // A triangle: half of the pixels along its slope, a quarter of one.
        assert_eq!(filled(2, &[(0.0, 0.0), (2.0, 0.0), (0.0, 2.0)]), [255, 128, 128, 0]);
        assert_eq!(filled(2, &[(0.0, 0.0), (2.0, 0.0), (0.0, 1.0)]), [191, 64, 0, 0]);
    }

    #[test]
    fn a_rectangle_is_filled_as_its_path_is() {
        let edges =
            [[0.0, 0.0, 4.0, 4.0], [0.5, 1.25, 3.0, 2.75], [-2.0, -3.0, 2.5, 9.0], [1.2, 1.4, 1.6, 1.9]];
        for [left, top, right, bottom] in edges {
            let mut pixmap = Pixmap::new(4, 4).unwrap();
            Filler::default().fill_rect(&mut pixmap, [left, top, right, bottom], BLACK);
            let path = filled(4, &[(left, top), (right, top), (right, bottom), (left, bottom)]);
            let rect: Vec<u8> = pixmap.data().chunks_exact(4).map(|pixel| pixel[3]).collect();
            assert_eq!(rect, path, "{left} {top} {right} {bottom}");
        }
    }

    #[test]
    fn which_way_around_and_what_lies_outside_do_not_matter() {
        let clockwise = filled(3, &[(-5.0, -5.0), (1.5, -5.0), (1.5, 9.0), (-5.0, 9.0)]);
        let other = filled(3, &[(-5.0, 9.0), (1.5, 9.0), (1.5, -5.0), (-5.0, -5.0)]);
        assert_eq!(clockwise, [255, 128, 0].repeat(3));
        assert_eq!(clockwise, other);
        assert_eq!(filled(2, &[(5.0, 0.0), (9.0, 0.0), (9.0, 9.0)]), [0; 4]);
    }

    #[test]
    fn what_is_kept_is_filled_as_it_was_drawn() {
        let circle = PathBuilder::from_circle(20.3, 11.7, 9.4).unwrap();
        let mut filler = Filler::default();
        for (at, size) in [((3, 5), 40), ((-15, -4), 40), ((-80, 0), 40), ((5, 9), 24), ((300, 2), 900)] {
            let pixels = |pixmap: &Pixmap| pixmap.data().to_vec();
            let empty = || Pixmap::new(size, size).unwrap();
            let (mut drawn, mut kept, mut again) = (empty(), empty(), empty());
            let moved = Transform::from_translate(at.0 as f32, at.1 as f32);
            filler.fill_path(&mut drawn, &circle, moved, BLACK);
            let bounds = Bounds([10.9, 2.3, 29.7, 21.1]);
            let cover = filler.fill_and_keep(&mut kept, bounds, Transform::identity(), at, BLACK, |pen| {
                path_around(pen, &circle);
            });
            filler.fill_cover(&mut again, &cover, at, BLACK);
            assert!(pixels(&kept) == pixels(&again), "{at:?}");
            let apart =
                pixels(&drawn).iter().zip(pixels(&kept)).map(|(one, other)| one.abs_diff(other)).max();
            assert!(apart <= Some(1), "{at:?}: {apart:?}");
        }
    }

    #[test]
    fn an_outline_without_a_point_covers_nothing() {
        let mut pixmap = Pixmap::new(4, 4).unwrap();
        let mut filler = Filler::default();
        let at = Transform::from_scale(0.1, 0.1);
        let cover = filler.fill_and_keep(&mut pixmap, Bounds::NONE, at, (1, 1), BLACK, |_| ());
        filler.fill_cover(&mut pixmap, &cover, (2, 2), BLACK);
        filler.fill(&mut pixmap, Bounds::NONE, at, BLACK, |_| ());
        assert_eq!(pixmap.data(), [0; 64]);
    }

    /// Areas against many samples a pixel, for circles and slivers in odd places.
    #[test]
    fn curves_cover_what_samples_say() {
        let mut rng = tercet_game::Rng::new(3);
        for _ in 0..40 {
            let mut number = |most: u32| rng.below(most * 100) as f32 / 100.0;
            let (x, y, radius) = (number(20), number(20), number(9) + 0.05);
            let circle = PathBuilder::from_circle(x, y, radius).unwrap();
            let mut pixmap = Pixmap::new(20, 20).unwrap();
            Filler::default().fill_path(&mut pixmap, &circle, Transform::identity(), BLACK);
            for (nth, pixel) in pixmap.data().chunks_exact(4).enumerate() {
                let (left, top) = ((nth % 20) as f32, (nth / 20) as f32);
                let samples = (0..400).map(|nth| ((nth % 20) as f32 / 20.0, (nth / 20) as f32 / 20.0));
                let inside =
                    samples.filter(|(dx, dy)| (left + dx + 0.025 - x).hypot(top + dy + 0.025 - y) <= radius);
                let expected = inside.count() as f32 / 400.0 * 255.0;
                assert!(
                    (f32::from(pixel[3]) - expected).abs() < 14.0,
                    "{x} {y} {radius}: {pixel:?} {expected}"
                );
            }
        }
    }

    #[test]
    fn two_shapes_along_an_edge_cover_it_once() {
        let one = filled(4, &[(0.0, 0.0), (3.3, 0.0), (0.7, 4.0), (0.0, 4.0)]);
        let other = filled(4, &[(3.3, 0.0), (4.0, 0.0), (4.0, 4.0), (0.7, 4.0)]);
        let sums: Vec<u16> =
            one.iter().zip(&other).map(|(one, other)| u16::from(*one) + u16::from(*other)).collect();
        assert!(sums.iter().all(|sum| sum.abs_diff(255) <= 1), "{sums:?}");
    }
}
