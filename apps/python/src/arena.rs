//! Games of bots among themselves: simulations, tournaments and rollouts.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tercet_arena::{
    Entrant, Event, Fixture, Format, Plan, Rating, Results, Series, Sitting, Study, Tables, Tally, Watch,
    field, pad, play_all, play_recorded,
};
use tercet_catalog::{Playable, Visitor, with_game};
use tercet_game::{Deal, Settings};

use crate::errors::{Class, OrRaise};
use crate::made::Pairs;

/// What went wrong, before it is an exception.
pub(crate) type Fault = (Class, String);

fn fault(class: Class) -> impl Fn(&dyn std::fmt::Display) -> Fault {
    move |why| (class, why.to_string())
}

/// Plays a series and sums it up: a row for each seat.
#[pyfunction]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    game: &str,
    players: Vec<String>,
    games: u64,
    seed: u64,
    jobs: usize,
    config: Pairs,
) -> PyResult<Bound<'py, PyDict>> {
    let series = Series { games, seed, jobs };
    let work = Simulate { players: &players, series, config: &config };
    let results = py.detach(|| with_game(game, &config, work)).or_raise(py)?;
    let results = results.map_err(|(class, why)| class.error(py, why))?;
    let seats = 0..results.seats();
    let columns = PyDict::new(py);
    columns.set_item("seat", seats.clone().collect::<Vec<_>>())?;
    columns.set_item("bot", &players)?;
    columns.set_item("games", vec![games; results.seats()])?;
    columns.set_item("won", seats.clone().map(|seat| results.won(seat)).collect::<Vec<_>>())?;
    columns.set_item("shared", seats.clone().map(|seat| results.shared(seat)).collect::<Vec<_>>())?;
    let points = || seats.clone().map(|seat| results.points(seat));
    columns.set_item("points_mean", points().map(Tally::mean).collect::<Vec<_>>())?;
    columns.set_item("points_sd", points().map(Tally::deviation).collect::<Vec<_>>())?;
    columns.set_item("points_min", points().map(Tally::min).collect::<Vec<_>>())?;
    columns.set_item("points_max", points().map(Tally::max).collect::<Vec<_>>())?;
    Ok(columns)
}

/// A series that is to be played, whatever is learnt from it.
pub(crate) struct Simulate<'a> {
    pub(crate) players: &'a [String],
    pub(crate) series: Series,
    pub(crate) config: &'a Pairs,
}

impl Visitor for Simulate<'_> {
    type Out = Result<Results, Fault>;

    fn visit<G: Playable>(self) -> Self::Out {
        self.study::<G, _>(Results::default)
    }
}

impl Simulate<'_> {
    /// Plays the series for a study.
    pub(crate) fn study<G: Playable, S: Study<G> + Send>(
        &self,
        study: impl Fn() -> S + Sync,
    ) -> Result<S, Fault> {
        let bad_config = |error| fault(Class::Config)(&error);
        for name in self.players {
            G::bot(name, 0).map_err(|error| fault(Class::Bot)(&error))?;
        }
        let seats = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        let config = if G::TABLES.contains(&seats) {
            G::table(self.config, seats).map_err(bad_config)?
        } else {
            G::Config::from_pairs(self.config.iter().map(|(key, value)| (key, value))).map_err(bad_config)?
        };
        let game = G::new(&config).map_err(bad_config)?;
        if game.seats() != seats {
            let why = format!("{} players for a game of {}; name one for each seat", seats, game.seats());
            return Err((Class::Config, why));
        }
        let deal = |seed| game.dealer(&Deal::stream(seed)).expect("every game has the dealer `stream`");
        let sit = |seat: tercet_game::Seat, seed| {
            G::bot(&self.players[seat.index()], seed).expect("all names were tried before")
        };
        tercet_arena::simulate(&self.series, &Watch::default(), &game, deal, sit, study)
            .map(|outcome| outcome.study)
            .map_err(|error| fault(Class::Run)(&error))
    }
}

