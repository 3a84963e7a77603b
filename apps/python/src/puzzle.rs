//! The triangle puzzle as its reference is called: `tercet.triangle.GameState`.

use std::path::PathBuf;

use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PySet, PyTuple, PyType};
use tercet_scene::View;
use tercet_triangle::Paint;
use tercet_triangle_play::train::Env;

use crate::errors::{Class, OrRaise};
use crate::made::{PICKLE, check_pickle};
use crate::pictures;
use crate::puzzle_objects::{array, attributes, class, deal, known_numbers, new_shape, whole};
use crate::puzzle_pictures::{self, Area};
use crate::puzzle_plans::read_shape;

/// A game of the triangle puzzle, called as its reference is and dealt as it deals.
#[pyclass(module = "tercet.triangle", subclass, dict, weakref)]
pub(crate) struct GameState {
    pub(crate) env: Env,
    pub(crate) config: Py<PyAny>,
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

    /// Is the game over?
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

    /// The same game with a deal of its own from here on, so that planning with it reveals nothing of the game's.
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
