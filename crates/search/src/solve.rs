//! Exact solving: what every position of a game is worth when all seats do what is best for themselves.
//!
//! All positions in which somebody decides are listed; what chance brings between them is folded into weighted ways. Positions that
//! can come back to each other are a component; components are found by Tarjan's algorithm, which finds those that the others lead
//! to first. So each is solved when all that it leads to is: at once where it is a single position (backward induction), by value
//! iteration where it goes in circles, as a turn of a dice game does, or a single throw that is thrown again.

use std::collections::HashMap;

use tercet_game::{Game, Input, Seat, Turn, apply};
use thiserror::Error;

use crate::{Compared, Stop, Values};

/// A component that goes in circles is solved when no value moves by more than this.
const PRECISE: f64 = 1e-12;
/// It is given up after so many rounds: the worth of a circle that nobody leaves does not settle.
const ROUNDS: usize = 100_000;

/// Why a game could not be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// It has more positions than may be held.
    #[error("it has more than {most} positions")]
    TooLarge {
        /// The most that may be.
        most: usize,
    },
    /// Several seats may act at once.
    #[error("several seats act at once in it")]
    Race,
    /// It was stopped.
    #[error("it was stopped")]
    Stopped,
}

/// Every position of a game that can come up from its start, and what it is worth to each seat.
pub struct Solution<G: Game> {
    places: HashMap<G::State, u32>,
    values: Vec<f64>,
    seats: usize,
}

/// What can follow from a position.
struct Graph<A> {
    /// Who decides; `None` where the game is over.
    deciders: Vec<Option<Seat>>,
    /// Where the actions of a position begin; one more than there are positions.
    first_action: Vec<u32>,
    actions: Vec<A>,
    /// Where the ways of an action begin; one more than there are actions.
    first_way: Vec<u32>,
    targets: Vec<u32>,
    chances: Vec<f64>,
}

impl<G: Game> Solution<G> {
    /// Solves a game that has at most so many positions.
    ///
    /// # Errors
    /// If it has more, is a race, or is stopped.
    pub fn of(game: &G, most: usize, stop: &Stop) -> Result<Solution<G>, SolveError> {
        let mut listing = Listing::new(game, most);
        listing.run(stop)?;
        let seats = usize::from(game.seats());
        let Listing { graph, places, mut values, .. } = listing;
        solve(&graph, &mut values, seats, stop)?;
        Ok(Solution { places, values, seats })
    }

    /// How many positions there are in which somebody decides or the game is over.
    pub fn positions(&self) -> usize {
        self.places.len()
    }

    /// What a position is worth to each seat, chance to move or not: win chances. `None` for one that can't come up.
    pub fn value(&self, game: &G, state: &G::State) -> Option<Values> {
        let mut sum = Values::ZERO;
        for (chance, state) in settled(game, *state) {
            let place = *self.places.get(&game.essence(&state))? as usize;
            sum.add(&Values::new(&self.values[place * self.seats..][..self.seats]), chance);
        }
        Some(sum)
    }

    /// What everything that the seat can do is worth to it, the best first; of equals the first of the list.
    pub fn compare(&self, game: &G, state: &G::State, seat: Seat) -> Vec<Compared<G::Action>> {
        let mut actions = Vec::new();
        game.legal_actions(state, seat, &mut actions);
        let worth = |action: G::Action| {
            let mut next = game.essence(state);
            apply(game, &mut next, Input::Play(seat, action), &mut ()).ok()?;
            Some(Compared { action, value: self.value(game, &next)?.of(seat) })
        };
        let mut compared: Vec<_> = actions.into_iter().filter_map(worth).collect();
        compared.sort_by(|one, other| other.value.total_cmp(&one.value));
        compared
    }
}

