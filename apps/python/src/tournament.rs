//! Tournaments: what is to be played next, and who stands where. Games between bots by name are played here; others are
//! played by whoever holds the tournament, who reports the results.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tercet_arena::{
    BotStatistics, Fixture, FixtureGame, Format, HeadToHead, Plan, Rating, Resources, Strength, Tables,
    TournamentPlan, TournamentState, Watch, field, pad, play_all, wilson,
};
use tercet_entry::{AnyRules, Entry, PlayError, Played, Table};
use tercet_game::{Deal, Finish};
use tercet_search::{BotLimits, Limits};
use tercet_store::{Progress, RecordedGame, TournamentRun, now_ms};

use crate::archive::Archive;
use crate::arena::{Fault, fault, way};
use crate::errors::{Class, OrRaise};
use crate::game::read;
use crate::guest::{Maker, Run, Who};
use crate::made::Pairs;
use crate::tournament_columns::{rating_columns, share_columns, strength_columns};

/// How a tournament is played, as Python gives it.
#[derive(FromPyObject)]
pub(crate) struct TournamentArgs {
    /// What the entrants are called.
    #[pyo3(item)]
    labels: Vec<String>,
    /// The bot of each; nothing of one that is played outside.
    #[pyo3(item)]
    bots: Vec<String>,
    /// What seats those that are played in Python, asked by the engine.
    #[pyo3(item)]
    makers: Vec<Option<Maker>>,
    /// Are games kept for an archive?
    #[pyo3(item)]
    keeps: bool,
    #[pyo3(item)]
    format: String,
    #[pyo3(item)]
    games: u32,
    #[pyo3(item)]
    days: u32,
    #[pyo3(item)]
    table_size: usize,
    #[pyo3(item)]
    is_striped: bool,
    #[pyo3(item)]
    finish: Option<String>,
    #[pyo3(item)]
    seed: u64,
    #[pyo3(item)]
    jobs: usize,
    #[pyo3(item)]
    config: Pairs,
}

/// How a seat came out: its place, and its finish score.
pub(crate) type PlaceAndScore = (u8, i64);

/// How each seat came out, and how many plays it took.
type Outcome = (Vec<PlaceAndScore>, u64);

/// A finish as Python gives it.
pub(crate) fn finish((place, score): PlaceAndScore) -> Finish {
    Finish { place, score }
}

/// Finishes as Python takes them.
pub(crate) fn places_and_scores(finishes: &[Finish]) -> Vec<PlaceAndScore> {
    finishes.iter().map(|finish| (finish.place, finish.score)).collect()
}

/// A tournament in progress.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct Tournament {
    pub(crate) game: String,
    args: TournamentArgs,
    pub(crate) state: TournamentState,
    statistics: BotStatistics,
    /// The games, where an archive is to have them.
    played: Vec<(FixtureGame, Played)>,
}

impl Tournament {
    /// Keeps games for the archive, if it wants them.
    pub(crate) fn keep(&mut self, played: Vec<(FixtureGame, Played)>) {
        if self.args.keeps {
            self.played.extend(played);
        }
    }

    pub(crate) fn close_round(&mut self, results: &[Outcome]) {
        let fixtures = self.state.round().map_or(&[][..], |round| &round.fixtures);
        let seats = |(seats, _): &Outcome| seats.iter().copied().map(finish).collect();
        let finishes: Vec<Vec<Finish>> = results.iter().map(seats).collect();
        for (fixture, (finishes, (_, plays))) in fixtures.iter().zip(finishes.iter().zip(results)) {
            self.statistics.count(&fixture.entrants, finishes, *plays);
        }
        self.state.close(&finishes);
    }

    /// What the archive keeps of its plan.
    pub(crate) fn tournament_plan(&self, game: &Entry) -> TournamentPlan {
        let Tournament { args, state, .. } = self;
        let finish = args.finish.clone().unwrap_or_else(|| game.usual().finishes()[0].name.to_owned());
        let options = args.config.clone();
        TournamentPlan { plan: state.plan().clone(), rules: game.usual().version(), options, finish }
    }

