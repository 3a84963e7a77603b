//! The race of SET, all seats at once.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tercet_game::Encode;
use tercet_scene::View;
use tercet_set_play::train::{Race as Inner, RaceOptions};
use tercet_train::batch::{Ending, Stage};

use crate::errors::{Class, OrRaise};
use crate::made::{PICKLE, Pairs, Reduced, check_pickle};
use crate::pictures;

/// What a race is made of, as Python gives it and as pickles keep it: config, cycles, rewards of Sets, of wrong claims, of
/// what can't be done.
type Plan = (Pairs, u32, f64, f64, f64);
/// What a pickle keeps of a race under way.
type Saved = (u64, u64, u64, bool, Vec<i64>);

/// A race under way.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct Race {
    plan: Plan,
    race: Option<Inner>,
}

impl Race {
    fn get(&self, py: Python<'_>) -> PyResult<&Inner> {
        self.race.as_ref().ok_or_else(|| Class::Closed.error(py, "the environment is closed"))
    }

    fn get_mut(&mut self, py: Python<'_>) -> PyResult<&mut Inner> {
        self.race.as_mut().ok_or_else(|| Class::Closed.error(py, "the environment is closed"))
    }

    fn make(py: Python<'_>, plan: &Plan) -> PyResult<Inner> {
        let (config, max_cycles, set, wrong, illegal) = plan.clone();
        Inner::new(RaceOptions { config, max_cycles, set, wrong, illegal }).or_raise(py)
    }
}

#[pymethods]
impl Race {
    #[new]
    fn new(py: Python<'_>, plan: Plan) -> PyResult<Race> {
        let race = Some(Race::make(py, &plan)?);
        Ok(Race { plan, race })
    }

    /// How many race.
    #[getter]
    fn num_players(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.get(py)?.seats())
    }

    /// How many numbers actions have.
    #[getter]
    fn num_actions(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.get(py)?.actions())
    }

    /// The shape of one observation: rows of cells, columns of facts.
    #[getter]
    fn obs_shape(&self, py: Python<'_>) -> PyResult<[usize; 2]> {
        let [_, rows, columns] = self.get(py)?.game().plane_shape();
        Ok([rows, columns])
    }

    /// Was it ever reset?
    #[getter]
    fn is_born(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.get(py)?.stage() != Stage::Unborn)
    }

    /// The points of each seat.
    #[getter]
    fn points(&self, py: Python<'_>) -> PyResult<Vec<i32>> {
        Ok(self.get(py)?.points())
    }

    /// The digest of the position.
    #[getter]
    fn digest(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.get(py)?.digest())
    }

    /// A new race: the first of a seed, or without one the next.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.get_mut(py)?.reset(seed).or_raise(py)
    }

    /// A cycle: every seat's reward, terminated, truncated.
    fn step(&mut self, py: Python<'_>, actions: Vec<i64>) -> PyResult<(Vec<f64>, bool, bool)> {
        let (rewards, ending) = self.get_mut(py)?.step(&actions).or_raise(py)?;
        Ok((rewards, ending == Some(Ending::Terminated), ending == Some(Ending::Truncated)))
    }

    /// What a seat sees: `observation` and `action_mask`.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyDict>> {
        let race = self.get(py)?;
        crate::game::seat(py, u8::try_from(seat).unwrap_or(u8::MAX), race.seats())?;
        let [_, rows, columns] = race.game().plane_shape();
        let (mut cells, mut mask) = (vec![0; rows * columns], vec![0; race.actions()]);
        race.look(seat, &mut cells, &mut mask);
        let seen = PyDict::new(py);
        seen.set_item("observation", PyArray1::from_vec(py, cells).reshape([rows, columns])?)?;
        seen.set_item("action_mask", PyArray1::<i8>::from_slice(py, bytemuck::cast_slice(&mask)))?;
        Ok(seen)
    }

    /// An action of a seat's mask, drawn from the seed.
    fn sample_legal(&mut self, py: Python<'_>, seat: usize) -> PyResult<i64> {
        let seats = self.get(py)?.seats();
        crate::game::seat(py, u8::try_from(seat).unwrap_or(u8::MAX), seats)?;
        Ok(self.get_mut(py)?.sample(seat))
    }

    /// How many actions of a seat were not taken.
    fn illegal(&self, py: Python<'_>, seat: usize) -> PyResult<u32> {
        let race = self.get(py)?;
        crate::game::seat(py, u8::try_from(seat).unwrap_or(u8::MAX), race.seats())?;
        Ok(race.illegal(seat))
    }

    /// The record of the race so far.
    fn record(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.get(py)?.record().or_raise(py)?.to_string())
    }

    /// The picture of the table as pixels: uint8 `(height, width, 3)`.
    fn rgb<'py>(&self, py: Python<'py>, theme: &str, width: u32) -> PyResult<Bound<'py, PyAny>> {
        pictures::rgb(py, &self.get(py)?.scene(&View::default()).or_raise(py)?, theme, width)
    }

    /// The picture of the table as SVG.
    fn svg(&self, py: Python<'_>, theme: &str) -> PyResult<String> {
        pictures::svg(py, &self.get(py)?.scene(&View::default()).or_raise(py)?, theme)
    }

    /// The board for a terminal.
    fn ansi(&self, py: Python<'_>) -> PyResult<String> {
        self.get(py)?.text().or_raise(py)
    }

    /// Ends it; nothing can be asked of it any more.
    fn close(&mut self) {
        self.race = None;
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Race> {
        Ok(Race { plan: self.plan.clone(), race: Some(self.get(py)?.clone()) })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, Plan, Saved)> {
        let saved = self.get(py)?.saved();
        Ok((py.get_type::<Race>().getattr("_unpickle")?, (PICKLE, self.plan.clone(), saved)))
    }

    #[staticmethod]
    fn _unpickle(py: Python<'_>, version: u32, plan: Plan, saved: Saved) -> PyResult<Race> {
        check_pickle(py, version)?;
        let mut race = Race::make(py, &plan)?;
        race.load(&saved).or_raise(py)?;
        Ok(Race { plan, race: Some(race) })
    }
}
