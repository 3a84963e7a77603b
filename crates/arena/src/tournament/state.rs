//! A tournament, round by round.

use std::collections::{BTreeMap, BTreeSet};

use tercet_game::{Finish, Rng};

use crate::tournament::fixture::Pairing;
use crate::tournament::standings::Scoreboard;
use crate::tournament::swiss::{PlayedPairs, Seating};
use crate::tournament::{knockout, round_robin, swiss};
use crate::{Evidence, Fit, Fixture, Format, Plan, PlanError, Rating, Ratings, Standing, result};

/// The stream that random pairs are drawn from, beside those of tables.
const DRAW: u64 = u64::MAX;

/// The games that can be played now, in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The day, from 0.
    pub day: u32,
    /// The round of the day, from 0.
    pub number: u32,
    /// Its games.
    pub fixtures: Vec<Fixture>,
}

/// A round that was played: who sat at each table, and how they came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The day, from 0.
    pub day: u32,
    /// The round of the day, from 0.
    pub number: u32,
    /// Was it the last of its day?
    pub ends_day: bool,
    /// Entrants and finishes, game by game.
    pub tables: Vec<(Vec<usize>, Vec<Finish>)>,
}

/// A tournament in progress.
///
/// ```
/// use tercet_arena::{TournamentState, Format, Plan, Rating, Tables, field};
/// use tercet_game::Finish;
///
/// let plan = Plan {
///     format: Format::RoundRobin,
///     tables: Tables::Together,
///     days: 1,
///     seed: 1,
///     games: 2,
///     table_size: 2,
///     is_striped: false,
///     has_memory: true,
///     entrants: field(&["strong", "weak"]),
///     start: vec![Rating::default(); 2],
/// };
/// let mut tournament = TournamentState::new(plan)?;
/// while let Some(round) = tournament.round() {
///     // The lower number wins every game of this example.
///     let score = |entrant: &usize| -(*entrant as i64);
///     let scores = round.fixtures.iter().map(|game| game.entrants.iter().map(score).collect::<Vec<_>>());
///     let finishes: Vec<Vec<Finish>> = scores.map(|scores| Finish::by_score(&scores)).collect();
///     tournament.close(&finishes);
/// }
/// let best = &tournament.standings()[0];
/// assert_eq!((best.label.as_str(), best.won, best.games), ("strong", 2, 2));
/// # Ok::<(), tercet_arena::PlanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TournamentState {
    plan: Plan,
    ratings: Ratings,
    evidence: Evidence,
    board: Scoreboard,
    round: Option<Round>,
    /// The pairs of a knock-out's round; a bye has one entrant.
    bracket: Vec<[Option<usize>; 2]>,
    history: Vec<Closed>,
    next_number: u64,
}

impl TournamentState {
    /// Draws the first round.
    ///
    /// # Errors
    /// If the plan can't be played.
    pub fn new(plan: Plan) -> Result<TournamentState, PlanError> {
        plan.check()?;
        let mut tournament = TournamentState {
            ratings: Ratings::new(plan.start.clone()),
            evidence: Evidence::default(),
            board: Scoreboard::new(plan.entrants.len()),
            plan,
            round: None,
            bracket: Vec::new(),
            history: Vec::new(),
            next_number: 0,
        };
        tournament.draw(0, 0);
        Ok(tournament)
    }

    /// What it is.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What is to be played; `None` when all is over.
    pub fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    /// The rounds that were played.
    pub fn history(&self) -> &[Closed] {
        &self.history
    }

    /// The ratings as they stand.
    pub fn ratings(&self) -> &[Rating] {
        self.ratings.all()
    }

    /// The strengths that explain all games so far.
    pub fn fit(&self) -> Fit {
        Fit::new(&self.evidence, self.plan.entrants.len())
    }

    /// Who stands where, best first.
    pub fn standings(&self) -> Vec<Standing> {
        self.board.standings(&self.plan, self.ratings.all(), &self.fit().strengths(&[]))
    }

    /// Takes the finishes of the round's games, one a seat, in the order of its fixtures; draws the next round.
    ///
    /// # Panics
    /// If all is over, or there is not one finish for each seat of each game.
    pub fn close(&mut self, finishes: &[Vec<Finish>]) {
        let round = self.round.take().expect("a round is being played");
        assert!(round.fixtures.len() == finishes.len(), "one list of finishes for each game");
        let ends_day = round.number + 1 == self.plan.rounds();
        for (fixture, finish) in round.fixtures.iter().zip(finishes) {
            assert!(fixture.entrants.len() == finish.len(), "one finish for each seat");
            self.ratings.count(&fixture.entrants, finish);
            self.board.count(&fixture.entrants, finish);
            let places: Vec<_> = finish.iter().map(|finish| finish.place).collect();
            self.evidence.count(&fixture.entrants, &places);
        }
        if self.plan.format == Format::Knockout {
            self.advance(&round, finishes);
        }
        if ends_day {
            self.ratings.close_period();
        }
        let tables = round.fixtures.into_iter().map(|fixture| fixture.entrants);
        let tables = tables.zip(finishes.iter().cloned()).collect();
        self.history.push(Closed { day: round.day, number: round.number, ends_day, tables });
        match (ends_day, round.day + 1 == self.plan.days) {
            (false, _) => self.draw(round.day, round.number + 1),
            (true, false) => self.draw(round.day + 1, 0),
            (true, true) => {}
        }
    }