/// How a tournament is played, as Python gives it.
#[derive(FromPyObject)]
pub(crate) struct Meeting {
    #[pyo3(item)]
    entrants: Vec<String>,
    #[pyo3(item)]
    format: String,
    #[pyo3(item)]
    games: u32,
    #[pyo3(item)]
    days: u32,
    #[pyo3(item)]
    table_size: usize,
    #[pyo3(item)]
    finish: Option<String>,
    #[pyo3(item)]
    seed: u64,
    #[pyo3(item)]
    jobs: usize,
    #[pyo3(item)]
    config: Pairs,
}

/// Plays a tournament in memory: the standings, a row for each entrant, best first.
#[pyfunction]
pub(crate) fn tournament<'py>(py: Python<'py>, game: &str, meeting: Meeting) -> PyResult<Bound<'py, PyDict>> {
    let event = py.detach(|| with_game(game, &meeting.config, Tournament(&meeting))).or_raise(py)?;
    let event = event.map_err(|(class, why)| class.error(py, why))?;
    let standings = event.standings();
    let columns = PyDict::new(py);
    let rows = || standings.iter();
    columns.set_item("place", (1..=standings.len()).collect::<Vec<_>>())?;
    columns.set_item("player", rows().map(|row| row.label.clone()).collect::<Vec<_>>())?;
    columns.set_item("games", rows().map(|row| row.games).collect::<Vec<_>>())?;
    columns.set_item("won", rows().map(|row| row.won).collect::<Vec<_>>())?;
    columns.set_item("shared", rows().map(|row| row.shared).collect::<Vec<_>>())?;
    columns.set_item("points", rows().map(|row| row.points).collect::<Vec<_>>())?;
    columns.set_item("finish", rows().map(|row| row.finish).collect::<Vec<_>>())?;
    columns.set_item("opponents", rows().map(|row| row.met).collect::<Vec<_>>())?;
    let ratings = || rows().map(|row| row.rating);
    columns.set_item("elo", ratings().map(|rating| rating.elo).collect::<Vec<_>>())?;
    let interval = |rating: Rating| rating.elo_interval();
    columns.set_item("elo_low", ratings().map(|r| interval(r).map(|i| i.low)).collect::<Vec<_>>())?;
    columns.set_item("elo_high", ratings().map(|r| interval(r).map(|i| i.high)).collect::<Vec<_>>())?;
    columns.set_item("glicko", ratings().map(|rating| rating.glicko).collect::<Vec<_>>())?;
    columns.set_item("glicko_deviation", ratings().map(|rating| rating.deviation).collect::<Vec<_>>())?;
    columns.set_item("skill_mu", ratings().map(|rating| rating.mu).collect::<Vec<_>>())?;
    columns.set_item("skill_sigma", ratings().map(|rating| rating.sigma).collect::<Vec<_>>())?;
    Ok(columns)
}

struct Tournament<'m>(&'m Meeting);

impl Tournament<'_> {
    fn plan<G: Playable>(&self) -> Result<Plan, Fault> {
        let meeting = self.0;
        let format = Format::from_name(&meeting.format.replace('_', "-")).ok_or_else(|| {
            let why = "there are swiss, round_robin and knockout";
            (Class::Config, format!("format: `{}` is none; {why}", meeting.format))
        })?;
        for name in &meeting.entrants {
            G::bot(name, 0).map_err(|error| fault(Class::Bot)(&error))?;
        }
        let mut entrants: Vec<Entrant> = field(&meeting.entrants);
        if format == Format::Swiss {
            pad(&mut entrants, tercet_arena::SWISS_MULTIPLE, "random");
        }
        let tables = if *G::TABLES.end() == 1 { Tables::Duplicate } else { Tables::Together };
        Ok(Plan {
            format,
            tables,
            days: meeting.days,
            seed: meeting.seed,
            games: meeting.games,
            table_size: meeting.table_size,
            is_striped: false,
            start: vec![Rating::default(); entrants.len()],
            entrants,
        })
    }

    fn way<G: Playable>(&self) -> Result<usize, Fault> {
        let Some(name) = &self.0.finish else { return Ok(0) };
        let names: Vec<&str> = G::FINISHES.iter().map(|finish| finish.name).collect();
        names.iter().position(|each| each == name).ok_or_else(|| {
            (Class::Config, format!("finish: `{name}` is none; there are {}", names.join(", ")))
        })
    }

    /// The rules of each size of table.
    fn rules<G: Playable>(&self, plan: &Plan) -> Result<Vec<G>, Fault> {
        let rules = |size: usize| {
            let seats = if plan.tables == Tables::Duplicate { 1 } else { size };
            let seats = u8::try_from(seats).ok().filter(|seats| G::TABLES.contains(seats));
            let wrong = || (Class::Config, format!("{size} can't sit at a table of this game"));
            let config = G::table(&self.0.config, seats.ok_or_else(wrong)?);
            let config = config.map_err(|error| fault(Class::Config)(&error))?;
            G::new(&config).map_err(|error| fault(Class::Config)(&error))
        };
        plan.table_sizes().into_iter().map(rules).collect()
    }
}