    /// Plays all of it.
    fn play_all(&mut self, game: &Entry, run: &Run) -> Result<(), Fault> {
        let TournamentArgs { bots, makers, .. } = &self.args;
        for (number, name) in bots.iter().enumerate() {
            if makers.get(number).is_none_or(Option::is_none) {
                game.usual().check_bot(name, &BotLimits::own()).map_err(|error| fault(Class::Bot)(&error))?;
            }
        }
        let (rules, way) = (self.args.rules(game, self.state.plan())?, self.args.way(game)?);
        while let Some(round) = self.state.round() {
            let (plan, fixtures) = (self.state.plan(), round.fixtures.iter().collect::<Vec<_>>());
            let played = results(&rules, way, &self.args, plan, &fixtures, run)?;
            let results = outcomes(plan.tables, &fixtures, &played);
            self.keep(played);
            self.close_round(&results);
        }
        Ok(())
    }

    fn labels(&self) -> impl Iterator<Item = &str> {
        self.state.plan().entrants.iter().map(|entrant| entrant.label.as_str())
    }
}

#[pymethods]
impl Tournament {
    #[new]
    fn new(py: Python<'_>, game: &str, args: TournamentArgs) -> PyResult<Tournament> {
        let plan = args.plan(tercet_catalog::games().game(game).or_raise(py)?).or_raise(py)?;
        let state = TournamentState::new(plan).or_raise(py)?;
        Ok(Tournament {
            game: game.to_owned(),
            args,
            state,
            statistics: BotStatistics::default(),
            played: Vec::new(),
        })
    }

    /// Who enters, padding included: label and bot.
    fn entrants(&self) -> Vec<(String, String)> {
        let entrants = self.state.plan().entrants.iter();
        entrants.map(|entrant| (entrant.label.clone(), entrant.bot.clone())).collect()
    }

    /// The games that can be played now: who sits where, the deal's seed, the seed of each seat's bot. `None` when all
    /// is over.
    #[allow(clippy::type_complexity, reason = "it is said in words")]
    fn round(&self) -> Option<Vec<(Vec<usize>, u64, Vec<u64>)>> {
        let game = |fixture: &Fixture| (fixture.entrants.clone(), fixture.deal, fixture.bots.clone());
        self.state.round().map(|round| round.fixtures.iter().map(game).collect())
    }

    /// Plays games of this round whose seats are all bots by name: finishes and plays of each.
    fn play(&mut self, py: Python<'_>, numbers: Vec<usize>) -> PyResult<Vec<Outcome>> {
        let fixtures = self.state.round().map_or(&[][..], |round| &round.fixtures);
        let chosen: Option<Vec<&Fixture>> = numbers.iter().map(|&number| fixtures.get(number)).collect();
        let chosen = chosen.ok_or_else(|| Class::Config.error(py, "the round has no such game"))?;
        let (plan, run) = (self.state.plan(), Run::default());
        let (game, args) = (tercet_catalog::games().game(&self.game).or_raise(py)?, &self.args);
        let played = run.interruptible(py, || {
            results(&args.rules(game, plan)?, args.way(game)?, args, plan, &chosen, &run)
        })?;
        let played = played.or_raise(py);
        let played = run.settle(py, played)?;
        let results = outcomes(plan.tables, &chosen, &played);
        self.keep(played);
        Ok(results)
    }

    /// Keeps a game of this round that was played outside, by its record and its finishes.
    fn keep_record(
        &mut self,
        py: Python<'_>,
        number: usize,
        record: &str,
        finishes: Vec<PlaceAndScore>,
    ) -> PyResult<()> {
        let fixture = self.state.round().and_then(|round| round.fixtures.get(number));
        let fixture = fixture.ok_or_else(|| Class::Config.error(py, "the round has no such game"))?;
        let record = read(py, record)?;
        let scores = tercet_catalog::games().verify(&record).or_raise(py)?;
        let game = RecordedGame::played(&record, finishes.iter().map(|_| ("", "")), &scores, 0);
        let (inputs, plays) = (game.new_game().inputs.to_owned(), game.new_game().plays);
        let (deal, end, points, state) =
            (record.deal.clone(), record.end, record.scores.clone(), record.state);
        let finish = finishes.into_iter().map(finish).collect();
        let played = Played { deal, inputs, plays, end, points, finish, state };
        let fixture_game = fixture.games_to_play(Tables::Together).remove(0);
        self.keep(vec![(fixture_game, played)]);
        Ok(())
    }

