//! Where a tournament is played: round after round, each game in the archive before its result counts. One that was
//! stopped goes on where it was.

use std::collections::HashMap;
use std::sync::Arc;

use tercet_arena::{
    Entrant, Event, EventPlan, Fixture, Format, Plan, PlanError, Rating, Round, SWISS_MULTIPLE, Sitting,
    Tables, Watch, field, pad, play_all, ratings_after,
};
use tercet_entry::{AnyRules, Entry, PlayError, Played, Seated, Table, UnknownGame};
use tercet_game::{ConfigError, Deal, Finish};
use tercet_search::{Limits, Terms};
use thiserror::Error;

use crate::{Archive, NewGame, NewSeat, RatingRow, Slot, StoreError, now_ms};

/// The bot that fields are filled up with.
const PADDING_BOT: &str = "random";

/// A tournament as it is wished for.
#[derive(Clone, Debug)]
pub struct EventWish {
    /// The bots; one that is named twice is numbered.
    pub entrants: Vec<String>,
    /// Who plays whom.
    pub format: Format,
    /// How many times the whole of it is played.
    pub days: u32,
    /// How many games a pairing plays; the usual number if `None`.
    pub games: Option<u32>,
    /// How many sit at a table of a round robin.
    pub table: Option<usize>,
    /// Do the last round's tables of a Swiss day mix strong and weak?
    pub is_striped: bool,
    /// What seats are ranked by; the usual way if `None`.
    pub finish: Option<String>,
    /// Options of the rules.
    pub options: Vec<(String, String)>,
    /// The seed.
    pub seed: u64,
    /// Ratings to begin with; who has none begins as everybody does.
    pub ratings: Vec<RatingRow>,
}

/// A tournament that is about to be played, or gone on with.
pub struct Meeting<'m> {
    /// Where its games go.
    pub archive: Archive,
    /// Its number there.
    pub event: i64,
    /// All that its games follow from.
    pub plan: EventPlan,
    /// How many threads; 0 for as many as there are cores.
    pub jobs: usize,
    /// What each bot may take.
    pub limits: Limits,
    /// Stops it.
    pub watch: &'m Watch,
    /// Does it go on in memory when the archive can't be written?
    pub goes_on_in_memory: bool,
    /// Told of what happens.
    pub progress: &'m mut dyn FnMut(Progress<'_>),
}

