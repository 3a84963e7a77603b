//! Where triangles lie in a picture.

use alloc::vec::Vec;

use tercet_scene::{Path, Point, Step, UNITS};

use crate::grid::Grid;
use crate::shape::Shape;

/// A triangle by row, column and whether it points up. Rows and columns may lie outside of any grid.
pub(super) type Place = (i32, i32, bool);

/// A net of triangles without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mesh {
    /// From one column to the next: half a triangle's side.
    pub(super) half: i32,
    /// From one row to the next.
    pub(super) height: i32,
    /// Where row and column zero begin.
    pub(super) origin: Point,
}

impl Mesh {
    /// A net whose columns are so far apart, with triangles of equal sides.
    pub(super) fn new(half: i32, origin: Point) -> Mesh {
        // The square root of three, in thousandths.
        Mesh { half, height: (half * 1732 + 500) / 1000, origin }
    }

    /// How wide and high so many rows and columns are.
    pub(super) fn size(&self, rows: i32, cols: i32) -> (i32, i32) {
        ((cols + 1) * self.half, rows * self.height)
    }

    pub(super) fn corners(&self, (row, col, is_up): Place) -> [Point; 3] {
        let left = self.origin.x + col * self.half;
        let (top, bottom) = (self.origin.y + row * self.height, self.origin.y + (row + 1) * self.height);
        let (flat, tip) = if is_up { (bottom, top) } else { (top, bottom) };
        [
            Point { x: left, y: flat },
            Point { x: left + self.half, y: tip },
            Point { x: left + 2 * self.half, y: flat },
        ]
    }

    /// Where a triangle's middle is.
    pub(super) fn middle(&self, (row, col, is_up): Place) -> Point {
        let thirds = if is_up { 2 } else { 1 };
        Point {
            x: self.origin.x + (col + 1) * self.half,
            y: self.origin.y + row * self.height + self.height * thirds / 3,
        }
    }

    /// A net in pixels as one in units of a scene.
    pub(super) fn in_units(&self) -> Mesh {
        let Point { x, y } = self.origin;
        let origin = Point { x: x * UNITS, y: y * UNITS };
        Mesh { half: self.half * UNITS, height: self.height * UNITS, origin }
    }

    /// All these triangles as one path, which goes around each of them in the same way: painters may add up what they
    /// cover of a pixel.
    pub(super) fn path(&self, places: impl IntoIterator<Item = Place>) -> Path {
        let mut path = Path::default();
        for place in places {
            let [first, second, third] = self.corners(place);
            let (second, third) = if place.2 { (second, third) } else { (third, second) };
            path.0.extend([Step::Move(first), Step::Line(second), Step::Line(third), Step::Close]);
        }
        path
    }

    /// The edge around these triangles, without those between them.
    pub(super) fn edge(&self, places: impl IntoIterator<Item = Place>) -> Path {
        let mut sides = Vec::new();
        for place in places {
            let [a, b, c] = self.corners(place).map(|point| (point.x, point.y));
            sides.extend([(a, b), (b, c), (c, a)].map(|(from, to)| (from.min(to), from.max(to))));
        }
        sides.sort_unstable();
        let alone = sides.chunk_by(|one, other| one == other).filter(|same| same.len() == 1);
        let ends = alone.map(|side| side[0]);
        Path(ends.flat_map(|(from, to)| [Step::Move(from.into()), Step::Line(to.into())]).collect())
    }
}

/// A cell of a grid as a place.
pub(super) fn place_of(grid: &Grid, cell: usize) -> Place {
    let (row, col) = grid.place(cell);
    (row as i32, col as i32, grid.is_up(cell))
}

/// A shape's triangles with its anchor on a cell, whether they fit there or not.
pub(super) fn shape_at(grid: &Grid, shape: &Shape, anchor: usize) -> Vec<Place> {
    let (row, col) = grid.place(anchor);
    let triangles = shape.triangles().iter();
    let lands = |dr: i8, dc: i8| (row as i32 + i32::from(dr), col as i32 + i32::from(dc));
    triangles
        .map(|triangle| {
            let (row, col) = lands(triangle.row, triangle.col);
            (row, col, triangle.is_up)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESH: Mesh = Mesh { half: 10, height: 17, origin: Point { x: 100, y: 200 } };

    #[test]
    fn neighbours_share_a_side() {
        assert_eq!(
            MESH.corners((0, 0, false)).map(|point| (point.x, point.y)),
            [(100, 200), (110, 217), (120, 200)]
        );
        assert_eq!(
            MESH.corners((0, 1, true)).map(|point| (point.x, point.y)),
            [(110, 217), (120, 200), (130, 217)]
        );
        assert_eq!(MESH.size(8, 15), (160, 136));
    }

    #[test]
    fn the_edge_of_a_shape_leaves_out_what_lies_inside() {
        let sides = |places: &[Place]| MESH.edge(places.iter().copied()).0.len() / 2;
        assert_eq!(sides(&[(0, 0, false)]), 3);
        assert_eq!(sides(&[(0, 0, false), (0, 1, true)]), 4);
        let hexagon = [(0, 1, true), (0, 2, false), (0, 3, true), (1, 1, false), (1, 2, true), (1, 3, false)];
        assert_eq!(sides(&hexagon), 6);
    }
}
