//! A match of any game, and the lists of the catalog.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet_entry::AnyGame;
use tercet_game::{Deal, Record, Seat, Seats, Turn};
use tercet_scene::View;
use tercet_search::BotLimits;
use tercet_search::Stop;

use crate::errors::{Class, OrRaise};
use crate::interrupt::heeding;
use crate::made::{PICKLE, Pairs, Reduced, check_pickle};
use crate::pictures;
use crate::position::Position;

/// A match of any game of the catalog: what is done in it is said by text.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct Game {
    game: Box<dyn AnyGame>,
}

/// All games: name, title, what it is.
#[pyfunction]
pub(crate) fn games() -> Vec<(&'static str, &'static str, &'static str)> {
    tercet_catalog::games().games().iter().map(|entry| (entry.id, entry.title, entry.about)).collect()
}

/// The bots of a game: name, what it does.
#[pyfunction]
pub(crate) fn bots(game: &str) -> Vec<(&'static str, &'static str)> {
    let own = tercet_catalog::games().game(game).map_or(&[][..], |entry| entry.bots());
    own.iter().map(|bot| (bot.name, bot.about)).collect()
}

/// The fewest and the most seats at a table of a game.
#[pyfunction]
pub(crate) fn tables(py: Python<'_>, game: &str) -> PyResult<(u8, u8)> {
    let tables = tercet_catalog::games().game(game).or_raise(py)?.usual().tables();
    Ok((*tables.start(), *tables.end()))
}

/// The one spelling of a bot's name under which results are kept; any other name is as it was.
#[pyfunction]
pub(crate) fn canonical_bot(game: &str, name: &str) -> String {
    tercet_catalog::games().canonical_bot(Some(game), name)
}

/// The options of a game: name, what it may be, what it does, what it is if nobody says.
#[pyfunction]
pub(crate) fn options(
    py: Python<'_>,
    game: &str,
) -> PyResult<Vec<(&'static str, &'static str, &'static str, String)>> {
    let options = tercet_catalog::games().game(game).or_raise(py)?.usual().options();
    Ok(options.into_iter().map(|(key, usual)| (key.name, key.values, key.about, usual)).collect())
}

/// Begins a match.
#[pyfunction]
pub(crate) fn begin(py: Python<'_>, game: &str, config: Pairs, deal: &str) -> PyResult<Game> {
    let deal: Deal = deal.parse().or_raise(py)?;
    let config: Vec<(&str, &str)> =
        config.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    Ok(Game { game: tercet_catalog::games().begin(game, &config, deal).or_raise(py)? })
}

/// Goes on with a recorded match.
#[pyfunction]
pub(crate) fn replay(py: Python<'_>, record: &str) -> PyResult<Game> {
    let record = read(py, record)?;
    Ok(Game { game: tercet_catalog::games().resume(&record).or_raise(py)? })
}

/// Replays a record and compares what it comes to with what it says.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, record: &str) -> PyResult<()> {
    let record = read(py, record)?;
    tercet_catalog::games().verify(&record).or_raise(py).map(|_| ())
}

pub(crate) fn read(py: Python<'_>, record: &str) -> PyResult<Record> {
    record.parse().or_raise(py)
}

/// A seat of a table; Python counts from zero.
pub(crate) fn seat(py: Python<'_>, number: u8, seats: usize) -> PyResult<Seat> {
    if usize::from(number) < seats {
        return Ok(Seat(number));
    }
    Err(Class::Refused.error(py, format!("there is no seat {number}; there are {seats}, counted from 0")))
}

/// Seats as numbers. Not bytes: a list of those would become `bytes`.
pub(crate) fn numbers(seats: Seats) -> Vec<u16> {
    seats.iter().map(|seat| seat.0.into()).collect()
}

/// Who is to act: seats, or nobody.
pub(crate) fn acting(turn: Turn) -> Vec<u16> {
    match turn {
        Turn::Seats(seats) => numbers(seats),
        Turn::Chance | Turn::Over => Vec::new(),
    }
}

impl Game {
    fn seat(&self, py: Python<'_>, number: Option<u8>) -> PyResult<Seat> {
        match number {
            Some(number) => seat(py, number, self.game.scores().points().len()),
            None => match acting(self.game.turn())[..] {
                [] => Err(Class::Refused.error(py, "the game is over")),
                [only] => Ok(Seat(only as u8)),
                _ => Err(Class::Refused.error(py, "several seats may act; say which")),
            },
        }
    }
}

