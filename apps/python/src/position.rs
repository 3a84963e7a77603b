//! A bare position, where whoever holds it decides what chance brings.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet_entry::AnyPosition;
use tercet_game::{InputText, Seat, Turn};
use tercet_scene::View;

use crate::errors::{Class, OrRaise};
use crate::game::{acting, numbers, seat};
use crate::made::{PICKLE, Pairs, Reduced, check_pickle};
use crate::pictures;

/// A position of any game, for search: chance is an input like any other.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct Position {
    pub(crate) position: Box<dyn AnyPosition>,
}

/// An input in a pickle: the seat that plays, -1 for chance, -2 for time that is up, -3 for a change by hand; and its text.
type Taken = (i16, String);

fn taken(input: InputText) -> Taken {
    match input {
        InputText::Play(seat, text) => (seat.0.into(), text),
        InputText::Chance(text) => (-1, text),
        InputText::Expire => (-2, String::new()),
        InputText::Edit(text) => (-3, text),
    }
}

fn input_of((who, text): Taken) -> InputText {
    match who {
        -1 => InputText::Chance(text),
        -2 => InputText::Expire,
        -3 => InputText::Edit(text),
        seat => InputText::Play(Seat(seat.unsigned_abs() as u8), text),
    }
}

impl Position {
    fn seat(&self, py: Python<'_>, number: Option<u8>) -> PyResult<Seat> {
        match number {
            Some(number) => seat(py, number, self.position.seats().into()),
            None => match acting(self.position.turn())[..] {
                [only] => Ok(Seat(only as u8)),
                [] => Err(Class::Refused.error(py, "no seat may act now")),
                _ => Err(Class::Refused.error(py, "several seats may act; say which")),
            },
        }
    }
}

#[pymethods]
impl Position {
    /// The position before the first input.
    #[new]
    #[pyo3(signature = (game, config=Vec::new()))]
    fn new(py: Python<'_>, game: &str, config: Pairs) -> PyResult<Position> {
        let config: Vec<(&str, &str)> =
            config.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        Ok(Position { position: tercet_catalog::games().position(game, &config).or_raise(py)? })
    }

