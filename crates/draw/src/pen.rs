//! Going around outlines: curves are cut into lines, and each line becomes an edge.

use tiny_skia::{Path, Point, Transform};

use crate::fill::{Filler, greater, lesser, up};

/// How far a curve may be from the lines that it is cut into, in pixels.
const FLAT: f32 = 0.05;

/// The least box around an outline's points: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds(pub(crate) [f32; 4]);

impl Bounds {
    /// Around nothing.
    pub(crate) const NONE: Bounds =
        Bounds([f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY]);

    /// Around a path.
    pub(crate) fn of(path: &Path) -> Bounds {
        let bounds = path.bounds();
        Bounds([bounds.left(), bounds.top(), bounds.right(), bounds.bottom()])
    }

    /// The box with one more point in it.
    pub(crate) fn with(self, (x, y): (f32, f32)) -> Bounds {
        let Bounds([left, top, right, bottom]) = self;
        Bounds([lesser(left, x), lesser(top, y), greater(right, x), greater(bottom, y)])
    }

    /// The box with another in it that begins so far to the right.
    pub(crate) fn and(self, along: f32, other: Bounds) -> Bounds {
        let Bounds([left, top, right, bottom]) = other;
        self.with((along + left, top)).with((along + right, bottom))
    }

    /// The box of the outline after it was scaled and moved.
    pub(crate) fn after(self, Transform { sx, sy, tx, ty, .. }: Transform) -> Bounds {
        let Bounds([left, top, right, bottom]) = self;
        Bounds([left * sx + tx, top * sy + ty, right * sx + tx, bottom * sy + ty])
    }
}

/// Goes around an outline.
pub(crate) struct Pen<'p> {
    filler: &'p mut Filler,
    transform: Transform,
    shift: Point,
    start: Point,
    from: Point,
}

impl<'p> Pen<'p> {
    /// A pen whose outlines are scaled and moved, and counted from this place.
    pub(crate) fn new(filler: &'p mut Filler, transform: Transform, shift: Point) -> Pen<'p> {
        Pen { filler, transform, shift, start: Point::default(), from: Point::default() }
    }

    /// A place of the outline, in the cells.
    fn at(&self, (x, y): (f32, f32)) -> Point {
        let Transform { sx, sy, tx, ty, .. } = self.transform;
        Point::from_xy(x * sx + tx - self.shift.x, y * sy + ty - self.shift.y)
    }

    /// Begins a part here.
    pub(crate) fn move_to(&mut self, to: (f32, f32)) {
        self.close();
        self.start = self.at(to);
        self.from = self.start;
    }

    /// A straight line.
    pub(crate) fn line_to(&mut self, to: (f32, f32)) {
        let to = self.at(to);
        self.edge(to);
    }

    /// Back to where the part began.
    pub(crate) fn close(&mut self) {
        self.edge(self.start);
    }

    fn edge(&mut self, to: Point) {
        self.filler.line(self.from, to);
        self.from = to;
    }

    /// A curve with one bend.
    pub(crate) fn quad_to(&mut self, by: (f32, f32), to: (f32, f32)) {
        let (from, by, to) = (self.from, self.at(by), self.at(to));
        let bend = (from - by) + (to - by);
        let last = up((bend.length() / (4.0 * FLAT)).sqrt());
        let cuts = last as f32;
        for cut in 1..last {
            let (share, rest) = (cut as f32 / cuts, 1.0 - cut as f32 / cuts);
            let along = |a: f32, b: f32, c: f32| rest * rest * a + 2.0 * rest * share * b + share * share * c;
            self.edge(Point::from_xy(along(from.x, by.x, to.x), along(from.y, by.y, to.y)));
        }
        self.edge(to);
    }

    /// A curve with two bends.
    pub(crate) fn cubic_to(&mut self, one: (f32, f32), two: (f32, f32), to: (f32, f32)) {
        let (from, one, two, to) = (self.from, self.at(one), self.at(two), self.at(to));
        let bend = greater(((from - one) + (two - one)).length(), ((one - two) + (to - two)).length());
        let last = up((bend * 0.75 / FLAT).sqrt());
        let cuts = last as f32;
        for cut in 1..last {
            let (share, rest) = (cut as f32 / cuts, 1.0 - cut as f32 / cuts);
            let weights = [rest * rest * rest, 3.0 * rest * rest * share, 3.0 * rest * share * share];
            let along = |a: f32, b: f32, c: f32, d: f32| {
                weights[0] * a + weights[1] * b + weights[2] * c + share * share * share * d
            };
            let x = along(from.x, one.x, two.x, to.x);
            self.edge(Point::from_xy(x, along(from.y, one.y, two.y, to.y)));
        }
        self.edge(to);
    }
}
