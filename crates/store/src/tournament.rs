//! Tournaments in the archive: each game is there before its result counts. One that was stopped goes on where it was.

use tercet_arena::{
    Entrant, Event, EventPlan, Keeper, Rating, Sitting, Tournament, TournamentError, Work, ratings_after,
};
use tercet_entry::{AnyRules, Entry, Played, UnknownGame};
use thiserror::Error;

use crate::{Archive, NewGame, NewSeat, RatingRow, Slot, StoreError, now_ms};

/// A tournament that is about to be played into the archive, or gone on with.
pub struct TournamentRun<'t> {
    /// Where its games go.
    pub archive: Archive,
    /// Its number there.
    pub event: i64,
    /// All that its games follow from.
    pub plan: EventPlan,
    /// Threads, limits and what stops it.
    pub work: Work<'t>,
    /// Does it go on in memory when the archive can't be written?
    pub goes_on_in_memory: bool,
    /// Told of what happens.
    pub progress: &'t mut dyn FnMut(Progress<'_>),
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
pub struct TournamentOutcome {
    /// Where its games are.
    pub archive: Archive,
    /// How it stands.
    pub event: Event,
    /// Its number in the archive.
    pub id: i64,
    /// Is it over, or was it stopped?
    pub is_over: bool,
}

/// Why a tournament can't be played into the archive.
#[derive(Debug, Error)]
pub enum TournamentStoreError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The tournament itself can't be.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// The archive can't be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How a tournament stands by the games that are in the archive: every round of which all games are there is closed.
///
/// # Errors
/// If the archive can't be read or the plan is none.
pub fn standings_of(archive: &Archive, id: i64, plan: &EventPlan) -> Result<Event, TournamentStoreError> {
    Ok(tercet_arena::standings_of(plan, &archive.event_finishes(id)?)?)
}

impl TournamentRun<'_> {
    /// Plays a tournament of this game to its end, or until it is stopped.
    ///
    /// # Errors
    /// If there is no such game, the archive can't be written, or the tournament is of other rules.
    pub fn play(self, game: &str) -> Result<TournamentOutcome, TournamentStoreError> {
        let TournamentRun { archive, event: id, plan, work, goes_on_in_memory, progress } = self;
        let game = archive.catalog().game(game)?;
        let tournament = Tournament::new(game, &plan)?;
        let finishes = archive.event_finishes(id)?;
        progress(Progress::Played(finishes.len() as u64));
        let configs = tournament.rules().iter().map(|rules| rules.options()).collect();
        let mut kept =
            Kept { archive, id, plan: &plan, tournament: &tournament, configs, goes_on_in_memory, progress };
        let (event, is_over) = tournament.play(work, finishes, &mut kept)?;
        if is_over {
            kept.rate(game.id, &event)?;
        }
        Ok(TournamentOutcome { archive: kept.archive, id: kept.id, event, is_over })
    }

    /// Puts a tournament that was played elsewhere into the archive, all of its games at once, and moves the ratings. The archive
    /// comes back in any case.
    pub fn keep_played(
        self,
        game: &Entry,
        played: &[(Sitting, Played)],
        event: &Event,
    ) -> (Archive, Result<(), TournamentStoreError>) {
        let TournamentRun { archive, event: id, plan, goes_on_in_memory, progress, .. } = self;
        let tournament = match Tournament::new(game, &plan) {
            Ok(tournament) => tournament,
            Err(error) => return (archive, Err(error.into())),
        };
        let configs = tournament.rules().iter().map(|rules| rules.options()).collect();
        let mut kept =
            Kept { archive, id, plan: &plan, tournament: &tournament, configs, goes_on_in_memory, progress };
        let done = kept.keep(played).and_then(|()| kept.rate(game.id, event));
        (kept.archive, done)
    }
}

/// A tournament's games in the archive.
struct Kept<'t> {
    archive: Archive,
    id: i64,
    plan: &'t EventPlan,
    tournament: &'t Tournament<'t>,
    /// The options of the tournament's rules, size by size.
    configs: Vec<Vec<(String, String)>>,
    goes_on_in_memory: bool,
    progress: &'t mut dyn FnMut(Progress<'_>),
}

impl Keeper for Kept<'_> {
    type Error = TournamentStoreError;

    /// Puts games into the archive. If that fails and it was asked for, goes on in memory.
    fn keep(&mut self, games: &[(Sitting, Played)]) -> Result<(), TournamentStoreError> {
        let (tournament, configs, entrants) = (self.tournament, &self.configs, &self.plan.plan.entrants);
        let now = now_ms();
        let rows = |event: i64| -> Vec<NewGame<'_>> {
            let games = games.iter().map(|(sitting, played)| {
                let which = tournament.rules_of(sitting);
                let rules = (&*tournament.rules()[which], &configs[which][..]);
                new_game(rules, entrants, sitting, played, (event, now))
            });
            games.collect()
        };
        match self.archive.add(&rows(self.id)) {
            Ok(_) => {}
            Err(error) if self.goes_on_in_memory && error.is_about_writing() => {
                (self.progress)(Progress::InMemory(&error));
                let mut memory = Archive::in_memory(self.archive.catalog())?;
                self.id = self.archive.copy_event(self.id, &mut memory)?;
                self.archive = memory;
                self.archive.add(&rows(self.id))?;
            }
            Err(error) => return Err(error.into()),
        }
        (self.progress)(Progress::Played(games.len() as u64));
        Ok(())
    }

    fn closed(&mut self, event: &Event) {
        (self.progress)(Progress::Closed(event));
    }
}

impl Kept<'_> {
    /// Moves the ratings that go on from tournament to tournament; fillers have none.
    fn rate(&mut self, game: &str, event: &Event) -> Result<(), TournamentStoreError> {
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
                event: self.id,
                day: closed.day,
                round: closed.number,
                label: entrant.label.clone(),
                rating,
            }));
        }
        Ok(self.archive.finish_event(self.id, &rows, now_ms())?)
    }
}

fn new_game<'g>(
    (rules, config): (&dyn AnyRules, &'g [(String, String)]),
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
