//! Outlines as SVG writes them.

use std::fmt::{self, Write as _};

use tercet_scene::{Outline, Step};

use crate::font::GlyphStep;

/// The outline of a glyph; places are counted from the one before, which takes fewer digits.
pub(super) fn glyph_outline(steps: &[GlyphStep], out: &mut String) -> fmt::Result {
    let (mut at, mut start) = ((0.0, 0.0), (0.0, 0.0));
    for step in steps {
        at = match *step {
            GlyphStep::Move(x, y) => {
                write!(out, "M{x} {y}")?;
                start = (x, y);
                start
            }
            GlyphStep::Line(x, y) => {
                write!(out, "l{} {}", x - at.0, y - at.1)?;
                (x, y)
            }
            GlyphStep::Quad(by_x, by_y, x, y) => {
                write!(out, "q{} {} {} {}", by_x - at.0, by_y - at.1, x - at.0, y - at.1)?;
                (x, y)
            }
            GlyphStep::Close => {
                out.write_str("z")?;
                start
            }
        };
    }
    Ok(())
}

pub(super) fn polygon(out: &mut String, corners: &[(f64, f64)]) -> fmt::Result {
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
            for step in &path.0 {
                match step {
                    Step::Move(to) => write!(out, "M{} {}", to.x, to.y)?,
                    Step::Line(to) => write!(out, "L{} {}", to.x, to.y)?,
                    Step::Curve(first, second, to) => {
                        write!(out, "C{} {} {} {} {} {}", first.x, first.y, second.x, second.y, to.x, to.y)?;
                    }
                    Step::Close => out.write_str("Z")?,
                }
            }
            out.write_str("\"")
        }
    }
}
