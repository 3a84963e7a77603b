//! A tournament's games, round after round. Who keeps them decides where; one that was stopped goes on from what was kept.

use std::collections::HashMap;
use std::sync::Arc;

use tercet_entry::{AnyRules, Entry, Played, Seated, Table};
use tercet_game::{Deal, Finish};
use tercet_search::{BotLimits, Limits};

use crate::{
    Fixture, FixtureGame, Round, Tables, TournamentError, TournamentPlan, TournamentState, Watch, play_all,
};

/// How each seat came out, by fixture and part.
pub type Finishes = HashMap<(u64, u32), Vec<Finish>>;

/// A tournament that is about to be played, or gone on with.
pub struct Tournament {
    plan: TournamentPlan,
    rules: Vec<Arc<dyn AnyRules>>,
    way: usize,
}

/// How many threads, what each bot may take, and what stops it all.
#[derive(Clone, Copy, Debug)]
pub struct Resources<'w> {
    /// How many threads; 0 for as many as there are cores.
    pub jobs: usize,
    /// What each bot may take.
    pub limits: Limits,
    /// Stops it.
    pub watch: &'w Watch,
}

/// Who keeps a tournament's games.
pub trait GameStore {
    /// What can go wrong.
    type Error: From<TournamentError> + Send;

    /// Keeps games; they count once this has returned.
    ///
    /// # Errors
    /// If they can't be kept, which stops the tournament.
    fn keep(&mut self, games: &[(FixtureGame, Played)]) -> Result<(), Self::Error>;

    /// A round is over.
    fn closed(&mut self, tournament: &TournamentState) {
        let _ = tournament;
    }
}

impl Tournament {
    /// A tournament of this game by a plan.
    ///
    /// # Errors
    /// If it is of other rules, or they can't be.
    pub fn new(game: &Entry, plan: &TournamentPlan) -> Result<Tournament, TournamentError> {
        plan.check_version(game)?;
        Ok(Tournament { plan: plan.clone(), rules: plan.table_rules(game)?, way: plan.finish_way(game)? })
    }

    /// All that its games follow from.
    pub fn plan(&self) -> &TournamentPlan {
        &self.plan
    }

    /// The rules of every size of table.
    pub fn rules(&self) -> &[Arc<dyn AnyRules>] {
        &self.rules
    }

    /// The number of the rules that a game plays by.
    ///
    /// # Panics
    /// If no table of the plan has so many seats.
    pub fn rules_of(&self, fixture_game: &FixtureGame) -> usize {
        let seats = fixture_game.entrants.len();
        let found = self.rules.iter().position(|rules| usize::from(rules.seats()) == seats);
        found.expect("rules were made for every size")
    }

    /// Plays it to its end, or until it is stopped (`false`); what was finished before is not played again.
    ///
    /// # Errors
    /// The store's, or if a game can't be played.
    pub fn play<K: GameStore>(
        &self,
        resources: Resources<'_>,
        finishes: Finishes,
        store: &mut K,
    ) -> Result<(TournamentState, bool), K::Error> {
        let mut rounds = Rounds::new(&self.plan, finishes)?;
        while !rounds.is_over() {
            if !self.play_round(resources, &mut rounds, store)? {
                return Ok((rounds.state, false));
            }
            rounds.close();
            store.closed(&rounds.state);
        }
        Ok((rounds.state, true))
    }

    /// Plays what is missing of a round; `false` if somebody stopped it.
    fn play_round<K: GameStore>(
        &self,
        Resources { jobs, limits, watch }: Resources<'_>,
        rounds: &mut Rounds,
        store: &mut K,
    ) -> Result<bool, K::Error> {
        let missing = rounds.missing();
        let bot_limits = BotLimits { limits, stop: watch.word().clone() };
        let play = |fixture_game: &FixtureGame| Ok(self.play_one(fixture_game, &bot_limits)?);
        play_all(jobs, watch, &missing, play, |batch| {
            let games: Vec<(FixtureGame, Played)> =
                batch.into_iter().map(|(number, played)| (missing[number].clone(), played)).collect();
            store.keep(&games)?;
            rounds.take(games);
            Ok(())
        })
    }