    fn draw(&mut self, day: u32, number: u32) {
        let tables = match self.plan.format {
            Format::Swiss => self.swiss_tables(day, number),
            Format::RoundRobin => round_robin::tables(self.plan.entrants.len(), self.plan.table_size),
            Format::Knockout => self.knockout_tables(number),
        };
        let mut fixtures = Vec::with_capacity(tables.len() * self.plan.games as usize);
        for (table, entrants) in tables.iter().enumerate() {
            let pairing = Pairing { seed: self.plan.seed, day, round: number, table: table as u32 };
            for game in 0..self.plan.games {
                fixtures.push(pairing.fixture(self.next_number, game, self.plan.tables, entrants));
                self.next_number += 1;
            }
        }
        self.round = Some(Round { day, number, fixtures });
    }

    /// Tables of a Swiss round; at each, the highest rating sits last.
    fn swiss_tables(&self, day: u32, number: u32) -> Vec<Vec<usize>> {
        let mut tables = if number == 0 {
            let mut rng = Rng::stream(self.plan.seed, &[day.into(), DRAW]);
            swiss::random_pairs(self.plan.entrants.len(), &mut rng)
        } else {
            let is_striped = self.plan.is_striped && number + 1 == swiss::ROUNDS;
            let seating = if is_striped { Seating::Stripes } else { Seating::Neighbours };
            let remembered = |_: &&Closed| self.plan.has_memory || number == 1;
            let rounds = self.rounds_of(day).filter(remembered);
            let met = PlayedPairs::at(rounds.flat_map(|closed| &closed.tables).map(|(table, _)| &table[..]));
            swiss::fresh_tables(&self.by_rating(), swiss::table_size(number), seating, &met)
        };
        for table in &mut tables {
            table.sort_by(|&own, &other| self.elo(own).total_cmp(&self.elo(other)));
        }
        tables
    }

    fn rounds_of(&self, day: u32) -> impl Iterator<Item = &Closed> {
        self.history.iter().filter(move |closed| closed.day == day)
    }

    /// How many pairs shared a table in one more round of a day, summed over all days: 0 where everybody met somebody
    /// else each time.
    pub fn repeats(&self) -> usize {
        let repeats = |day: u32| {
            let mut rounds: BTreeMap<(usize, usize), BTreeSet<u32>> = BTreeMap::new();
            for closed in self.rounds_of(day) {
                for (table, _) in &closed.tables {
                    let pairs = table.iter().flat_map(|&own| table.iter().map(move |&other| (own, other)));
                    pairs.filter(|(own, other)| own < other).for_each(|pair| {
                        rounds.entry(pair).or_default().insert(closed.number);
                    });
                }
            }
            rounds.values().map(|rounds| rounds.len() - 1).sum::<usize>()
        };
        (0..self.plan.days).map(repeats).sum()
    }

    fn elo(&self, entrant: usize) -> f64 {
        self.ratings.all()[entrant].elo
    }

    /// The entrants, highest rating first; of equal ones, in the order of the field.
    fn by_rating(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.plan.entrants.len()).collect();
        order.sort_by(|&own, &other| self.elo(other).total_cmp(&self.elo(own)));
        order
    }

    fn knockout_tables(&mut self, number: u32) -> Vec<Vec<usize>> {
        if number == 0 {
            self.bracket = knockout::bracket(&self.by_rating());
        }
        let both = |pair: &[Option<usize>; 2]| Some(vec![pair[0]?, pair[1]?]);
        self.bracket.iter().filter_map(both).collect()
    }

    /// Makes the next round's pairs of this round's winners: by points, then by finish scores, then the better seed.
    fn advance(&mut self, round: &Round, finishes: &[Vec<Finish>]) {
        let winner = |pair: &[Option<usize>; 2]| match *pair {
            [Some(first), Some(second)] => {
                let games = round.fixtures.iter().zip(finishes);
                let lead = games.filter(|(fixture, _)| fixture.entrants.contains(&first)).fold(
                    (0.0, 0),
                    |(points, sum), (fixture, finish)| {
                        let seat = usize::from(fixture.entrants[0] != first);
                        let (own, other) = (finish[seat], finish[1 - seat]);
                        (points + result(own, other) - 0.5, sum + own.score - other.score)
                    },
                );
                Some(if lead >= (0.0, 0) { first } else { second })
            }
            [first, second] => first.or(second),
        };
        let winners: Vec<Option<usize>> = self.bracket.iter().map(winner).collect();
        for &entrant in winners.iter().flatten() {
            self.board.advance(entrant);
        }
        self.bracket = winners.chunks(2).map(|pair| [pair[0], pair.get(1).copied().flatten()]).collect();
    }
}

/// The ratings after each of these rounds, from a start of one's own: how a tournament moves ratings that have a longer
/// history than itself.
pub fn ratings_after(start: Vec<Rating>, history: &[Closed]) -> Vec<Vec<Rating>> {
    let mut ratings = Ratings::new(start);
    let mut after = Vec::with_capacity(history.len());
    for closed in history {
        for (entrants, finish) in &closed.tables {
            ratings.count(entrants, finish);
        }
        if closed.ends_day {
            ratings.close_period();
        }
        after.push(ratings.all().to_vec());
    }
    after
}
