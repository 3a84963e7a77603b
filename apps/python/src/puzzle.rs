//! The triangle puzzle as its reference is called: `tercet.triangle.GameState`.

use std::path::PathBuf;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PySet};
use tercet_formats::triangle::{read_saved, saved_json};
use tercet_game::Deal;
use tercet_train::triangle::{Colored, Env, Weights};
use tercet_triangle::{Layout, Paint};

use crate::errors::{Class, OrRaise};
use crate::made::{PICKLE, Reduced, check_pickle};
use crate::puzzle_plans::{read_config, read_shape};

/// A game of the triangle puzzle, called as its reference is and dealt as it deals.
#[pyclass(module = "tercet.triangle")]
pub(crate) struct GameState {
    env: Env,
    config: Py<PyAny>,
}

impl GameState {
    /// With an `EnvConfig` made from the environment's own.
    fn of(py: Python<'_>, env: Env) -> PyResult<GameState> {
        let grid = env.grid();
        let range = |row: usize| {
            let cells = (0..grid.cols()).filter(|col| grid.is_playable(row * grid.cols() + col));
            match &env.config().grid {
                Layout::Custom { ranges, .. } => (ranges[row].0.into(), ranges[row].1.into()),
                _ => (cells.clone().min().unwrap_or(0), cells.max().map_or(0, |last| last + 1)),
            }
        };
        let ranges: Vec<(usize, usize)> = (0..grid.rows()).map(range).collect();
        let Weights { placed, cleared, alive, penalty } = env.weights();
        let fields = PyDict::new(py);
        fields.set_item("ROWS", grid.rows())?;
        fields.set_item("COLS", grid.cols())?;
        fields.set_item("PLAYABLE_RANGE_PER_ROW", ranges)?;
        fields.set_item("NUM_SHAPE_SLOTS", env.config().slots)?;
        fields.set_item("REWARD_PER_PLACED_TRIANGLE", placed)?;
        fields.set_item("REWARD_PER_CLEARED_TRIANGLE", cleared)?;
        fields.set_item("REWARD_PER_STEP_ALIVE", alive)?;
        fields.set_item("PENALTY_GAME_OVER", penalty)?;
        let config = class(py, "EnvConfig")?.call((), Some(&fields))?.unbind();
        Ok(GameState { env, config })
    }

    fn read(py: Python<'_>, text: &str) -> PyResult<GameState> {
        let saved = read_saved(text).or_raise(py)?;
        let env = py.detach(|| Env::load(&saved)).or_raise(py)?;
        GameState::of(py, env)
    }

    fn text(&self, py: Python<'_>) -> PyResult<String> {
        Ok(saved_json(&self.env.saved().or_raise(py)?))
    }
}

#[pymethods]
impl GameState {
    #[new]
    #[pyo3(signature = (config=None, initial_seed=None))]
    fn new(
        py: Python<'_>,
        config: Option<Bound<'_, PyAny>>,
        initial_seed: Option<Bound<'_, PyAny>>,
    ) -> PyResult<GameState> {
        let class = class(py, "EnvConfig")?;
        let config = match config {
            None => class.call0()?,
            Some(config) if config.is_instance(class)? => config,
            Some(other) => {
                return Err(PyTypeError::new_err(format!("config: {} is no EnvConfig", other.repr()?)));
            }
        };
        let (rules, weights) = read_config(py, config.call_method0("_plan")?.extract()?)?;
        let deal = deal(py, "initial_seed", initial_seed)?;
        let env = py.detach(|| Env::dealt(&rules, weights, &deal)).or_raise(py)?;
        Ok(GameState { env, config: config.unbind() })
    }

    /// The config that the game was made with.
    #[getter]
    fn env_config(&self, py: Python<'_>) -> Py<PyAny> {
        self.config.clone_ref(py)
    }

    /// How many shapes were placed.
    #[getter]
    fn current_step(&self) -> u32 {
        self.env.steps()
    }

