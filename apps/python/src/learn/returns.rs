//! Returns and advantages over arrays with a row for each moment.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use tercet_train::learn::{NStep, Played, Tail};

use crate::errors::{Class, OrRaise};

/// Rewards and ends, one after the other in memory: row by row.
type Flags<'py> = Option<PyReadonlyArray1<'py, u8>>;

fn played<'a>(
    rewards: &'a PyReadonlyArray1<'_, f64>,
    terminals: &'a Flags<'_>,
    truncations: &'a Flags<'_>,
    envs: usize,
) -> PyResult<Played<'a>> {
    fn flags<'f>(flags: &'f Flags<'_>) -> PyResult<&'f [u8]> {
        Ok(flags.as_ref().map(|flags| flags.as_slice()).transpose()?.unwrap_or_default())
    }
    Ok(Played {
        rewards: rewards.as_slice()?,
        terminals: flags(terminals)?,
        truncations: flags(truncations)?,
        envs,
    })
}

/// Returns, discounts and numbers of steps.
type Sums<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i64>>);

/// The n-step return of every moment.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn n_step<'py>(
    py: Python<'py>,
    rewards: PyReadonlyArray1<'py, f64>,
    terminals: Flags<'py>,
    truncations: Flags<'py>,
    envs: usize,
    n: usize,
    gamma: f64,
    tail: &str,
) -> PyResult<Sums<'py>> {
    let tail = Tail::from_name(tail).ok_or_else(|| {
        Class::Config.error(py, format!("tail: `{tail}` is none; there are flush and bootstrap"))
    })?;
    let played = played(&rewards, &terminals, &truncations, envs)?;
    let cells = played.rewards.len();
    let (mut returns, mut discounts, mut steps) = (vec![0.0; cells], vec![0.0; cells], vec![0; cells]);
    let out = NStep { returns: &mut returns, discounts: &mut discounts, steps: &mut steps };
    py.detach(|| played.n_step(n, gamma, tail, out)).or_raise(py)?;
    let arrays = (PyArray1::from_vec(py, returns), PyArray1::from_vec(py, discounts));
    Ok((arrays.0, arrays.1, PyArray1::from_vec(py, steps)))
}

/// Generalised advantages.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn advantages<'py>(
    py: Python<'py>,
    rewards: PyReadonlyArray1<'py, f64>,
    values: PyReadonlyArray1<'py, f64>,
    next_values: PyReadonlyArray1<'py, f64>,
    terminals: Flags<'py>,
    truncations: Flags<'py>,
    envs: usize,
    gamma: f64,
    lam: f64,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let played = played(&rewards, &terminals, &truncations, envs)?;
    let (values, after) = (values.as_slice()?, next_values.as_slice()?);
    let mut out = vec![0.0; played.rewards.len()];
    py.detach(|| played.advantages(values, after, gamma, lam, &mut out)).or_raise(py)?;
    Ok(PyArray1::from_vec(py, out))
}