    fn play_one(
        &self,
        fixture_game: &FixtureGame,
        bot_limits: &BotLimits,
    ) -> Result<Option<Played>, TournamentError> {
        let entrants = &self.plan.plan.entrants;
        self.play_with(fixture_game, bot_limits, |entrant, seed| Seated::Bot {
            name: &entrants[entrant].bot,
            seed,
        })
    }

    /// Plays one game between those that `sit` seats, by an entrant's number and the seed of its stream; `None` if it was stopped.
    ///
    /// # Errors
    /// If it can't be played.
    pub fn play_with<'t>(
        &self,
        fixture_game: &FixtureGame,
        bot_limits: &'t BotLimits,
        sit: impl Fn(usize, u64) -> Seated<'t>,
    ) -> Result<Option<Played>, TournamentError> {
        let seat = |(&entrant, &seed): (&usize, &u64)| sit(entrant, seed);
        let players = fixture_game.entrants.iter().zip(&fixture_game.bots).map(seat).collect();
        let table = Table { deal: Deal::stream(fixture_game.deal), players, bot_limits };
        let played = self.rules[self.rules_of(fixture_game)].play_recorded(table, self.way);
        played.map_err(|error| TournamentError::of_game(error, fixture_game.fixture))
    }
}

/// How far a tournament is: the round that is being played, and how the games came out that were.
#[derive(Debug)]
pub struct Rounds {
    state: TournamentState,
    tables: Tables,
    finishes: Finishes,
}

impl Rounds {
    /// A tournament of which some games were played.
    ///
    /// # Errors
    /// If the plan is none.
    pub fn new(plan: &TournamentPlan, finishes: Finishes) -> Result<Rounds, TournamentError> {
        Ok(Rounds { state: TournamentState::new(plan.plan.clone())?, tables: plan.plan.tables, finishes })
    }

    /// How it stands.
    pub fn state(&self) -> &TournamentState {
        &self.state
    }

    /// Is it over?
    pub fn is_over(&self) -> bool {
        self.state.round().is_none()
    }

    /// What is still to be played of this round.
    pub fn missing(&self) -> Vec<FixtureGame> {
        let fixtures = self.state.round().map_or(&[][..], |round| &round.fixtures);
        let all = fixtures.iter().flat_map(|fixture| fixture.games_to_play(self.tables));
        all.filter(|fixture_game| !self.has(fixture_game)).collect()
    }

    /// How many games were played.
    pub fn done(&self) -> u64 {
        self.finishes.len() as u64
    }

    /// Was this game played?
    pub fn has(&self, fixture_game: &FixtureGame) -> bool {
        self.finishes.contains_key(&(fixture_game.fixture, fixture_game.part))
    }

    /// Takes games that were played and kept.
    pub fn take(&mut self, games: Vec<(FixtureGame, Played)>) {
        for (fixture_game, played) in games {
            self.finishes.insert((fixture_game.fixture, fixture_game.part), played.finish);
        }
    }

    /// Closes the round and draws the next.
    ///
    /// # Panics
    /// If the tournament is over, or a game of the round is missing.
    pub fn close(&mut self) {
        let round = self.state.round().expect("the tournament is not over");
        let closed = round_finishes(round, self.tables, &self.finishes);
        self.state.close(&closed.expect("every game of the round was played"));
    }
}

/// How a tournament stands by games that were kept: every round of which all games are there is closed.
///
/// # Errors
/// If the plan is none.
pub fn standings_of(plan: &TournamentPlan, finishes: &Finishes) -> Result<TournamentState, TournamentError> {
    let mut tournament = TournamentState::new(plan.plan.clone())?;
    while let Some(round) = tournament.round().cloned() {
        let Some(closed) = round_finishes(&round, plan.plan.tables, finishes) else { break };
        tournament.close(&closed);
    }
    Ok(tournament)
}

/// The finishes of each fixture, its parts together; `None` while some are missing. Who played the same deal alone is
/// ranked by score.
fn round_finishes(round: &Round, tables: Tables, finishes: &Finishes) -> Option<Vec<Vec<Finish>>> {
    let fixture = |fixture: &Fixture| {
        let mut all = Vec::new();
        for part in fixture.games_to_play(tables) {
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
