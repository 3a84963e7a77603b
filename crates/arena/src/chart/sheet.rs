//! What charts are drawn on: a scene that is counted in pixels.

use tercet_scene::{
    Anchor, Group, Node, Outline, Paint, Path, Point, Role, Scene, Shape, Stroke, Text, UNITS,
};

/// A place in pixels: across, then down.
pub(super) type At = (f64, f64);

/// How high words are.
const SIZE: f64 = 13.0;
const TITLE: f64 = 17.0;

/// The colours of series, those that are most apart first; after the last the first comes again.
const SERIES: [u8; 10] = [1, 4, 2, 0, 5, 6, 9, 7, 10, 12];

/// The paint of a series.
pub(super) fn color(series: usize) -> Role {
    Role::Piece(SERIES[series % SERIES.len()])
}

/// The line of a series: dashed where its colour was there before.
pub(super) fn stroke(series: usize, width: f64) -> Stroke {
    let line = Stroke::new(color(series), units(width));
    if series < SERIES.len() { line } else { line.dashed(units(7.0), units(6.0)) }
}

/// A line of an axis or a grid.
pub(super) fn rule() -> Stroke {
    Stroke::new(Paint::thin(Role::Faint, 35), units(1.0))
}

/// Pixels as units of a scene.
pub(super) fn units(pixels: f64) -> i32 {
    (pixels * f64::from(UNITS)).round() as i32
}

fn point(at: At) -> Point {
    Point { x: units(at.0), y: units(at.1) }
}

/// A scene with its title.
pub(super) struct Sheet {
    scene: Scene,
    width: f64,
}

impl Sheet {
    pub(super) fn new(title: &str, width: f64, height: f64) -> Sheet {
        let mut scene = Scene::new(units(width), units(height), title);
        scene
            .nodes
            .push(Shape::filled(Outline::rect(0, 0, scene.width, scene.height, 0), Role::Board).into());
        let mut sheet = Sheet { scene, width };
        sheet.put(words((16.0, 24.0), Anchor::Start, TITLE, title).bold().within(units(width - 32.0)));
        sheet
    }

    pub(super) fn finish(self) -> Scene {
        self.scene
    }

    /// How wide it is.
    pub(super) fn width(&self) -> f64 {
        self.width
    }

    pub(super) fn put(&mut self, node: impl Into<Node>) {
        self.scene.nodes.push(node.into());
    }

    pub(super) fn line(&mut self, from: At, to: At, stroke: Stroke) {
        self.put(Shape::lined(Outline::Path(Path::line([point(from), point(to)])), stroke));
    }

    /// Puts nodes that belong together, and what they say in words.
    pub(super) fn group(&mut self, id: String, name: String, nodes: Vec<Node>) {
        self.put(Group::at(0, 0).named(id, name.clone()).hovered(name).with(nodes));
    }

    /// Words of an axis or a legend.
    pub(super) fn text(&mut self, at: At, anchor: Anchor, text: &str) {
        self.put(label(at, anchor, text));
    }

    /// The same, smaller where they need more room than this.
    pub(super) fn text_within(&mut self, at: At, anchor: Anchor, room: f64, text: &str) {
        self.put(label(at, anchor, text).within(units(room)));
    }
}

/// Words around a height.
pub(super) fn label(at: At, anchor: Anchor, text: &str) -> Text {
    words(at, anchor, SIZE, text)
}

fn words(at: At, anchor: Anchor, size: f64, text: &str) -> Text {
    Text::new(point(at), units(size), Role::Ink, text).anchored(anchor)
}

pub(super) fn rect((x, y): At, (width, height): (f64, f64), radius: f64, paint: impl Into<Paint>) -> Node {
    let outline = Outline::rect(units(x), units(y), units(width), units(height), units(radius));
    Shape::filled(outline, paint).into()
}

pub(super) fn path(points: impl IntoIterator<Item = At>, stroke: Stroke) -> Node {
    Shape::lined(Outline::Path(Path::line(points.into_iter().map(point))), stroke).into()
}

pub(super) fn polygon(points: impl IntoIterator<Item = At>, paint: impl Into<Paint>) -> Node {
    Shape::filled(Outline::Path(Path::polygon(points.into_iter().map(point))), paint).into()
}