    /// Puts a tournament that is over into an archive, all of it at once: its number there.
    fn save(&mut self, py: Python<'_>, mut archive: PyRefMut<'_, Archive>) -> PyResult<i64> {
        let game = tercet_catalog::games().game(&self.game).or_raise(py)?;
        let plan = self.tournament_plan(game);
        let mut store = archive.take(py)?;
        let id = store.begin_tournament(&self.game, &plan.to_json(), now_ms()).or_raise(py);
        let id = match id {
            Ok(id) => id,
            Err(error) => {
                archive.put_back(store);
                return Err(error);
            }
        };
        let watch = Watch::default();
        let run = TournamentRun {
            archive: store,
            id,
            plan,
            resources: Resources { jobs: 1, limits: Limits::LARGEST, watch: &watch },
            goes_on_in_memory: false,
            progress: &mut |_: Progress<'_>| {},
        };
        let played = std::mem::take(&mut self.played);
        let (store, kept) = run.keep_played(game, &played, &self.state);
        archive.put_back(store);
        kept.map_err(|error| Class::Archive.error(py, error))?;
        Ok(id)
    }

    /// Takes the finishes and plays of all games of the round, and draws the next.
    fn close(&mut self, py: Python<'_>, results: Vec<Outcome>) -> PyResult<()> {
        let Some(round) = self.state.round() else {
            return Err(Class::Run.error(py, "the tournament is over"));
        };
        let seats = round.fixtures.iter().map(|fixture| fixture.entrants.len());
        if !seats.eq(results.iter().map(|(finish, _)| finish.len())) {
            return Err(Class::Config
                .error(py, "results: a place and a score for each seat of each game of the round"));
        }
        self.close_round(&results);
        Ok(())
    }

    /// Plays all of it, if everybody is a bot by name.
    fn run(&mut self, py: Python<'_>) -> PyResult<()> {
        let game = tercet_catalog::games().game(&self.game).or_raise(py)?;
        let run = Run::default();
        let done = run.interruptible(py, || self.play_all(game, &run))?.or_raise(py);
        run.settle(py, done)
    }