/// What happens at a tournament.
#[derive(Debug)]
pub enum Progress<'p> {
    /// So many games are in the archive, more than before.
    Played(u64),
    /// A round is over.
    Closed(&'p Event),
    /// The archive can't be written; it goes on in memory.
    InMemory(&'p StoreError),
}

/// What came of a tournament.
#[derive(Debug)]
pub struct Met {
    /// Where its games are.
    pub archive: Archive,
    /// How it stands.
    pub event: Event,
    /// Its number in the archive.
    pub id: i64,
    /// Is it over, or was it stopped?
    pub is_over: bool,
}

/// Why a tournament can't be.
#[derive(Debug, Error)]
pub enum MeetingError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// There can't be such an event.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// There is no such bot.
    #[error(transparent)]
    Bot(#[from] tercet_search::BotError),
    /// The options can't be.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The archive can't be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Tables of that size, ways to rank, rules of that version: there are none.
    #[error("{0}")]
    Other(String),
}

/// Makes a plan of a wish.
///
/// # Errors
/// If it can't be played; the error says why.
pub fn plan_event(game: &Entry, wish: &EventWish, limits: Limits) -> Result<EventPlan, MeetingError> {
    let plan = plan(game, wish, &limits)?;
    plan.check()?;
    check_entrants(game, &plan, limits)?;
    rules(game, &plan, &wish.options)?;
    let finish = wish.finish.as_deref().unwrap_or(game.usual().finishes()[0].name).to_owned();
    finish_way(game, &finish)?;
    Ok(EventPlan { plan, rules: game.usual().version(), options: wish.options.clone(), finish })
}

/// May the bots of a planned event take what they are asked for?
///
/// # Errors
/// If there is no such bot, or one would take more than it may.
pub fn check_event(game: &Entry, plan: &EventPlan, limits: Limits) -> Result<(), MeetingError> {
    check_entrants(game, &plan.plan, limits)
}

fn check_entrants(game: &Entry, plan: &Plan, limits: Limits) -> Result<(), MeetingError> {
    let terms = Terms { limits, ..Terms::own() };
    plan.entrants.iter().try_for_each(|entrant| Ok(game.usual().check_bot(&entrant.bot, &terms)?))
}

fn plan(game: &Entry, wish: &EventWish, limits: &Limits) -> Result<Plan, MeetingError> {
    let tables = if *game.usual().tables().end() == 1 { Tables::Duplicate } else { Tables::Together };
    let bots = wish.entrants.iter().map(|bot| game.usual().canonical(bot, limits));
    let mut entrants = field(&bots.collect::<Result<Vec<_>, _>>()?);
    if wish.format == Format::Swiss {
        pad(&mut entrants, SWISS_MULTIPLE, PADDING_BOT);
    }
    let everybody = if tables == Tables::Duplicate { entrants.len() } else { 2 };
    let table_size = wish.table.unwrap_or(everybody);
    let usual = match (wish.format, tables) {
        (Format::Swiss, _) | (_, Tables::Duplicate) => 1,
        (Format::RoundRobin, Tables::Together) => table_size as u32,
        (Format::Knockout, Tables::Together) => 2,
    };
    let rating = |entrant: &Entrant| {
        let known = wish.ratings.iter().find(|row| !entrant.is_filler && row.label == entrant.label);
        known.map_or_else(Rating::default, |row| row.rating)
    };
    Ok(Plan {
        format: wish.format,
        tables,
        days: wish.days,
        seed: wish.seed,
        games: wish.games.unwrap_or(usual),
        table_size,
        is_striped: wish.is_striped,
        has_memory: true,
        start: entrants.iter().map(rating).collect(),
        entrants,
    })
}

/// The rules of every size of table that comes up.
fn rules(
    game: &Entry,
    plan: &Plan,
    options: &[(String, String)],
) -> Result<Vec<Arc<dyn AnyRules>>, MeetingError> {
    let rules = |size| Ok(game.with(options).table(options, seats_for(game, plan, size)?)?);
    plan.table_sizes().into_iter().map(rules).collect()
}

/// How many seats the game has that a table of this size plays.
fn seats_for(game: &Entry, plan: &Plan, size: usize) -> Result<u8, MeetingError> {
    if plan.tables == Tables::Duplicate {
        return Ok(1);
    }
    let tables = game.usual().tables();
    match u8::try_from(size) {
        Ok(seats) if tables.contains(&seats) => Ok(seats),
        _ => Err(MeetingError::Other(format!(
            "{size} can't sit at a table of {}; it seats {} to {}",
            game.id,
            tables.start(),
            tables.end()
        ))),
    }
}

/// The number of the way to rank seats that has this name.
fn finish_way(game: &Entry, name: &str) -> Result<usize, MeetingError> {
    let finishes = game.usual().finishes();
    if let Some(way) = finishes.iter().position(|finish| finish.name == name) {
        return Ok(way);
    }
    let names: Vec<&str> = finishes.iter().map(|finish| finish.name).collect();
    let why = format!("{} is not ranked by `{name}`; it is by {}", game.id, names.join(", "));
    Err(MeetingError::Other(why))
}

/// With how many digits behind the point means of this way to rank seats are shown.
///
/// # Errors
/// If there is no such game, or it has no such way.
pub fn finish_decimals(game: &Entry, plan: &EventPlan) -> Result<usize, MeetingError> {
    Ok(game.usual().finishes()[finish_way(game, &plan.finish)?].decimals.into())
}

/// Plays a tournament of this game to its end, or until it is stopped.
///
/// # Errors
/// If the archive can't be written, or the tournament is of other rules.
pub fn meet(game: &str, meeting: Meeting<'_>) -> Result<Met, MeetingError> {
    let game = meeting.archive.catalog().game(game)?;
    meeting.play(game)
}

/// Puts a tournament that was played elsewhere into the archive, all of its games at once, and moves the ratings. The archive
/// comes back in any case.
///
/// # Errors
/// If there is no such game; inside, if the archive can't be written.
pub fn keep_played(
    game: &str,
    mut meeting: Meeting<'_>,
    played: Vec<(Sitting, Played)>,
    event: &Event,
) -> Result<(Archive, Result<(), MeetingError>), UnknownGame> {
    let game = meeting.archive.catalog().game(game)?;
    let kept = meeting.keep_all(game, played, event);
    Ok((meeting.archive, kept))
}

/// How a tournament stands by the games that are in the archive: every round of which all games are there is closed.
///
/// # Errors
/// If the archive can't be read or the plan is none.
pub fn standings_of(archive: &Archive, id: i64, plan: &EventPlan) -> Result<Event, MeetingError> {
    let finishes = archive.event_finishes(id)?;
    let mut event = Event::new(plan.plan.clone())?;
    while let Some(round) = event.round().cloned() {
        let Some(closed) = round_finishes(&round, plan.plan.tables, &finishes) else { break };
        event.close(&closed);
    }
    Ok(event)
}

/// Finishes by fixture and part.
type Finishes = HashMap<(u64, u32), Vec<Finish>>;

impl Meeting<'_> {
    fn play(mut self, game: &Entry) -> Result<Met, MeetingError> {
        let version = game.usual().version();
        if self.plan.rules != version {
            return Err(MeetingError::Other(format!(
                "the tournament was begun with version {} of the rules of `{}`, this build plays version {version}",
                self.plan.rules, game.id,
            )));
        }
        let rules = rules(game, &self.plan.plan, &self.plan.options)?;
        let way = finish_way(game, &self.plan.finish)?;
        let mut finishes = self.archive.event_finishes(self.event)?;
        let mut event = Event::new(self.plan.plan.clone())?;
        (self.progress)(Progress::Played(finishes.len() as u64));
        while let Some(round) = event.round().cloned() {
            if !self.play_round(&rules, way, &round, &mut finishes)? {
                return Ok(Met { archive: self.archive, event, id: self.event, is_over: false });
            }
            let closed = round_finishes(&round, self.plan.plan.tables, &finishes);
            event.close(&closed.expect("every game of the round was played"));
            (self.progress)(Progress::Closed(&event));
        }
        self.rate(game.id, &event)?;
        Ok(Met { archive: self.archive, event, id: self.event, is_over: true })
    }

    /// Plays what is missing of a round; `false` if somebody stopped it.
    fn play_round(
        &mut self,
        rules: &[Arc<dyn AnyRules>],
        way: usize,
        round: &Round,
        finishes: &mut Finishes,
    ) -> Result<bool, MeetingError> {
        let tables = self.plan.plan.tables;
        let all = round.fixtures.iter().flat_map(|fixture| fixture.sittings(tables));
        let missing: Vec<Sitting> =
            all.filter(|sitting| !finishes.contains_key(&(sitting.fixture, sitting.part))).collect();
        let entrants = self.plan.plan.entrants.clone();
        let (jobs, watch) = (self.jobs, self.watch);
        let terms = Terms { limits: self.limits, stop: watch.word().clone() };
        let play = |sitting: &Sitting| play_sitting(rules, way, &entrants, sitting, &terms);
        play_all(jobs, watch, &missing, play, |batch| {
            self.keep(rules, &entrants, &missing, &batch)?;
            (self.progress)(Progress::Played(batch.len() as u64));
            for (number, played) in batch {
                finishes.insert((missing[number].fixture, missing[number].part), played.finish);
            }
            Ok(())
        })
    }

    /// Puts games into the archive. If that fails and it was asked for, goes on in memory.
    fn keep<'g>(
        &mut self,
        rules: &[Arc<dyn AnyRules>],
        entrants: &'g [Entrant],
        sittings: &[Sitting],
        batch: &'g [(usize, Played)],
    ) -> Result<(), MeetingError> {
        let now = now_ms();
        let configs: Vec<Vec<(String, String)>> = rules.iter().map(|rules| rules.options()).collect();
        let games = |event: i64| -> Vec<NewGame<'_>> {
            let game = |(number, played): &'g (usize, Played)| {
                let sitting = &sittings[*number];
                let which = rules_for(rules, sitting);
                new_game(&*rules[which], &configs[which], entrants, sitting, played, (event, now))
            };
            batch.iter().map(game).collect()
        };
        match self.archive.add(&games(self.event)) {
            Ok(_) => Ok(()),
            Err(error) if self.goes_on_in_memory && error.is_about_writing() => {
                (self.progress)(Progress::InMemory(&error));
                let mut memory = Archive::in_memory(self.archive.catalog())?;
                self.event = self.archive.copy_event(self.event, &mut memory)?;
                self.archive = memory;
                self.archive.add(&games(self.event))?;
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn keep_all(
        &mut self,
        game: &Entry,
        played: Vec<(Sitting, Played)>,
        event: &Event,
    ) -> Result<(), MeetingError> {
        let rules = rules(game, &self.plan.plan, &self.plan.options)?;
        let entrants = self.plan.plan.entrants.clone();
        let (sittings, games): (Vec<Sitting>, Vec<Played>) = played.into_iter().unzip();
        let batch: Vec<(usize, Played)> = games.into_iter().enumerate().collect();
        self.keep(&rules, &entrants, &sittings, &batch)?;
        self.rate(game.id, event)
    }

    /// Moves the ratings that go on from tournament to tournament; fillers have none.
    fn rate(&mut self, game: &str, event: &Event) -> Result<(), MeetingError> {
        let latest = self.archive.latest_ratings(game)?;
        let entrants = &self.plan.plan.entrants;
        let rating = |entrant: &Entrant| {
            latest
                .iter()
                .find(|row| !entrant.is_filler && row.label == entrant.label)
                .map_or_else(Rating::default, |row| row.rating)
        };
        let after = ratings_after(entrants.iter().map(rating).collect(), event.history());
        let mut rows = Vec::new();
        for (closed, ratings) in event.history().iter().zip(after) {
            let entered = entrants.iter().zip(ratings).filter(|(entrant, _)| !entrant.is_filler);
            rows.extend(entered.map(|(entrant, rating)| RatingRow {
                game: game.to_owned(),
                event: self.event,
                day: closed.day,
                round: closed.number,
                label: entrant.label.clone(),
                rating,
            }));
        }
        Ok(self.archive.finish_event(self.event, &rows, now_ms())?)
    }
}

/// The finishes of each fixture, its parts together; `None` while some are missing. Who played the same deal alone is
/// ranked by score.
fn round_finishes(round: &Round, tables: Tables, finishes: &Finishes) -> Option<Vec<Vec<Finish>>> {
    let fixture = |fixture: &Fixture| {
        let mut all = Vec::new();
        for part in fixture.sittings(tables) {
            all.extend_from_slice(finishes.get(&(part.fixture, part.part))?);
        }
        if tables == Tables::Duplicate {
            let scores: Vec<i64> = all.iter().map(|finish| finish.score).collect();
            all = Finish::by_score(&scores);
        }
        Some(all)
    };
    round.fixtures.iter().map(fixture).collect()
}

/// The number of the rules that a sitting plays by.
fn rules_for(rules: &[Arc<dyn AnyRules>], sitting: &Sitting) -> usize {
    let seats = sitting.entrants.len();
    let found = rules.iter().position(|rules| usize::from(rules.seats()) == seats);
    found.expect("rules were made for every size")
}

fn play_sitting(
    rules: &[Arc<dyn AnyRules>],
    way: usize,
    entrants: &[Entrant],
    sitting: &Sitting,
    terms: &Terms,
) -> Result<Option<Played>, MeetingError> {
    let bots = sitting.entrants.iter().zip(&sitting.bots);
    let bot = |(&entrant, &seed): (&usize, &u64)| Seated::Bot { name: &entrants[entrant].bot, seed };
    let table = Table { deal: Deal::stream(sitting.deal), players: bots.map(bot).collect(), terms };
    rules[rules_for(rules, sitting)].play_recorded(table, way).map_err(|error| match error {
        PlayError::Bot(error) => MeetingError::Bot(error),
        PlayError::Run(why) => {
            MeetingError::Other(format!("game {} of the tournament: {why}", sitting.fixture + 1))
        }
    })
}

fn new_game<'g>(
    rules: &dyn AnyRules,
    config: &'g [(String, String)],
    entrants: &'g [Entrant],
    sitting: &Sitting,
    played: &'g Played,
    (event, finished_ms): (i64, i64),
) -> NewGame<'g> {
    let seat = |(seat, &entrant): (usize, &usize)| NewSeat {
        label: &entrants[entrant].label,
        bot: &entrants[entrant].bot,
        points: played.points[seat],
        finish: played.finish[seat],
        assisted: false,
    };
    NewGame {
        game: rules.id(),
        rules: rules.version(),
        config,
        deal: &played.deal,
        inputs: &played.inputs,
        plays: played.plays,
        end: played.end,
        state: played.state,
        seats: sitting.entrants.iter().enumerate().map(seat).collect(),
        slot: Some(Slot { event, fixture: sitting.fixture, part: sitting.part }),
        finished_ms,
    }
}