/// The positions that chance leads to from this one before anybody decides, with how likely each is.
fn settled<G: Game>(game: &G, state: G::State) -> Vec<(f64, G::State)> {
    let (mut open, mut settled) = (vec![(1.0, state)], Vec::new());
    let mut outcomes = Vec::new();
    while let Some((chance, state)) = open.pop() {
        if game.turn(&state) != Turn::Chance {
            settled.push((chance, state));
            continue;
        }
        outcomes.clear();
        game.outcomes(&state, &mut outcomes);
        let total: f64 = outcomes.iter().map(|&(weight, _)| f64::from(weight)).sum();
        for &(weight, outcome) in outcomes.iter().rev() {
            let mut next = state;
            if apply(game, &mut next, Input::Chance(outcome), &mut ()).is_ok() {
                open.push((chance * f64::from(weight) / total, next));
            }
        }
    }
    settled
}

/// The positions as they are listed.
struct Listing<'g, G: Game> {
    game: &'g G,
    most: usize,
    graph: Graph<G::Action>,
    places: HashMap<G::State, u32>,
    states: Vec<G::State>,
    values: Vec<f64>,
}

impl<'g, G: Game> Listing<'g, G> {
    fn new(game: &'g G, most: usize) -> Self {
        let graph = Graph {
            deciders: Vec::new(),
            first_action: vec![0],
            actions: Vec::new(),
            first_way: vec![0],
            targets: Vec::new(),
            chances: Vec::new(),
        };
        Listing { game, most, graph, places: HashMap::new(), states: Vec::new(), values: Vec::new() }
    }

    fn run(&mut self, stop: &Stop) -> Result<(), SolveError> {
        for (_, state) in settled(self.game, self.game.start()) {
            self.place(state)?;
        }
        let mut next = 0;
        while next < self.states.len() {
            if next.is_multiple_of(1024) && stop.is_requested() {
                return Err(SolveError::Stopped);
            }
            self.follow(self.states[next])?;
            next += 1;
        }
        Ok(())
    }

    /// The number of a position, which is listed if it is new.
    fn place(&mut self, state: G::State) -> Result<u32, SolveError> {
        let state = self.game.essence(&state);
        if let Some(&place) = self.places.get(&state) {
            return Ok(place);
        }
        if self.states.len() == self.most {
            return Err(SolveError::TooLarge { most: self.most });
        }
        let place = self.states.len() as u32;
        self.places.insert(state, place);
        self.states.push(state);
        Ok(place)
    }

    /// What can follow from a position; what it is worth, if that is nothing.
    fn follow(&mut self, state: G::State) -> Result<(), SolveError> {
        let seat = match self.game.turn(&state) {
            Turn::Seats(seats) => Some(seats.single().ok_or(SolveError::Race)?),
            Turn::Over | Turn::Chance => None,
        };
        let worth = if seat.is_some() { Values::ZERO } else { Values::won(&self.game.scores(&state)) };
        self.values.extend((0..self.game.seats()).map(|seat| worth.of(Seat(seat))));
        self.graph.deciders.push(seat);
        let mut actions = Vec::new();
        if let Some(seat) = seat {
            self.game.legal_actions(&state, seat, &mut actions);
        }
        for action in actions {
            let mut next = state;
            if let Some(seat) = seat
                && apply(self.game, &mut next, Input::Play(seat, action), &mut ()).is_ok()
            {
                self.way(action, next)?;
            }
        }
        self.graph.first_action.push(self.graph.actions.len() as u32);
        Ok(())
    }

    fn way(&mut self, action: G::Action, next: G::State) -> Result<(), SolveError> {
        for (chance, state) in settled(self.game, next) {
            let place = self.place(state)?;
            self.graph.targets.push(place);
            self.graph.chances.push(chance);
        }
        self.graph.actions.push(action);
        self.graph.first_way.push(self.graph.targets.len() as u32);
        Ok(())
    }
}

impl<A> Graph<A> {
    fn actions_of(&self, place: u32) -> std::ops::Range<usize> {
        self.first_action[place as usize] as usize..self.first_action[place as usize + 1] as usize
    }