    /// Who stands where, best first.
    fn standings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let standings = self.state.standings();
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
        columns.set_item("filler", rows().map(|row| row.is_filler).collect::<Vec<_>>())?;
        let strengths: Vec<Option<Strength>> = rows().map(|row| row.strength).collect();
        strength_columns(&columns, &strengths)?;
        let ratings: Vec<Rating> = rows().map(|row| row.rating).collect();
        rating_columns(&columns, &ratings)?;
        Ok(columns)
    }

    /// Who beats whom: a row for each pair that played, from the first one's point of view.
    fn head_to_head<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let labels: Vec<&str> = self.labels().collect();
        let both = (0..labels.len()).flat_map(|own| (own + 1..labels.len()).map(move |other| (own, other)));
        let pairs = both.map(|(own, other)| (labels[own], labels[other], self.statistics.pair(own, other)));
        let pairs: Vec<(&str, &str, HeadToHead)> = pairs.filter(|(_, _, pair)| pair.games() > 0).collect();
        let rows = || pairs.iter();
        let columns = PyDict::new(py);
        columns.set_item("player", rows().map(|row| row.0).collect::<Vec<_>>())?;
        columns.set_item("against", rows().map(|row| row.1).collect::<Vec<_>>())?;
        columns.set_item("games", rows().map(|row| row.2.games()).collect::<Vec<_>>())?;
        columns.set_item("won", rows().map(|row| row.2.won).collect::<Vec<_>>())?;
        columns.set_item("drawn", rows().map(|row| row.2.drawn).collect::<Vec<_>>())?;
        columns.set_item("lost", rows().map(|row| row.2.lost).collect::<Vec<_>>())?;
        share_columns(&columns, "share", rows().map(|row| row.2.share()))?;
        columns.set_item("chance", rows().map(|row| row.2.chance()).collect::<Vec<_>>())?;
        columns.set_item("needed", rows().map(|row| row.2.needed()).collect::<Vec<_>>())?;
        Ok(columns)
    }

    /// Statistics of the entrants: a row for each, in the order of the field.
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rows: Vec<_> = (0..self.labels().count()).map(|bot| self.statistics.bot(bot)).collect();
        let columns = PyDict::new(py);
        columns.set_item("player", self.labels().collect::<Vec<_>>())?;
        columns.set_item("games", rows.iter().map(|row| row.tables).collect::<Vec<_>>())?;
        columns.set_item("won", rows.iter().map(|row| row.won).collect::<Vec<_>>())?;
        columns.set_item("shared", rows.iter().map(|row| row.shared).collect::<Vec<_>>())?;
        share_columns(&columns, "win_rate", rows.iter().map(tercet_arena::BotRow::win_rate))?;
        let finish = || rows.iter().map(tercet_arena::BotRow::finish);
        columns.set_item("finish", finish().map(|finish| finish.map(|both| both.0)).collect::<Vec<_>>())?;
        columns.set_item(
            "finish_deviation",
            finish().map(|finish| finish.and_then(|both| both.1)).collect::<Vec<_>>(),
        )?;
        Ok(columns)
    }

    /// How the seats do, whoever sits there.
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let seats = self.statistics.seats();
        let columns = PyDict::new(py);
        columns.set_item("seat", (0..seats.len()).collect::<Vec<_>>())?;
        columns.set_item("games", seats.iter().map(|seat| seat.0).collect::<Vec<_>>())?;
        let rate = |&(games, wins): &(u64, f64)| Some((wins / games as f64, wilson(wins, games)?));
        share_columns(&columns, "win_rate", seats.iter().map(rate))?;
        Ok(columns)
    }

    /// The mean number of plays of a game, and its standard deviation.
    fn length(&self) -> (Option<f64>, Option<f64>) {
        (self.statistics.length().mean(), self.statistics.length().deviation())
    }
}

/// What each seat of a table gains or loses in Elo.
#[pyfunction]
pub(crate) fn elo_changes(py: Python<'_>, ratings: Vec<f64>, finish: Vec<i64>) -> PyResult<Vec<f64>> {
    if ratings.len() != finish.len() {
        let why = format!("{} ratings for {} finishes; give one for each seat", ratings.len(), finish.len());
        return Err(Class::Config.error(py, why));
    }
    Ok(tercet_arena::elo_changes(&ratings, &Finish::by_score(&finish)).collect())
}

impl TournamentArgs {
    /// What is to be played.
    fn plan(&self, game: &Entry) -> Result<Plan, Fault> {
        let format = Format::from_name(&self.format.replace('_', "-")).ok_or_else(|| {
            let why = "there are swiss, round_robin and knockout";
            (Class::Config, format!("format: `{}` is none; {why}", self.format))
        })?;
        self.way(game)?;
        if self.labels.len() != self.bots.len() {
            return Err((Class::Config, "one bot for each label".to_owned()));
        }
        let mut entrants = field(&self.labels);
        for (entrant, bot) in entrants.iter_mut().zip(&self.bots) {
            entrant.bot.clone_from(bot);
        }
        if format == Format::Swiss {
            pad(&mut entrants, tercet_arena::SWISS_MULTIPLE, "random");
        }
        let is_alone = *game.usual().tables().end() == 1;
        let plan = Plan {
            format,
            tables: if is_alone { Tables::Duplicate } else { Tables::Together },
            days: self.days,
            seed: self.seed,
            games: self.games,
            table_size: self.table_size,
            is_striped: self.is_striped,
            has_memory: true,
            start: vec![Rating::default(); entrants.len()],
            entrants,
        };
        self.rules(game, &plan)?;
        Ok(plan)
    }

    /// The number of the way to rank seats.
    fn way(&self, game: &Entry) -> Result<usize, Fault> {
        self.finish.as_deref().map_or(Ok(0), |name| way(game, name))
    }

