//! The puzzle's features from plain arrays, so that any object with the reference's calls will do.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use tercet_triangle_play::train as triangle;

use crate::batch::Batch;
use crate::errors::{Class, OrRaise};

/// The triangles of each slot.
type Slots = Vec<Option<Vec<triangle::TriangleAt>>>;

/// Cells row by row, and the other features.
type Both<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<f32>>);

/// Grid and list of a position whose cells go row by row.
#[pyfunction]
pub(crate) fn features<'py>(
    py: Python<'py>,
    cols: usize,
    playable: PyReadonlyArray1<'py, bool>,
    filled: PyReadonlyArray1<'py, bool>,
    slots: Slots,
    score: f64,
    steps: u32,
) -> PyResult<Both<'py>> {
    let (playable, filled) = (playable.as_slice()?, filled.as_slice()?);
    let cells = playable.len();
    if cols == 0 || cells == 0 || !cells.is_multiple_of(cols) || filled.len() != cells {
        let why = format!("{} filled cells and {cells} playable ones are no rows of {cols}", filled.len());
        return Err(Class::Array.error(py, why));
    }
    let rows = cells / cols;
    let slots: Vec<Option<&[triangle::TriangleAt]>> = slots.iter().map(Option::as_deref).collect();
    let features = triangle::Features { rows, cols, playable, filled, slots: &slots, score, steps };
    let mut grid = vec![0.0; cells];
    let mut list = vec![0.0; triangle::Features::len(slots.len())];
    features.write(&mut grid, &mut list);
    Ok((PyArray1::from_vec(py, grid), PyArray1::from_vec(py, list)))
}

/// Rows and columns, then grids and lists of a whole batch, one environment after the other.
#[pyfunction]
pub(crate) fn batch_features<'py>(
    py: Python<'py>,
    batch: PyRef<'py, Batch>,
) -> PyResult<(usize, usize, Both<'py>)> {
    let batch = batch.get(py)?;
    let Some([rows, cols, others]) = batch.features() else {
        return Err(Class::Config.error(py, format!("{}: only the puzzle has features", batch.game())));
    };
    let [mut grids, mut lists] = [rows * cols, others].map(|size| vec![0.0; size * batch.envs()]);
    py.detach(|| batch.write_features(&mut grids, &mut lists)).or_raise(py)?;
    Ok((rows, cols, (PyArray1::from_vec(py, grids), PyArray1::from_vec(py, lists))))
}
