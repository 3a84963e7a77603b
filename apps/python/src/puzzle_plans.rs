//! Configs and shapes of the puzzle as Python gives them, and facts about a grid.

use pyo3::prelude::*;
use tercet_triangle::{COLORS, Config, Direction, Layout, Shape, Triangle, standard_templates};
use tercet_triangle_play::train::{Colored, Weights};

use crate::errors::Class;

/// Rows, columns, ranges, slots, the fewest cells of a line, and the four weights of rewards: what an `EnvConfig` says.
pub(crate) type ConfigPlan = (i64, i64, Vec<(i64, i64)>, i64, i64, [f64; 4]);

/// Triangles (row, column, whether it points up), red, green and blue, and the number of the colour.
pub(crate) type ShapePlan = (Vec<(i64, i64, bool)>, (i64, i64, i64), i64);

/// Can a config be? Nothing is made of it.
#[pyfunction]
pub(crate) fn check_puzzle(py: Python<'_>, plan: ConfigPlan) -> PyResult<()> {
    read_config(py, plan).map(drop)
}

/// The lines of a config's grid, as the row and column of each cell: all of them, or the runs of a direction (`h`, `d1`, `d2`).
#[pyfunction]
pub(crate) fn puzzle_lines(
    py: Python<'_>,
    plan: ConfigPlan,
    direction: Option<&str>,
    min_length: usize,
) -> PyResult<Vec<Vec<(usize, usize)>>> {
    let grid = read_config(py, plan)?.0.grid.grid();
    let lines = match direction {
        None => grid.lines(min_length),
        Some("h") => grid.runs(Direction::Horizontal, min_length),
        Some("d1") => grid.runs(Direction::Falling, min_length),
        Some("d2") => grid.runs(Direction::Rising, min_length),
        Some(other) => {
            let why = format!("direction: `{other}` is none; there are h, d1 and d2");
            return Err(Class::Config.error(py, why));
        }
    };
    Ok(lines.into_iter().map(|line| line.into_iter().map(|cell| grid.place(cell)).collect()).collect())
}

/// The colours of shapes by number.
#[pyfunction]
pub(crate) fn puzzle_colors() -> Vec<(u8, u8, u8)> {
    COLORS.iter().map(|&[red, green, blue]| (red, green, blue)).collect()
}

/// The shapes that are dealt, as triangles.
#[pyfunction]
pub(crate) fn puzzle_templates() -> Vec<Vec<(i8, i8, bool)>> {
    let triangles =
        |shape: &Shape| shape.triangles().iter().map(|one| (one.row, one.col, one.is_up)).collect();
    standard_templates().iter().map(triangles).collect()
}

/// What a step earns that placed and cleared so many triangles.
#[pyfunction]
pub(crate) fn puzzle_reward(
    py: Python<'_>,
    plan: ConfigPlan,
    placed: u32,
    cleared: u32,
    is_over: bool,
) -> PyResult<f64> {
    Ok(read_config(py, plan)?.1.reward(placed, cleared, is_over))
}

/// The rules and the weights of an `EnvConfig`.
pub(crate) fn read_config(py: Python<'_>, plan: ConfigPlan) -> PyResult<(Config, Weights)> {
    let (rows, cols, ranges, slots, min_line, [placed, cleared, alive, penalty]) = plan;
    let wrong = |field: &str, why: String| Class::Config.error(py, format!("{field}: {why}"));
    let small = |field: &str, value: i64| {
        u8::try_from(value).map_err(|_| wrong(field, format!("{value} is not from 0 to 255")))
    };
    if usize::try_from(rows) != Ok(ranges.len()) {
        return Err(wrong("PLAYABLE_RANGE_PER_ROW", format!("{} ranges for {rows} ROWS", ranges.len())));
    }
    let range = |&(start, end): &(i64, i64)| {
        Ok((small("PLAYABLE_RANGE_PER_ROW", start)?, small("PLAYABLE_RANGE_PER_ROW", end)?))
    };
    let ranges = ranges.iter().map(range).collect::<PyResult<_>>()?;
    let grid = Layout::Custom { cols: small("COLS", cols)?, ranges };
    let (slots, min_line) = (small("NUM_SHAPE_SLOTS", slots)?, small("MIN_LINE_LENGTH", min_line)?);
    let config = Config { grid, slots, min_line, ..Config::default() };
    config.check().map_err(|error| {
        let field = match error.key.as_str() {
            "slots" => "NUM_SHAPE_SLOTS",
            "min_line" => "MIN_LINE_LENGTH",
            _ => "PLAYABLE_RANGE_PER_ROW",
        };
        wrong(field, error.why)
    })?;
    Ok((config, Weights { placed, cleared, alive, penalty }))
}

/// The shape of a `Shape`.
pub(crate) fn read_shape(py: Python<'_>, plan: ShapePlan) -> PyResult<Colored> {
    let (triangles, (red, green, blue), color) = plan;
    let wrong = |why: String| Class::Config.error(py, why);
    let near = |place: i64| {
        i8::try_from(place).map_err(|_| wrong(format!("triangles: {place} is too far from the anchor")))
    };
    let triangle =
        |(row, col, is_up): (i64, i64, bool)| Ok(Triangle { row: near(row)?, col: near(col)?, is_up });
    let triangles = triangles.into_iter().map(triangle).collect::<PyResult<Vec<Triangle>>>()?;
    let shape = Shape::new(triangles).map_err(|error| wrong(format!("triangles: {error}")))?;
    let byte =
        |value: i64| u8::try_from(value).map_err(|_| wrong(format!("color: {value} is not from 0 to 255")));
    let known = u8::try_from(color).ok().filter(|&color| usize::from(color) < COLORS.len());
    let color =
        known.ok_or_else(|| wrong(format!("color_id: {color} is not from 0 to {}", COLORS.len() - 1)))?;
    Ok(Colored::new(shape, color).tinted([byte(red)?, byte(green)?, byte(blue)?]))
}