    /// The rules of each size of table.
    fn rules(&self, game: &Entry, plan: &Plan) -> Result<Vec<Arc<dyn AnyRules>>, Fault> {
        let game = game.with(&self.config);
        let rules = |size: usize| {
            let seats = if plan.tables == Tables::Duplicate { 1 } else { size };
            let seats = u8::try_from(seats).ok().filter(|seats| game.tables().contains(seats));
            let wrong = || (Class::Config, format!("{size} can't sit at a table of this game"));
            let rules = game.table(&self.config, seats.ok_or_else(wrong)?);
            rules.map_err(|error| fault(Class::Config)(&error))
        };
        plan.table_sizes().into_iter().map(rules).collect()
    }
}

/// Plays fixtures.
fn results(
    rules: &[Arc<dyn AnyRules>],
    way: usize,
    args: &TournamentArgs,
    plan: &Plan,
    fixtures: &[&Fixture],
    run: &Run,
) -> Result<Vec<(FixtureGame, Played)>, Fault> {
    let games_to_play: Vec<FixtureGame> =
        fixtures.iter().flat_map(|fixture| fixture.games_to_play(plan.tables)).collect();
    let mut played: Vec<Option<Played>> = vec![None; games_to_play.len()];
    let play = |fixture_game: &FixtureGame| play_one(rules, way, (args, plan), fixture_game, run);
    play_all(args.jobs, &run.watch, &games_to_play, play, |batch| {
        for (number, result) in batch {
            played[number] = Some(result);
        }
        Ok(())
    })?;
    let both =
        games_to_play.into_iter().zip(played).map(|(fixture_game, played)| Some((fixture_game, played?)));
    both.collect::<Option<Vec<_>>>().ok_or_else(|| (Class::Run, "the tournament was stopped".to_owned()))
}

/// The finishes and plays of each fixture, its parts together.
pub(crate) fn outcomes(
    tables: Tables,
    fixtures: &[&Fixture],
    played: &[(FixtureGame, Played)],
) -> Vec<Outcome> {
    let mut parts = played.iter();
    let whole = |fixture: &&Fixture| {
        let parts = parts.by_ref().take(fixture.games_to_play(tables).len());
        let (seats, plays) = parts.fold(Outcome::default(), |(mut seats, plays), (_, played)| {
            seats.extend(places_and_scores(&played.finish));
            (seats, plays + u64::from(played.plays))
        });
        if tables == Tables::Together {
            return (seats, plays);
        }
        // Who played the same deal alone is ranked by score.
        let scores: Vec<i64> = seats.iter().map(|seat| seat.1).collect();
        (places_and_scores(&Finish::by_score(&scores)), plays)
    };
    fixtures.iter().map(whole).collect()
}

fn play_one(
    rules: &[Arc<dyn AnyRules>],
    way: usize,
    (args, plan): (&TournamentArgs, &Plan),
    fixture_game: &FixtureGame,
    run: &Run,
) -> Result<Option<Played>, Fault> {
    let seats = fixture_game.entrants.len();
    let rules = rules.iter().find(|rules| usize::from(rules.seats()) == seats);
    let rules = rules.expect("rules were made for every size");
    let label = |&entrant: &usize| plan.entrants[entrant].label.clone();
    let labels: Vec<String> = fixture_game.entrants.iter().map(label).collect();
    let place = || format!("game {} of the tournament", fixture_game.fixture + 1);
    let sit = |(&entrant, &seed): (&usize, &u64)| {
        let maker = args.makers.get(entrant).and_then(Option::as_ref);
        Who { bot: &plan.entrants[entrant].bot, maker }.sit(run, &labels, seed, place)
    };
    let players = fixture_game.entrants.iter().zip(&fixture_game.bots).map(sit).collect();
    let table = Table { deal: Deal::stream(fixture_game.deal), players, bot_limits: &run.bot_limits() };
    rules.play_recorded(table, way).map_err(|error| {
        let class = if matches!(error, PlayError::Bot(_)) { Class::Bot } else { Class::Run };
        fault(class)(&error)
    })
}
