//! Pictures of the puzzle, and where things lie in them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tercet_scene::{Layer, Layers, Node, Outline, Point, Scene, Step, UNITS, View};
use tercet_triangle_play::train::Env;

/// Left, top, width and height, in pixels of the natural size.
pub(crate) type Area = (f64, f64, f64, f64);

/// What a picture shows beside the position: layers by name, the slot that is picked, an action that is thought of.
pub(crate) fn view(
    env: &Env,
    show: Option<Vec<String>>,
    picked: Option<usize>,
    ghost: Option<usize>,
) -> PyResult<View> {
    let layers = show.map(|names| names.iter().map(|name| layer(name)).collect::<PyResult<Layers>>());
    let size = env.grid().size();
    let text = |number: usize| {
        let (row, col) = env.grid().place(number % size);
        format!("place {} {} {}", number / size + 1, row + 1, col + 1)
    };
    Ok(View {
        layers: layers.transpose()?.unwrap_or_default(),
        picked: picked.map(|slot| format!("slot-{}", slot + 1)).into_iter().collect(),
        ghost: ghost.map(text),
        ..View::default()
    })
}

fn layer(name: &str) -> PyResult<Layer> {
    Layer::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Layer::ALL.iter().map(|layer| layer.name()).collect();
        PyValueError::new_err(format!("show: `{name}` is no layer; there are {}", names.join(", ")))
    })
}

/// Where the board and each slot lie.
pub(crate) fn areas(scene: &Scene) -> (Area, Vec<Area>) {
    let mut corners = Vec::new();
    let mut slots = Vec::new();
    for node in &scene.nodes {
        match node {
            Node::Shape(shape) => corners.extend(points(&shape.outline)),
            Node::Group(group) => slots.extend(group.nodes.iter().find_map(|node| match node {
                Node::Shape(shape) => rect(&shape.outline, group.at),
                _ => None,
            })),
            Node::Text(_) => {}
        }
    }
    let edge = |pick: fn(&Point) -> i32| {
        let places = || corners.iter().map(pick);
        (places().min().unwrap_or(0), places().max().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (edge(|point| point.x), edge(|point| point.y));
    (area(left, top, right - left, bottom - top), slots)
}

/// The corners of a net of triangles.
fn points(outline: &Outline) -> Vec<Point> {
    let Outline::Path(path) = outline else { return Vec::new() };
    let point = |step: &Step| match step {
        Step::Move(point) | Step::Line(point) => Some(*point),
        _ => None,
    };
    path.0.iter().filter_map(point).collect()
}

fn rect(outline: &Outline, at: Point) -> Option<Area> {
    match *outline {
        Outline::Rect { x, y, width, height, .. } => Some(area(at.x + x, at.y + y, width, height)),
        _ => None,
    }
}

fn area(left: i32, top: i32, width: i32, height: i32) -> Area {
    let pixels = |units: i32| f64::from(units) / f64::from(UNITS);
    (pixels(left), pixels(top), pixels(width), pixels(height))
}
