//! The triangle puzzle as its reference is called: `tercet.triangle.GameState`.

use std::path::PathBuf;

use numpy::ndarray::Array2;
use numpy::{Element, PyArray1, PyArray2};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PySet, PyTuple, PyType};
use tercet_game::Deal;
use tercet_scene::View;
use tercet_triangle::{Layout, Paint};
use tercet_triangle_play::json::{read_saved, saved_json};
use tercet_triangle_play::train::{Colored, Env, Weights};

use crate::errors::{Class, OrRaise};
use crate::made::{PICKLE, check_pickle};
use crate::pictures;
use crate::puzzle_pictures::{self, Area};
use crate::puzzle_plans::{read_config, read_shape};

/// A game of the triangle puzzle, called as its reference is and dealt as it deals.
#[pyclass(module = "tercet.triangle", subclass, dict, weakref)]
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
        fields.set_item("MIN_LINE_LENGTH", env.config().min_line)?;
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

    /// What an object holds before `__init__` has run: a usual game, the same one for all.
    fn blank(py: Python<'_>) -> PyResult<GameState> {
        static BLANK: PyOnceLock<(Env, Py<PyAny>)> = PyOnceLock::new();
        let (env, config) = BLANK.get_or_try_init(py, || {
            let GameState { env, config } = GameState::begin(py, None, None)?;
            Ok::<_, PyErr>((env, config))
        })?;
        Ok(GameState { env: env.clone(), config: config.clone_ref(py) })
    }

    fn begin(
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
    fn made<'py>(class: &Bound<'py, PyType>, game: GameState) -> PyResult<Bound<'py, GameState>> {
        let py = class.py();
        if class.is(py.get_type::<GameState>()) {
            return Bound::new(py, game);
        }
        let made = class.call_method1("__new__", (class,))?.cast_into::<GameState>()?;
        *made.borrow_mut() = game;
        Ok(made)
    }

    /// The same object with another game: of the same class, with the same attributes.
    fn twin<'py>(slf: &Bound<'py, Self>, env: Env) -> PyResult<Bound<'py, GameState>> {
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
fn attributes<'py>(slf: &Bound<'py, GameState>) -> PyResult<Bound<'py, PyDict>> {
    Ok(slf.getattr("__dict__")?.cast_into()?)
}

#[pymethods]
impl GameState {
    #[new]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(
        py: Python<'_>,
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<GameState> {
        GameState::blank(py)
    }

