//! Finished games looked at again.

use pyo3::prelude::*;
use tercet_arena::chart;
use tercet_entry::{REVIEW_PLAYOUTS, Review, ReviewError, ReviewOptions};
use tercet_game::Seat;
use tercet_search::Stop;

use crate::errors::{Class, Raise};
use crate::game::read;
use crate::interrupt::interruptible;
use crate::pictures;

/// The review of a recorded game, as JSON. `players` are names, seat by seat.
#[pyfunction]
#[pyo3(signature = (record, players, playouts, seed))]
pub(crate) fn review(
    py: Python<'_>,
    record: &str,
    players: Vec<String>,
    playouts: Option<u32>,
    seed: u64,
) -> PyResult<String> {
    let record = read(py, record)?;
    let stop = Stop::default();
    let word = stop.clone();
    let reviewed = interruptible(
        py,
        || stop.request(),
        move || {
            let who = |seat: Seat| players.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
            let playouts = playouts.unwrap_or(REVIEW_PLAYOUTS);
            let wanted = ReviewOptions { playouts, seed, stop: word, ..ReviewOptions::new(&who) };
            tercet_catalog::games().review(&record, &wanted)
        },
    )?;
    let review = reviewed.map_err(|error| raised(py, &error))?;
    serde_json::to_string(&review).map_err(|error| Class::Run.error(py, error))
}

/// The curve of a review that was given as JSON, as SVG.
#[pyfunction]
pub(crate) fn review_svg(py: Python<'_>, review: &str, theme: &str) -> PyResult<String> {
    let review: Review = serde_json::from_str(review).map_err(|error| Class::Record.error(py, error))?;
    pictures::svg(py, &chart::review(&review), theme)
}

fn raised(py: Python<'_>, error: &ReviewError) -> PyErr {
    match error {
        ReviewError::Begin(error) => error.raise(py),
        ReviewError::Open => Class::Record.error(py, error),
        ReviewError::Bot(_) | ReviewError::Stopped => Class::Run.error(py, error),
    }
}
