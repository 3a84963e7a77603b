//! Where a tournament is played: round after round, each game in the archive before its result counts. One that was
//! stopped goes on where it was.

use std::collections::HashMap;

use tercet_arena::{
    Entrant, Event, Fixture, Format, Plan, PlanError, Played, Rating, Round, SWISS_MULTIPLE, Sitting, Tables,
    Watch, field, pad, play_all, play_recorded, ratings_after,
};
use tercet_bots::{Limits, Terms};
use tercet_catalog::{Playable, UnknownGame, Visitor, with_game};
use tercet_formats::archive::EventPlan;
use tercet_game::{ConfigError, Deal, Finish, Game, Settings};
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
    Bot(#[from] tercet_bots::BotError),
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
pub fn plan_event(game: &str, wish: &EventWish, limits: Limits) -> Result<EventPlan, MeetingError> {
    struct Planner<'w>(&'w EventWish, Limits);

    impl Visitor for Planner<'_> {
        type Out = Result<EventPlan, MeetingError>;

        fn visit<G: Playable>(self) -> Self::Out {
            let wish = self.0;
            let plan = plan::<G>(wish, &self.1)?;
            plan.check()?;
            check_entrants::<G>(&plan, self.1)?;
            for size in plan.table_sizes() {
                G::new(&G::table(&wish.options, seats_for::<G>(&plan, size)?)?)?;
            }
            let finish = wish.finish.as_deref().unwrap_or(G::FINISHES[0].name).to_owned();
            finish_way::<G>(&finish)?;
            Ok(EventPlan { plan, rules: G::RULES_VERSION, options: wish.options.clone(), finish })
        }
    }

    with_game(game, &wish.options, Planner(wish, limits))?
}

/// May the bots of a planned event take what they are asked for?
///
/// # Errors
/// If there is no such bot, or one would take more than it may.
pub fn check_event(game: &str, plan: &EventPlan, limits: Limits) -> Result<(), MeetingError> {
    struct Checker<'p>(&'p Plan, Limits);

    impl Visitor for Checker<'_> {
        type Out = Result<(), MeetingError>;

        fn visit<G: Playable>(self) -> Self::Out {
            check_entrants::<G>(self.0, self.1)
        }
    }

    with_game(game, &plan.options, Checker(&plan.plan, limits))?
}

fn check_entrants<G: Playable>(plan: &Plan, limits: Limits) -> Result<(), MeetingError> {
    let terms = Terms { limits, ..Terms::own() };
    plan.entrants.iter().try_for_each(|entrant| Ok(G::bot(&entrant.bot, 0, &terms).map(drop)?))
}

fn plan<G: Playable>(wish: &EventWish, limits: &Limits) -> Result<Plan, MeetingError> {
    let tables = if *G::TABLES.end() == 1 { Tables::Duplicate } else { Tables::Together };
    let bots = wish.entrants.iter().map(|bot| G::canonical(bot, limits));
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

/// How many seats the game has that a table of this size plays.
fn seats_for<G: Playable>(plan: &Plan, size: usize) -> Result<u8, MeetingError> {
    if plan.tables == Tables::Duplicate {
        return Ok(1);
    }
    match u8::try_from(size) {
        Ok(seats) if G::TABLES.contains(&seats) => Ok(seats),
        _ => Err(MeetingError::Other(format!(
            "{size} can't sit at a table of {}; it seats {} to {}",
            <G as Game>::ID,
            G::TABLES.start(),
            G::TABLES.end()
        ))),
    }
}

/// The number of the way to rank seats that has this name.
fn finish_way<G: Playable>(name: &str) -> Result<usize, MeetingError> {
    if let Some(way) = G::FINISHES.iter().position(|finish| finish.name == name) {
        return Ok(way);
    }
    let names: Vec<&str> = G::FINISHES.iter().map(|finish| finish.name).collect();
    let why = format!("{} is not ranked by `{name}`; it is by {}", <G as Game>::ID, names.join(", "));
    Err(MeetingError::Other(why))
}

/// With how many digits behind the point means of this way to rank seats are shown.
///
/// # Errors
/// If there is no such game, or it has no such way.
pub fn finish_decimals(game: &str, plan: &EventPlan) -> Result<usize, MeetingError> {
    struct Decimals<'n>(&'n str);

    impl Visitor for Decimals<'_> {
        type Out = Result<usize, MeetingError>;

        fn visit<G: Playable>(self) -> Self::Out {
            Ok(G::FINISHES[finish_way::<G>(self.0)?].decimals.into())
        }
    }

    with_game(game, &plan.options, Decimals(&plan.finish))?
}

/// Plays a tournament of this game to its end, or until it is stopped.
///
/// # Errors
/// If the archive can't be written, or the tournament is of other rules.
pub fn meet(game: &str, meeting: Meeting<'_>) -> Result<Met, MeetingError> {
    let options = meeting.plan.options.clone();
    with_game(game, &options, meeting)?
}