    /// A new game; the deal goes on where it is.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.env.reset().or_raise(py)
    }

    /// Plays an action: the reward, and whether the game is over. An action that is not valid ends the game.
    fn step(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<(f64, bool)> {
        let action = whole("action", action)?;
        self.env.step(action).or_raise(py)
    }

    fn is_over(&self) -> bool {
        self.env.is_over()
    }

    /// The sum of all rewards.
    fn game_score(&self) -> f64 {
        self.env.score()
    }

    /// The score once the game is over, else 0.0.
    fn get_outcome(&self) -> f64 {
        self.env.outcome()
    }

    /// Why the game is over; `None` while it goes on.
    fn get_game_over_reason(&self) -> Option<String> {
        self.env.reason()
    }

    /// How many triangles the last call cleared.
    fn get_last_cleared_triangles(&self) -> u32 {
        self.env.last_cleared()
    }

    /// The numbers of the valid actions. They are always up to date: `force_recalculate` changes nothing.
    #[pyo3(signature = (force_recalculate=false))]
    fn valid_actions<'py>(&self, py: Python<'py>, force_recalculate: bool) -> PyResult<Bound<'py, PySet>> {
        let _ = force_recalculate;
        let known = known_numbers(py);
        let set = PySet::empty(py)?;
        for number in self.env.valid_actions() {
            match known.get(number) {
                Some(number) => set.add(number.bind(py))?,
                None => set.add(number)?,
            }
        }
        Ok(set)
    }

    /// Which actions are valid, an entry for each number.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; usize::from(self.env.config().slots) * self.env.grid().size()];
        for number in self.env.valid_actions() {
            mask[number] = true;
        }
        PyArray1::from_vec(py, mask)
    }

    /// What each slot holds.
    fn get_shapes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
        let class = class(py, "Shape")?;
        let shape = |colored: Colored| {
            let triangles = colored.shape.triangles().iter();
            let triangles: Vec<(i8, i8, bool)> = triangles.map(|one| (one.row, one.col, one.is_up)).collect();
            let [red, green, blue] = colored.rgb();
            class.call1((triangles, (red, green, blue), colored.color))
        };
        self.env.shapes().into_iter().map(|slot| slot.map(shape).transpose()).collect()
    }

    /// `occupied`, `color_id` (-1 for none, -2 for filled by hand) and `death`, a row and column for each cell.
    fn get_grid_data_np<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let grid = self.env.grid();
        let shape = [grid.rows(), grid.cols()];
        let colors = self.env.paints().iter().map(|paint| match paint {
            None => -1,
            Some(Paint::Debug) => -2,
            Some(Paint::Color(color)) => *color as i8,
        });
        let occupied = PyArray1::from_iter(py, (0..grid.size()).map(|cell| self.env.is_filled(cell)));
        let death = PyArray1::from_iter(py, (0..grid.size()).map(|cell| !grid.is_playable(cell)));
        let data = PyDict::new(py);
        data.set_item("occupied", occupied.reshape(shape)?)?;
        data.set_item("color_id", PyArray1::<i8>::from_iter(py, colors).reshape(shape)?)?;
        data.set_item("death", death.reshape(shape)?)?;
        Ok(data)
    }

    /// Fills or frees a cell by hand; nothing happens in death zones and outside.
    fn debug_toggle_cell(&mut self, r: &Bound<'_, PyAny>, c: &Bound<'_, PyAny>) -> PyResult<()> {
        let (row, col) = (whole("r", r)?, whole("c", c)?);
        if let (Ok(row), Ok(col)) = (i32::try_from(row), i32::try_from(col)) {
            self.env.toggle(row, col);
        }
        Ok(())
    }

    /// Puts shapes into the slots in order; the others become empty.
    fn debug_set_shapes(&mut self, py: Python<'_>, shapes: &Bound<'_, PyAny>) -> PyResult<()> {
        let class = class(py, "Shape")?;
        let mut set = Vec::new();
        for each in shapes.try_iter()? {
            let each = each?;
            if each.is_none() {
                set.push(None);
            } else if each.is_instance(class)? {
                set.push(Some(read_shape(py, each.call_method0("_plan")?.extract()?)?));
            } else {
                return Err(PyTypeError::new_err(format!("shapes: {} is no Shape", each.repr()?)));
            }
        }
        py.detach(|| self.env.set_shapes(&set)).or_raise(py)
    }

    /// The same game once more, with the same deal: exact.
    fn copy(&self, py: Python<'_>) -> GameState {
        GameState { env: self.env.clone(), config: self.config.clone_ref(py) }
    }

    /// The same game with a deal of its own from here on, so that planning with it tells nothing of the game's.
    #[pyo3(signature = (seed=None))]
    fn fork(&self, py: Python<'_>, seed: Option<Bound<'_, PyAny>>) -> PyResult<GameState> {
        let env = self.env.fork(&deal(py, "seed", seed)?).or_raise(py)?;
        Ok(GameState { env, config: self.config.clone_ref(py) })
    }

    /// Writes the game into a file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let text = self.text(py)?;
        py.detach(|| std::fs::write(path, text))?;
        Ok(())
    }

    /// The game that a file keeps.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<GameState> {
        let bytes = py.detach(|| std::fs::read(path))?;
        let text = std::str::from_utf8(&bytes)
            .map_err(|_| Class::Record.error(py, "the file is no text, so no saved game"))?;
        GameState::read(py, text)
    }

    fn __copy__(&self, py: Python<'_>) -> GameState {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> GameState {
        self.copy(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<GameState>() {
            Ok(other) => Ok(self.env == other.try_borrow()?.env),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self) -> u64 {
        self.env.digest()
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let shapes: PyResult<Vec<String>> = self
            .get_shapes(py)?
            .into_iter()
            .map(|slot| slot.map_or(Ok("None".to_owned()), |shape| shape.str()?.extract()))
            .collect();
        Ok(format!(
            "GameState(Step:{}, Score:{:.1}, Status:{}, Shapes:[{}])",
            self.env.steps(),
            self.env.score(),
            if self.env.is_over() { "Over" } else { "Ongoing" },
            shapes?.join(", ")
        ))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.__str__(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, String)> {
        Ok((py.get_type::<GameState>().getattr("_unpickle")?, (PICKLE, self.text(py)?)))
    }

    #[staticmethod]
    fn _unpickle(py: Python<'_>, version: u32, text: &str) -> PyResult<GameState> {
        check_pickle(py, version)?;
        GameState::read(py, text)
    }
}

/// The reference's dealer with this seed, or with one that nobody knows.
fn deal(py: Python<'_>, name: &str, seed: Option<Bound<'_, PyAny>>) -> PyResult<Deal> {
    let seed = match seed {
        Some(seed) => {
            let number = whole(name, &seed)?;
            u32::try_from(number).map_err(|_| {
                Class::Deal.error(py, format!("{name}: {number} is not from 0 to {}", u32::MAX))
            })?
        }
        None => py.import("secrets")?.call_method1("randbits", (32,))?.extract()?,
    };
    Ok(Deal { name: "mt19937".to_owned(), argument: seed.to_string() })
}

/// A whole number, of whatever library.
#[inline]
pub(crate) fn whole(name: &str, any: &Bound<'_, PyAny>) -> PyResult<i64> {
    any.extract().map_err(|error: PyErr| {
        let py = any.py();
        if error.is_instance_of::<PyOverflowError>(py) {
            return Class::Array.error(py, format!("{name}: {any} has more than 64 bits"));
        }
        let kind = any.get_type().name().map_or_else(|_| "it".to_owned(), |name| format!("a `{name}`"));
        PyTypeError::new_err(format!("{name}: {kind} is no whole number"))
    })
}

/// A class of `tercet.triangle`.
fn class<'py>(py: Python<'py>, name: &str) -> PyResult<&'py Bound<'py, PyAny>> {
    static SHAPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static CONFIG: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let place = if name == "Shape" { &SHAPE } else { &CONFIG };
    let class =
        place.get_or_try_init(py, || py.import("tercet.triangle")?.getattr(name).map(Bound::unbind))?;
    Ok(class.bind(py))
}

/// Python's own numbers of the usual actions: they need not be made anew each time.
fn known_numbers(py: Python<'_>) -> &[Py<PyInt>] {
    static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
    NUMBERS.get_or_init(py, || {
        (0..1024u32)
            .map(|number| match number.into_pyobject(py) {
                Ok(number) => number.unbind(),
                Err(never) => match never {},
            })
            .collect()
    })
}