impl Visitor for Tournament<'_> {
    type Out = Result<Event, Fault>;

    fn visit<G: Playable>(self) -> Self::Out {
        let plan = self.plan::<G>()?;
        let way = self.way::<G>()?;
        let mut event = Event::new(plan).map_err(|error| fault(Class::Config)(&error))?;
        let rules = self.rules::<G>(event.plan())?;
        while let Some(round) = event.round() {
            let fixtures = round.fixtures.clone();
            let finishes = self.finishes(&rules, way, event.plan(), &fixtures)?;
            event.close(&finishes);
        }
        Ok(event)
    }
}

impl Tournament<'_> {
    /// Plays all fixtures: the finishes of each, its parts together.
    fn finishes<G: Playable>(
        &self,
        rules: &[G],
        way: usize,
        plan: &Plan,
        fixtures: &[Fixture],
    ) -> Result<Vec<Vec<i64>>, Fault> {
        let sittings: Vec<Sitting> =
            fixtures.iter().flat_map(|fixture| fixture.sittings(plan.tables)).collect();
        let mut finishes = vec![Vec::new(); sittings.len()];
        let play = |sitting: &Sitting| play_sitting(rules, way, &plan.entrants, sitting);
        play_all(self.0.jobs, &Watch::default(), &sittings, play, |batch| {
            for (number, finish) in batch {
                finishes[number] = finish;
            }
            Ok(())
        })?;
        let mut parts = finishes.into_iter();
        let all =
            |fixture: &Fixture| parts.by_ref().take(fixture.sittings(plan.tables).len()).flatten().collect();
        Ok(fixtures.iter().map(all).collect())
    }
}

fn play_sitting<G: Playable>(
    rules: &[G],
    way: usize,
    entrants: &[Entrant],
    sitting: &Sitting,
) -> Result<Vec<i64>, Fault> {
    let seats = sitting.entrants.len();
    let game = rules.iter().find(|game| usize::from(game.seats()) == seats);
    let game = game.expect("rules were made for every size");
    let mut players = Vec::with_capacity(seats);
    for (&entrant, &seed) in sitting.entrants.iter().zip(&sitting.bots) {
        players.push(G::bot(&entrants[entrant].bot, seed).map_err(|error| fault(Class::Bot)(&error))?);
    }
    let finish = |game: &G, state: &G::State, _: &tercet_game::Scores| game.finish(state, way);
    let played = play_recorded(game, Deal::stream(sitting.deal), &mut players, finish);
    played.map(|played| played.finish).map_err(|why| (Class::Run, why))
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
    struct Rollout<'a>(usize, u64, u64, &'a Pairs);

    impl Visitor for Rollout<'_> {
        type Out = Result<tercet_train::Rollout, tercet_game::ConfigError>;

        fn visit<G: Playable>(self) -> Self::Out {
            let Rollout(games, steps, seed, config) = self;
            let config = G::Config::from_pairs(config.iter().map(|(key, value)| (key, value)))?;
            Ok(tercet_train::rollout(&G::new(&config)?, games, steps, seed))
        }
    }

    let work = Rollout(games, steps, seed, &config);
    let done = py.detach(|| with_game(game, &config, work)).or_raise(py)?.or_raise(py)?;
    Ok((done.steps, done.games, done.points))
}
