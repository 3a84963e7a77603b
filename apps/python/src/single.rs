//! One environment, with a step that makes all that Gymnasium asks for in one call.

use numpy::ndarray::{ArrayViewD, IxDyn};
use numpy::{PyArray1, PyArrayDyn};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tercet_scene::View as SceneView;
use tercet_train::batch::{AnyBatch, Kind, Out, Rewards, Stage, View};

use crate::batch::Snapshot;
use crate::errors::{Class, OrRaise};
use crate::made::{PICKLE, Pickled, Plan, Reduced, check_pickle, pickled, unpickled};
use crate::pictures::{self, Frame};

/// What a step gives: observation, reward, terminated, truncated, info.
type Stepped<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

/// One environment of one game.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct Single {
    plan: Plan,
    dtype: String,
    batch: Option<Box<dyn AnyBatch>>,
    room: Room,
    frame: Option<Frame>,
}

/// Where an observation is written before it becomes an array.
#[derive(Clone)]
struct Room {
    shape: Vec<usize>,
    mask: Vec<u8>,
    rewards: Vec<f64>,
    cells: Cells,
}

#[derive(Clone)]
enum Cells {
    I8(Vec<i8>),
    I16(Vec<i16>),
    F32(Vec<f32>),
    Rgb(Vec<u8>),
}

impl Room {
    fn new(batch: &dyn AnyBatch, kind: Kind) -> Room {
        let shape = batch.shape();
        let size = shape.iter().product();
        let cells = match kind {
            Kind::I8 => Cells::I8(vec![0; size]),
            Kind::I16 => Cells::I16(vec![0; size]),
            Kind::F32 => Cells::F32(vec![0.0; size]),
            Kind::Rgb => Cells::Rgb(vec![0; size]),
        };
        Room { shape, mask: vec![0; batch.actions()], rewards: vec![0.0; batch.agents()], cells }
    }

    fn out<'a>(&'a mut self, ends: &'a mut [u8; 2]) -> Out<'a> {
        let view = match &mut self.cells {
            Cells::I8(cells) => View::I8(cells),
            Cells::I16(cells) => View::I16(cells),
            Cells::F32(cells) => View::F32(cells),
            Cells::Rgb(cells) => View::Rgb(cells),
        };
        let [terminal, truncation] = ends;
        Out {
            view,
            masks: Some(&mut self.mask),
            rewards: Rewards::F64(&mut self.rewards),
            terminals: Some(std::slice::from_mut(terminal)),
            truncations: Some(std::slice::from_mut(truncation)),
        }
    }

    /// The observation as an array of its own.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fn array<'py, T: numpy::Element + Copy>(
            py: Python<'py>,
            shape: &[usize],
            cells: &[T],
        ) -> PyResult<Bound<'py, PyAny>> {
            let view = ArrayViewD::from_shape(IxDyn(shape), cells);
            let view = view.map_err(|error| Class::Array.error(py, error))?;
            Ok(PyArrayDyn::from_array(py, &view).into_any())
        }
        match &self.cells {
            Cells::I8(cells) => array(py, &self.shape, cells),
            Cells::I16(cells) => array(py, &self.shape, cells),
            Cells::F32(cells) => array(py, &self.shape, cells),
            Cells::Rgb(cells) => array(py, &self.shape, cells),
        }
    }

    /// The mask as an array of its own.
    fn masked<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_slice(py, bytemuck::cast_slice(&self.mask))
    }
}

