//! What learners measure.

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use tercet_train::learn;

use crate::errors::Class;

/// The last values of metrics by name. When a value was measured is anything.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct Stats {
    stats: learn::Stats<Py<PyAny>>,
}

/// When, and how much.
type Values = Vec<(Py<PyAny>, f64)>;

impl Stats {
    fn values(py: Python<'_>, values: &std::collections::VecDeque<(Py<PyAny>, f64)>) -> Values {
        values.iter().map(|(when, value)| (when.clone_ref(py), *value)).collect()
    }
}

#[pymethods]
impl Stats {
    #[new]
    #[pyo3(signature = (max_history=None))]
    fn new(py: Python<'_>, max_history: Option<usize>) -> PyResult<Stats> {
        if max_history == Some(0) {
            return Err(Class::Config.error(py, "max_history: at least 1 value of a metric is kept"));
        }
        Ok(Stats { stats: learn::Stats::new(max_history) })
    }

    /// Takes a value unless it is not finite; whether it was taken.
    fn log(&mut self, name: &str, value: f64, when: Py<PyAny>) -> bool {
        self.stats.log(name, value, when)
    }

    /// The values of a metric, the oldest first.
    fn metric(&self, py: Python<'_>, name: &str) -> Option<Values> {
        self.stats.metric(name).map(|values| Stats::values(py, values))
    }

    /// The values of all metrics.
    fn metrics(&self, py: Python<'_>) -> Vec<(String, Values)> {
        self.stats.metrics().map(|(name, values)| (name.to_owned(), Stats::values(py, values))).collect()
    }

    /// Forgets everything.
    fn clear(&mut self) {
        self.stats.clear();
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.stats
            .metrics()
            .try_for_each(|(_, values)| values.iter().try_for_each(|(when, _)| visit.call(when)))
    }

    fn __clear__(&mut self) {
        self.stats.clear();
    }
}
