//! A value of the puzzle that learns: what plays with it, what it learns from, and what a checkpoint keeps. For `tercet.ray.selfplay`.

use std::path::PathBuf;
use std::thread;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use tercet_game::{ConfigError, Game as _, Settings as _, stream_seed};
use tercet_train::value::{Episodes, Net, Trajectory};
use tercet_triangle::{Config, Field, FieldVisitor, Puzzle, with_field};
use tercet_triangle_play::learned::{LESSON, PuzzleEpisodes, freeze};

use crate::errors::{Class, OrRaise};
use crate::made::Pairs;

/// So many steps has a weight in the value's file.
const STEPS: f32 = 16_000.0;

/// Weights, the sums of their errors, and the sums of those errors' sizes.
type State<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<f32>>);

/// Active weights of each position, what was earned by coming to it, how many positions each game has, which games were cut off, and
/// how many moves there were.
type Played<'py> = (
    Bound<'py, PyArray2<u32>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<bool>>,
    u64,
);

/// What boards of the puzzle are worth, learned by playing.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct PuzzleValue {
    config: Config,
    net: Net,
}

#[pymethods]
impl PuzzleValue {
    /// A value that knows nothing yet, of the puzzle with these options.
    #[new]
    fn new(py: Python<'_>, config: Pairs) -> PyResult<PuzzleValue> {
        let config = Config::from_pairs(config.iter().map(|(key, value)| (key, value))).or_raise(py)?;
        let weights = py.detach(|| with_field(&config, Weights(&config))).or_raise(py)?;
        Ok(PuzzleValue { config, net: Net::new(weights, 0.0) })
    }

    /// What the next position counts for.
    // Python's properties are asked of an object.
    #[allow(clippy::unused_self)]
    #[getter]
    fn discount(&self) -> f32 {
        LESSON.discount
    }

    /// How many weights there are.
    fn __len__(&self) -> usize {
        self.net.len()
    }

    /// Plays games by the value: positions and what was earned. Game `n` depends on the seed, `n` and the weights alone.
    fn play<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        first: u64,
        games: u64,
        jobs: usize,
    ) -> PyResult<Played<'py>> {
        let playing = Playing { value: self, seed, first, games, jobs: jobs.max(1) as u64 };
        let played = py.detach(|| with_field(&self.config, playing)).or_raise(py)?;
        let all = || played.iter().flat_map(|(trail, _)| trail.positions());
        let active: Vec<u32> = all().flat_map(|(active, _)| active.iter().copied()).collect();
        let rewards: Vec<f32> = all().map(|(_, reward)| reward).collect();
        let lengths = played.iter().map(|(trail, _)| trail.len() as i64).collect();
        let cuts = played.iter().map(|(trail, _)| trail.is_cut()).collect();
        let width = if rewards.is_empty() { 0 } else { active.len() / rewards.len() };
        let active = PyArray1::from_vec(py, active).reshape([rewards.len(), width])?;
        let moves = played.iter().map(|(_, moves)| moves).sum();
        let (rewards, lengths) = (PyArray1::from_vec(py, rewards), PyArray1::from_vec(py, lengths));
        Ok((active, rewards, lengths, PyArray1::from_vec(py, cuts), moves))
    }

    /// The values of positions, by their active weights.
    fn values<'py>(
        &self,
        py: Python<'py>,
        active: PyReadonlyArray2<'py, u32>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (active, width) = self.rows(py, &active)?;
        let values = py.detach(|| active.chunks(width).map(|row| self.net.value(row)).collect());
        Ok(PyArray1::from_vec(py, values))
    }

    /// Moves the values of positions towards targets, one after the other: by how much each was wrong before.
    fn learn<'py>(
        &self,
        py: Python<'py>,
        active: PyReadonlyArray2<'py, u32>,
        targets: PyReadonlyArray1<'py, f32>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (active, width) = self.rows(py, &active)?;
        let targets = targets.as_slice()?;
        if active.len() != width * targets.len() || targets.iter().any(|target| !target.is_finite()) {
            return Err(Class::Array.error(py, "targets: one finite number for each position"));
        }
        let lesson = |(row, &target): (&[u32], &f32)| {
            let error = target - self.net.value(row);
            self.net.learn(row, target);
            error
        };
        let errors = py.detach(|| active.chunks(width).zip(targets).map(lesson).collect());
        Ok(PyArray1::from_vec(py, errors))
    }

    /// All that a checkpoint keeps; the first of the three are the weights, which is all that playing needs.
    fn state<'py>(&self, py: Python<'py>) -> State<'py> {
        let [weights, errors, sizes] = self.net.parts().map(|part| PyArray1::from_vec(py, part));
        (weights, errors, sizes)
    }

    /// Becomes what `state` gave.
    fn set_state(
        &mut self,
        py: Python<'_>,
        weights: PyReadonlyArray1<'_, f32>,
        errors: PyReadonlyArray1<'_, f32>,
        sizes: PyReadonlyArray1<'_, f32>,
    ) -> PyResult<()> {
        let net = Net::from_parts([weights.as_slice()?, errors.as_slice()?, sizes.as_slice()?]);
        let wrong =
            || Class::Array.error(py, format!("the puzzle has {} weights, and as many sums", self.net.len()));
        self.net = net.filter(|net| net.len() == self.net.len()).ok_or_else(wrong)?;
        Ok(())
    }

    /// Writes the value as a file that the bot `learned:FILE` plays by. `command` and `score` say where it comes from.
    fn save(&self, py: Python<'_>, path: PathBuf, command: &str, score: &str) -> PyResult<()> {
        let [weights, ..] = self.net.parts();
        let written = py.detach(|| freeze(&self.config, &weights, STEPS, command, score).write(&path));
        written.or_raise(py)
    }
}

