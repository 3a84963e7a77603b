//! Many environments behind one object.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tercet_scene::View as SceneView;
use tercet_search::Stop;
use tercet_train::batch::{self, AnyBatch, Autoreset, BatchError, Out, Policy};

use crate::arrays::{Pictured, RewardArray, Writable, actions, bytes};
use crate::errors::{Class, OrRaise};
use crate::interrupt::interruptible;
use crate::made::{PICKLE, Pickled, Plan, Reduced, check_pickle, pickled, unpickled};
use crate::pictures::{self, Frame};

/// So many random steps take less than a tenth of a second: nobody has to look for Ctrl-C, or to keep a copy.
const SHORT: u64 = 200_000;

/// Many environments of one game. Arrays are the caller's; `tercet.vector` makes them where none are given.
#[pyclass(module = "tercet._tercet")]
#[allow(clippy::struct_field_names, reason = "it is the engine's batch")]
pub(crate) struct Batch {
    plan: Plan,
    batch: Option<Box<dyn AnyBatch>>,
    frame: Option<Frame>,
}

/// One environment as it was at a moment.
#[pyclass(module = "tercet._tercet", frozen)]
pub(crate) struct Snapshot {
    snapshot: Option<batch::Snapshot>,
    saved: batch::Saved,
}

impl Batch {
    pub(crate) fn get(&self, py: Python<'_>) -> PyResult<&dyn AnyBatch> {
        self.batch.as_deref().ok_or_else(|| Class::Closed.error(py, "the environment is closed"))
    }

    fn get_mut(&mut self, py: Python<'_>) -> PyResult<&mut Box<dyn AnyBatch>> {
        self.batch.as_mut().ok_or_else(|| Class::Closed.error(py, "the environment is closed"))
    }

    fn env(&self, py: Python<'_>, env: usize) -> PyResult<&dyn AnyBatch> {
        let batch = self.get(py)?;
        let envs = batch.envs();
        if env < envs { Ok(batch) } else { Err(BatchError::NoSuchEnv { env, envs }).or_raise(py) }
    }
}

#[pymethods]
impl Batch {
    #[new]
    fn new(py: Python<'_>, plan: Plan) -> PyResult<Batch> {
        let batch = Some(plan.make(py)?);
        Ok(Batch { plan, batch, frame: None })
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

    /// How many environments there are.
    #[getter]
    fn num_envs(&self) -> usize {
        self.plan.num_envs
    }

    /// How many threads step it.
    #[getter]
    fn num_threads(&self) -> usize {
        self.plan.num_threads
    }

    /// How many learn at a table.
    #[getter]
    fn num_agents(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.get(py)?.agents())
    }

