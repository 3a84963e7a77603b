//! Games of bots among themselves: simulations and rollouts. Tournaments stand in `tournament.rs`, the sequential test in
//! `sprt.rs`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tercet_arena::{Results, Series, Tally, pack, share_error, simulate_bots, unpack};
use tercet_entry::{AnyRules, Entry, Seated};
use tercet_game::{Seat, stream_seed};
use tercet_search::{BotLimits, Stop};

use crate::errors::{Class, OrRaise, Raise};
use crate::guest::{Faults, Maker, Run, Who};
use crate::interrupt::heeding;
use crate::made::Pairs;

/// What went wrong, before it is an exception.
pub(crate) type Fault = (Class, String);

impl Raise for Fault {
    fn raise(&self, py: Python<'_>) -> PyErr {
        self.0.error(py, &self.1)
    }
}

pub(crate) fn fault(class: Class) -> impl Fn(&dyn std::fmt::Display) -> Fault {
    move |why| (class, why.to_string())
}

/// The number of a way to rank seats, by its name.
pub(crate) fn way(game: &Entry, name: &str) -> Result<usize, Fault> {
    let names: Vec<&str> = game.usual().finishes().iter().map(|finish| finish.name).collect();
    let wrong = || (Class::Config, format!("finish: `{name}` is none; there are {}", names.join(", ")));
    names.iter().position(|each| *each == name).ok_or_else(wrong)
}

/// Plays a series and sums it up: a row for each seat, or for each player where they move round the table.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "they are the keywords of `tercet.arena.simulate`")]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    game: &str,
    players: Vec<String>,
    makers: Vec<Option<Maker>>,
    games: u64,
    seed: u64,
    jobs: usize,
    rotate: bool,
    config: Pairs,
) -> PyResult<Bound<'py, PyDict>> {
    let series = Series { first: 0, games, seed, jobs, is_rotated: rotate };
    let run = Run::default();
    let work = Simulate { players: &players, makers: &makers, run: &run, series, config: &config };
    let game = tercet_catalog::games().game(game).or_raise(py)?;
    let results = run.interruptible(py, || {
        let (rules, bot_limits) = (work.rules(game)?, run.bot_limits());
        let outcome =
            simulate_bots(&series, &run.watch, &*rules, &bot_limits, |seat, seed| work.sit(seat, seed));
        outcome.map(|outcome| outcome.study).map_err(|error| fault(Class::Run)(&error))
    })?;
    let results = results.or_raise(py);
    let results = run.settle(py, results)?;
    result_columns(py, &players, &results, games, rotate)
}

/// Plays a part of a series, in which a Python bot that fails loses its game: what was learnt, as bytes, and whose faults there were.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "they are the keywords of `tercet.arena.simulate`")]
pub(crate) fn simulate_part<'py>(
    py: Python<'py>,
    game: &str,
    players: Vec<String>,
    makers: Vec<Option<Maker>>,
    units: (u64, u64),
    seed: u64,
    jobs: usize,
    rotate: bool,
    config: Pairs,
) -> PyResult<(Bound<'py, PyBytes>, Faults)> {
    let (first, last) = units;
    let series = Series { first, games: last.saturating_sub(first), seed, jobs, is_rotated: rotate };
    let run = Run::forfeiting();
    let work = Simulate { players: &players, makers: &makers, run: &run, series, config: &config };
    let game = tercet_catalog::games().game(game).or_raise(py)?;
    let played = run.interruptible(py, || {
        let (rules, bot_limits) = (work.rules(game)?, run.bot_limits());
        let outcome =
            simulate_bots(&series, &run.watch, &*rules, &bot_limits, |seat, seed| work.sit(seat, seed));
        outcome.map(|outcome| pack(&outcome.study)).map_err(|error| fault(Class::Run)(&error))
    })?;
    let (played, faults) = (played.or_raise(py), run.faults());
    Ok((PyBytes::new(py, &run.settle(py, played)?), faults))
}

/// What was learnt from parts of a series.
#[pyclass(module = "tercet._tercet")]
#[derive(Default)]
pub(crate) struct SimulateSums {
    results: Results,
}

#[pymethods]
impl SimulateSums {
    #[new]
    fn new() -> SimulateSums {
        SimulateSums::default()
    }

    /// Takes what a part gave.
    fn add(&mut self, py: Python<'_>, part: &[u8]) -> PyResult<()> {
        let part: Results = unpack(part).map_err(|error| Class::Record.error(py, error))?;
        self.results.add(&part);
        Ok(())
    }

