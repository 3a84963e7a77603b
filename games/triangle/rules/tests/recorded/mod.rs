//! The reader of `tests/fixtures`: recorded behaviour of the reference program, as the twin's types.

use std::fs;
use std::io::Read;
use std::path::PathBuf;

use serde_json::Value;

use crate::twin::{Cell, Config, Grid, Piece, Shape, Triangle, Weights};

pub(crate) fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    text
}

pub(crate) fn records(name: &str) -> Vec<Value> {
    fixture(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

pub(crate) fn int(value: &Value) -> i32 {
    value.as_i64().unwrap() as i32
}

pub(crate) fn count(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

pub(crate) fn float(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

pub(crate) fn cells(value: &Value) -> Vec<Cell> {
    list(value).iter().map(|cell| Cell::at(int(&cell[0]), int(&cell[1]))).collect()
}

pub(crate) fn config(record: &Value) -> Config {
    let config = &record["config"];
    let ranges: Vec<(i32, i32)> =
        list(&config["ranges"]).iter().map(|range| (int(&range[0]), int(&range[1]))).collect();
    let grid = Grid::new(int(&config["cols"]), ranges);
    assert_eq!(grid.rows, int(&config["rows"]));
    Config { grid, slots: count(&config["slots"]), ..Config::default() }
}

pub(crate) fn weights(record: &Value) -> Weights {
    let config = &record["config"];
    Weights {
        placed: float(&config["reward_placed"]),
        cleared: float(&config["reward_cleared"]),
        alive: float(&config["reward_alive"]),
        penalty: float(&config["penalty"]),
    }
}

pub(crate) fn piece(value: &Value) -> Piece {
    let triangles = list(&value[0]).iter().map(|triangle| Triangle {
        dr: int(&triangle[0]),
        dc: int(&triangle[1]),
        up: triangle[2].as_bool().unwrap(),
    });
    Piece { shape: Shape::new(triangles.collect()), colour: count(&value[1]) as u8 }
}

pub(crate) fn slots(value: &Value) -> Vec<Option<Piece>> {
    list(value).iter().map(|slot| (!slot.is_null()).then(|| piece(slot))).collect()
}

/// The pieces of a recorded deal: each slot has one. No pieces where nothing was dealt.
pub(crate) fn dealt(value: &Value) -> Vec<Piece> {
    if value.is_null() {
        return Vec::new();
    }
    slots(value).into_iter().map(|slot| slot.expect("a deal fills all slots")).collect()
}

/// Where a setup sets shapes, the recorded first hand is the one after it: it serves as the one before too.
pub(crate) fn first_hand(record: &Value) -> Vec<Piece> {
    let shapes = slots(&record["initial_shapes"]);
    let some = shapes.iter().flatten().next().expect("a hand has a piece").clone();
    shapes.into_iter().map(|slot| slot.unwrap_or_else(|| some.clone())).collect()
}
