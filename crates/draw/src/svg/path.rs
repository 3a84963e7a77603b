//! Outlines as SVG writes them.

use std::fmt::{self, Write as _};

use tercet_scene::{Outline, Point, Step};

use super::number;
use crate::font::GlyphStep;

type Corner = (f64, f64);

/// The steps of a path, each counted from the place before it, which takes fewer digits.
struct PathText<'o> {
    out: &'o mut String,
    /// The last step's letter; it is not written twice.
    letter: char,
    at: Corner,
    start: Corner,
    /// Where a curve would be bent that goes on as the last one did.
    bend: Option<Corner>,
}

impl PathText<'_> {
    fn new(out: &mut String) -> PathText<'_> {
        PathText { out, letter: ' ', at: (0.0, 0.0), start: (0.0, 0.0), bend: None }
    }

    fn step(&mut self, letter: char, numbers: impl IntoIterator<Item = f64>) {
        if letter != self.letter {
            self.out.push(letter);
        }
        self.letter = letter;
        self.bend = None;
        for value in numbers {
            let text = number(value);
            let is_open = self.out.ends_with(|last: char| last.is_ascii_digit());
            if is_open && !text.starts_with('-') {
                self.out.push(' ');
            }
            self.out.push_str(&text);
        }
    }

    fn move_to(&mut self, to: Corner) {
        // A second pair would be a line.
        self.letter = ' ';
        self.step('M', [to.0, to.1]);
        (self.at, self.start) = (to, to);
    }

    fn line(&mut self, to: Corner) {
        let (x, y) = (to.0 - self.at.0, to.1 - self.at.1);
        match (x == 0.0, y == 0.0) {
            (_, true) => self.step('h', [x]),
            (true, false) => self.step('v', [y]),
            (false, false) => self.step('l', [x, y]),
        }
        self.at = to;
    }

    /// A curve with one bend. Most parts of a glyph go on where the last one goes, which takes half of the numbers.
    fn quad(&mut self, by: Corner, to: Corner) {
        let (x, y) = self.at;
        if self.bend == Some(by) {
            self.step('t', [to.0 - x, to.1 - y]);
        } else {
            self.step('q', [by.0 - x, by.1 - y, to.0 - x, to.1 - y]);
        }
        self.at = to;
        self.bend = Some((2.0 * to.0 - by.0, 2.0 * to.1 - by.1));
    }

    fn cubic(&mut self, one: Corner, two: Corner, to: Corner) {
        let (x, y) = self.at;
        self.step('c', [one, two, to].into_iter().flat_map(|point| [point.0 - x, point.1 - y]));
        self.at = to;
    }

    fn close(&mut self) {
        self.step('z', []);
        self.at = self.start;
    }
}

/// The outline of a glyph. It is only ever filled, so the line that would close a part is left to `z`.
pub(super) fn glyph_outline(steps: &[GlyphStep], out: &mut String) {
    let mut text = PathText::new(out);
    let corner = |x: f32, y: f32| (f64::from(x), f64::from(y));
    for (nth, step) in steps.iter().enumerate() {
        match *step {
            GlyphStep::Move(x, y) => text.move_to(corner(x, y)),
            GlyphStep::Line(x, y) => {
                let is_last = steps.get(nth + 1) == Some(&GlyphStep::Close);
                if !(is_last && corner(x, y) == text.start) {
                    text.line(corner(x, y));
                }
            }
            GlyphStep::Quad(by_x, by_y, x, y) => text.quad(corner(by_x, by_y), corner(x, y)),
            GlyphStep::Close => text.close(),
        }
    }
}

pub(super) fn polygon(out: &mut String, corners: &[Corner]) -> fmt::Result {
    for (nth, (x, y)) in corners.iter().enumerate() {
        write!(out, "{}{} {}", if nth == 0 { "M" } else { "L" }, x.round() as i64, y.round() as i64)?;
    }
    out.write_str("Z")
}

