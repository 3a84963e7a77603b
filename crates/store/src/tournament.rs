//! Tournaments in the archive: each game is there before its result counts. One that was stopped goes on where it was.

use tercet_arena::{
    Entrant, FixtureGame, GameStore, Rating, Resources, Tournament, TournamentError, TournamentPlan,
    TournamentState, ratings_after,
};
use tercet_entry::{AnyRules, Entry, Played, UnknownGame};
use thiserror::Error;

use crate::{Archive, NewGame, NewSeat, RatingRow, Slot, StoreError, now_ms};

/// A tournament that is about to be played into the archive, or gone on with.
pub struct TournamentRun<'t> {
    /// Where its games go.
    pub archive: Archive,
    /// Its number there.
    pub id: i64,
    /// All that its games follow from.
    pub plan: TournamentPlan,
    /// Threads, limits and what stops it.
    pub resources: Resources<'t>,
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
    Closed(&'p TournamentState),
    /// The archive can't be written; it goes on in memory.
    InMemory(&'p StoreError),
}

/// What came of a tournament.
#[derive(Debug)]
pub struct TournamentOutcome {
    /// Where its games are.
    pub archive: Archive,
    /// How it stands.
    pub state: TournamentState,
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
pub fn standings_of(
    archive: &Archive,
    id: i64,
    plan: &TournamentPlan,
) -> Result<TournamentState, TournamentStoreError> {
    Ok(tercet_arena::standings_of(plan, &archive.tournament_finishes(id)?)?)
}

impl TournamentRun<'_> {
    /// Plays a tournament of this game to its end, or until it is stopped.
    ///
    /// # Errors
    /// If there is no such game, the archive can't be written, or the tournament is of other rules.
    pub fn play(self, game: &str) -> Result<TournamentOutcome, TournamentStoreError> {
        let TournamentRun { archive, id, plan, resources, goes_on_in_memory, progress } = self;
        let game = archive.catalog().game(game)?;
        let tournament = Tournament::new(game, &plan)?;
        let finishes = archive.tournament_finishes(id)?;
        progress(Progress::Played(finishes.len() as u64));
        let games = TournamentGames::new(archive, id, &tournament);
        let mut kept = Kept { games, tournament: &tournament, goes_on_in_memory, progress };
        let (state, is_over) = tournament.play(resources, finishes, &mut kept)?;
        if is_over {
            kept.games.rate(&tournament, &state)?;
        }
        Ok(TournamentOutcome { archive: kept.games.archive, id: kept.games.id, state, is_over })
    }

    /// Puts a tournament that was played elsewhere into the archive, all of its games at once, and moves the ratings. The archive
    /// comes back in any case.
    pub fn keep_played(
        self,
        game: &Entry,
        played: &[(FixtureGame, Played)],
        state: &TournamentState,
    ) -> (Archive, Result<(), TournamentStoreError>) {
        let TournamentRun { archive, id, plan, .. } = self;
        let tournament = match Tournament::new(game, &plan) {
            Ok(tournament) => tournament,
            Err(error) => return (archive, Err(error.into())),
        };
        let mut games = TournamentGames::new(archive, id, &tournament);
        let done = games.keep(&tournament, played).and_then(|()| games.rate(&tournament, state));
        (games.archive, done.map_err(Into::into))
    }
}

/// A tournament's games in the archive.
#[derive(Debug)]
pub struct TournamentGames {
    /// Where they are.
    pub archive: Archive,
    /// The tournament's number there.
    pub id: i64,
    /// The options of the tournament's rules, size by size.
    configs: Vec<Vec<(String, String)>>,
}

/// Games that are kept as they come.
struct Kept<'t> {
    games: TournamentGames,
    tournament: &'t Tournament,
    goes_on_in_memory: bool,
    progress: &'t mut dyn FnMut(Progress<'_>),
}

