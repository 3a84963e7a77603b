//! What buying things was worth, as columns.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tercet_arena::{Bought, Interval, PurchaseRow, Purchases, Series, simulate_purchases};

use crate::arena::{Simulate, fault};
use crate::errors::{Class, OrRaise};
use crate::guest::Run;
use crate::made::Pairs;

/// Plays a series and counts what was bought in it: a row for each thing, or for each thing and turn.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "they are Python's, by name")]
pub(crate) fn purchases<'py>(
    py: Python<'py>,
    game: &str,
    players: Vec<String>,
    games: u64,
    seed: u64,
    jobs: usize,
    by_turn: bool,
    config: Pairs,
) -> PyResult<Bound<'py, PyDict>> {
    let series = Series { first: 0, games, seed, jobs, is_rotated: false };
    let run = Run::default();
    let work = Simulate { players: &players, makers: &[], run: &run, series, config: &config };
    let game = tercet_catalog::games().game(game).or_raise(py)?;
    let counted = run.interruptible(py, || {
        let (rules, bot_limits) = (work.rules(game)?, run.bot_limits());
        let outcome =
            simulate_purchases(&series, &run.watch, &*rules, &bot_limits, |seat, seed| work.sit(seat, seed));
        outcome.map(|outcome| outcome.study).map_err(|error| fault(Class::Run)(&error))
    })?;
    columns(py, &counted.map_err(|(class, why)| class.error(py, why))?, by_turn)
}

/// A row for each thing that was bought, or for each thing and turn of its buyers.
pub(crate) fn columns<'py>(
    py: Python<'py>,
    purchases: &Purchases,
    by_turn: bool,
) -> PyResult<Bound<'py, PyDict>> {
    if by_turn {
        return turns(py, purchases);
    }
    let rows = || purchases.rows();
    let columns = PyDict::new(py);
    columns.set_item("name", rows().map(|row| row.name.as_str()).collect::<Vec<_>>())?;
    columns.set_item("sort", rows().map(|row| row.sort).collect::<Vec<_>>())?;
    columns.set_item("bought", rows().map(|row| row.bought).collect::<Vec<_>>())?;
    columns.set_item("copies", rows().map(|row| row.copies).collect::<Vec<_>>())?;
    columns.set_item("coins", rows().map(|row| row.coins).collect::<Vec<_>>())?;
    columns.set_item("coins_a_copy", rows().map(PurchaseRow::coins_a_copy).collect::<Vec<_>>())?;
    columns.set_item("buyers", rows().map(|row| row.buyers).collect::<Vec<_>>())?;
    rates(&columns, rows().map(PurchaseRow::win_rate))?;
    Ok(columns)
}

fn turns<'py>(py: Python<'py>, purchases: &Purchases) -> PyResult<Bound<'py, PyDict>> {
    let rows: Vec<(&str, u32, Bought)> = purchases
        .rows()
        .flat_map(|row| row.turns().map(|(turn, bought)| (row.name.as_str(), turn, bought)))
        .collect();
    let columns = PyDict::new(py);
    columns.set_item("name", rows.iter().map(|row| row.0).collect::<Vec<_>>())?;
    columns.set_item("turn", rows.iter().map(|row| row.1).collect::<Vec<_>>())?;
    columns.set_item("bought", rows.iter().map(|row| row.2.bought).collect::<Vec<_>>())?;
    columns.set_item("coins_a_copy", rows.iter().map(|row| row.2.coins_a_copy()).collect::<Vec<_>>())?;
    rates(&columns, rows.iter().map(|row| row.2.win_rate()))?;
    Ok(columns)
}

/// Win rates with the ends of their intervals.
fn rates(columns: &Bound<'_, PyDict>, rates: impl Iterator<Item = Option<(f64, Interval)>>) -> PyResult<()> {
    let rates: Vec<Option<(f64, Interval)>> = rates.collect();
    let part = |part: fn((f64, Interval)) -> f64| rates.iter().map(|rate| rate.map(part)).collect::<Vec<_>>();
    columns.set_item("win_rate", part(|(rate, _)| rate))?;
    columns.set_item("win_rate_low", part(|(_, interval)| interval.low))?;
    columns.set_item("win_rate_high", part(|(_, interval)| interval.high))
}
