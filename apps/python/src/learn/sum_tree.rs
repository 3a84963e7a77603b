//! The sum tree, with anything as data.

use numpy::PyArray1;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use tercet_train::learn;

use crate::errors::OrRaise;
use crate::made::{PICKLE, Reduced, check_pickle};

/// A ring of data, each with a priority.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct SumTree {
    tree: learn::SumTree<Py<PyAny>>,
}

/// Capacity, priorities, data, the next slot, the highest priority.
type Kept = (u32, usize, Vec<f64>, Vec<Py<PyAny>>, usize, f64);

#[pymethods]
impl SumTree {
    #[new]
    fn new(py: Python<'_>, capacity: usize) -> PyResult<SumTree> {
        Ok(SumTree { tree: learn::SumTree::new(capacity).or_raise(py)? })
    }

    /// How many can be held.
    #[getter]
    fn capacity(&self) -> usize {
        self.tree.capacity()
    }

    /// All priorities together.
    #[getter]
    fn total_priority(&self) -> f64 {
        self.tree.total()
    }

    /// The highest priority ever added, and at least 1.
    #[getter]
    fn max_priority(&self) -> f64 {
        self.tree.max()
    }

    /// How many are held, by the reference's name.
    #[getter]
    fn n_entries(&self) -> usize {
        self.tree.len()
    }

    /// The slot that the next addition takes.
    #[getter]
    fn data_pointer(&self) -> usize {
        self.tree.next()
    }

    /// All sums, float64 `(2 * capacity - 1,)`: the total first, the priorities of the slots last. A copy.
    #[getter]
    fn tree<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let capacity = self.tree.capacity();
        let mut sums = vec![0.0; 2 * capacity - 1];
        sums[capacity - 1..][..self.tree.len()].copy_from_slice(self.tree.priorities());
        for node in (0..capacity - 1).rev() {
            sums[node] = sums[2 * node + 1] + sums[2 * node + 2];
        }
        PyArray1::from_vec(py, sums)
    }

    /// What the slots hold, objects `(capacity,)`: 0 in those that were never taken. A copy.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<Py<PyAny>>>> {
        let mut held: Vec<Py<PyAny>> = self.tree.data().map(|data| data.clone_ref(py)).collect();
        let none = 0_i32.into_pyobject(py)?.into_any().unbind();
        held.resize_with(self.tree.capacity(), || none.clone_ref(py));
        Ok(PyArray1::from_vec(py, held))
    }

    /// Adds data in the next slot, in place of the oldest if all are taken: the index of its leaf.
    fn add(&mut self, py: Python<'_>, priority: f64, data: Py<PyAny>) -> PyResult<usize> {
        self.tree.add(priority, data).or_raise(py)
    }

    /// Changes the priority of a leaf.
    fn update(&mut self, py: Python<'_>, tree_index: i64, priority: f64) -> PyResult<()> {
        self.tree.update(tree_index, priority).or_raise(py)
    }

    /// What a value from 0 to the total leads to: index, priority and data.
    fn get_leaf(&self, py: Python<'_>, value: f64) -> (usize, f64, Option<Py<PyAny>>) {
        let leaf = self.tree.leaf(value);
        (leaf.index, leaf.priority, leaf.data.map(|data| data.clone_ref(py)))
    }

    fn __len__(&self) -> usize {
        self.tree.len()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, Kept> {
        let again = py.get_type::<SumTree>().getattr("_unpickle")?;
        let data = self.tree.data().map(|data| data.clone_ref(py)).collect();
        let (next, max) = (self.tree.next(), self.tree.max());
        Ok((again, (PICKLE, self.tree.capacity(), self.tree.priorities().to_vec(), data, next, max)))
    }

    /// Brings back what a pickle keeps.
    #[staticmethod]
    fn _unpickle(
        py: Python<'_>,
        version: u32,
        capacity: usize,
        priorities: Vec<f64>,
        data: Vec<Py<PyAny>>,
        next: usize,
        max: f64,
    ) -> PyResult<SumTree> {
        check_pickle(py, version)?;
        let held = priorities.into_iter().zip(data).collect();
        Ok(SumTree { tree: learn::SumTree::restored(capacity, held, next, max).or_raise(py)? })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.tree.data().try_for_each(|data| visit.call(data))
    }

    fn __clear__(&mut self) {
        if let Ok(empty) = learn::SumTree::new(self.tree.capacity()) {
            self.tree = empty;
        }
    }
}
