//! What each seat has, in whole points.

use alloc::vec::Vec;

use crate::{End, Seat, Seats};

/// Points of every seat and, once the game is over, how it ended.
///
/// ```
/// use tercet_game::{End, Scores, Seat};
///
/// let scores = Scores::new(&[3, 5, 5], Some(End::Finished));
/// assert_eq!(scores.winners().iter().collect::<Vec<_>>(), [Seat(1), Seat(2)]);
/// assert_eq!(scores.place(Seat(0)), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores {
    points: [i32; Seats::MAX as usize],
    seats: u8,
    end: Option<End>,
    winner: Option<Seat>,
}

impl Scores {
    /// The points of seats 0, 1, … and the end, if it has come.
    ///
    /// # Panics
    /// If there are more points than [`Seats::MAX`].
    pub fn new(points: &[i32], end: Option<End>) -> Scores {
        let mut all = [0; Seats::MAX as usize];
        all[..points.len()].copy_from_slice(points);
        Scores { points: all, seats: points.len() as u8, end, winner: None }
    }

    /// The same, in a game that is won otherwise than by points: this seat has the first place, whatever the points.
    #[must_use]
    pub fn won_by(self, seat: Seat) -> Scores {
        Scores { winner: Some(seat), ..self }
    }

    /// The same at the end of a game that this seat has lost by a fault of its own: the best of the others has won, the first of equals.
    /// Where it was alone, the game counts for nothing.
    ///
    /// ```
    /// use tercet_game::{Scores, Seat};
    ///
    /// let scores = Scores::new(&[7, 2, 5], None).lost_by(Seat(0));
    /// assert_eq!(scores.winners().single(), Some(Seat(2)));
    /// ```
    #[must_use]
    pub fn lost_by(self, seat: Seat) -> Scores {
        let others = Seats::first(self.seats).iter().filter(|&other| other != seat);
        match others.min_by_key(|other| core::cmp::Reverse(self.points[other.index()])) {
            Some(best) => Scores { end: Some(End::Finished), winner: Some(best), ..self },
            None => Scores { end: Some(End::Void), ..self },
        }
    }

    /// One number a seat.
    pub fn points(&self) -> &[i32] {
        &self.points[..usize::from(self.seats)]
    }

    /// How the game ended; `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The winner, or the seats with the most points, once the game is over; ties share the win. Nobody wins a void game.
    pub fn winners(&self) -> Seats {
        let mut winners = Seats::NONE;
        if matches!(self.end, None | Some(End::Void)) {
            return winners;
        }
        for seat in Seats::first(self.seats).iter().filter(|&seat| self.place(seat) == 1) {
            winners.insert(seat);
        }
        winners
    }

    /// The seat's place: one more than the number of seats with more points; the winner's is the first.
    pub fn place(&self, seat: Seat) -> usize {
        let rank = |seat: Seat| (self.winner == Some(seat), self.points[seat.index()]);
        1 + Seats::first(self.seats).iter().filter(|&other| rank(other) > rank(seat)).count()
    }

    /// How every seat came out when these numbers, one a seat, order those who did not win: winners are first whatever
    /// their number. In a void game everybody is first with 0.
    ///
    /// Every rank that is shown for a finished game comes from here.
    ///
    /// # Panics
    /// If there is not one number for each seat.
    ///
    /// ```
    /// use tercet_game::{End, Scores, Seat};
    ///
    /// let scores = Scores::new(&[238, 240, 90], Some(End::Finished)).won_by(Seat(0));
    /// let places: Vec<u8> = scores.finishes(&[238, 240, 90]).iter().map(|finish| finish.place).collect();
    /// assert_eq!(places, [1, 2, 3]);
    /// ```
    pub fn finishes(&self, numbers: &[i64]) -> Vec<Finish> {
        assert!(numbers.len() == self.points().len(), "one number for each seat");
        if self.end == Some(End::Void) {
            return numbers.iter().map(|_| Finish { place: 1, score: 0 }).collect();
        }
        let winners = self.winners();
        let rank = |seat: usize| (!winners.contains(Seat(seat as u8))).then(|| numbers[seat]);
        rank_all(numbers, |own, other| match (rank(own), rank(other)) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(own), Some(other)) => other > own,
        })
    }
}

/// How a seat came out of a game.
///
/// ```
/// use tercet_game::Finish;
///
/// let finishes = Finish::by_score(&[90, 71, 71, 12]);
/// assert_eq!(finishes.iter().map(|finish| finish.place).collect::<Vec<_>>(), [1, 2, 2, 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// One more than the number of seats that came out better; seats with the same place are level. It alone says who
    /// was better than whom.
    pub place: u8,
    /// The number that orders those who did not win: points, unless the game has another finish score. A winner's may be
    /// lower than a loser's.
    pub score: i64,
}

impl Finish {
    /// The finishes of seats that nothing but these numbers order: the highest is first.
    pub fn by_score(scores: &[i64]) -> Vec<Finish> {
        rank_all(scores, |own, other| scores[other] > scores[own])
    }
}

/// Finishes by a comparison: was the seat behind the other?
fn rank_all(numbers: &[i64], is_behind: impl Fn(usize, usize) -> bool) -> Vec<Finish> {
    let place = |own: usize| 1 + (0..numbers.len()).filter(|&other| is_behind(own, other)).count() as u8;
    numbers.iter().enumerate().map(|(own, &score)| Finish { place: place(own), score }).collect()
}
