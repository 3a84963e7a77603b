//! Replay by priority. Arrays come as bytes, in the order of the columns; `tercet.learn` checks their kinds and shapes.

use std::path::PathBuf;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet_train::learn::{self, Column, Drawn, ReplayOptions};
use tercet_train::run::OwnedPart;

use crate::arrays::Writable;
use crate::errors::OrRaise;
use crate::made::{PICKLE, Reduced, check_pickle};

/// Name, kind, shape and bytes of a row.
type Described = (String, String, Vec<usize>, usize);

/// How it draws, as Python gives it.
#[derive(FromPyObject, IntoPyObject)]
pub(crate) struct Options {
    #[pyo3(item)]
    capacity: usize,
    #[pyo3(item)]
    alpha: f64,
    #[pyo3(item)]
    epsilon: f64,
    #[pyo3(item)]
    beta: f64,
    #[pyo3(item)]
    beta_steps: u64,
    #[pyo3(item)]
    seed: u64,
}

/// A ring of rows with priorities.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct Replay {
    pub(crate) replay: learn::Replay,
}

#[pymethods]
impl Replay {
    #[new]
    fn new(py: Python<'_>, columns: Vec<Described>, options: Options) -> PyResult<Replay> {
        let column = |(name, kind, shape, width)| Column { name, kind, shape, width };
        let Options { capacity, alpha, epsilon, beta, beta_steps, seed } = options;
        let options = ReplayOptions { capacity, alpha, epsilon, beta, beta_steps, seed };
        let replay = learn::Replay::new(columns.into_iter().map(column).collect(), options);
        Ok(Replay { replay: replay.or_raise(py)? })
    }

    /// The columns: name, dtype, shape and bytes of a row.
    #[getter]
    fn columns(&self) -> Vec<Described> {
        let described =
            |each: &Column| (each.name.clone(), each.kind.clone(), each.shape.clone(), each.width);
        self.replay.columns().iter().map(described).collect()
    }

    /// What it was made with, by name.
    #[getter]
    fn options(&self) -> Options {
        let ReplayOptions { capacity, alpha, epsilon, beta, beta_steps, seed } = *self.replay.options();
        Options { capacity, alpha, epsilon, beta, beta_steps, seed }
    }

    /// How many rows were ever added.
    #[getter]
    fn added(&self) -> u64 {
        self.replay.added()
    }

    /// How many samples were drawn.
    #[getter]
    fn samples(&self) -> u64 {
        self.replay.samples()
    }

    /// All priorities together.
    #[getter]
    fn total_priority(&self) -> f64 {
        self.replay.total()
    }

    /// The highest priority ever added, and at least 1.
    #[getter]
    fn max_priority(&self) -> f64 {
        self.replay.max()
    }

    /// How much weights make good for priorities at a step.
    #[pyo3(signature = (step=None))]
    fn beta(&self, step: Option<u64>) -> f64 {
        self.replay.beta(step.unwrap_or(self.replay.samples()))
    }

    /// The priorities, slot by slot.
    fn priorities<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.replay.priorities())
    }

    /// Adds rows: the id of the first.
    #[pyo3(signature = (rows, cells, errors=None))]
    fn add(
        &mut self,
        py: Python<'_>,
        rows: usize,
        cells: Vec<PyReadonlyArray1<'_, u8>>,
        errors: Option<PyReadonlyArray1<'_, f64>>,
    ) -> PyResult<u64> {
        let cells: Result<Vec<&[u8]>, _> = cells.iter().map(|cells| cells.as_slice()).collect();
        let (cells, replay) = (cells?, &mut self.replay);
        let errors = errors.as_ref().map(|errors| errors.as_slice()).transpose()?;
        py.detach(|| replay.add(rows, &cells, errors)).or_raise(py)
    }

    /// Draws as many rows as there is room for, into the caller's arrays.
    #[pyo3(signature = (ids, weights, cells, step=None))]
    fn sample_into(
        &mut self,
        py: Python<'_>,
        ids: &Bound<'_, PyAny>,
        weights: &Bound<'_, PyAny>,
        cells: Vec<(String, Bound<'_, PyAny>)>,
        step: Option<u64>,
    ) -> PyResult<()> {
        let mut ids = Writable::<i64>::new("ids", ids, "int64")?;
        let mut weights = Writable::<f32>::new("weights", weights, "float32")?;
        let cells: PyResult<Vec<_>> =
            cells.iter().map(|(name, cells)| Writable::<u8>::new(name, cells, "uint8")).collect();
        let (mut cells, replay) = (cells?, &mut self.replay);
        let cells = &mut cells.iter_mut().map(Writable::slice).collect::<Vec<_>>()[..];
        let out = Drawn { ids: ids.slice(), weights: weights.slice(), cells };
        py.detach(|| replay.sample(step, out)).or_raise(py)
    }

    /// Gives rows new priorities: how many of them were still there.
    fn update(
        &mut self,
        py: Python<'_>,
        ids: PyReadonlyArray1<'_, i64>,
        errors: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<usize> {
        let (ids, errors, replay) = (ids.as_slice()?, errors.as_slice()?, &mut self.replay);
        py.detach(|| replay.update(ids, errors)).or_raise(py)
    }

    /// Saves everything into a file, whole or not at all.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.replay.save(&path)).or_raise(py)
    }

    /// Brings back what was saved.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Replay> {
        Ok(Replay { replay: py.detach(|| learn::Replay::load(&path)).or_raise(py)? })
    }

    fn __len__(&self) -> usize {
        self.replay.len()
    }

    fn __copy__(&self) -> Replay {
        Replay { replay: self.replay.clone() }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Replay {
        Replay { replay: self.replay.clone() }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, Vec<PickledPart<'py>>)> {
        let parts = self.replay.with_parts(|parts| {
            let part = |part: &tercet_train::run::Part<'_>| {
                (part.name.to_owned(), part.kind.to_owned(), PyBytes::new(py, part.bytes))
            };
            parts.iter().map(part).collect()
        });
        Ok((py.get_type::<Replay>().getattr("_unpickle")?, (PICKLE, parts)))
    }

    /// Brings back what a pickle keeps.
    #[staticmethod]
    fn _unpickle(py: Python<'_>, version: u32, parts: Vec<(String, String, Vec<u8>)>) -> PyResult<Replay> {
        check_pickle(py, version)?;
        let part = |(name, kind, bytes)| OwnedPart { name, kind, bytes };
        let replay = learn::Replay::from_parts(parts.into_iter().map(part).collect());
        Ok(Replay { replay: replay.or_raise(py)? })
    }
}

/// A part in a pickle.
type PickledPart<'py> = (String, String, Bound<'py, PyBytes>);
