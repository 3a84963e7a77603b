//! The archive of games.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tercet_store::{
    Archive as Store, Filter, Format, RecordedGame, StoreError, Table, count_purchases, export, now_ms,
};

use crate::errors::{Class, OrRaise};
use crate::game::read;
use crate::interrupt::CtrlC;
use crate::purchases::columns;

/// Games in one file, `archive.sqlite` of a directory; the same that the command line and the page use.
#[pyclass(module = "tercet._tercet", unsendable)]
pub(crate) struct Archive {
    store: Option<Store>,
}

impl Archive {
    /// Lends the archive out; it has to be put back.
    pub(crate) fn take(&mut self, py: Python<'_>) -> PyResult<Store> {
        self.store.take().ok_or_else(|| Class::Closed.error(py, "the archive is closed"))
    }

    pub(crate) fn put_back(&mut self, store: Store) {
        self.store = Some(store);
    }

    fn get(&mut self, py: Python<'_>) -> PyResult<&mut Store> {
        self.store.as_mut().ok_or_else(|| Class::Closed.error(py, "the archive is closed"))
    }

    /// Reads without Python's lock until it is done or Ctrl-C is pressed: in the middle of a query, and between two games.
    fn read<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Store) -> Result<T, StoreError> + Send,
    ) -> PyResult<T> {
        let store = self.get(py)?;
        let pressed = CtrlC::default();
        let stop = pressed.stop();
        store.read_while(Some(Arc::new(move || !stop.is_requested()))).or_raise(py)?;
        let done = py.detach(|| work(store));
        store.read_while(None).or_raise(py)?;
        pressed.take().map_or_else(|| done.or_raise(py), Err)
    }
}

#[pymethods]
impl Archive {
    /// Opens the archive of a directory, or one in memory for `None`.
    #[new]
    #[pyo3(signature = (directory=None))]
    fn new(py: Python<'_>, directory: Option<PathBuf>) -> PyResult<Archive> {
        let store = match directory {
            Some(directory) => Store::open(&directory, tercet_catalog::games()),
            None => Store::in_memory(tercet_catalog::games()),
        };
        Ok(Archive { store: Some(store.or_raise(py)?) })
    }

    /// Adds a recorded game: its number. `players` are names, seat by seat.
    fn add(&mut self, py: Python<'_>, record: &str, players: Vec<String>) -> PyResult<i64> {
        let record = read(py, record)?;
        if players.len() != record.scores.len() {
            let why =
                format!("{} players for {} seats; name one for each", players.len(), record.scores.len());
            return Err(Class::Record.error(py, why));
        }
        let scores = tercet_catalog::games().verify(&record).or_raise(py)?;
        let names = players.iter().map(|name| (name.as_str(), name.as_str()));
        let game = RecordedGame::played(&record, names, &scores, now_ms());
        Ok(self.get(py)?.add(&[game.new_game()]).or_raise(py)?[0])
    }

    /// The record of a game.
    fn record(&mut self, py: Python<'_>, game: i64) -> PyResult<String> {
        Ok(self.get(py)?.record(game).or_raise(py)?.to_string())
    }

    /// A table in a format: its bytes.
    #[pyo3(signature = (table, format, game=None, player=None, newest=None))]
    fn export<'py>(
        &mut self,
        py: Python<'py>,
        table: &str,
        format: &str,
        game: Option<String>,
        player: Option<String>,
        newest: Option<u32>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (table, format) = (table_of(py, table)?, format_of(py, format)?);
        let filter = Filter { game, player, newest, ..Filter::default() };
        let bytes = self.read(py, |store| {
            let mut bytes = Vec::new();
            export(store, table, format, &filter, &mut bytes).map(|_| bytes)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// What buying things was worth in the newest games of one: a row for each thing, or for each thing and turn.
    #[pyo3(signature = (game, newest, by_turn))]
    fn purchases<'py>(
        &mut self,
        py: Python<'py>,
        game: String,
        newest: Option<u32>,
        by_turn: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let filter = Filter { game: Some(game), newest, ..Filter::default() };
        let found = self.read(py, |store| count_purchases(store, &filter))?;
        columns(py, &found.purchases, by_turn)
    }

    /// Closes it; nothing can be asked of it any more.
    fn close(&mut self) {
        self.store = None;
    }
}

/// A table by its name.
pub(crate) fn table_of(py: Python<'_>, table: &str) -> PyResult<Table> {
    Table::from_name(table).ok_or_else(|| {
        let names = Table::ALL.map(Table::name).join(", ");
        Class::Config.error(py, format!("table: `{table}` is none; there are {names}"))
    })
}

/// A format by its name.
pub(crate) fn format_of(py: Python<'_>, format: &str) -> PyResult<Format> {
    Format::from_name(format).ok_or_else(|| {
        let names = Format::ALL.map(Format::name).join(", ");
        Class::Config.error(py, format!("format: `{format}` is none; there are {names}"))
    })
}
