//! A tournament's games, round after round. Who keeps them decides where; one that was stopped goes on from what was kept.

use std::collections::HashMap;
use std::sync::Arc;

use tercet_entry::{AnyRules, Entry, Played, Seated, Table};
use tercet_game::{Deal, Finish};
use tercet_search::{Limits, Terms};

use crate::{Event, EventPlan, Fixture, Round, Sitting, Tables, TournamentError, Watch, play_all};

/// How each seat came out, by fixture and part.
pub type Finishes = HashMap<(u64, u32), Vec<Finish>>;

/// A tournament that is about to be played, or gone on with.
pub struct Tournament<'t> {
    plan: &'t EventPlan,
    rules: Vec<Arc<dyn AnyRules>>,
    way: usize,
}

/// How many threads, what each bot may take, and what stops it all.
#[derive(Clone, Copy, Debug)]
pub struct Work<'w> {
    /// How many threads; 0 for as many as there are cores.
    pub jobs: usize,
    /// What each bot may take.
    pub limits: Limits,
    /// Stops it.
    pub watch: &'w Watch,
}

/// Who keeps a tournament's games.
pub trait Keeper {
    /// What can go wrong.
    type Error: From<TournamentError> + Send;

    /// Keeps games; they count once this has returned.
    ///
    /// # Errors
    /// If they can't be kept, which stops the tournament.
    fn keep(&mut self, games: &[(Sitting, Played)]) -> Result<(), Self::Error>;

    /// A round is over.
    fn closed(&mut self, event: &Event) {
        let _ = event;
    }
}

impl<'t> Tournament<'t> {
    /// A tournament of this game by a plan.
    ///
    /// # Errors
    /// If it is of other rules, or they can't be.
    pub fn new(game: &Entry, plan: &'t EventPlan) -> Result<Tournament<'t>, TournamentError> {
        plan.check_version(game)?;
        Ok(Tournament { plan, rules: plan.table_rules(game)?, way: plan.finish_way(game)? })
    }

    /// The rules of every size of table.
    pub fn rules(&self) -> &[Arc<dyn AnyRules>] {
        &self.rules
    }

    /// The number of the rules that a sitting plays by.
    ///
    /// # Panics
    /// If no table of the plan has so many seats.
    pub fn rules_of(&self, sitting: &Sitting) -> usize {
        let seats = sitting.entrants.len();
        let found = self.rules.iter().position(|rules| usize::from(rules.seats()) == seats);
        found.expect("rules were made for every size")
    }

    /// Plays it to its end, or until it is stopped (`false`); what was finished before is not played again.
    ///
    /// # Errors
    /// The keeper's, or if a game can't be played.
    pub fn play<K: Keeper>(
        &self,
        work: Work<'_>,
        mut finishes: Finishes,
        keeper: &mut K,
    ) -> Result<(Event, bool), K::Error> {
        let mut event = Event::new(self.plan.plan.clone()).map_err(TournamentError::from)?;
        while let Some(round) = event.round().cloned() {
            if !self.play_round(work, &round, &mut finishes, keeper)? {
                return Ok((event, false));
            }
            let closed = round_finishes(&round, self.plan.plan.tables, &finishes);
            event.close(&closed.expect("every game of the round was played"));
            keeper.closed(&event);
        }
        Ok((event, true))
    }

    /// Plays what is missing of a round; `false` if somebody stopped it.
    fn play_round<K: Keeper>(
        &self,
        Work { jobs, limits, watch }: Work<'_>,
        round: &Round,
        finishes: &mut Finishes,
        keeper: &mut K,
    ) -> Result<bool, K::Error> {
        let all = round.fixtures.iter().flat_map(|fixture| fixture.sittings(self.plan.plan.tables));
        let missing: Vec<Sitting> =
            all.filter(|sitting| !finishes.contains_key(&(sitting.fixture, sitting.part))).collect();
        let terms = Terms { limits, stop: watch.word().clone() };
        let play = |sitting: &Sitting| Ok(self.play_sitting(sitting, &terms)?);
        play_all(jobs, watch, &missing, play, |batch| {
            let games: Vec<(Sitting, Played)> =
                batch.into_iter().map(|(number, played)| (missing[number].clone(), played)).collect();
            keeper.keep(&games)?;
            for (sitting, played) in games {
                finishes.insert((sitting.fixture, sitting.part), played.finish);
            }
            Ok(())
        })
    }

    fn play_sitting(&self, sitting: &Sitting, terms: &Terms) -> Result<Option<Played>, TournamentError> {
        let entrants = &self.plan.plan.entrants;
        let bot = |(&entrant, &seed): (&usize, &u64)| Seated::Bot { name: &entrants[entrant].bot, seed };
        let players = sitting.entrants.iter().zip(&sitting.bots).map(bot).collect();
        let table = Table { deal: Deal::stream(sitting.deal), players, terms };
        let played = self.rules[self.rules_of(sitting)].play_recorded(table, self.way);
        played.map_err(|error| TournamentError::of_game(error, sitting.fixture))
    }
}

/// How a tournament stands by games that were kept: every round of which all games are there is closed.
///
/// # Errors
/// If the plan is none.
pub fn standings_of(plan: &EventPlan, finishes: &Finishes) -> Result<Event, TournamentError> {
    let mut event = Event::new(plan.plan.clone())?;
    while let Some(round) = event.round().cloned() {
        let Some(closed) = round_finishes(&round, plan.plan.tables, finishes) else { break };
        event.close(&closed);
    }
    Ok(event)
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
