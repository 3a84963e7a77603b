//! A grid without a game: what `tercet.triangle.GridData` asks the rules.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use tercet_triangle::{Grid, Shape, Triangle};

use crate::errors::Class;
use crate::puzzle_plans::{ConfigPlan, ShapePlan, read_config, read_shape};

/// The cells of a config and their lines; what is filled is the caller's array.
#[pyclass(module = "tercet._tercet", frozen)]
pub(crate) struct PuzzleGrid {
    grid: Grid,
    lines: Vec<Vec<usize>>,
}

#[pymethods]
impl PuzzleGrid {
    #[new]
    fn new(py: Python<'_>, plan: ConfigPlan) -> PyResult<PuzzleGrid> {
        let config = read_config(py, plan)?.0;
        let grid = config.grid.grid();
        let lines = grid.lines(config.min_line.into());
        Ok(PuzzleGrid { grid, lines })
    }

    /// Which cells are death zones.
    fn death<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let death = (0..self.grid.size()).map(|cell| !self.grid.is_playable(cell)).collect();
        Ok(PyArray1::from_vec(py, death).reshape([self.grid.rows(), self.grid.cols()])?.into_any())
    }

    /// Does the shape fit with its (0, 0) at this row and column, which may lie outside of the grid?
    fn can_place(
        &self,
        py: Python<'_>,
        occupied: PyReadonlyArray2<'_, bool>,
        shape: ShapePlan,
        r: i64,
        c: i64,
    ) -> PyResult<bool> {
        self.check(py, &occupied)?;
        let shape = read_shape(py, shape)?.shape;
        let first = shape.triangles()[0];
        let at = |place: i64, off: i8| i32::try_from(place + i64::from(off)).ok();
        let anchor = at(r, first.row).zip(at(c, first.col)).and_then(|(row, col)| self.grid.cell(row, col));
        let cells = anchor.and_then(|anchor| self.grid.placement(&moved(&shape, first), anchor));
        let is_free = |cell: &usize| !occupied.as_array()[self.grid.place(*cell)];
        Ok(cells.is_some_and(|cells| cells.iter().all(is_free)))
    }

    /// The lines that are full and have one of these cells.
    fn full_lines(
        &self,
        py: Python<'_>,
        occupied: PyReadonlyArray2<'_, bool>,
        cells: Vec<(i64, i64)>,
    ) -> PyResult<Vec<Vec<(usize, usize)>>> {
        self.check(py, &occupied)?;
        let occupied = occupied.as_array();
        let number =
            |&(row, col): &(i64, i64)| self.grid.cell(i32::try_from(row).ok()?, i32::try_from(col).ok()?);
        let new: Vec<usize> = cells.iter().filter_map(number).collect();
        let is_full = |line: &&Vec<usize>| {
            line.iter().any(|cell| new.contains(cell))
                && line.iter().all(|&cell| occupied[self.grid.place(cell)])
        };
        let places = |line: &Vec<usize>| line.iter().map(|&cell| self.grid.place(cell)).collect();
        Ok(self.lines.iter().filter(is_full).map(places).collect())
    }
}

impl PuzzleGrid {
    fn check(&self, py: Python<'_>, occupied: &PyReadonlyArray2<'_, bool>) -> PyResult<()> {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        if occupied.shape() == [rows, cols] {
            return Ok(());
        }
        let shape = occupied.shape();
        let why = format!("occupied: {} by {} cells; the grid has {rows} by {cols}", shape[0], shape[1]);
        Err(Class::Array.error(py, why))
    }
}

/// The shape with its (0, 0) on one of its own triangles.
fn moved(shape: &Shape, to: Triangle) -> Shape {
    let triangles = shape.triangles().iter();
    let near = triangles.map(|one| Triangle {
        row: one.row.saturating_sub(to.row),
        col: one.col.saturating_sub(to.col),
        ..*one
    });
    // One that lies too far apart fits on no grid, as it is: a grid has 64 rows and columns.
    Shape::new(near.collect()).unwrap_or_else(|_| shape.clone())
}
