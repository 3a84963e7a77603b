//! The race as an environment in which all seats act at once, cycle by cycle.

use std::sync::Arc;

use tercet_game::{Deal, Digest, Encode, Game, Match, Record, Rng, RunError, Seat, Seats, Turn, stream_seed};
use tercet_scene::{Draw, Scene, View, recall};
use tercet_set::{Action, Card, Cell, Claim, Config, SetGame};
use thiserror::Error;

use super::masks::Masks;
use tercet_train::batch::{Ending, Stage, pairs_with};

/// Streams of the seed: later episodes, who is first in each cycle, actions drawn for the caller.
const EPISODES: u64 = 0;
const SAMPLES: u64 = 1;
const ORDERS: u64 = 5;

/// Who races, how long and for what.
#[derive(Clone, Debug)]
pub struct RaceOptions {
    /// The game's options.
    pub config: Vec<(String, String)>,
    /// The most cycles.
    pub max_cycles: u32,
    /// The reward of a Set.
    pub set: f64,
    /// Of cards that are none.
    pub wrong: f64,
    /// Of what can't be done.
    pub illegal: f64,
}

/// Why a race can't do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RaceError {
    /// The options can't be.
    #[error(transparent)]
    Config(#[from] tercet_game::ConfigError),
    /// The seed can't be.
    #[error(transparent)]
    Deal(#[from] tercet_game::DealError),
    /// Not one action for each seat.
    #[error("a cycle takes an action of each of the {expected} seats, not {found}")]
    Count {
        /// How many seats there are.
        expected: usize,
        /// How many actions came.
        found: usize,
    },
    /// A cycle before the first reset or after the end.
    #[error("the race is not under way; reset it first")]
    NotUnderWay,
}

/// A race under way. In a cycle every seat does something or waits; claims are taken in an order that is drawn anew each
/// cycle from the seed.
#[derive(Clone)]
pub struct Race {
    game: Arc<SetGame>,
    masks: Arc<Masks>,
    options: RaceOptions,
    table: Option<Match<SetGame>>,
    /// The seed, and how many episodes came before since it was set.
    seed: u64,
    episode: u64,
    samples: u64,
    cycle: u32,
    stage: Stage,
    /// What every seat did in each cycle of this episode.
    history: Vec<i64>,
    illegal: Vec<u32>,
}

impl Race {
    /// A race that was never reset.
    ///
    /// # Errors
    /// If an option can't be.
    pub fn new(options: RaceOptions) -> Result<Race, RaceError> {
        let config = pairs_with(Config::race(2), &options.config)?;
        if config.call_ms > 0 {
            return Err(
                tercet_game::ConfigError::new("call_ms", "in a race of cycles nobody calls, so 0").into()
            );
        }
        let game = Arc::new(SetGame::new(&config)?);
        let masks = Arc::new(Masks::new(&game));
        let illegal = vec![0; usize::from(game.seats())];
        Ok(Race {
            game,
            masks,
            options,
            table: None,
            seed: 0,
            episode: 0,
            samples: 0,
            cycle: 0,
            stage: Stage::Unborn,
            history: Vec::new(),
            illegal,
        })
    }

    /// How many seats race.
    pub fn seats(&self) -> usize {
        self.game.seats().into()
    }

    /// How many numbers actions have: claims, dealing, waiting.
    pub fn actions(&self) -> usize {
        self.game.action_count() + 1
    }

    /// The rules.
    pub fn game(&self) -> &SetGame {
        &self.game
    }

    /// Where the race stands.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// How many actions of a seat were not taken in this episode.
    pub fn illegal(&self, seat: usize) -> u32 {
        self.illegal[seat]
    }

    /// Sets taken less points lost, of each seat.
    pub fn points(&self) -> Vec<i32> {
        self.table.as_ref().map_or_else(Vec::new, |table| self.game.scores(table.state()).points().to_vec())
    }

    /// The digest of the position; 0 before the first.
    pub fn digest(&self) -> u64 {
        self.table.as_ref().map_or(0, |table| Digest::of(table.state()).value())
    }

    /// A new race: the first of a seed, or the next one.
    ///
    /// # Errors
    /// If there is no seed yet.
    pub fn reset(&mut self, seed: Option<u64>) -> Result<(), RaceError> {
        (self.seed, self.episode) = match seed {
            Some(seed) => (seed, 0),
            None if self.stage == Stage::Unborn => return Err(RaceError::NotUnderWay),
            None => (self.seed, self.episode + 1),
        };
        if self.episode == 0 {
            self.samples = 0;
        }
        let deal = Deal::stream(self.episode_seed());
        self.table = Some(Match::new(Arc::clone(&self.game), deal, &mut ())?);
        (self.cycle, self.stage) = (0, Stage::Playing);
        self.history.clear();
        self.illegal.fill(0);
        Ok(())
    }

    fn episode_seed(&self) -> u64 {
        match self.episode {
            0 => self.seed,
            episode => stream_seed(self.seed, &[EPISODES, episode]),
        }
    }

    /// A cycle: what every seat does. Adds up each seat's reward and says whether the race is over.
    ///
    /// # Errors
    /// If it is not under way, or there is not one action for each seat; nothing has changed then.
    pub fn step(&mut self, actions: &[i64]) -> Result<(Vec<f64>, Option<Ending>), RaceError> {
        let (expected, found) = (self.seats(), actions.len());
        if expected != found {
            return Err(RaceError::Count { expected, found });
        }
        if self.stage != Stage::Playing {
            return Err(RaceError::NotUnderWay);
        }
        let mut table = self.table.take().ok_or(RaceError::NotUnderWay)?;
        let mut rewards = vec![0.0; expected];
        let shown: Vec<Option<Card>> = (0..Cell::COUNT).map(|cell| card_at(&table, cell.into())).collect();
        let wait = (self.actions() - 1) as i64;
        for seat in self.order() {
            let action = actions[seat.index()];
            if action != wait {
                rewards[seat.index()] = self.act(&mut table, seat, action, &shown);
            }
        }
        if actions.iter().all(|&action| action == wait) {
            self.deal_for_all(&mut table);
        }
        self.history.extend_from_slice(actions);
        self.cycle += 1;
        let ending = Ending::of(self.game.scores(table.state()).end())
            .or((self.cycle == self.options.max_cycles).then_some(Ending::Truncated));
        if ending.is_some() {
            self.stage = Stage::Over;
        }
        self.table = Some(table);
        Ok((rewards, ending))
    }

    /// The seats in the order of this cycle.
    fn order(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = (0..self.game.seats()).map(Seat).collect();
        let mut rng = Rng::stream(self.episode_seed(), &[ORDERS, self.cycle.into()]);
        for last in (1..seats.len()).rev() {
            seats.swap(last, rng.below(last as u32 + 1) as usize);
        }
        seats
    }

    /// What a seat does, on the cards as they lay at the cycle's start.
    fn act(&mut self, table: &mut Match<SetGame>, seat: Seat, action: i64, shown: &[Option<Card>]) -> f64 {
        let number = usize::try_from(action).unwrap_or(usize::MAX);
        let action = match self.game.numbered_action(seat, number) {
            Some(Action::Claim(claim)) => {
                if claim.cells().iter().any(|cell| shown[cell.index()].is_none()) {
                    None
                } else {
                    // Some of the cards are gone already: void, and free.
                    let Some(claim) = moved(table, claim, shown) else { return 0.0 };
                    Some(Action::Claim(claim))
                }
            }
            other => other,
        };
        let before = table.state().sets(seat);
        let done = action.is_some_and(|action| table.play(seat, action, &mut ()).is_ok());
        match action {
            Some(Action::Claim(_)) if done && table.state().sets(seat) > before => self.options.set,
            Some(Action::Claim(_)) if done => self.options.wrong,
            _ if done => 0.0,
            _ => {
                self.illegal[seat.index()] += 1;
                self.options.illegal
            }
        }
    }

    /// Nobody did anything: cards come if there is no Set.
    fn deal_for_all(&self, table: &mut Match<SetGame>) {
        if self.game.first_claim(table.state()).is_some() {
            return;
        }
        let plays = table.inputs().len();
        let Turn::Seats(seats) = table.turn() else { return };
        for seat in seats.iter() {
            // One who has asked already is refused, and all is well.
            match table.play(seat, Action::Deal, &mut ()) {
                Ok(()) | Err(RunError::Refused(_)) => {}
                Err(RunError::Deal(error)) => {
                    unreachable!("our own dealer deals: {error} after {plays} inputs")
                }
            }
        }
    }

    /// Writes the board and what a seat may try: a locked seat only waits.
    ///
    /// # Panics
    /// If an array has the wrong length.
    pub fn look(&self, seat: usize, cells: &mut [i8], mask: &mut [u8]) {
        let Some(table) = &self.table else {
            cells.fill(0);
            mask.fill(0);
            return;
        };
        let seat = Seat(seat as u8);
        self.game.write_planes(table.state(), seat, cells);
        let (actions, wait) = mask.split_at_mut(self.game.action_count());
        wait[0] = u8::from(self.stage == Stage::Playing);
        if self.acting().contains(seat) {
            self.masks.write(table.state(), actions);
            actions[self.game.claim_count()] &= u8::from(!table.state().asking().contains(seat));
        } else {
            actions.fill(0);
        }
    }

    /// An action of the seat's mask, each as likely as the others.
    pub fn sample(&mut self, seat: usize) -> i64 {
        self.samples += 1;
        let mut rng = Rng::stream(self.seed, &[SAMPLES, self.samples]);
        let wait = (self.actions() - 1) as i64;
        let [_, rows, columns] = self.game.plane_shape();
        let (mut cells, mut mask) = (vec![0; rows * columns], vec![0; self.actions()]);
        self.look(seat, &mut cells, &mut mask);
        let legal: Vec<i64> = (0..mask.len()).filter(|&at| mask[at] == 1).map(|at| at as i64).collect();
        if legal.is_empty() { wait } else { legal[rng.below(legal.len() as u32) as usize] }
    }

    fn acting(&self) -> Seats {
        match (&self.table, self.stage) {
            (Some(table), Stage::Playing) => match table.turn() {
                Turn::Seats(seats) => seats,
                _ => Seats::NONE,
            },
            _ => Seats::NONE,
        }
    }

    /// The record of the race so far.
    ///
    /// # Errors
    /// If it was never reset.
    pub fn record(&self) -> Result<Record, RaceError> {
        Ok(self.table.as_ref().ok_or(RaceError::NotUnderWay)?.record())
    }

    /// The board for a terminal, and the points.
    ///
    /// # Errors
    /// If it was never reset.
    pub fn text(&self) -> Result<String, RaceError> {
        let table = self.table.as_ref().ok_or(RaceError::NotUnderWay)?;
        let board = super::task::text(table.state());
        let board = board.rsplit_once(", Sets").map_or(&*board, |(board, _)| board);
        let points: Vec<String> = self.points().iter().map(i32::to_string).collect();
        Ok(format!("{board}, points {}\n", points.join(" ")))
    }

    /// The picture of the board.
    ///
    /// # Errors
    /// If it was never reset.
    pub fn scene(&self, view: &View) -> Result<Scene, RaceError> {
        let table = self.table.as_ref().ok_or(RaceError::NotUnderWay)?;
        let memory = recall(&*self.game, table.deal(), table.inputs());
        let memory = memory.expect("what was taken once is taken again");
        Ok(self.game.scene(table.state(), &memory, view))
    }

    /// What brings this race back: its seed, the episode, draws, and what every seat did in each cycle.
    pub fn saved(&self) -> (u64, u64, u64, bool, Vec<i64>) {
        (self.seed, self.episode, self.samples, self.stage != Stage::Unborn, self.history.clone())
    }

    /// Brings back what was saved.
    ///
    /// # Errors
    /// If it can't be: too few actions, or more than the race took.
    pub fn load(&mut self, saved: &(u64, u64, u64, bool, Vec<i64>)) -> Result<(), RaceError> {
        let (seed, episode, samples, is_born, history) = saved;
        let mut race = Race::new(self.options.clone())?;
        if *is_born {
            race.reset(Some(*seed))?;
            if *episode > 0 {
                race.episode = episode - 1;
                race.reset(None)?;
            }
            for actions in history.chunks(race.seats()) {
                race.step(actions)?;
            }
            race.samples = *samples;
        }
        *self = race;
        Ok(())
    }
}

fn card_at(table: &Match<SetGame>, cell: usize) -> Option<Card> {
    Cell::new(cell).and_then(|cell| table.state().card(cell))
}

/// The claim on the same cards where they lie now; `None` if one of them is gone.
fn moved(table: &Match<SetGame>, claim: Claim, shown: &[Option<Card>]) -> Option<Claim> {
    let now = |card: Card| (0..usize::from(Cell::COUNT)).find(|&cell| card_at(table, cell) == Some(card));
    let cells: Option<Vec<Cell>> =
        claim.cells().iter().map(|cell| now(shown[cell.index()]?).and_then(Cell::new)).collect();
    Claim::new(&cells?).ok()
}
