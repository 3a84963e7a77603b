//! Tournaments whose games are played by others: what a round asks for, and what comes back. For `tercet.ray`.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet_arena::{Fixture, FixtureGame, PackedGame, pack, unpack};
use tercet_entry::Played;

use crate::errors::{Class, OrRaise};
use crate::tournament::{Tournament, outcomes};

/// All that the games follow from, as JSON, and how many there will be.
#[pyfunction]
pub(crate) fn tournament_plan(py: Python<'_>, tournament: PyRef<'_, Tournament>) -> PyResult<(String, u64)> {
    let game = tercet_catalog::games().game(&tournament.game).or_raise(py)?;
    let plan = tournament.tournament_plan(game);
    Ok((plan.to_json(), plan.plan.game_count()))
}

/// How many games this round has; `None` once all is over.
#[pyfunction]
pub(crate) fn tournament_round(tournament: PyRef<'_, Tournament>) -> Option<usize> {
    tournament.state.round().map(|_| games(&tournament).len())
}

/// Some games of this round, for `play_games`.
#[pyfunction]
pub(crate) fn tournament_games<'py>(
    py: Python<'py>,
    tournament: PyRef<'_, Tournament>,
    first: usize,
    last: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let all = games(&tournament);
    let some = all.get(first..last).ok_or_else(|| Class::Config.error(py, "the round has no such games"))?;
    Ok(PyBytes::new(py, &pack(&some)))
}

/// Takes all games of this round, as `play_games` gave them, and draws the next.
#[pyfunction]
pub(crate) fn tournament_take(
    py: Python<'_>,
    mut tournament: PyRefMut<'_, Tournament>,
    parts: Vec<Vec<u8>>,
) -> PyResult<()> {
    let mut known: HashMap<(u64, u32), Played> = HashMap::new();
    for part in parts {
        let packed: Vec<PackedGame> = unpack(&part).map_err(|error| Class::Record.error(py, error))?;
        known.extend(
            packed.into_iter().map(PackedGame::open).map(|(one, played)| ((one.fixture, one.part), played)),
        );
    }
    let played = games(&tournament)
        .into_iter()
        .map(|one| known.remove(&(one.fixture, one.part)).map(|played| (one, played)))
        .collect::<Option<Vec<(FixtureGame, Played)>>>();
    let played = played.ok_or_else(|| Class::Run.error(py, "a game of the round is missing"))?;
    let tables = tournament.state.plan().tables;
    let fixtures = tournament.state.round().map_or(&[][..], |round| &round.fixtures);
    let results = outcomes(tables, &fixtures.iter().collect::<Vec<&Fixture>>(), &played);
    tournament.keep(played);
    tournament.close_round(&results);
    Ok(())
}

/// The games of this round, in order.
fn games(tournament: &Tournament) -> Vec<FixtureGame> {
    let tables = tournament.state.plan().tables;
    let fixtures = tournament.state.round().map_or(&[][..], |round| &round.fixtures);
    fixtures.iter().flat_map(|fixture| fixture.games_to_play(tables)).collect()
}