/// Puts a tournament that was played elsewhere into the archive, all of its games at once, and moves the ratings. The archive
/// comes back in any case.
///
/// # Errors
/// If there is no such game; inside, if the archive can't be written.
pub fn keep_played(
    game: &str,
    meeting: Meeting<'_>,
    played: Vec<(Sitting, Played)>,
    event: &Event,
) -> Result<(Archive, Result<(), MeetingError>), UnknownGame> {
    struct Keep<'m, 'e> {
        meeting: Meeting<'m>,
        played: Vec<(Sitting, Played)>,
        event: &'e Event,
    }

    impl Visitor for Keep<'_, '_> {
        type Out = (Archive, Result<(), MeetingError>);

        fn visit<G: Playable>(mut self) -> Self::Out {
            let kept = self.meeting.keep_all::<G>(self.played, self.event);
            (self.meeting.archive, kept)
        }
    }

    let options = meeting.plan.options.clone();
    with_game(game, &options, Keep { meeting, played, event })
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

/// The rules of tables of one size.
struct Rules<G> {
    seats: usize,
    game: G,
    config: Vec<(String, String)>,
}

/// Finishes by fixture and part.
type Finishes = HashMap<(u64, u32), Vec<Finish>>;

impl Visitor for Meeting<'_> {
    type Out = Result<Met, MeetingError>;

    fn visit<G: Playable>(mut self) -> Self::Out {
        if self.plan.rules != G::RULES_VERSION {
            return Err(MeetingError::Other(format!(
                "the tournament was begun with version {} of the rules of `{}`, this build plays version {}",
                self.plan.rules,
                <G as Game>::ID,
                G::RULES_VERSION
            )));
        }
        let rules = self.rules::<G>()?;
        let way = finish_way::<G>(&self.plan.finish)?;
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
        self.rate::<G>(&event)?;
        Ok(Met { archive: self.archive, event, id: self.event, is_over: true })
    }
}

impl Meeting<'_> {
    fn rules<G: Playable>(&self) -> Result<Vec<Rules<G>>, MeetingError> {
        let mut all: Vec<Rules<G>> = Vec::new();
        for size in self.plan.plan.table_sizes() {
            let seats = seats_for::<G>(&self.plan.plan, size)?;
            let game = G::new(&G::table(&self.plan.options, seats)?)?;
            let config = game.config().pairs();
            all.push(Rules { seats: seats.into(), game, config });
        }
        Ok(all)
    }

    /// Plays what is missing of a round; `false` if somebody stopped it.
    fn play_round<G: Playable>(
        &mut self,
        rules: &[Rules<G>],
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
        let play = |sitting: &Sitting| play_sitting(rules, way, &entrants, sitting, (watch, &terms));
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
    fn keep<'g, G: Playable>(
        &mut self,
        rules: &'g [Rules<G>],
        entrants: &'g [Entrant],
        sittings: &[Sitting],
        batch: &'g [(usize, Played)],
    ) -> Result<(), MeetingError> {
        let now = now_ms();
        let games = |event: i64| -> Vec<NewGame<'g>> {
            let game = |(number, played): &'g (usize, Played)| {
                new_game(rules, entrants, &sittings[*number], played, event, now)
            };
            batch.iter().map(game).collect()
        };
        match self.archive.add(&games(self.event)) {
            Ok(_) => Ok(()),
            Err(error) if self.goes_on_in_memory && error.is_about_writing() => {
                (self.progress)(Progress::InMemory(&error));
                let mut memory = Archive::in_memory()?;
                self.event = self.archive.copy_event(self.event, &mut memory)?;
                self.archive = memory;
                self.archive.add(&games(self.event))?;
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn keep_all<G: Playable>(
        &mut self,
        played: Vec<(Sitting, Played)>,
        event: &Event,
    ) -> Result<(), MeetingError> {
        let rules = self.rules::<G>()?;
        let entrants = self.plan.plan.entrants.clone();
        let (sittings, games): (Vec<Sitting>, Vec<Played>) = played.into_iter().unzip();
        let batch: Vec<(usize, Played)> = games.into_iter().enumerate().collect();
        self.keep(&rules, &entrants, &sittings, &batch)?;
        self.rate::<G>(event)
    }

    /// Moves the ratings that go on from tournament to tournament; fillers have none.
    fn rate<G: Playable>(&mut self, event: &Event) -> Result<(), MeetingError> {
        let game = <G as Game>::ID;
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

fn rules_for<'r, G>(rules: &'r [Rules<G>], sitting: &Sitting) -> &'r Rules<G> {
    rules.iter().find(|rules| rules.seats == sitting.entrants.len()).expect("rules were made for every size")
}

fn play_sitting<G: Playable>(
    rules: &[Rules<G>],
    way: usize,
    entrants: &[Entrant],
    sitting: &Sitting,
    (watch, terms): (&Watch, &Terms),
) -> Result<Option<Played>, MeetingError> {
    let game = &rules_for(rules, sitting).game;
    let bots = sitting.entrants.iter().zip(&sitting.bots);
    let bot = |(&entrant, &seed): (&usize, &u64)| G::bot(&entrants[entrant].bot, seed, terms);
    let players = bots.map(bot).collect::<Result<Vec<_>, _>>()?;
    play_recorded(game, Deal::stream(sitting.deal), players, watch, |game, state| {
        game.finish_scores(state, way)
    })
    .map_err(|why| MeetingError::Other(format!("game {} of the tournament: {why}", sitting.fixture + 1)))
}

fn new_game<'g, G: Playable>(
    rules: &'g [Rules<G>],
    entrants: &'g [Entrant],
    sitting: &Sitting,
    played: &'g Played,
    event: i64,
    finished_ms: i64,
) -> NewGame<'g> {
    let seat = |(seat, &entrant): (usize, &usize)| NewSeat {
        label: &entrants[entrant].label,
        bot: &entrants[entrant].bot,
        points: played.points[seat],
        finish: played.finish[seat],
        assisted: false,
    };
    NewGame {
        game: <G as Game>::ID,
        rules: G::RULES_VERSION,
        config: &rules_for(rules, sitting).config,
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
