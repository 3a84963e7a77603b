//! Paths as pixels: how much of every pixel a path covers, exactly.
//!
//! Each edge adds to the pixels that it crosses what it covers of them and of all to their right; summed up from left to
//! right that is the coverage, since edges that go up take away what edges that go down have added. Two shapes that share
//! an edge cover the pixels along it once together; so do parts of one path, if the path goes around them in the same way.
//! Six pictures of Machi Koro and the puzzle took 458 million instructions instead of the 973 million of several samples a
//! pixel (callgrind, 2026-11-16, when curves were cut half as finely as now); `cargo bench -p tercet-draw` measures.

use tiny_skia::{Path, PathSegment, Pixmap, Point, PremultipliedColorU8, Transform};

/// How far a curve may be from the lines that it is cut into, in pixels.
const FLAT: f32 = 0.05;

/// Fills paths; keeps its memory from one to the next.
#[derive(Default)]
pub(crate) struct Filler {
    /// What edges add, row by row; all zero between two paths.
    cells: Vec<f32>,
    /// The first and the last column of each row that an edge has touched.
    rows: Vec<(usize, usize)>,
    width: usize,
}

/// Red, green, blue and how opaque.
pub(crate) type Rgba = [u8; 4];

impl Filler {
    /// Fills what a path winds around.
    pub(crate) fn fill(&mut self, pixmap: &mut Pixmap, path: &Path, transform: Transform, color: Rgba) {
        let Some((left, top)) = self.open(pixmap, path, transform) else { return };
        let shift = Point::from_xy(left as f32, top as f32);
        let at = |mut point: Point| {
            transform.map_point(&mut point);
            point - shift
        };
        let (mut start, mut from) = (Point::zero(), Point::zero());
        for segment in path.segments() {
            let to = match segment {
                PathSegment::MoveTo(to) => {
                    self.line(from, start);
                    start = at(to);
                    start
                }
                PathSegment::LineTo(to) => self.line(from, at(to)),
                PathSegment::QuadTo(by, to) => self.quad(from, at(by), at(to)),
                PathSegment::CubicTo(one, two, to) => self.cubic(from, at(one), at(two), at(to)),
                PathSegment::Close => self.line(from, start),
            };
            from = to;
        }
        self.line(from, start);
        self.paint(pixmap, left, top, color);
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
        self.width = up(right) + 2;
        if self.cells.len() < self.width {
            self.cells.resize(self.width, 0.0);
        }
        self.rows.clear();
        #[allow(clippy::cast_sign_loss)] // They lie in the picture.
        for row in top as usize..up(bottom) {
            let covered = bottom.min(row as f32 + 1.0) - top.max(row as f32);
            self.rows.resize(1, (usize::MAX, 0));
            self.cross(0, left, left, covered);
            self.cross(0, right, right, -covered);
            self.paint(pixmap, 0, row as i32, color);
            self.rows.clear();
        }
    }

    /// Makes room for a path: the corner of what it may touch; `None` if that is nothing of the picture.
    fn open(&mut self, pixmap: &Pixmap, path: &Path, transform: Transform) -> Option<(i32, i32)> {
        let bounds = path.bounds().transform(transform)?;
        let (left, top) = (bounds.left().floor() as i32, bounds.top().floor() as i32);
        let (right, bottom) = (bounds.right().ceil() as i32, bounds.bottom().ceil() as i32);
        let (wide, high) = (pixmap.width() as i32, pixmap.height() as i32);
        if right <= 0 || bottom <= 0 || left >= wide || top >= high {
            return None;
        }
        // An edge adds to the pixel behind the last that it touches.
        self.width = usize::try_from(right - left).ok()? + 2;
        let height = usize::try_from(bottom - top).ok()? + 1;
        self.rows.clear();
        self.rows.resize(height, (usize::MAX, 0));
        if self.cells.len() < self.width * height {
            self.cells.resize(self.width * height, 0.0);
        }
        Some((left, top))
    }