    /// Where all ways from a position lead.
    fn ways_of(&self, place: u32) -> std::ops::Range<usize> {
        let actions = self.actions_of(place);
        self.first_way[actions.start] as usize..self.first_way[actions.end] as usize
    }

    /// Can a position follow on itself, as where a throw that brings nothing is thrown again?
    fn is_circle(&self, place: u32) -> bool {
        self.targets[self.ways_of(place)].contains(&place)
    }

    /// What an action is worth to a seat.
    fn worth(&self, action: usize, seat: usize, values: &[f64], seats: usize) -> f64 {
        let ways = self.first_way[action] as usize..self.first_way[action + 1] as usize;
        ways.map(|way| self.chances[way] * values[self.targets[way] as usize * seats + seat]).sum()
    }

    /// Values a position anew by what follows; how far its decider's value moved.
    fn update(&self, place: u32, values: &mut [f64], seats: usize) -> f64 {
        let Some(seat) = self.deciders[place as usize] else { return 0.0 };
        let worth = |action: usize| self.worth(action, seat.index(), values, seats);
        let mut best = None;
        for action in self.actions_of(place) {
            let value = worth(action);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, action));
            }
        }
        let Some((_, action)) = best else { return 0.0 };
        let mut moved = 0.0_f64;
        for seat in 0..seats {
            let value = self.worth(action, seat, values, seats);
            let place = place as usize * seats + seat;
            moved = moved.max((value - values[place]).abs());
            values[place] = value;
        }
        moved
    }
}

/// Solves every component, those first that others lead to.
fn solve<A>(graph: &Graph<A>, values: &mut [f64], seats: usize, stop: &Stop) -> Result<(), SolveError> {
    let mut failed = None;
    components(graph, |component| {
        let is_circle = component.len() > 1 || component.iter().any(|&place| graph.is_circle(place));
        for _ in 0..ROUNDS {
            let moved = component.iter().map(|&place| graph.update(place, values, seats));
            if moved.fold(0.0, f64::max) < PRECISE || !is_circle {
                break;
            }
            if stop.is_requested() {
                failed = Some(SolveError::Stopped);
                break;
            }
        }
    });
    failed.map_or(Ok(()), Err)
}

/// A position that Tarjan's algorithm has not visited.
const UNMET: u32 = u32::MAX;

/// Tarjan's algorithm with a stack of its own: positions can follow on each other by the million.
fn components<A>(graph: &Graph<A>, mut found: impl FnMut(&[u32])) {
    let count = graph.deciders.len();
    let (mut met, mut lowest, mut is_open) = (vec![UNMET; count], vec![0; count], vec![false; count]);
    let (mut clock, mut open, mut path) = (0, Vec::new(), Vec::new());
    for root in 0..count as u32 {
        if met[root as usize] == UNMET {
            path.push((root, graph.ways_of(root).start));
        }
        while let Some((place, way)) = path.pop() {
            let here = place as usize;
            if met[here] == UNMET {
                (met[here], lowest[here], is_open[here]) = (clock, clock, true);
                clock += 1;
                open.push(place);
            }
            if way < graph.ways_of(place).end {
                let target = graph.targets[way];
                path.push((place, way + 1));
                if met[target as usize] == UNMET {
                    path.push((target, graph.ways_of(target).start));
                } else if is_open[target as usize] {
                    lowest[here] = lowest[here].min(met[target as usize]);
                }
                continue;
            }
            if lowest[here] == met[here] {
                let start = open.iter().rposition(|&each| each == place).expect("it is open");
                open[start..].iter().for_each(|&each| is_open[each as usize] = false);
                // What follows on a position was visited after it: backwards, values travel fastest.
                open[start..].reverse();
                found(&open[start..]);
                open.truncate(start);
            }
            if let Some(&(parent, _)) = path.last() {
                let parent = parent as usize;
                lowest[parent] = lowest[parent].min(lowest[here]);
            }
        }
    }
}