/// The attributes of an outline.
pub(super) fn outline(out: &mut String, outline: &Outline) -> fmt::Result {
    match outline {
        Outline::Rect { x, y, width, height, radius } => {
            for (name, value) in [("x", x), ("y", y)].into_iter().filter(|(_, value)| **value != 0) {
                write!(out, " {name}=\"{value}\"")?;
            }
            write!(out, " width=\"{width}\" height=\"{height}\"")?;
            if *radius > 0 { write!(out, " rx=\"{radius}\"") } else { Ok(()) }
        }
        Outline::Circle { middle, radius } => {
            write!(out, " cx=\"{}\" cy=\"{}\" r=\"{radius}\"", middle.x, middle.y)
        }
        Outline::Path(path) => {
            out.write_str(" d=\"")?;
            // Who reads a picture finds the corners of the puzzle's triangles in it.
            if path.0.chunks(4).all(is_triangle) {
                by_corners(out, &path.0)?;
            } else {
                by_what_changes(out, &path.0);
            }
            out.write_str("\"")
        }
    }
}

fn is_triangle(steps: &[Step]) -> bool {
    matches!(steps, [Step::Move(_), Step::Line(_), Step::Line(_), Step::Close])
}

fn by_corners(out: &mut String, steps: &[Step]) -> fmt::Result {
    steps.iter().try_for_each(|step| match step {
        Step::Move(to) => write!(out, "M{} {}", to.x, to.y),
        Step::Line(to) | Step::Curve(_, _, to) => write!(out, "L{} {}", to.x, to.y),
        Step::Close => out.write_str("Z"),
    })
}

fn by_what_changes(out: &mut String, steps: &[Step]) {
    let mut text = PathText::new(out);
    let corner = |point: Point| (f64::from(point.x), f64::from(point.y));
    for step in steps {
        match *step {
            Step::Move(to) => text.move_to(corner(to)),
            Step::Line(to) => text.line(corner(to)),
            Step::Curve(one, two, to) => text.cubic(corner(one), corner(two), corner(to)),
            Step::Close => text.close(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_written_by_what_changes() {
        let steps = [
            GlyphStep::Move(10.0, -20.0),
            GlyphStep::Line(10.0, 5.0),
            GlyphStep::Line(12.5, 5.0),
            GlyphStep::Quad(13.0, 4.5, 15.0, 3.0),
            GlyphStep::Quad(17.0, 1.5, 17.0, 9.0),
            GlyphStep::Quad(18.0, 3.0, 18.0, 9.0),
            GlyphStep::Line(10.0, -20.0),
            GlyphStep::Close,
            GlyphStep::Move(1.0, 2.0),
            GlyphStep::Line(3.0, 5.0),
            GlyphStep::Close,
        ];
        let mut text = String::new();
        glyph_outline(&steps, &mut text);
        assert_eq!(text, "M10-20v25h2.5q.5-.5 2.5-2t2 6q1-6 1 0zM1 2l2 3z");
    }

    #[test]
    fn paths_are_written_by_what_changes_and_triangles_by_their_corners() {
        let point = |x, y| Point { x, y };
        let mut steps = vec![Step::Move(point(5, 5)), Step::Line(point(9, 5)), Step::Line(point(9, 9))];
        let text = |steps: &[Step]| {
            let mut text = String::new();
            outline(&mut text, &Outline::Path(tercet_scene::Path(steps.to_vec()))).unwrap();
            text
        };
        assert_eq!(text(&steps), " d=\"M5 5h4v4\"");
        steps.push(Step::Close);
        assert_eq!(text(&steps), " d=\"M5 5L9 5L9 9Z\"");
        steps[3] = Step::Curve(point(9, 12), point(5, 12), point(5, 5));
        steps.push(Step::Close);
        assert_eq!(text(&steps), " d=\"M5 5h4v4c0 3-4 3-4-4z\"");
    }
}