impl Single {
    /// What Gymnasium calls info; at the end also who has won, and what the episode came to.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (batch, info) = (self.get(py)?, PyDict::new(py));
        let seat = batch.learner(0);
        info.set_item(intern!(py, "action_mask"), self.room.masked(py))?;
        info.set_item(intern!(py, "illegal_actions"), batch.illegal(0))?;
        info.set_item(intern!(py, "score"), batch.points(0)[usize::from(seat)])?;
        info.set_item(intern!(py, "seat"), seat)?;
        for (name, fact) in batch.facts(0) {
            info.set_item(name, fact)?;
        }
        if batch.stage(0) == Stage::Over {
            let (reward, steps) = batch.earned(0);
            let episode = PyDict::new(py);
            episode.set_item("r", reward)?;
            episode.set_item("l", steps)?;
            info.set_item("episode", episode)?;
            info.set_item("winners", batch.winners(0).into_iter().map(u32::from).collect::<Vec<_>>())?;
        }
        Ok(info)
    }

    fn get(&self, py: Python<'_>) -> PyResult<&dyn AnyBatch> {
        self.batch.as_deref().ok_or_else(|| Class::Closed.error(py, "the environment is closed"))
    }

    fn of(plan: Plan, dtype: String, batch: Box<dyn AnyBatch>, py: Python<'_>) -> PyResult<Single> {
        let kinds = batch.kinds();
        let Some(kind) = kinds.iter().copied().find(|kind| kind.name() == dtype) else {
            let names: Vec<&str> = kinds.into_iter().map(Kind::name).collect();
            let why = format!("dtype: observations are {}, not `{dtype}`", names.join(" or "));
            return Err(Class::Config.error(py, why));
        };
        let room = Room::new(&*batch, kind);
        Ok(Single { plan, dtype, batch: Some(batch), room, frame: None })
    }

    fn look(&mut self, py: Python<'_>) -> PyResult<()> {
        let batch =
            self.batch.as_mut().ok_or_else(|| Class::Closed.error(py, "the environment is closed"))?;
        let mut ends = [0; 2];
        let Out { view, masks, .. } = self.room.out(&mut ends);
        batch.observe(Out { view, masks, ..Out::default() }).or_raise(py)
    }
}

#[pymethods]
impl Single {
    #[new]
    fn new(py: Python<'_>, plan: Plan, dtype: String) -> PyResult<Single> {
        let batch = plan.make(py)?;
        Single::of(plan, dtype, batch, py)
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &str {
        &self.plan.game
    }

    /// The game's options, every one of them.
    #[getter]
    fn config(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        Ok(self.get(py)?.config())
    }

    /// How many learn at the table.
    #[getter]
    fn num_agents(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.get(py)?.agents())
    }

