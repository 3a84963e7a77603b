//! Emblems: small drawings in two paints, which serve every size and every theme.

use alloc::vec::Vec;

use crate::{Node, Outline, Paint, Path, Point, Shape, Step, Stroke};

/// A small drawing in a square.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Emblem {
    /// The side of the square, in units of its own.
    pub side: i32,
    /// What is painted, first to last.
    pub parts: Vec<EmblemPart>,
}

/// A part of an emblem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EmblemPart {
    /// Where.
    pub path: Path,
    /// In which of the two paints.
    pub tone: Tone,
    /// How wide a line along the path is; `None` for what the path encloses.
    pub line: Option<i32>,
}

/// The two paints of an emblem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// The emblem's own.
    Ink,
    /// That of what it lies on: something is cut out.
    Ground,
}

impl Emblem {
    /// How many points its paths go through or are bent by: what it takes to write it.
    pub fn points(&self) -> usize {
        let points = |step: &Step| match step {
            Step::Move(_) | Step::Line(_) => 1,
            Step::Curve(..) => 3,
            Step::Close => 0,
        };
        self.parts.iter().flat_map(|part| &part.path.0).map(points).sum()
    }

    /// The emblem in a square of so many units whose corner is `at`, upon a ground of one paint.
    pub fn drawn(&self, at: Point, side: i32, ink: Paint, ground: Paint) -> impl Iterator<Item = Node> {
        let own = self.side.max(1);
        self.parts.iter().map(move |part| {
            let outline = Outline::Path(part.path.fit((own, own), at, (side, side)));
            let paint = match part.tone {
                Tone::Ink => ink,
                Tone::Ground => ground,
            };
            match part.line {
                None => Shape::filled(outline, paint).into(),
                Some(width) => {
                    let wide = i64::from(width) * i64::from(side) / i64::from(own);
                    Shape::lined(outline, Stroke::new(paint, (wide as i32).max(1))).into()
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    #[test]
    fn an_emblem_fits_any_square_in_any_paints() {
        let line = Path::line([(0, 50), (100, 50)]);
        let part = |tone, line_width| EmblemPart { path: line.clone(), tone, line: line_width };
        let emblem =
            Emblem { side: 100, parts: alloc::vec![part(Tone::Ink, None), part(Tone::Ground, Some(7))] };
        let nodes: Vec<Node> =
            emblem.drawn((10, 20).into(), 50, Role::Ink.into(), Role::Card.into()).collect();
        let small = Outline::Path(Path::line([(10, 45), (60, 45)]));
        let expected: [Node; 2] = [
            Shape::filled(small.clone(), Role::Ink).into(),
            Shape::lined(small, Stroke::new(Role::Card, 3)).into(),
        ];
        assert_eq!(nodes, expected);
    }
}
