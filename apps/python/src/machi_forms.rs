//! Machi Koro's files and questions for `tercet.machi`: card files, the log of events, what one roll brings.

use std::cell::RefCell;
use std::path::Path;

use pyo3::prelude::*;
use tercet_game::{Deal, Notation};
use tercet_machi::{Config, Expansion};
use tercet_machi_play::json::{CardFormat, EventLog, RollAnswerer, read_cards};

use crate::errors::{Class, OrRaise};
use crate::machi::MachiTable;

/// The log of events as JSON lines, game after game.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct MachiLog {
    log: EventLog,
}

#[pymethods]
impl MachiLog {
    #[new]
    fn new() -> MachiLog {
        MachiLog { log: EventLog::default() }
    }

    /// The line that a game begins with.
    fn begin(&mut self, table: PyRef<'_, MachiTable>, players: Vec<String>) -> String {
        self.log.begin(&table.game, &players, &Deal::stream(table.seed).to_string())
    }

    /// The lines of events, by their texts.
    fn lines(
        &mut self,
        py: Python<'_>,
        table: PyRef<'_, MachiTable>,
        events: Vec<String>,
    ) -> PyResult<String> {
        let mut lines = String::new();
        for text in &events {
            let event = table.game.read_event(text).or_raise(py)?;
            lines.push_str(&self.log.line(&table.game, event));
        }
        Ok(lines)
    }
}

thread_local! {
    /// Rules that were made for questions before.
    static ANSWERER: RefCell<RollAnswerer> = RefCell::new(RollAnswerer::new(Config::default()));
}

/// What one roll brings in a position: JSON in, JSON out.
#[pyfunction]
pub(crate) fn machi_roll(py: Python<'_>, question: &str) -> PyResult<String> {
    let answer =
        ANSWERER.with(|answerer| answerer.borrow_mut().answer_line(question.as_bytes())).or_raise(py)?;
    Ok(serde_json::to_string(&answer).expect("names and numbers are JSON"))
}

/// The cards of a file, as the option `cards` has them.
#[pyfunction]
pub(crate) fn machi_cards(
    py: Python<'_>,
    text: &str,
    name: &str,
    expansions: Vec<String>,
) -> PyResult<Vec<String>> {
    let known = |name: &String| {
        let none = || Class::Config.error(py, format!("expansions: `{name}` is none"));
        Expansion::from_name(name).ok_or_else(none)
    };
    let expansions = expansions.iter().map(known).collect::<PyResult<Vec<_>>>()?;
    let cards = read_cards(text, CardFormat::of(Path::new(name), text), &expansions);
    let cards = cards.map_err(|errors| {
        let all: Vec<String> = errors.iter().map(|error| format!("{name}:{error}")).collect();
        Class::Config.error(py, all.join("\n"))
    })?;
    Ok(cards.iter().map(ToString::to_string).collect())
}