    fn quad(&mut self, from: Point, by: Point, to: Point) -> Point {
        let bend = (from - by) + (to - by);
        let cuts = (bend.length() / (4.0 * FLAT)).sqrt().ceil();
        let mut last = from;
        #[allow(clippy::cast_sign_loss)] // A root has none.
        for cut in 1..cuts as u32 {
            let (share, rest) = (cut as f32 / cuts, 1.0 - cut as f32 / cuts);
            let along = |a: f32, b: f32, c: f32| rest * rest * a + 2.0 * rest * share * b + share * share * c;
            last = self.line(last, Point::from_xy(along(from.x, by.x, to.x), along(from.y, by.y, to.y)));
        }
        self.line(last, to)
    }

    fn cubic(&mut self, from: Point, one: Point, two: Point, to: Point) -> Point {
        let bend = ((from - one) + (two - one)).length().max(((one - two) + (to - two)).length());
        let cuts = (bend * 0.75 / FLAT).sqrt().ceil();
        let mut last = from;
        #[allow(clippy::cast_sign_loss)] // A root has none.
        for cut in 1..cuts as u32 {
            let (share, rest) = (cut as f32 / cuts, 1.0 - cut as f32 / cuts);
            let weights = [rest * rest * rest, 3.0 * rest * rest * share, 3.0 * rest * share * share];
            let along = |a: f32, b: f32, c: f32, d: f32| {
                weights[0] * a + weights[1] * b + weights[2] * c + share * share * share * d
            };
            let x = along(from.x, one.x, two.x, to.x);
            last = self.line(last, Point::from_xy(x, along(from.y, one.y, two.y, to.y)));
        }
        self.line(last, to)
    }

    /// Adds an edge; where it ends.
    #[allow(clippy::cast_sign_loss)] // The corner of what a path touches is zero.
    fn line(&mut self, from: Point, to: Point) -> Point {
        let (sign, top, bottom) = if from.y < to.y { (1.0, from, to) } else { (-1.0, to, from) };
        if bottom.y > top.y {
            let slope = (bottom.x - top.x) / (bottom.y - top.y);
            let mut x = top.x;
            for row in top.y as usize..up(bottom.y) {
                let (begin, end) = (top.y.max(row as f32), bottom.y.min(row as f32 + 1.0));
                let next = top.x + slope * (end - top.y);
                self.cross(row, x.min(next).max(0.0), x.max(next).max(0.0), sign * (end - begin));
                x = next;
            }
        }
        to
    }

    /// An edge crosses a row of pixels between two columns; `high` is how much of the row it is, downwards.
    #[allow(clippy::cast_sign_loss)] // As above.
    fn cross(&mut self, row: usize, left: f32, right: f32, high: f32) {
        let (Some(ends), first) = (self.rows.get_mut(row), left as usize) else { return };
        let last = up(right).max(first + 1).min(self.width - 1);
        *ends = (ends.0.min(first), ends.1.max(last));
        let cells = &mut self.cells[row * self.width..][..self.width];
        if last == first + 1 {
            let middle = f32::midpoint(left, right) - first as f32;
            cells[first] += high * (1.0 - middle);
            cells[last] += high * middle;
            return;
        }
        // How much of the row lies left of each column's right edge, summed: the differences of those areas are added.
        let slope = high / (right - left);
        let mut before = 0.0;
        let mut added = 0.0;
        for (column, cell) in cells[first..last].iter_mut().enumerate() {
            let edge = ((first + column + 1) as f32).min(right);
            let start = ((first + column) as f32).max(left);
            // The part of the edge in this column, and what it covers of the column right of itself.
            let part = slope * (edge - start);
            let middle = f32::midpoint(start, edge) - (first + column) as f32;
            let covered = before + part * (1.0 - middle);
            before += part;
            *cell += covered - added;
            added = covered;
        }
        cells[last] += high - added;
    }