#[pymethods]
impl Game {
    /// The game's name.
    #[getter]
    fn id(&self) -> &'static str {
        self.game.id()
    }

    /// How many seats play.
    #[getter]
    fn num_players(&self) -> usize {
        self.game.scores().points().len()
    }

    /// The seats that may act now; none when the game is over.
    #[getter]
    fn acting(&self) -> Vec<u16> {
        acting(self.game.turn())
    }

    /// Is the game over?
    #[getter]
    fn is_over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    /// The points of each seat as they stand.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.game.scores().points().to_vec()
    }

    /// How it ended: finished, limit or void; `None` while it goes on.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.game.scores().end().map(tercet_game::End::name)
    }

    /// Who has won; several share a win.
    #[getter]
    fn winners(&self) -> Vec<u16> {
        numbers(self.game.scores().winners())
    }

    /// The digest of the position.
    #[getter]
    fn digest(&self) -> u64 {
        self.game.digest().value()
    }

    /// How many inputs there were.
    #[getter]
    fn num_inputs(&self) -> usize {
        self.game.inputs()
    }

    /// How many milliseconds the acting seat has; `None` where no clock runs.
    #[getter]
    fn window(&self) -> Option<u32> {
        self.game.window()
    }

    /// What a seat may do, as text; the acting seat if none is named.
    #[pyo3(signature = (seat=None))]
    fn legal_actions(&self, py: Python<'_>, seat: Option<u8>) -> PyResult<Vec<String>> {
        if self.game.turn() == Turn::Over {
            return Ok(Vec::new());
        }
        Ok(self.game.legal_actions(self.seat(py, seat)?))
    }

    /// Takes a seat's action and says what happened; the acting seat if none is named.
    #[pyo3(signature = (action, seat=None))]
    fn play(&mut self, py: Python<'_>, action: &str, seat: Option<u8>) -> PyResult<Vec<String>> {
        let seat = self.seat(py, seat)?;
        self.game.play(seat, action).map(|events| events.texts()).or_raise(py)
    }

    /// Says that the acting seat's window has passed.
    fn expire(&mut self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.game.expire().map(|events| events.texts()).or_raise(py)
    }

    /// Changes the position by hand.
    fn edit(&mut self, py: Python<'_>, edit: &str) -> PyResult<Vec<String>> {
        self.game.edit(edit).map(|events| events.texts()).or_raise(py)
    }

    /// Takes back the last play and all that followed; `False` if there was none.
    fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// What a bot would do; `None` if it would wait.
    #[pyo3(signature = (bot, *, seed=0, seat=None))]
    fn advice(&self, py: Python<'_>, bot: &str, seed: u64, seat: Option<u8>) -> PyResult<Option<String>> {
        let seat = self.seat(py, seat)?;
        let bot_limits = |stop: &Stop| BotLimits { stop: stop.clone(), ..BotLimits::own() };
        let advice =
            heeding(py, |stop| self.game.advice_on(bot, seed, seat, &bot_limits(stop)))?.or_raise(py)?;
        Ok(advice.map(|advice| advice.action))
    }

    /// The same match once more, dealer and all.
    fn clone(&self) -> Game {
        Game { game: self.game.copied() }
    }

    /// The bare position, without the dealer.
    pub(crate) fn position(&self) -> Position {
        Position { position: self.game.position() }
    }

    /// The record so far: text, which notebooks show as a picture.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("tercet._notebook")?.getattr("Record")?.call1((self.game.record().to_string(),))
    }

    /// The picture as SVG.
    #[pyo3(signature = (*, theme="light", seat=None))]
    fn svg(&self, py: Python<'_>, theme: &str, seat: Option<u8>) -> PyResult<String> {
        let scene = self.game.scene(&View { seat: seat.map(Seat), ..View::default() }).or_raise(py)?;
        pictures::svg(py, &scene, theme)
    }

    /// The picture as a PNG file; so many pixels wide, or in its natural size.
    #[pyo3(signature = (*, theme="light", width=0))]
    fn png<'py>(&self, py: Python<'py>, theme: &str, width: u32) -> PyResult<Bound<'py, PyBytes>> {
        pictures::png(py, &self.game.scene(&View::default()).or_raise(py)?, theme, width)
    }

    /// The picture as an array of height, width, and red, green and blue.
    #[pyo3(signature = (*, theme="light", width=0))]
    fn rgb<'py>(&self, py: Python<'py>, theme: &str, width: u32) -> PyResult<Bound<'py, PyAny>> {
        pictures::rgb(py, &self.game.scene(&View::default()).or_raise(py)?, theme, width)
    }

    /// What a notebook shows.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "light", None)
    }

    fn __repr__(&self) -> String {
        let scores = self.game.scores();
        let state = match scores.end() {
            Some(end) => format!("over, {end}"),
            None => "under way".to_owned(),
        };
        format!(
            "<tercet.Game {}: {} inputs, scores {:?}, {state}>",
            self.game.id(),
            self.game.inputs(),
            scores.points()
        )
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, String)> {
        Ok((py.get_type::<Game>().getattr("_unpickle")?, (PICKLE, self.game.record().to_string())))
    }

    /// Brings back what a pickle keeps.
    #[staticmethod]
    fn _unpickle(py: Python<'_>, version: u32, record: &str) -> PyResult<Game> {
        check_pickle(py, version)?;
        replay(py, record)
    }
}
