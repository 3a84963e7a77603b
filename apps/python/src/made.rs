//! How a batch is made, and how it is kept in a pickle.

use pyo3::prelude::*;
use tercet_draw::Theme;
use tercet_scene::Frame;
use tercet_train::batch::{AnyBatch, Autoreset, Observation, Options, Saved, Stage};

use crate::errors::{Class, OrRaise};

/// Keys and values as text.
pub(crate) type Pairs = Vec<(String, String)>;

/// What a batch is made of, as Python gives it and as pickles keep it.
#[derive(Clone, Debug, FromPyObject, IntoPyObject)]
pub(crate) struct Plan {
    #[pyo3(item)]
    pub(crate) game: String,
    #[pyo3(item)]
    pub(crate) config: Pairs,
    #[pyo3(item)]
    pub(crate) options: Pairs,
    #[pyo3(item)]
    pub(crate) num_envs: usize,
    #[pyo3(item)]
    pub(crate) num_threads: usize,
    #[pyo3(item)]
    pub(crate) autoreset: String,
    #[pyo3(item)]
    pub(crate) max_episode_steps: Option<u32>,
    #[pyo3(item)]
    pub(crate) deal: String,
    /// Width, height and theme of pictures; `None` for planes.
    #[pyo3(item)]
    pub(crate) picture: Option<(u32, u32, String)>,
}

/// The most environments of a batch, and threads.
const MOST_ENVS: usize = 1 << 20;
const MOST_THREADS: usize = 1024;

impl Plan {
    pub(crate) fn make(&self, py: Python<'_>) -> PyResult<Box<dyn AnyBatch>> {
        let options = self.read(py)?;
        py.detach(|| tercet_catalog::games().batch(&self.game, &self.config, &options))
            .or_raise(py)?
            .or_raise(py)
    }

    fn read(&self, py: Python<'_>) -> PyResult<Options> {
        let wrong = |why: String| Class::Config.error(py, why);
        if !(1..=MOST_ENVS).contains(&self.num_envs) {
            return Err(wrong(format!("num_envs: {} is not from 1 to {MOST_ENVS}", self.num_envs)));
        }
        if !(1..=MOST_THREADS).contains(&self.num_threads) {
            return Err(wrong(format!("num_threads: {} is not from 1 to {MOST_THREADS}", self.num_threads)));
        }
        let autoreset = Autoreset::from_name(&self.autoreset).ok_or_else(|| {
            let why = "there are next_step, same_step and disabled";
            wrong(format!("autoreset: `{}` is none; {why}", self.autoreset))
        })?;
        if self.deal == "given" {
            return Err(wrong(
                "deal: an environment needs a dealer that takes seeds, not `given`".to_owned(),
            ));
        }
        let observation = match &self.picture {
            None => Observation::Planes,
            Some((width, height, theme)) => Observation::Pictures {
                frame: Frame { width: *width, height: *height },
                theme: Box::new(Theme::named(theme).or_raise(py)?),
            },
        };
        Ok(Options {
            envs: self.num_envs,
            threads: self.num_threads,
            autoreset,
            limit: self.max_episode_steps,
            dealer: self.deal.clone(),
            observation,
            task: self.options.clone(),
        })
    }
}

/// One environment in a pickle.
#[derive(FromPyObject, IntoPyObject)]
pub(crate) enum Pickled {
    /// With what was earned in the episode at the end.
    Whole((u64, u64, u64, u32, u32, u8, Vec<u16>, f64)),
    /// Of older releases, which did not count that.
    Older((u64, u64, u64, u32, u32, u8, Vec<u16>)),
}

pub(crate) fn pickled(saved: &Saved) -> Pickled {
    let stage = saved.stage as u8;
    let Saved { seed, episode, samples, steps, illegal, actions, reward, .. } = saved.clone();
    Pickled::Whole((seed, episode, samples, steps, illegal, stage, actions, reward))
}

pub(crate) fn unpickled(py: Python<'_>, pickled: Pickled) -> PyResult<Saved> {
    let (seed, episode, samples, steps, illegal, stage, actions, reward) = match pickled {
        Pickled::Whole(whole) => whole,
        Pickled::Older((seed, episode, samples, steps, illegal, stage, actions)) => {
            (seed, episode, samples, steps, illegal, stage, actions, 0.0)
        }
    };
    let stage = [Stage::Unborn, Stage::Playing, Stage::Over].into_iter().find(|each| *each as u8 == stage);
    let stage = stage.ok_or_else(|| Class::Record.error(py, "the pickle is damaged: no such stage"))?;
    Ok(Saved { seed, episode, samples, steps, illegal, reward, stage, actions })
}

/// What `__reduce__` gives: what brings it back, and from what.
pub(crate) type Reduced<'py, T> = PyResult<(Bound<'py, PyAny>, T)>;

/// The version of pickles: raised when older ones can't be read.
pub(crate) const PICKLE: u32 = 1;

pub(crate) fn check_pickle(py: Python<'_>, version: u32) -> PyResult<()> {
    if version == PICKLE {
        return Ok(());
    }
    let why = format!("a pickle of version {version}; this release reads version {PICKLE}");
    Err(Class::Record.error(py, why))
}
