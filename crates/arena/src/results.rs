//! Points and wins of each seat: what every game can say of itself.

use serde::{Deserialize, Serialize};
use tercet_game::{End, Game, Log, Scores, Seat, Seats};

use crate::{Study, Tally};

/// Points and wins, seat by seat, and how the games ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    seats: Vec<Standing>,
    ends: [u64; End::ALL.len()],
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Standing {
    points: Tally,
    won: u64,
    shared: u64,
}

impl Results {
    /// How many seats there were; 0 before the first game.
    pub fn seats(&self) -> usize {
        self.seats.len()
    }

    /// The points that a seat had at the ends.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn points(&self, seat: usize) -> &Tally {
        &self.seats[seat].points
    }

    /// How often a seat won alone.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn won(&self, seat: usize) -> u64 {
        self.seats[seat].won
    }

    /// How often a seat shared the win.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn shared(&self, seat: usize) -> u64 {
        self.seats[seat].shared
    }

    /// How many games ended in this way.
    pub fn ended(&self, end: End) -> u64 {
        self.ends[end as usize]
    }

    /// Counts a game that is over.
    pub fn count(&mut self, scores: &Scores) {
        let points = scores.points();
        self.grow(points.len());
        let winners = scores.winners();
        for (seat, standing) in Seats::first(points.len() as u8).iter().zip(&mut self.seats) {
            standing.count(points[seat.index()], seat, winners);
        }
        if let Some(end) = scores.end() {
            self.ends[end as usize] += 1;
        }
    }

    /// Adds what another series learnt of the same seats.
    pub fn add(&mut self, other: &Results) {
        self.grow(other.seats());
        for (own, other) in self.seats.iter_mut().zip(&other.seats) {
            own.points.merge(&other.points);
            own.won += other.won;
            own.shared += other.shared;
        }
        for (own, other) in self.ends.iter_mut().zip(&other.ends) {
            *own += other;
        }
    }

    fn grow(&mut self, seats: usize) {
        if self.seats.len() < seats {
            self.seats.resize_with(seats, Standing::default);
        }
    }
}

impl Standing {
    fn count(&mut self, points: i32, seat: Seat, winners: Seats) {
        self.points.add(points.into());
        match (winners.contains(seat), winners.len()) {
            (true, 1) => self.won += 1,
            (true, _) => self.shared += 1,
            (false, _) => {}
        }
    }
}

impl<E> Log<E> for Results {
    fn push(&mut self, _event: impl FnOnce() -> E) {}

    fn is_silent(&self) -> bool {
        true
    }
}

impl<G: Game> Study<G> for Results {
    fn end(&mut self, _game: &G, _state: &G::State, scores: &Scores) {
        self.count(scores);
    }

    fn merge(&mut self, later: Results) {
        self.add(&later);
    }
}
