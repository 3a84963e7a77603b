//! Recorded games as rows of a file, and what programs from outside did: for `tercet.ray`.

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet_arena::{Series, play_all};
use tercet_entry::{AnyRules, Played};
use tercet_store::{Archive as Store, Filter, Format, NewGame, NewSeat, StoreError, Table, export};

use crate::archive::{format_of, table_of};
use crate::arena::{Fault, Simulate, fault};
use crate::errors::{Class, OrRaise};
use crate::guest::{Faults, Maker, Run};
use crate::made::Pairs;

/// Plays a part of a series, in which a Python bot that fails loses its game, and writes the games as a table: a file, as bytes, and whose
/// faults there were. A game's id is its number in the series, counted from 1.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "they are the keywords of `tercet.ray.dataset`")]
pub(crate) fn dataset_part<'py>(
    py: Python<'py>,
    game: &str,
    players: Vec<String>,
    bots: Vec<String>,
    makers: Vec<Option<Maker>>,
    units: (u64, u64),
    seed: u64,
    jobs: usize,
    rotate: bool,
    config: Pairs,
    table: &str,
    format: &str,
) -> PyResult<(Bound<'py, PyBytes>, Faults)> {
    let (first, last) = units;
    let sheet = (table_of(py, table)?, format_of(py, format)?);
    let series = Series { first, games: last.saturating_sub(first), seed, jobs, is_rotated: rotate };
    let run = Run::forfeiting();
    let work = Simulate { players: &players, makers: &makers, run: &run, series, config: &config };
    let game = tercet_catalog::games().game(game).or_raise(py)?;
    let written = run.interruptible(py, || {
        let rules = work.rules(game)?;
        let games = played(&work, &*rules)?;
        written(&work, &*rules, (&players, &bots), &games, sheet)
    })?;
    let (written, faults) = (written.or_raise(py), run.faults());
    Ok((PyBytes::new(py, &run.settle(py, written)?), faults))
}

fn played(work: &Simulate<'_>, rules: &dyn AnyRules) -> Result<Vec<Played>, Fault> {
    let (series, bot_limits) = (&work.series, work.run.bot_limits());
    let numbers: Vec<u64> = (series.first..series.first + series.games).collect();
    let mut games = vec![None; numbers.len()];
    let play = |&number: &u64| {
        let table = series.table(number, rules, &bot_limits, |seat, seed| work.sit(seat, seed));
        rules.play_recorded(table, 0).map_err(|error| fault(Class::Run)(&error))
    };
    play_all(series.jobs, &work.run.watch, &numbers, play, |batch| {
        for (at, played) in batch {
            games[at] = Some(played);
        }
        Ok(())
    })?;
    games.into_iter().collect::<Option<_>>().ok_or_else(|| (Class::Run, "stopped".to_owned()))
}

fn written(
    work: &Simulate<'_>,
    rules: &dyn AnyRules,
    (players, bots): (&[String], &[String]),
    games: &[Played],
    (table, format): (Table, Format),
) -> Result<Vec<u8>, Fault> {
    let failed = |error: StoreError| fault(Class::Archive)(&error);
    let (series, watch) = (&work.series, work.run.watch.word().clone());
    let config = rules.options();
    let mut store = Store::in_memory(tercet_catalog::games()).map_err(failed)?;
    let rows = games.iter().zip(series.first..).map(|(played, number)| {
        let seating = series.seating(number, players.len()).enumerate();
        let seats = seating.map(|(seat, player)| NewSeat {
            label: &players[player],
            bot: &bots[player],
            points: played.points[seat],
            finish: played.finish[seat],
            assisted: false,
        });
        let game = NewGame {
            game: rules.id(),
            rules: rules.version(),
            config: &config,
            deal: &played.deal,
            inputs: &played.inputs,
            plays: played.plays,
            end: played.end,
            state: played.state,
            seats: seats.collect(),
            slot: None,
            finished_ms: 0,
        };
        (number.cast_signed() + 1, game)
    });
    store.add_numbered(&rows.collect::<Vec<_>>()).map_err(failed)?;
    store.read_while(Some(Arc::new(move || !watch.is_requested()))).map_err(failed)?;
    let mut bytes = Vec::new();
    export(&mut store, table, format, &Filter::default(), &mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Why programs from outside lost games in this process by their own fault, and how often, by their names.
#[pyfunction]
pub(crate) fn outside_bots() -> BTreeMap<String, BTreeMap<String, u64>> {
    tercet_entry::outside_bots().into_iter().map(|(name, bot)| (name, bot.faults)).collect()
}

/// Which programs from outside that were asked in this process promise the same answers again, by their names.
#[pyfunction]
pub(crate) fn outside_promises() -> BTreeMap<String, bool> {
    tercet_entry::outside_bots().into_iter().map(|(name, bot)| (name, bot.is_reproducible)).collect()
}

/// Takes what programs promised where they were asked.
#[pyfunction]
pub(crate) fn hear_promises(promises: BTreeMap<String, bool>) {
    for (name, is_reproducible) in promises {
        tercet_entry::hear_promise(&name, is_reproducible);
    }
}

/// Ends the programs that wait for their next game: one that is changed is started anew.
#[pyfunction]
pub(crate) fn end_outside_bots(py: Python<'_>) {
    py.detach(tercet_entry::end_outside_bots);
}
