//! The nine ways to draw a symbol.

use alloc::vec::Vec;

use tercet_scene::{Fill, Node, Outline, Path, Point, Role, Shape as Form, Step, Stroke};

use crate::card::Card;
use crate::facts::{Shading, Shape};
use crate::view::layout::Layout;

/// The box that symbols are drawn in, before they are made as large as a card wants them.
const BOX: (i32, i32) = (1000, 500);

/// The upper half of a squiggle, from its left end to its right; the lower half is the same turned round.
const SQUIGGLE: [[(i32, i32); 3]; 4] = [
    [(0, 150), (110, 22), (272, 22)],
    [(425, 22), (500, 118), (638, 118)],
    [(745, 118), (790, 0), (878, 0)],
    [(952, 0), (1000, 70), (1000, 172)],
];

/// A card's symbol in a box of so many units whose corner is the origin.
pub(super) fn symbol(card: Card, layout: &Layout, size: (i32, i32)) -> Vec<Node> {
    let outline = outline(card.shape(), size);
    let role = Role::Symbol(card.color() as u8);
    let gap = layout.stripe_gap as i32 * tercet_scene::UNITS;
    let fill = match card.shading() {
        Shading::Solid => Some(Fill::Plain(role.into())),
        Shading::Striped => Some(Fill::Stripes { paint: role.into(), gap, width: gap * 9 / 25 }),
        Shading::Open => None,
    };
    // A line thinner than a pixel would fade.
    let line = layout.relative(52).max(tercet_scene::UNITS);
    let edge = Form::lined(outline.clone(), Stroke::new(Role::SymbolEdge, line + layout.relative(28)));
    let form = Form { outline, fill, stroke: Some(Stroke::new(role, line)) };
    // The fine edge lies below the coloured line, so it is seen on both sides of it.
    alloc::vec![edge.into(), form.into()]
}

fn outline(shape: Shape, size: (i32, i32)) -> Outline {
    let (width, height) = size;
    let path = match shape {
        Shape::Oval => return Outline::rect(0, 0, width, height, height / 2),
        Shape::Diamond => Path::polygon([(0, 250), (500, 0), (1000, 250), (500, 500)]),
        Shape::Squiggle => squiggle(),
    };
    Outline::Path(path.fit(BOX, Point::default(), size))
}

fn squiggle() -> Path {
    let turned = |(x, y): (i32, i32)| (BOX.0 - x, BOX.1 - y);
    let curve = |[first, second, to]: [(i32, i32); 3]| Step::Curve(first.into(), second.into(), to.into());
    let lower = SQUIGGLE.map(|curve| curve.map(turned));
    let mut steps = alloc::vec![Step::Move(lower[3][2].into())];
    steps.extend(SQUIGGLE.map(curve));
    steps.extend(lower.map(curve));
    steps.push(Step::Close);
    Path(steps)
}