    /// A row for each seat or player, as `simulate` gives it.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        players: Vec<String>,
        games: u64,
        rotate: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        result_columns(py, &players, &self.results, games, rotate)
    }
}

fn result_columns<'py>(
    py: Python<'py>,
    players: &[String],
    results: &Results,
    games: u64,
    rotate: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let seats = 0..results.seats();
    let columns = PyDict::new(py);
    columns.set_item(if rotate { "player" } else { "seat" }, seats.clone().collect::<Vec<_>>())?;
    columns.set_item("bot", players)?;
    columns.set_item("games", vec![games; results.seats()])?;
    columns.set_item("won", seats.clone().map(|seat| results.won(seat)).collect::<Vec<_>>())?;
    columns.set_item("shared", seats.clone().map(|seat| results.shared(seat)).collect::<Vec<_>>())?;
    let share = |seat: usize| (games > 0).then(|| results.won(seat) as f64 / games as f64);
    columns.set_item("win_rate", seats.clone().map(share).collect::<Vec<_>>())?;
    let error = |seat: usize| share_error(results.won(seat), games);
    columns.set_item("win_rate_error", seats.clone().map(error).collect::<Vec<_>>())?;
    let points = || seats.clone().map(|seat| results.points(seat));
    columns.set_item("points_mean", points().map(Tally::mean).collect::<Vec<_>>())?;
    columns.set_item("points_error", points().map(Tally::standard_error).collect::<Vec<_>>())?;
    columns.set_item("points_sd", points().map(Tally::deviation).collect::<Vec<_>>())?;
    columns.set_item("points_min", points().map(Tally::min).collect::<Vec<_>>())?;
    columns.set_item("points_max", points().map(Tally::max).collect::<Vec<_>>())?;
    Ok(columns)
}

/// A series that is to be played, whatever is learnt from it.
pub(crate) struct Simulate<'a> {
    pub(crate) players: &'a [String],
    /// Who is played in Python; nobody where there are fewer than seats.
    pub(crate) makers: &'a [Option<Maker>],
    pub(crate) run: &'a Run,
    pub(crate) series: Series,
    pub(crate) config: &'a Pairs,
}

impl Simulate<'_> {
    /// The rules that it is played by, if all players can sit there.
    pub(crate) fn rules(&self, game: &Entry) -> Result<Arc<dyn AnyRules>, Fault> {
        let bad_config = |error| fault(Class::Config)(&error);
        let game = game.with(self.config);
        for (_, name) in self.players.iter().enumerate().filter(|(seat, _)| self.maker(*seat).is_none()) {
            game.check_bot(name, &BotLimits::own()).map_err(|error| fault(Class::Bot)(&error))?;
        }
        let seats = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        let rules = if game.tables().contains(&seats) {
            game.table(self.config, seats).map_err(bad_config)?
        } else {
            game.rules(self.config).map_err(bad_config)?
        };
        if rules.seats() != seats {
            let why = format!("{} players for a game of {}; name one for each seat", seats, rules.seats());
            return Err((Class::Config, why));
        }
        Ok(rules)
    }

    /// Who plays a seat.
    pub(crate) fn sit(&self, seat: Seat, seed: u64) -> Seated<'_> {
        let who = Who { bot: &self.players[seat.index()], maker: self.maker(seat.index()) };
        let Series { first, games, seed: series, .. } = self.series;
        let own = move |number: &u64| stream_seed(series, &[*number, 1 + u64::from(seat.0)]) == seed;
        let place = move || format!("game {} of the series", (first..first + games).find(own).unwrap_or(0));
        who.sit(self.run, self.players, seed, place)
    }

    fn maker(&self, seat: usize) -> Option<&Maker> {
        self.makers.get(seat).and_then(Option::as_ref)
    }
}

/// Plays uniformly random actions in so many games side by side, the fastest way there is: (steps, games, points).
#[pyfunction]
pub(crate) fn rollout(
    py: Python<'_>,
    game: &str,
    games: usize,
    steps: u64,
    seed: u64,
    config: Pairs,
) -> PyResult<(u64, u64, i64)> {
    let game = tercet_catalog::games().with(game, &config).or_raise(py)?;
    let play = |stop: &Stop| game.rules(&config).map(|rules| rules.rollout(games, steps, seed, stop));
    let done = heeding(py, play)?.or_raise(py)?;
    Ok((done.steps, done.games, done.points))
}
