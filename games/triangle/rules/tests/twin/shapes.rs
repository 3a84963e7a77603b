//! R4 and R5: shapes, the 31 templates, and what is dealt.

use std::fmt;

/// One triangle of a shape, by its distance from the anchor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Triangle {
    pub(crate) dr: i32,
    pub(crate) dc: i32,
    pub(crate) up: bool,
}

impl fmt::Debug for Triangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.dr, self.dc, if self.up { 'U' } else { 'D' })
    }
}

/// Triangles, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape(pub(crate) Vec<Triangle>);

impl Shape {
    pub(crate) fn new(mut triangles: Vec<Triangle>) -> Shape {
        triangles.sort();
        Shape(triangles)
    }

    /// Reads `0,0,U 0,1,D`.
    pub(crate) fn read(text: &str) -> Shape {
        Shape::new(text.split_whitespace().map(read_triangle).collect())
    }
}

fn read_triangle(text: &str) -> Triangle {
    let parts: Vec<&str> = text.split(',').collect();
    let number = |place: usize| parts[place].parse().expect("a triangle reads `dr,dc,U` or `dr,dc,D`");
    Triangle { dr: number(0), dc: number(1), up: parts[2] == "U" }
}

/// How many colours there are (R5).
pub(crate) const COLOURS: u32 = 9;

/// A shape with its colour, as it lies in a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) shape: Shape,
    pub(crate) colour: u8,
}

/// R5.
const TEMPLATES: [&str; 31] = [
    "0,0,U",
    "0,0,U",
    "0,0,U 1,0,D",
    "0,0,U 1,0,D",
    "0,0,D",
    "0,0,U 0,1,D",
    "0,0,U 0,1,D",
    "0,0,D 0,1,U",
    "0,0,D 0,1,U",
    "0,0,U 0,1,D 0,2,U",
    "0,0,D 0,1,U 0,2,D",
    "0,0,U 0,1,D 0,2,U 1,0,D",
    "0,0,U 0,1,D 0,2,U 1,2,D",
    "0,0,D 0,1,U 1,0,U 1,1,D",
    "0,0,U 0,2,U 1,0,D 1,1,U 1,2,D",
    "0,0,U 1,-2,D 1,-1,U 1,0,D",
    "0,0,U 0,1,D 1,0,D 1,1,U",
    "0,0,U 0,1,D 1,0,D 1,1,U 1,2,D",
    "0,0,U 0,1,D 0,2,U 1,0,D 1,1,U",
    "0,0,U 0,1,D 0,2,U 1,0,D 1,2,D",
    "0,0,U 0,1,D 0,2,U 1,1,U 1,2,D",
    "0,0,U 0,2,U 1,0,D 1,1,U 1,2,D",
    "0,0,U 0,1,D 1,0,D 1,1,U 1,2,D",
    "0,0,D 0,1,U 1,1,D",
    "0,0,U 1,-1,U 1,0,D",
    "0,0,U 1,0,D 1,1,U",
    "0,0,U 1,-1,U 1,0,D 1,1,U",
    "0,0,U 1,-1,U 1,0,D",
    "0,0,D 0,1,U 0,2,D 1,1,D",
    "0,0,D 0,1,U 1,1,D",
    "0,0,U 0,1,D 1,0,D",
];

pub(crate) fn templates() -> Vec<Shape> {
    TEMPLATES.iter().map(|text| Shape::read(text)).collect()
}

/// R5: each shape once, in the order of its first template, with the number of its templates.
pub(crate) fn distinct(templates: &[Shape]) -> Vec<(u32, Shape)> {
    let mut shapes: Vec<(u32, Shape)> = Vec::new();
    for template in templates {
        match shapes.iter_mut().find(|(_, shape)| shape == template) {
            Some((weight, _)) => *weight += 1,
            None => shapes.push((1, template.clone())),
        }
    }
    shapes
}