    /// Begins the game: here, so that a subclass may take what it likes and say what goes on to this one.
    #[pyo3(signature = (config=None, initial_seed=None))]
    fn __init__(
        &mut self,
        py: Python<'_>,
        config: Option<Bound<'_, PyAny>>,
        initial_seed: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        *self = GameState::begin(py, config, initial_seed)?;
        Ok(())
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

    /// What each slot holds. Assigning a list is `debug_set_shapes`.
    #[getter(shapes)]
    fn hand<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.get_shapes(py)?)
    }

    #[setter(shapes)]
    fn set_hand(&mut self, py: Python<'_>, shapes: &Bound<'_, PyAny>) -> PyResult<()> {
        self.debug_set_shapes(py, shapes)
    }

    /// The grid as it is now, as a `GridData` that can't be written into.
    #[getter]
    fn grid_data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        class(py, "GridData")?.call_method1("_of", (&self.config, self.get_grid_data_np(py)?))
    }

    /// Is the game over?
    #[getter]
    fn game_over(&self) -> bool {
        self.env.is_over()
    }

    /// How many triangles were cleared since the last reset.
    #[getter]
    fn triangles_cleared_this_episode(&self) -> u32 {
        self.env.cleared()
    }

    /// How many shapes were placed since the last reset.
    #[getter]
    fn pieces_placed_this_episode(&self) -> u32 {
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
        self.env
            .shapes()
            .into_iter()
            .map(|slot| slot.map(|shape| new_shape(py, &shape)).transpose())
            .collect()
    }

    /// `occupied`, `color_id` (-1 for none, -2 for filled by hand) and `death`, a row and column for each cell.
    fn get_grid_data_np<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let grid = self.env.grid();
        let colors = self.env.paints().iter().map(|paint| match paint {
            None => -1,
            Some(Paint::Debug) => -2,
            Some(Paint::Color(color)) => *color as i8,
        });
        let occupied = self.env.paints().iter().map(Option::is_some).collect();
        let death = (0..grid.size()).map(|cell| !grid.is_playable(cell)).collect();
        let shape = (grid.rows(), grid.cols());
        let data = PyDict::new(py);
        data.set_item(intern!(py, "occupied"), array(py, shape, occupied))?;
        data.set_item(intern!(py, "color_id"), array(py, shape, colors.collect()))?;
        data.set_item(intern!(py, "death"), array(py, shape, death))?;
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
                set.push(Some(read_shape(py, each.call_method0("to_cpp_repr")?.extract()?)?));
            } else {
                return Err(PyTypeError::new_err(format!("shapes: {} is no Shape", each.repr()?)));
            }
        }
        py.detach(|| self.env.set_shapes(&set)).or_raise(py)
    }

    /// The same game once more, with the same deal: exact.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, GameState>> {
        let env = slf.borrow().env.clone();
        GameState::twin(slf, env)
    }

    /// The same game with a deal of its own from here on, so that planning with it tells nothing of the game's.
    #[pyo3(signature = (seed=None))]
    fn fork<'py>(slf: &Bound<'py, Self>, seed: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, GameState>> {
        let py = slf.py();
        let env = slf.borrow().env.fork(&deal(py, "seed", seed)?).or_raise(py)?;
        GameState::twin(slf, env)
    }

    /// The picture as SVG.
    #[pyo3(signature = (*, theme="light", show=None, picked=None, ghost=None))]
    fn svg(
        &self,
        py: Python<'_>,
        theme: &str,
        show: Option<Vec<String>>,
        picked: Option<usize>,
        ghost: Option<usize>,
    ) -> PyResult<String> {
        let view = puzzle_pictures::view(&self.env, show, picked, ghost)?;
        pictures::svg(py, &self.env.scene(&view), theme)
    }

    /// The picture as a PNG file; so many pixels wide, or in its natural size.
    #[pyo3(signature = (*, theme="light", width=0, show=None, picked=None, ghost=None))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        theme: &str,
        width: u32,
        show: Option<Vec<String>>,
        picked: Option<usize>,
        ghost: Option<usize>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let view = puzzle_pictures::view(&self.env, show, picked, ghost)?;
        pictures::png(py, &self.env.scene(&view), theme, width)
    }

    /// The picture as an array of height, width, and red, green and blue.
    #[pyo3(signature = (*, theme="light", width=0, show=None, picked=None, ghost=None))]
    fn rgb<'py>(
        &self,
        py: Python<'py>,
        theme: &str,
        width: u32,
        show: Option<Vec<String>>,
        picked: Option<usize>,
        ghost: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let view = puzzle_pictures::view(&self.env, show, picked, ghost)?;
        pictures::rgb(py, &self.env.scene(&view), theme, width)
    }

    /// The picture as an image of Pillow's.
    #[pyo3(signature = (*, theme="light", width=0, show=None, picked=None, ghost=None))]
    fn image<'py>(
        &self,
        py: Python<'py>,
        theme: &str,
        width: u32,
        show: Option<Vec<String>>,
        picked: Option<usize>,
        ghost: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let pixels = self.rgb(py, theme, width, show, picked, ghost)?;
        py.import("tercet.triangle.visualization")?.call_method1("as_image", (pixels,))
    }

    /// How wide and high the picture is in its natural size, and where the board and the slots lie in it.
    fn _areas(&self) -> ((f64, f64), Area, Vec<Area>) {
        let scene = self.env.scene(&View::default());
        let (board, slots) = puzzle_pictures::areas(&scene);
        let pixels = |units: i32| f64::from(units) / f64::from(tercet_scene::UNITS);
        ((pixels(scene.width), pixels(scene.height)), board, slots)
    }

    /// Writes the game into a file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let text = self.text(py)?;
        py.detach(|| std::fs::write(path, text))?;
        Ok(())
    }

    /// The game that a file keeps.
    #[classmethod]
    fn load<'py>(class: &Bound<'py, PyType>, path: PathBuf) -> PyResult<Bound<'py, GameState>> {
        let py = class.py();
        let bytes = py.detach(|| std::fs::read(&path))?;
        let named = |why: String| Class::Record.error(py, format!("{}: {why}", path.display()));
        let text = std::str::from_utf8(&bytes).map_err(|_| named("no text, so no saved game".to_owned()))?;
        let game = GameState::read(py, text).map_err(|error| named(error.value(py).to_string()))?;
        GameState::made(class, game)
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, GameState>> {
        GameState::copy(slf)
    }

    fn __deepcopy__<'py>(
        slf: &Bound<'py, Self>,
        memo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, GameState>> {
        let twin = GameState::copy(slf)?;
        let own = attributes(slf)?;
        if !own.is_empty() {
            let deep = slf.py().import("copy")?.call_method1("deepcopy", (own, memo))?;
            attributes(&twin)?.update(deep.cast::<PyDict>()?.as_mapping())?;
        }
        Ok(twin)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<GameState>() {
            Ok(other) => Ok(self.env == other.try_borrow()?.env),
            Err(_) => Ok(false),
        }
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

    /// What brings it back, from what, and the attributes if there are any.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let again = slf.get_type().getattr("_unpickle")?;
        let kept = (PICKLE, slf.borrow().text(py)?);
        let own = attributes(slf)?;
        if own.is_empty() { (again, kept).into_pyobject(py) } else { (again, kept, own).into_pyobject(py) }
    }

    #[classmethod]
    fn _unpickle<'py>(
        class: &Bound<'py, PyType>,
        version: u32,
        text: &str,
    ) -> PyResult<Bound<'py, GameState>> {
        check_pickle(class.py(), version)?;
        GameState::made(class, GameState::read(class.py(), text)?)
    }
}

/// An array of rows and columns.
fn array<T: Element>(py: Python<'_>, shape: (usize, usize), cells: Vec<T>) -> Bound<'_, PyArray2<T>> {
    let cells = Array2::from_shape_vec(shape, cells).expect("there is one for each cell of the grid");
    PyArray2::from_owned_array(py, cells)
}

/// A `Shape` of these triangles, which need not be checked and sorted again as its `__init__` does.
fn new_shape<'py>(py: Python<'py>, colored: &Colored) -> PyResult<Bound<'py, PyAny>> {
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