    /// Sums up, paints and leaves nothing behind.
    fn paint(&mut self, pixmap: &mut Pixmap, left: i32, top: i32, color: Rgba) {
        let (wide, high) = (pixmap.width() as usize, pixmap.height() as usize);
        for (row, &(first, last)) in self.rows.iter().enumerate().filter(|(_, ends)| ends.0 != usize::MAX) {
            let cells = &mut self.cells[row * self.width..][first..=last];
            match usize::try_from(top + row as i32) {
                Ok(y) if y < high => {
                    let pixels = &mut pixmap.pixels_mut()[wide * y..][..wide];
                    paint_row(cells, left + first as i32, pixels, color);
                }
                _ => cells.fill(0.0),
            }
        }
    }
}

/// Paints a row of cells that begins at this column of the picture, and empties it.
fn paint_row(cells: &mut [f32], left: i32, pixels: &mut [PremultipliedColorU8], color: Rgba) {
    let wide = pixels.len();
    let column = |at: usize| usize::try_from(left + at as i32).unwrap_or(0).min(wide);
    let (mut sum, mut at) = (0.0f32, 0);
    while at < cells.len() {
        sum += cells[at];
        cells[at] = 0.0;
        // Where no edge is, the coverage stays.
        let end = at + 1 + zeros(&cells[at + 1..]);
        let covered = sum.abs().min(1.0) * f32::from(color[3]);
        #[allow(clippy::cast_sign_loss)] // It is from 0 to 255.
        blend(&mut pixels[column(at)..column(end)], color, (covered + 0.5) as u32);
        at = end;
    }
}

/// How many cells at the beginning no edge has touched. Several are looked at together: most of a large shape has none.
fn zeros(cells: &[f32]) -> usize {
    const TOGETHER: usize = 16;
    let is_zero = |cells: &[f32]| cells.iter().fold(0, |bits, cell| bits | cell.to_bits()) == 0;
    let whole = cells.chunks_exact(TOGETHER).take_while(|cells| is_zero(cells)).count() * TOGETHER;
    whole + cells[whole..].iter().take_while(|cell| cell.to_bits() == 0).count()
}

/// The least whole number that is not below; there is no single instruction for it on every processor.
#[allow(clippy::cast_sign_loss)] // As above.
fn up(value: f32) -> usize {
    let down = value as usize;
    down + usize::from((down as f32) < value)
}

/// Lays so many 255ths of a colour upon pixels.
fn blend(pixels: &mut [PremultipliedColorU8], [red, green, blue, _]: Rgba, share: u32) {
    let opaque = |red, green, blue, alpha| {
        PremultipliedColorU8::from_rgba(red, green, blue, alpha).expect("no colour is more than its alpha")
    };
    match share {
        0 => {}
        255 => pixels.fill(opaque(red, green, blue, 255)),
        _ => {
            let mix = |over: u8, there: u8| {
                ((u32::from(over) * share + u32::from(there) * (255 - share) + 127) / 255) as u8
            };
            for pixel in pixels {
                *pixel = opaque(
                    mix(red, pixel.red()),
                    mix(green, pixel.green()),
                    mix(blue, pixel.blue()),
                    mix(255, pixel.alpha()),
                );
            }
        }
    }
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
        Filler::default().fill(&mut pixmap, &builder.finish().unwrap(), Transform::identity(), BLACK);
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

    /// Areas against many samples a pixel, for circles and slivers in odd places.
    #[test]
    fn curves_cover_what_samples_say() {
        let mut rng = tercet_game::Rng::new(3);
        for _ in 0..40 {
            let mut number = |most: u32| rng.below(most * 100) as f32 / 100.0;
            let (x, y, radius) = (number(20), number(20), number(9) + 0.05);
            let circle = PathBuilder::from_circle(x, y, radius).unwrap();
            let mut pixmap = Pixmap::new(20, 20).unwrap();
            Filler::default().fill(&mut pixmap, &circle, Transform::identity(), BLACK);
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