    /// How many numbers actions have.
    #[getter]
    fn num_actions(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.get(py)?.actions())
    }

    /// When a new episode begins after one is over: `next_step`, `same_step` or `disabled`.
    #[getter]
    fn autoreset(&self) -> &str {
        &self.plan.autoreset
    }

    /// The most steps of an episode; 0 for no limit.
    #[getter]
    fn max_episode_steps(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(self.get(py)?.limit())
    }

    /// The shape of one observation.
    #[getter]
    fn obs_shape(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        Ok(self.get(py)?.shape())
    }

    /// What arrays of observations may hold; the first is the usual one.
    #[getter]
    fn obs_dtypes(&self, py: Python<'_>) -> PyResult<Vec<&'static str>> {
        Ok(self.get(py)?.kinds().into_iter().map(batch::Kind::name).collect())
    }

    /// Resets environments into the caller's arrays.
    #[pyo3(signature = (seeds, reset_mask=None, obs=None, masks=None))]
    fn reset_into(
        &mut self,
        py: Python<'_>,
        seeds: Vec<Option<u64>>,
        reset_mask: Option<Vec<bool>>,
        obs: Option<Bound<'_, PyAny>>,
        masks: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let batch = self.get_mut(py)?;
        let mut obs = Pictured::new(obs.as_ref(), &batch.kinds())?;
        let mut masks = masks.as_ref().map(|masks| bytes("masks", masks)).transpose()?;
        let out = Out { view: obs.view(), masks: masks.as_mut().map(Writable::slice), ..Out::default() };
        py.detach(|| batch.reset(&seeds, reset_mask.as_deref(), out)).or_raise(py)
    }

    /// A step in each environment, into the caller's arrays; with `same_step`, ended episodes are followed by new ones.
    #[pyo3(signature = (actions, obs=None, rewards=None, terminals=None, truncations=None, masks=None))]
    #[allow(clippy::too_many_arguments)]
    fn step_into(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        obs: Option<Bound<'_, PyAny>>,
        rewards: Option<Bound<'_, PyAny>>,
        terminals: Option<Bound<'_, PyAny>>,
        truncations: Option<Bound<'_, PyAny>>,
        masks: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (o, m) = (obs.clone(), masks.clone());
        self.step_part(py, actions, obs, rewards, terminals, truncations, masks)?;
        if self.get(py)?.options().autoreset == Autoreset::SameStep {
            self.renew_into(py, o, m)?;
        }
        Ok(())
    }

    /// `step_into` without what `same_step` does after it: what is written of an ended episode is its last moment.
    #[pyo3(signature = (actions, obs=None, rewards=None, terminals=None, truncations=None, masks=None))]
    #[allow(clippy::too_many_arguments)]
    fn step_part(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        obs: Option<Bound<'_, PyAny>>,
        rewards: Option<Bound<'_, PyAny>>,
        terminals: Option<Bound<'_, PyAny>>,
        truncations: Option<Bound<'_, PyAny>>,
        masks: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let batch = self.get_mut(py)?;
        let actions = self::actions(actions)?;
        let mut obs = Pictured::new(obs.as_ref(), &batch.kinds())?;
        let mut rewards = RewardArray::new(rewards.as_ref())?;
        let mut terminals = terminals.as_ref().map(|any| bytes("terminals", any)).transpose()?;
        let mut truncations = truncations.as_ref().map(|any| bytes("truncations", any)).transpose()?;
        let mut masks = masks.as_ref().map(|any| bytes("masks", any)).transpose()?;
        let out = Out {
            view: obs.view(),
            masks: masks.as_mut().map(Writable::slice),
            rewards: rewards.rewards(),
            terminals: terminals.as_mut().map(Writable::slice),
            truncations: truncations.as_mut().map(Writable::slice),
        };
        py.detach(|| batch.step(&actions, out)).or_raise(py)
    }

    /// A step in some environments; rows of the others are left as they are.
    #[pyo3(signature = (actions, chosen, obs=None, rewards=None, terminals=None, truncations=None, masks=None))]
    #[allow(clippy::too_many_arguments)]
    fn step_some(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        chosen: Vec<bool>,
        obs: Option<Bound<'_, PyAny>>,
        rewards: Option<Bound<'_, PyAny>>,
        terminals: Option<Bound<'_, PyAny>>,
        truncations: Option<Bound<'_, PyAny>>,
        masks: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let batch = self.get_mut(py)?;
        let actions = self::actions(actions)?;
        let mut obs = Pictured::new(obs.as_ref(), &batch.kinds())?;
        let mut rewards = RewardArray::new(rewards.as_ref())?;
        let mut terminals = terminals.as_ref().map(|any| bytes("terminals", any)).transpose()?;
        let mut truncations = truncations.as_ref().map(|any| bytes("truncations", any)).transpose()?;
        let mut masks = masks.as_ref().map(|any| bytes("masks", any)).transpose()?;
        let out = Out {
            view: obs.view(),
            masks: masks.as_mut().map(Writable::slice),
            rewards: rewards.rewards(),
            terminals: terminals.as_mut().map(Writable::slice),
            truncations: truncations.as_mut().map(Writable::slice),
        };
        py.detach(|| batch.step_some(&actions, &chosen, out)).or_raise(py)
    }

    /// New episodes where one is over; only their rows are written.
    #[pyo3(signature = (obs=None, masks=None))]
    fn renew_into(
        &mut self,
        py: Python<'_>,
        obs: Option<Bound<'_, PyAny>>,
        masks: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let batch = self.get_mut(py)?;
        let mut obs = Pictured::new(obs.as_ref(), &batch.kinds())?;
        let mut masks = masks.as_ref().map(|masks| bytes("masks", masks)).transpose()?;
        let out = Out { view: obs.view(), masks: masks.as_mut().map(Writable::slice), ..Out::default() };
        py.detach(|| batch.renew(out)).or_raise(py)
    }

    /// Observations and masks as they are, into the caller's arrays.
    #[pyo3(signature = (obs=None, masks=None))]
    fn look_into(
        &mut self,
        py: Python<'_>,
        obs: Option<Bound<'_, PyAny>>,
        masks: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let batch = self.get_mut(py)?;
        let mut obs = Pictured::new(obs.as_ref(), &batch.kinds())?;
        let mut masks = masks.as_ref().map(|masks| bytes("masks", masks)).transpose()?;
        let out = Out { view: obs.view(), masks: masks.as_mut().map(Writable::slice), ..Out::default() };
        py.detach(|| batch.observe(out)).or_raise(py)
    }

    /// An action of each mask, drawn from each environment's seed.
    fn sample_into(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let batch = self.get_mut(py)?;
        let mut actions = Writable::<i64>::new("actions", actions, "int64")?;
        let slice = actions.slice();
        py.detach(|| batch.sample(slice)).or_raise(py)
    }

    /// Plays by itself: (steps, episodes, reward, illegal actions).
    fn rollout(&mut self, py: Python<'_>, steps: u64, policy: &str) -> PyResult<(u64, u64, f64, u64)> {
        let policy = if policy == "random" { Policy::Random } else { Policy::Bot(policy.to_owned()) };
        let batch = self.get_mut(py)?;
        let all = steps.saturating_mul(batch.envs() as u64);
        let played = if policy == Policy::Random && all <= SHORT {
            py.detach(|| batch.rollout(steps, &policy, &Stop::default()))
        } else {
            let (before, stop) = (batch.copied(), Stop::default());
            let played = interruptible(py, || stop.request(), || batch.rollout(steps, &policy, &stop));
            played.inspect_err(|_| *batch = before)?
        };
        let played = played.or_raise(py)?;
        Ok((played.steps, played.episodes, played.reward, played.illegal))
    }

    /// Whose decision it is in each environment; -1 where none is awaited.
    fn players(&self, py: Python<'_>) -> PyResult<Vec<i64>> {
        let batch = self.get(py)?;
        Ok((0..batch.envs()).map(|env| batch.seat(env).map_or(-1, i64::from)).collect())
    }

    /// Of each episode: the rewards of the first learner together, and its steps.
    fn earned(&self, py: Python<'_>) -> PyResult<(Vec<f64>, Vec<u32>)> {
        let batch = self.get(py)?;
        Ok((0..batch.envs()).map(|env| batch.earned(env)).unzip())
    }

    /// Of each environment: whose reward it is, that seat's points, and what else is known, by name.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let batch = self.get(py)?;
        let named = PyDict::new(py);
        let seats: Vec<u8> = (0..batch.envs()).map(|env| batch.learner(env)).collect();
        let points = |(env, seat): (usize, &u8)| i64::from(batch.points(env)[usize::from(*seat)]);
        named.set_item("score", PyArray1::from_iter(py, seats.iter().enumerate().map(points)))?;
        named.set_item("seat", PyArray1::from_iter(py, seats.iter().map(|seat| i64::from(*seat))))?;
        let facts: Vec<_> = (0..batch.envs()).map(|env| batch.facts(env)).collect();
        for (number, (name, _)) in facts[0].iter().enumerate() {
            named.set_item(*name, PyArray1::from_iter(py, facts.iter().map(|facts| facts[number].1)))?;
        }
        Ok(named)
    }

    /// Who has won in an environment: nobody while it is not over.
    fn winners(&self, py: Python<'_>, env: usize) -> PyResult<Vec<u32>> {
        Ok(self.env(py, env)?.winners(env).into_iter().map(u32::from).collect())
    }

    /// How many actions of each episode were not taken.
    fn illegal(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        let batch = self.get(py)?;
        Ok((0..batch.envs()).map(|env| batch.illegal(env)).collect())
    }

    /// The digest of each position.
    fn digests(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        let batch = self.get(py)?;
        Ok((0..batch.envs()).map(|env| batch.digest(env)).collect())
    }

    /// Was the environment ever reset?
    fn is_born(&self, py: Python<'_>, env: usize) -> PyResult<bool> {
        Ok(self.env(py, env)?.stage(env) != batch::Stage::Unborn)
    }

    /// The points of each seat.
    fn points(&self, py: Python<'_>, env: usize) -> PyResult<Vec<i32>> {
        Ok(self.env(py, env)?.points(env))
    }

    /// One environment as it is now.
    fn snapshot(&self, py: Python<'_>, env: usize) -> PyResult<Snapshot> {
        Ok(Snapshot::of(self.env(py, env)?.snapshot(env)))
    }

    /// Puts a snapshot in the place of an environment.
    fn restore(&mut self, py: Python<'_>, env: usize, snapshot: &Snapshot) -> PyResult<()> {
        self.env(py, env)?;
        snapshot.put(&mut **self.get_mut(py)?, env).or_raise(py)
    }

    /// The record of an episode so far.
    fn record(&self, py: Python<'_>, env: usize) -> PyResult<String> {
        Ok(self.env(py, env)?.record(env).or_raise(py)?.to_string())
    }

    /// The text of an action of whoever is to decide; `None` for no action.
    fn action_text(&self, py: Python<'_>, env: usize, number: usize) -> PyResult<Option<String>> {
        Ok(self.env(py, env)?.text(env, number))
    }

    /// The number of an action's text for whoever is to decide.
    fn action_number(&self, py: Python<'_>, env: usize, text: &str) -> PyResult<usize> {
        self.env(py, env)?.number(env, text).or_raise(py)
    }

    /// The picture of an environment as SVG.
    fn svg(&self, py: Python<'_>, env: usize, theme: &str) -> PyResult<String> {
        let scene = self.env(py, env)?.scene(env, &SceneView::default()).or_raise(py)?;
        pictures::svg(py, &scene, theme)
    }

    /// The picture of an environment as pixels: width, height, and red, green and blue of each.
    fn rgb<'py>(
        &mut self,
        py: Python<'py>,
        env: usize,
        theme: &str,
        width: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let scene = self.env(py, env)?.scene(env, &SceneView::default()).or_raise(py)?;
        pictures::frame(py, &scene, theme, width, &mut self.frame)
    }

    /// The position of an environment for a terminal.
    fn ansi(&self, py: Python<'_>, env: usize) -> PyResult<String> {
        Ok(self.env(py, env)?.show(env))
    }

    /// Ends it; nothing can be asked of it any more.
    fn close(&mut self) {
        self.batch = None;
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Batch> {
        Ok(Batch { plan: self.plan.clone(), batch: Some(self.get(py)?.copied()), frame: self.frame })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Batch> {
        Ok(Batch { plan: self.plan.clone(), batch: Some(self.get(py)?.copied()), frame: self.frame })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, Plan, Vec<Pickled>)> {
        let batch = self.get(py)?;
        let envs = (0..batch.envs()).map(|env| pickled(batch.snapshot(env).saved())).collect();
        let again = py.get_type::<Batch>().getattr("_unpickle")?;
        Ok((again, (PICKLE, self.plan.clone(), envs)))
    }

    /// Brings back what a pickle keeps.
    #[staticmethod]
    fn _unpickle(py: Python<'_>, version: u32, plan: Plan, envs: Vec<Pickled>) -> PyResult<Batch> {
        check_pickle(py, version)?;
        let mut batch = plan.make(py)?;
        if envs.len() != batch.envs() {
            return Err(
                Class::Record.error(py, "the pickle is damaged: it has another number of environments")
            );
        }
        for (env, pickled) in envs.into_iter().enumerate() {
            batch.load(env, &unpickled(py, pickled)?).or_raise(py)?;
        }
        Ok(Batch { plan, batch: Some(batch), frame: None })
    }
}

impl Snapshot {
    pub(crate) fn of(snapshot: batch::Snapshot) -> Snapshot {
        Snapshot { saved: snapshot.saved().clone(), snapshot: Some(snapshot) }
    }

    /// Puts it in the place of an environment.
    pub(crate) fn put(&self, batch: &mut dyn AnyBatch, env: usize) -> Result<(), BatchError> {
        match &self.snapshot {
            Some(snapshot) => batch.restore(env, snapshot),
            None => batch.load(env, &self.saved),
        }
    }
}

#[pymethods]
impl Snapshot {
    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, Pickled)> {
        let again = py.get_type::<Snapshot>().getattr("_unpickle")?;
        Ok((again, (PICKLE, pickled(&self.saved))))
    }

    /// Brings back what a pickle keeps.
    #[staticmethod]
    fn _unpickle(py: Python<'_>, version: u32, saved: Pickled) -> PyResult<Snapshot> {
        check_pickle(py, version)?;
        Ok(Snapshot { snapshot: None, saved: unpickled(py, saved)? })
    }
}
