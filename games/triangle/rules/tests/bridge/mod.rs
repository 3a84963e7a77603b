//! From the twin's types to the engine's.

use tercet_triangle::{Config, Field, Hand, Layout, Painted, Piece, Puzzle, Shape, Triangle};

use crate::twin;

pub(crate) fn layout(grid: &twin::Grid) -> Layout {
    let small = |number: i32| u8::try_from(number).unwrap();
    let ranges = grid.ranges.iter().map(|&(start, end)| (small(start), small(end)));
    Layout::Custom { cols: small(grid.cols), ranges: ranges.collect() }
}

pub(crate) fn shape(shape: &twin::Shape) -> Shape {
    let near = |number: i32| i8::try_from(number).unwrap();
    let triangle = |it: &twin::Triangle| Triangle { row: near(it.dr), col: near(it.dc), is_up: it.up };
    Shape::new(shape.0.iter().map(triangle).collect()).unwrap()
}

pub(crate) fn config(config: &twin::Config) -> Config {
    Config {
        grid: layout(&config.grid),
        slots: u8::try_from(config.slots).unwrap(),
        templates: config.templates.iter().map(shape).collect(),
        min_line: u8::try_from(config.min_line).unwrap(),
        limit: config.limit,
        ..Config::default()
    }
}

pub(crate) fn piece<F: Field>(game: &Puzzle<F>, piece: &twin::Shape) -> Piece {
    let wanted = shape(piece);
    let index = game.shapes().iter().position(|each| *each == wanted).expect("a shape of the config");
    Piece(u8::try_from(index).unwrap())
}

pub(crate) fn painted<F: Field>(game: &Puzzle<F>, from: &twin::Piece) -> Painted {
    Painted { piece: piece(game, &from.shape), color: from.colour }
}

/// What goes beyond the sixteen places of a hand is dropped.
pub(crate) fn hand<F: Field>(game: &Puzzle<F>, slots: &[Option<twin::Piece>]) -> Hand {
    std::array::from_fn(|slot| slots.get(slot)?.as_ref().map(|piece| painted(game, piece)))
}