    /// How many numbers actions have.
    #[getter]
    fn num_actions(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.get(py)?.actions())
    }

    /// The shape of one observation.
    #[getter]
    fn obs_shape(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        Ok(self.get(py)?.shape())
    }

    /// What an observation holds.
    #[getter]
    fn obs_dtype(&self) -> &str {
        &self.dtype
    }

    /// The most steps of an episode; 0 for no limit.
    #[getter]
    fn max_episode_steps(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(self.get(py)?.limit())
    }

    /// Whether it was ever reset.
    #[getter]
    fn is_born(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.get(py)?.stage(0) != Stage::Unborn)
    }

    /// Whose decision it is; `None` unless one is awaited.
    #[getter]
    fn player(&self, py: Python<'_>) -> PyResult<Option<u8>> {
        Ok(self.get(py)?.seat(0))
    }

    /// The digest of the position.
    #[getter]
    fn digest(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.get(py)?.digest(0))
    }

    /// The points of each seat.
    #[getter]
    fn points(&self, py: Python<'_>) -> PyResult<Vec<i32>> {
        Ok(self.get(py)?.points(0))
    }

    /// A new episode: the first of a seed, or the next one. Observation and info.
    #[pyo3(signature = (seed=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        let batch =
            self.batch.as_mut().ok_or_else(|| Class::Closed.error(py, "the environment is closed"))?;
        let mut ends = [0; 2];
        let Out { view, masks, .. } = self.room.out(&mut ends);
        batch.reset(&[seed], None, Out { view, masks, ..Out::default() }).or_raise(py)?;
        Ok((self.room.observation(py)?, self.info(py)?))
    }

    /// A step: observation, reward, terminated, truncated, info.
    fn step<'py>(&mut self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let (terminated, truncated) = self.advance(py, action)?;
        let (observation, info) = (self.room.observation(py)?, self.info(py)?);
        Ok((observation, self.room.rewards[0], terminated, truncated, info))
    }

    /// A step of a table where several learn: every seat's reward, terminated, truncated.
    fn turn(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<(Vec<f64>, bool, bool)> {
        let (terminated, truncated) = self.advance(py, action)?;
        Ok((self.room.rewards.clone(), terminated, truncated))
    }

    /// What whoever is to decide sees: observation and mask.
    fn observe<'py>(&mut self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArray1<i8>>)> {
        self.look(py)?;
        Ok((self.room.observation(py)?, self.room.masked(py)))
    }

    /// What a seat sees, whoever is to decide.
    fn observe_from<'py>(&mut self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyAny>> {
        let batch =
            self.batch.as_deref().ok_or_else(|| Class::Closed.error(py, "the environment is closed"))?;
        let seat = crate::game::seat(py, seat, batch.points(0).len())?;
        batch.observe_from(0, seat, self.room.out(&mut [0; 2]).view).or_raise(py)?;
        self.room.observation(py)
    }

    /// The mask, true and false.
    fn action_masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.look(py)?;
        Ok(PyArray1::from_iter(py, self.room.mask.iter().map(|&entry| entry == 1)))
    }

    /// An action of the mask, drawn from the environment's seed.
    fn sample_legal(&mut self, py: Python<'_>) -> PyResult<i64> {
        let batch =
            self.batch.as_mut().ok_or_else(|| Class::Closed.error(py, "the environment is closed"))?;
        let mut action = [0];
        batch.sample(&mut action).or_raise(py)?;
        Ok(action[0])
    }

    /// How many actions of the episode were not taken.
    #[getter]
    fn illegal(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(self.get(py)?.illegal(0))
    }

    /// The text of an action of whoever is to decide; `None` for no action.
    fn action_text(&self, py: Python<'_>, number: usize) -> PyResult<Option<String>> {
        Ok(self.get(py)?.text(0, number))
    }

    /// The number of an action's text for whoever is to decide.
    fn action_number(&self, py: Python<'_>, text: &str) -> PyResult<usize> {
        self.get(py)?.number(0, text).or_raise(py)
    }

    /// The record of the episode so far.
    fn record(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.get(py)?.record(0).or_raise(py)?.to_string())
    }

    /// The picture as SVG.
    fn svg(&self, py: Python<'_>, theme: &str) -> PyResult<String> {
        pictures::svg(py, &self.get(py)?.scene(0, &SceneView::default()).or_raise(py)?, theme)
    }

    /// The picture as an array of height, width, and red, green and blue.
    fn rgb<'py>(&mut self, py: Python<'py>, theme: &str, width: u32) -> PyResult<Bound<'py, PyAny>> {
        let scene = self.get(py)?.scene(0, &SceneView::default()).or_raise(py)?;
        pictures::frame(py, &scene, theme, width, &mut self.frame)
    }

    /// The position for a terminal.
    fn ansi(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.get(py)?.show(0))
    }

    /// The environment as it is now.
    fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        Ok(Snapshot::of(self.get(py)?.snapshot(0)))
    }

    /// Goes back to a snapshot.
    fn restore(&mut self, py: Python<'_>, snapshot: &Snapshot) -> PyResult<()> {
        let batch =
            self.batch.as_mut().ok_or_else(|| Class::Closed.error(py, "the environment is closed"))?;
        snapshot.put(&mut **batch, 0).or_raise(py)
    }

    /// Ends it; nothing can be asked of it any more.
    fn close(&mut self) {
        self.batch = None;
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Single> {
        let batch = Some(self.get(py)?.copied());
        let (plan, dtype, room) = (self.plan.clone(), self.dtype.clone(), self.room.clone());
        Ok(Single { plan, dtype, batch, room, frame: self.frame })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Single> {
        let batch = Some(self.get(py)?.copied());
        let (plan, dtype, room) = (self.plan.clone(), self.dtype.clone(), self.room.clone());
        Ok(Single { plan, dtype, batch, room, frame: self.frame })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, Plan, String, Pickled)> {
        let saved = pickled(self.get(py)?.snapshot(0).saved());
        let again = py.get_type::<Single>().getattr("_unpickle")?;
        Ok((again, (PICKLE, self.plan.clone(), self.dtype.clone(), saved)))
    }

    /// Brings back what a pickle keeps.
    #[staticmethod]
    fn _unpickle(
        py: Python<'_>,
        version: u32,
        plan: Plan,
        dtype: String,
        saved: Pickled,
    ) -> PyResult<Single> {
        check_pickle(py, version)?;
        let mut batch = plan.make(py)?;
        batch.load(0, &unpickled(py, saved)?).or_raise(py)?;
        Single::of(plan, dtype, batch, py)
    }
}

impl Single {
    #[inline]
    fn advance(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<(bool, bool)> {
        let action: i64 = action
            .extract()
            .map_err(|_| PyTypeError::new_err(format!("`{action}` is no action; it takes a whole number")))?;
        let batch =
            self.batch.as_mut().ok_or_else(|| Class::Closed.error(py, "the environment is closed"))?;
        let mut ends = [0; 2];
        batch.step(&[action], self.room.out(&mut ends)).or_raise(py)?;
        Ok((ends[0] == 1, ends[1] == 1))
    }
}
