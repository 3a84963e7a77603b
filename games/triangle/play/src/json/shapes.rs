//! Shapes and boards as the recorded games write them.

use crate::train::{Colored, Env};
use serde_json::{Value, json};
use tercet_triangle::{Shape, Triangle};

use crate::json::saved::letter;
use tercet_entry::ShapeError;

/// A shape and its colour: `[[[0,0,true],[0,1,false]],7]`, row and column from the anchor and whether it points up.
pub type BlockJson = (Vec<(i8, i8, bool)>, u8);

/// The shape that the JSON means; `field` names it in the error.
///
/// # Errors
/// If it has no triangles, too many, or two in one place.
pub fn read_block(block: &BlockJson, field: &str) -> Result<Colored, ShapeError> {
    let (triangles, color) = block;
    let triangle = |&(row, col, is_up): &(i8, i8, bool)| Triangle { row, col, is_up };
    let shape = Shape::new(triangles.iter().map(triangle).collect())
        .map_err(|error| ShapeError::field(field, error.to_string()))?;
    Ok(Colored::new(shape, *color))
}

/// A slot's shape as JSON, or `null`.
pub fn block_json(slot: Option<&Colored>) -> Value {
    let Some(Colored { shape, color, .. }) = slot else { return Value::Null };
    let triangle = |triangle: &Triangle| json!([triangle.row, triangle.col, triangle.is_up]);
    json!([shape.triangles().iter().map(triangle).collect::<Vec<_>>(), color])
}

/// Which cells are filled (`0` and `1`), and their colours (`.` free, `*` by hand, `0` to `8`), row by row.
pub fn board_json(env: &Env) -> (Value, Value) {
    let filled = (0..env.grid().size()).map(|cell| if env.is_filled(cell) { '1' } else { '0' });
    (
        Value::from(filled.collect::<String>()),
        Value::from(env.paints().iter().copied().map(letter).collect::<String>()),
    )
}