    /// The game's name.
    #[getter]
    fn id(&self) -> &'static str {
        self.position.id()
    }

    /// How many seats there are.
    #[getter]
    fn num_players(&self) -> u8 {
        self.position.seats()
    }

    /// The most plays that a game can take.
    #[getter]
    fn max_plays(&self) -> u32 {
        self.position.limit()
    }

    /// The seats that may act now; none when chance is to move or the game is over.
    #[getter]
    fn acting(&self) -> Vec<u16> {
        acting(self.position.turn())
    }

    /// Is it chance's turn?
    #[getter]
    fn is_chance(&self) -> bool {
        self.position.turn() == Turn::Chance
    }

    /// Is the game over?
    #[getter]
    fn is_over(&self) -> bool {
        self.position.turn() == Turn::Over
    }

    /// The points of each seat as they stand.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.position.scores().points().to_vec()
    }

    /// How it ended, `finished` or `limit` among others; `None` while it goes on.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.position.scores().end().map(tercet_game::End::name)
    }

    /// The seats that have won, counted from 0; nobody while it goes on.
    #[getter]
    fn winners(&self) -> Vec<u16> {
        numbers(self.position.scores().winners())
    }

    /// A number for the position: the same for equal ones, on every machine.
    #[getter]
    fn digest(&self) -> u64 {
        self.position.digest().value()
    }

    /// What a seat may do, as text.
    #[pyo3(signature = (seat=None))]
    fn legal_actions(&self, py: Python<'_>, seat: Option<u8>) -> PyResult<Vec<String>> {
        if acting(self.position.turn()).is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.position.legal_actions(self.seat(py, seat)?))
    }

    /// What chance may bring: weight and text of each outcome.
    fn outcomes(&self) -> Vec<(u32, String)> {
        self.position.outcomes()
    }

    /// Takes a seat's action and says what happened.
    #[pyo3(signature = (action, seat=None))]
    fn play(&mut self, py: Python<'_>, action: &str, seat: Option<u8>) -> PyResult<Vec<String>> {
        let seat = self.seat(py, seat)?;
        self.position.play(seat, action).or_raise(py)
    }

    /// Takes an outcome of chance and says what happened.
    fn resolve(&mut self, py: Python<'_>, outcome: &str) -> PyResult<Vec<String>> {
        self.position.resolve(outcome).or_raise(py)
    }

    /// How many numbers actions have.
    #[getter]
    fn num_actions(&self) -> usize {
        self.position.action_count()
    }

    /// The number of a seat's action.
    #[pyo3(signature = (action, seat=None))]
    fn action_number(&self, py: Python<'_>, action: &str, seat: Option<u8>) -> PyResult<usize> {
        let seat = self.seat(py, seat)?;
        self.position.action_number(seat, action).or_raise(py)
    }

    /// The numbers of what a seat may do, ascending.
    #[pyo3(signature = (seat=None))]
    fn legal_numbers(&self, py: Python<'_>, seat: Option<u8>) -> PyResult<Vec<usize>> {
        if acting(self.position.turn()).is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.position.legal_numbers(self.seat(py, seat)?))
    }

    /// The text of a seat's action with a number; `None` if there is none.
    #[pyo3(signature = (number, seat=None))]
    fn action_text(&self, py: Python<'_>, number: usize, seat: Option<u8>) -> PyResult<Option<String>> {
        let seat = self.seat(py, seat)?;
        Ok(self.position.numbered_action(seat, number))
    }

    /// The position as a seat sees it, in whole numbers: planes, rows, columns.
    fn planes<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyAny>> {
        let (cells, shape) = self.position.planes(self.seat(py, Some(seat))?);
        Ok(PyArray1::from_vec(py, cells).reshape(shape)?.into_any())
    }

    /// The position in words, for people and models.
    fn text(&self) -> String {
        self.position.text()
    }

    /// The same position once more.
    fn clone(&self) -> Position {
        Position { position: self.position.copied() }
    }

    /// The picture as SVG, in a theme of `tercet.themes()`.
    #[pyo3(signature = (*, theme="light"))]
    fn svg(&self, py: Python<'_>, theme: &str) -> PyResult<String> {
        pictures::svg(py, &self.position.scene(&View::default()).or_raise(py)?, theme)
    }

    /// The picture as a PNG file; so many pixels wide, or in its natural size.
    #[pyo3(signature = (*, theme="light", width=0))]
    fn png<'py>(&self, py: Python<'py>, theme: &str, width: u32) -> PyResult<Bound<'py, PyBytes>> {
        pictures::png(py, &self.position.scene(&View::default()).or_raise(py)?, theme, width)
    }

    /// The picture as an array of height, width, and red, green and blue, in uint8.
    #[pyo3(signature = (*, theme="light", width=0))]
    fn rgb<'py>(&self, py: Python<'py>, theme: &str, width: u32) -> PyResult<Bound<'py, PyAny>> {
        pictures::rgb(py, &self.position.scene(&View::default()).or_raise(py)?, theme, width)
    }

    /// What a notebook shows.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "light")
    }

    fn __repr__(&self) -> String {
        let who = match self.position.turn() {
            Turn::Over => "over".to_owned(),
            Turn::Chance => "chance is to move".to_owned(),
            Turn::Seats(seats) => format!("seats {:?} may act", numbers(seats)),
        };
        format!("<tercet.Position {}: scores {:?}, {who}>", self.position.id(), self.scores())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, String, Pairs, Vec<Taken>)> {
        let Some(inputs) = self.position.inputs() else {
            let why = "a position that a bot is shown knows only itself and can't be pickled";
            return Err(Class::Record.error(py, why));
        };
        let taken = inputs.into_iter().map(taken).collect();
        let kept = (PICKLE, self.position.id().to_owned(), self.position.config(), taken);
        Ok((py.get_type::<Position>().getattr("_unpickle")?, kept))
    }

    /// Brings back what a pickle keeps.
    #[staticmethod]
    fn _unpickle(
        py: Python<'_>,
        version: u32,
        game: &str,
        config: Pairs,
        inputs: Vec<Taken>,
    ) -> PyResult<Position> {
        check_pickle(py, version)?;
        let mut position = Position::new(py, game, config)?;
        for input in inputs {
            position.position.take(&input_of(input)).or_raise(py)?;
        }
        Ok(position)
    }

    fn __copy__(&self) -> Position {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.clone()
    }
}
