//! The objects that `tercet.triangle.GameState` makes and takes: itself from a config, a text or another; shapes, arrays, numbers.

use numpy::ndarray::Array2;
use numpy::{Element, PyArray2};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyList, PyType};
use tercet_game::Deal;
use tercet_triangle::Layout;
use tercet_triangle_play::json::{read_saved, saved_json};
use tercet_triangle_play::train::{Colored, Env, Weights};

use crate::errors::{Class, OrRaise};
use crate::puzzle::GameState;
use crate::puzzle_plans::read_config;

impl GameState {
    /// With an `EnvConfig` made from the environment's own.
    pub(crate) fn of(py: Python<'_>, env: Env) -> PyResult<GameState> {
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
        fields.set_item("MIN_LINE_LENGTH", env.config().min_line)?;
        fields.set_item("REWARD_PER_PLACED_TRIANGLE", placed)?;
        fields.set_item("REWARD_PER_CLEARED_TRIANGLE", cleared)?;
        fields.set_item("REWARD_PER_STEP_ALIVE", alive)?;
        fields.set_item("PENALTY_GAME_OVER", penalty)?;
        let config = class(py, "EnvConfig")?.call((), Some(&fields))?.unbind();
        Ok(GameState { env, config })
    }

    pub(crate) fn read(py: Python<'_>, text: &str) -> PyResult<GameState> {
        let saved = read_saved(text).or_raise(py)?;
        let env = py.detach(|| Env::load(&saved)).or_raise(py)?;
        GameState::of(py, env)
    }

    pub(crate) fn text(&self, py: Python<'_>) -> PyResult<String> {
        Ok(saved_json(&self.env.saved().or_raise(py)?))
    }

    /// What an object holds before `__init__` has run: a usual game, the same one for all.
    pub(crate) fn blank(py: Python<'_>) -> PyResult<GameState> {
        static BLANK: PyOnceLock<(Env, Py<PyAny>)> = PyOnceLock::new();
        let (env, config) = BLANK.get_or_try_init(py, || {
            let GameState { env, config } = GameState::begin(py, None, None)?;
            Ok::<_, PyErr>((env, config))
        })?;
        Ok(GameState { env: env.clone(), config: config.clone_ref(py) })
    }

    pub(crate) fn begin(
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

    /// An object of a class, which may be a subclass, that holds this game. Its `__init__` is not called.
    pub(crate) fn made<'py>(class: &Bound<'py, PyType>, game: GameState) -> PyResult<Bound<'py, GameState>> {
        let py = class.py();
        if class.is(py.get_type::<GameState>()) {
            return Bound::new(py, game);
        }
        let made = class.call_method1("__new__", (class,))?.cast_into::<GameState>()?;
        *made.borrow_mut() = game;
        Ok(made)
    }

    /// The same object with another game: of the same class, with the same attributes.
    pub(crate) fn twin<'py>(slf: &Bound<'py, Self>, env: Env) -> PyResult<Bound<'py, GameState>> {
        let config = slf.borrow().config.clone_ref(slf.py());
        let twin = GameState::made(&slf.get_type(), GameState { env, config })?;
        let own = attributes(slf)?;
        if !own.is_empty() {
            attributes(&twin)?.update(own.as_mapping())?;
        }
        Ok(twin)
    }
}

/// What the caller has set on the object.
pub(crate) fn attributes<'py>(slf: &Bound<'py, GameState>) -> PyResult<Bound<'py, PyDict>> {
    Ok(slf.getattr("__dict__")?.cast_into()?)
}

/// An array of rows and columns.
pub(crate) fn array<T: Element>(
    py: Python<'_>,
    shape: (usize, usize),
    cells: Vec<T>,
) -> Bound<'_, PyArray2<T>> {
    let cells = Array2::from_shape_vec(shape, cells).expect("there is one for each cell of the grid");
    PyArray2::from_owned_array(py, cells)
}

/// A `Shape` of these triangles, which need not be checked and sorted again as its `__init__` does.
pub(crate) fn new_shape<'py>(py: Python<'py>, colored: &Colored) -> PyResult<Bound<'py, PyAny>> {
    let class = class(py, "Shape")?;
    let triangles = colored.shape.triangles().iter().map(|one| (one.row, one.col, one.is_up));
    let [red, green, blue] = colored.rgb();
    let shape = class.call_method1(intern!(py, "__new__"), (class,))?;
    shape.setattr(intern!(py, "triangles"), PyList::new(py, triangles)?)?;
    shape.setattr(intern!(py, "color"), (red, green, blue))?;
    shape.setattr(intern!(py, "color_id"), colored.color)?;
    Ok(shape)
}

/// The reference's dealer with this seed, or with one that nobody knows.
pub(crate) fn deal(py: Python<'_>, name: &str, seed: Option<Bound<'_, PyAny>>) -> PyResult<Deal> {
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
pub(crate) fn class<'py>(py: Python<'py>, name: &str) -> PyResult<&'py Bound<'py, PyAny>> {
    static SHAPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static CONFIG: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static GRID: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let place = match name {
        "Shape" => &SHAPE,
        "GridData" => &GRID,
        _ => &CONFIG,
    };
    let class =
        place.get_or_try_init(py, || py.import("tercet.triangle")?.getattr(name).map(Bound::unbind))?;
    Ok(class.bind(py))
}

/// Python's own numbers of the usual actions: they need not be made anew each time.
pub(crate) fn known_numbers(py: Python<'_>) -> &[Py<PyInt>] {
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