impl PuzzleValue {
    /// The rows of active weights, and how long each is.
    fn rows<'a>(
        &self,
        py: Python<'_>,
        active: &'a PyReadonlyArray2<'_, u32>,
    ) -> PyResult<(&'a [u32], usize)> {
        let numbers = active.as_slice()?;
        if let Some(number) = numbers.iter().find(|&&number| number as usize >= self.net.len()) {
            return Err(Class::Array
                .error(py, format!("active: there is no weight {number}, but {}", self.net.len())));
        }
        Ok((numbers, active.shape()[1].max(1)))
    }
}

struct Weights<'c>(&'c Config);

impl FieldVisitor for Weights<'_> {
    type Out = Result<usize, ConfigError>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        Ok(PuzzleEpisodes::new(&Puzzle::<F>::new(self.0)?).net().len())
    }
}

struct Playing<'v> {
    value: &'v PuzzleValue,
    seed: u64,
    first: u64,
    games: u64,
    jobs: u64,
}

impl FieldVisitor for Playing<'_> {
    type Out = Result<Vec<(Trajectory, u64)>, ConfigError>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        let game = Puzzle::<F>::new(&self.value.config)?;
        let task = PuzzleEpisodes::new(&game);
        let share = self.games.div_ceil(self.jobs).max(1);
        let play = |part: u64| {
            let mut scratch = task.scratch();
            let numbers = part * share..self.games.min((part + 1) * share);
            let one = |number: u64| {
                let mut trail = Trajectory::default();
                let seed = stream_seed(self.seed, &[self.first + number]);
                let moves = task.episode(&mut scratch, &self.value.net, seed, &mut trail).moves;
                (trail, moves)
            };
            numbers.map(one).collect::<Vec<_>>()
        };
        let parts = thread::scope(|scope| {
            let running: Vec<_> = (0..self.jobs)
                .map(|part| {
                    let play = &play;
                    scope.spawn(move || play(part))
                })
                .collect();
            running.into_iter().flat_map(|part| part.join().expect("a game comes to its end")).collect()
        });
        Ok(parts)
    }
}
