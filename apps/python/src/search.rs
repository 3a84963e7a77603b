//! Guided search from many positions: the loop and the evaluation are Python's, see `tercet/search.py`.

use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use tercet_game::stream_seed;
use tercet_search::guided::{AnySearch, Gain, GuidedOptions, Method, Noise};
use tercet_train::batch::{BatchError, Stage};
use tercet_train::forest::{self, Found};

use crate::arrays::{Writable, bytes};
use crate::batch::Batch;
use crate::errors::{Class, OrRaise};
use crate::position::Position;

/// Trees that are searched together.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct Forest {
    trees: forest::Forest,
    count: usize,
    waiting: usize,
}

/// How trees grow, as Python gives it.
#[derive(Clone, FromPyObject)]
pub(crate) struct SearchOptions {
    #[pyo3(item)]
    is_gumbel: bool,
    #[pyo3(item)]
    counts_wins: Option<bool>,
    #[pyo3(item)]
    simulations: u32,
    #[pyo3(item)]
    leaves: usize,
    #[pyo3(item)]
    num_threads: usize,
    #[pyo3(item)]
    seed: u64,
    #[pyo3(item)]
    discount: f32,
    #[pyo3(item)]
    max_depth: u32,
    #[pyo3(item)]
    exploration: f32,
    /// Alpha and fraction.
    #[pyo3(item)]
    noise: Option<(f32, f32)>,
    #[pyo3(item)]
    considered: u32,
    #[pyo3(item)]
    visit_offset: f32,
    #[pyo3(item)]
    value_scale: f32,
    #[pyo3(item)]
    gumbel_scale: f32,
    #[pyo3(item)]
    chance_width: f32,
    #[pyo3(item)]
    chance_growth: f32,
}

impl SearchOptions {
    /// Where one plays alone points are to be gained, if nobody says otherwise.
    fn options(&self, seats: usize) -> GuidedOptions {
        let counts_wins = self.counts_wins.unwrap_or(seats > 1);
        let noise = self.noise.map(|(alpha, fraction)| Noise { alpha, fraction });
        let puct = Method::Puct { exploration: self.exploration, noise };
        let gumbel = Method::Gumbel {
            considered: self.considered,
            visits: self.visit_offset,
            scale: self.value_scale,
            noise: self.gumbel_scale,
        };
        GuidedOptions {
            method: if self.is_gumbel { gumbel } else { puct },
            gain: if counts_wins { Gain::Win } else { Gain::Points },
            discount: self.discount,
            simulations: self.simulations,
            depth: self.max_depth,
            width: self.chance_width,
            growth: self.chance_growth,
        }
    }

    fn seed_of(&self, nth: usize) -> u64 {
        stream_seed(self.seed, &[nth as u64])
    }
}

/// A tree for each position of a list, or for each environment of a batch.
fn trees(positions: &Bound<'_, PyAny>, growth: &SearchOptions) -> PyResult<Vec<Box<dyn AnySearch>>> {
    let py = positions.py();
    if let Ok(batch) = positions.cast::<Batch>() {
        let batch = batch.borrow();
        let batch = batch.get(py)?;
        if let Some(env) = (0..batch.envs()).find(|&env| batch.stage(env) == Stage::Unborn) {
            return Err(BatchError::Unborn { env }).or_raise(py);
        }
        let options = growth.options(batch.points(0).len());
        return Ok((0..batch.envs()).map(|env| batch.tree(env, options, growth.seed_of(env))).collect());
    }
    let grown = |(nth, position): (usize, PyResult<Bound<'_, PyAny>>)| {
        let position = position?;
        let position = position.cast::<Position>()?.borrow();
        let options = growth.options(position.position.seats().into());
        Ok(position.position.tree(options, growth.seed_of(nth)))
    };
    positions.try_iter()?.enumerate().map(grown).collect()
}

/// An array of the caller's, read as it lies in memory.
fn read<'py>(name: &str, any: &Bound<'py, PyAny>) -> PyResult<numpy::PyReadonlyArrayDyn<'py, f32>> {
    let wrong = || Class::Array.error(any.py(), format!("`{name}` must be a contiguous array of float32"));
    let array = any.cast::<PyArrayDyn<f32>>().map_err(|_| wrong())?.readonly();
    array.as_slice().map_err(|_| wrong())?;
    Ok(array)
}

#[pymethods]
impl Forest {
    #[new]
    fn new(py: Python<'_>, positions: &Bound<'_, PyAny>, growth: SearchOptions) -> PyResult<Forest> {
        let trees = trees(positions, &growth)?;
        let count = trees.len();
        let forest = forest::Forest::new(trees, growth.simulations, growth.leaves, growth.num_threads);
        let other = |nth| {
            let why = format!("positions: number {nth} is of another game or size than the first");
            Class::Config.error(py, why)
        };
        Ok(Forest { trees: forest.map_err(other)?, count, waiting: 0 })
    }

    /// How many positions are searched.
    fn __len__(&self) -> usize {
        self.count
    }

    /// The shape of an observation, how many actions and seats there are.
    #[getter]
    fn shape(&self) -> (Vec<usize>, usize, usize) {
        let shape = self.trees.shape();
        (shape.view(), shape.actions, shape.seats)
    }

    /// Goes down all trees: how many positions wait for an answer.
    fn gather(&mut self, py: Python<'_>) -> PyResult<usize> {
        self.waiting = py.detach(|| self.trees.gather()).or_raise(py)?;
        Ok(self.waiting)
    }

    /// The seat that decides in each position that waits.
    fn seats(&self) -> Vec<u16> {
        self.trees.seats().into_iter().map(u16::from).collect()
    }

    /// Writes the positions that wait.
    fn write_into(
        &mut self,
        py: Python<'_>,
        obs: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let mut obs = Writable::<f32>::new("obs", obs, "float32")?;
        let mut masks = bytes("masks", masks)?;
        let (obs, masks) = (obs.slice(), masks.slice());
        let shape = self.trees.shape();
        self.check(py, obs.len(), shape.planes.iter().product())?;
        self.check(py, masks.len(), shape.actions)?;
        py.detach(|| self.trees.write(obs, masks));
        Ok(())
    }

    /// Takes the answers.
    fn answer(
        &mut self,
        py: Python<'_>,
        logits: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (logits, values) = (read("logits", logits)?, read("values", values)?);
        let (logits, values) = (logits.as_slice()?, values.as_slice()?);
        let shape = self.trees.shape();
        self.check(py, logits.len(), shape.actions)?;
        self.check(py, values.len(), shape.seats)?;
        py.detach(|| self.trees.answer(logits, values));
        self.waiting = 0;
        Ok(())
    }

    /// What was found out, into the caller's arrays.
    fn findings_into(
        &self,
        actions: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
        visits: &Bound<'_, PyAny>,
        action_values: &Bound<'_, PyAny>,
        policy: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.trees.findings(&mut Found {
            actions: Writable::new("actions", actions, "int64")?.slice(),
            values: Writable::new("values", values, "float32")?.slice(),
            visits: Writable::new("visits", visits, "int32")?.slice(),
            action_values: Writable::new("action_values", action_values, "float32")?.slice(),
            policy: Writable::new("policy", policy, "float32")?.slice(),
        });
        Ok(())
    }
}

impl Forest {
    fn check(&self, py: Python<'_>, found: usize, row: usize) -> PyResult<()> {
        let expected = self.waiting * row;
        if found == expected {
            return Ok(());
        }
        let why = format!("{found} numbers where {} positions of {row} wait", self.waiting);
        Err(Class::Array.error(py, why))
    }
}