impl GameStore for Kept<'_> {
    type Error = TournamentStoreError;

    /// Puts games into the archive. If that fails and it was asked for, goes on in memory.
    fn keep(&mut self, games: &[(FixtureGame, Played)]) -> Result<(), TournamentStoreError> {
        match self.games.keep(self.tournament, games) {
            Ok(()) => {}
            Err(error) if self.goes_on_in_memory && error.is_about_writing() => {
                (self.progress)(Progress::InMemory(&error));
                self.games.go_on_in_memory()?;
                self.games.keep(self.tournament, games)?;
            }
            Err(error) => return Err(error.into()),
        }
        (self.progress)(Progress::Played(games.len() as u64));
        Ok(())
    }

    fn closed(&mut self, state: &TournamentState) {
        (self.progress)(Progress::Closed(state));
    }
}

impl TournamentGames {
    /// The games of a tournament that is in the archive under this number.
    pub fn new(archive: Archive, id: i64, tournament: &Tournament) -> TournamentGames {
        let configs = tournament.rules().iter().map(|rules| rules.options()).collect();
        TournamentGames { archive, id, configs }
    }

    /// Puts games into the archive, all or none.
    ///
    /// # Errors
    /// If the archive can't be written.
    pub fn keep(
        &mut self,
        tournament: &Tournament,
        games: &[(FixtureGame, Played)],
    ) -> Result<(), StoreError> {
        let (entrants, now) = (&tournament.plan().plan.entrants, now_ms());
        let rows = games.iter().map(|(fixture_game, played)| {
            let which = tournament.rules_of(fixture_game);
            let rules = (&*tournament.rules()[which], &self.configs[which][..]);
            new_game(rules, entrants, fixture_game, played, (self.id, now))
        });
        let rows: Vec<NewGame<'_>> = rows.collect();
        self.archive.add(&rows).map(drop)
    }

    /// Takes the tournament and its games out of an archive that can't be written into one in memory.
    fn go_on_in_memory(&mut self) -> Result<(), StoreError> {
        let mut memory = Archive::in_memory(self.archive.catalog())?;
        self.id = self.archive.copy_tournament(self.id, &mut memory)?;
        self.archive = memory;
        Ok(())
    }

    /// The tournament is over: moves the ratings that go on from tournament to tournament; fillers have none.
    ///
    /// # Errors
    /// If the archive can't be read or written.
    pub fn rate(&mut self, tournament: &Tournament, state: &TournamentState) -> Result<(), StoreError> {
        let game = tournament.rules()[0].id();
        let latest = self.archive.latest_ratings(game)?;
        let entrants = &tournament.plan().plan.entrants;
        let rating = |entrant: &Entrant| {
            latest
                .iter()
                .find(|row| !entrant.is_filler && row.label == entrant.label)
                .map_or_else(Rating::default, |row| row.rating)
        };
        let after = ratings_after(entrants.iter().map(rating).collect(), state.history());
        let mut rows = Vec::new();
        for (closed, ratings) in state.history().iter().zip(after) {
            let entered = entrants.iter().zip(ratings).filter(|(entrant, _)| !entrant.is_filler);
            rows.extend(entered.map(|(entrant, rating)| RatingRow {
                game: game.to_owned(),
                tournament: self.id,
                day: closed.day,
                round: closed.number,
                label: entrant.label.clone(),
                rating,
            }));
        }
        self.archive.finish_tournament(self.id, &rows, now_ms())
    }
}

fn new_game<'g>(
    (rules, config): (&dyn AnyRules, &'g [(String, String)]),
    entrants: &'g [Entrant],
    fixture_game: &FixtureGame,
    played: &'g Played,
    (tournament, finished_ms): (i64, i64),
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
        seats: fixture_game.entrants.iter().enumerate().map(seat).collect(),
        slot: Some(Slot { tournament, fixture: fixture_game.fixture, part: fixture_game.part }),
        finished_ms,
    }
}
