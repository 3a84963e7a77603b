//! Shapes: what is filled and stroked.

use alloc::vec::Vec;

use crate::{Paint, Role};

/// A place, in units from the left and from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// Units from the left.
    pub x: i32,
    /// Units from the top.
    pub y: i32,
}

/// The point at these units.
impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Point {
        Point { x, y }
    }
}

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Begins a part.
    Move(Point),
    /// A straight line to a point.
    Line(Point),
    /// A cubic curve: two control points, then its end.
    Curve(Point, Point, Point),
    /// A straight line back to where the part began.
    Close,
}

/// Lines and curves. What they enclose is filled where they wind around it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path(pub Vec<Step>);

impl Path {
    /// The closed polygon with these corners.
    pub fn polygon<P: Into<Point>>(corners: impl IntoIterator<Item = P>) -> Path {
        let mut path = Path::line(corners);
        path.0.push(Step::Close);
        path
    }

    /// The open line through these points.
    pub fn line<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Path {
        let step = |(nth, point): (usize, P)| {
            if nth == 0 { Step::Move(point.into()) } else { Step::Line(point.into()) }
        };
        Path(points.into_iter().enumerate().map(step).collect())
    }

    /// A path drawn in a box of `from` units, put into a box of `to` units whose corner is `at`. One drawing, an icon
    /// or a symbol, serves every size.
    #[must_use]
    pub fn fit(&self, from: (i32, i32), at: Point, to: (i32, i32)) -> Path {
        let map = |point: Point| Point {
            x: at.x + scaled(point.x, to.0, from.0),
            y: at.y + scaled(point.y, to.1, from.1),
        };
        self.map(map)
    }

    /// Every point moved.
    #[must_use]
    pub fn map(&self, map: impl Fn(Point) -> Point) -> Path {
        let step = |step: &Step| match *step {
            Step::Move(to) => Step::Move(map(to)),
            Step::Line(to) => Step::Line(map(to)),
            Step::Curve(first, second, to) => Step::Curve(map(first), map(second), map(to)),
            Step::Close => Step::Close,
        };
        Path(self.0.iter().map(step).collect())
    }
}

/// `value * to / from`, rounded to the nearest, halves away from zero.
fn scaled(value: i32, to: i32, from: i32) -> i32 {
    let (product, from) = (i64::from(value) * i64::from(to), i64::from(from));
    let half = from / 2 * product.signum();
    ((product + half) / from) as i32
}

/// The outline of a shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outline {
    /// A rectangle with corners of this radius.
    Rect {
        /// Its left edge.
        x: i32,
        /// Its upper edge.
        y: i32,
        /// How wide.
        width: i32,
        /// How high.
        height: i32,
        /// The radius of its corners.
        radius: i32,
    },
    /// A circle around a point.
    Circle {
        /// Its middle.
        middle: Point,
        /// Its radius.
        radius: i32,
    },
    /// Anything else.
    Path(Path),
}

impl Outline {
    /// A rectangle with corners of this radius.
    pub fn rect(x: i32, y: i32, width: i32, height: i32, radius: i32) -> Outline {
        Outline::Rect { x, y, width, height, radius }
    }

    /// A circle around a point.
    pub fn circle(x: i32, y: i32, radius: i32) -> Outline {
        Outline::Circle { middle: Point { x, y }, radius }
    }
}

/// How a shape is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// With one paint.
    Plain(Paint),
    /// With upright stripes, one of them in the middle of the shape; nothing lies between them.
    Stripes {
        /// Their paint.
        paint: Paint,
        /// From one stripe's middle to the next.
        gap: i32,
        /// How wide each is.
        width: i32,
    },
}

/// A line along an outline, half of it on each side, with round corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stroke {
    /// Its paint.
    pub paint: Paint,
    /// How wide.
    pub width: i32,
    /// Dashes and the gaps between them; `None` for a whole line.
    pub dash: Option<(i32, i32)>,
}

impl Stroke {
    /// A whole line.
    pub fn new(paint: impl Into<Paint>, width: i32) -> Stroke {
        Stroke { paint: paint.into(), width, dash: None }
    }

    /// The same line in dashes.
    #[must_use]
    pub fn dashed(self, dash: i32, gap: i32) -> Stroke {
        Stroke { dash: Some((dash, gap)), ..self }
    }
}

/// An outline, filled, stroked or both. The stroke lies upon the fill.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Where.
    pub outline: Outline,
    /// Its inside.
    pub fill: Option<Fill>,
    /// Its edge.
    pub stroke: Option<Stroke>,
}

impl Shape {
    /// A shape of one paint.
    pub fn filled(outline: Outline, paint: impl Into<Paint>) -> Shape {
        Shape { outline, fill: Some(Fill::Plain(paint.into())), stroke: None }
    }

    /// An edge without an inside.
    pub fn lined(outline: Outline, stroke: Stroke) -> Shape {
        Shape { outline, fill: None, stroke: Some(stroke) }
    }

    /// The same shape with an edge.
    #[must_use]
    pub fn edged(self, stroke: Stroke) -> Shape {
        Shape { stroke: Some(stroke), ..self }
    }

    /// A soft shadow below a rectangle: several faint ones, each a little larger than the one above it, that fall
    /// downwards and reach no further beyond any edge than this.
    pub fn shadow(x: i32, y: i32, width: i32, height: i32, radius: i32, reach: i32) -> Vec<Shape> {
        const RINGS: i32 = 6;
        let fall = reach / 4;
        let ring = |nth: i32| {
            let out = (reach - fall) * nth / RINGS;
            let outline =
                Outline::rect(x - out, y - out + fall, width + 2 * out, height + 2 * out, radius + out);
            Shape::filled(outline, Role::Shadow)
        };
        (1..=RINGS).rev().map(ring).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_fits_into_any_box() {
        let path = Path::polygon([(0, 250), (500, 0), (1000, 250)]);
        let half = path.fit((1000, 500), Point { x: 10, y: 20 }, (501, 250));
        assert_eq!(half, Path::polygon([(10, 145), (261, 20), (511, 145)]));
        let mirrored = Path::line([(-3, 3)]).fit((10, 10), Point::default(), (5, 5));
        assert_eq!(mirrored, Path::line([(-2, 2)]), "halves go away from zero on both sides");
    }

    #[test]
    fn a_shadow_grows_downwards_and_stays_in_reach() {
        let rings = Shape::shadow(100, 100, 50, 50, 5, 12);
        assert_eq!(rings.len(), 6);
        assert_eq!(rings[0].outline, Outline::rect(91, 94, 68, 68, 14));
    }
}
