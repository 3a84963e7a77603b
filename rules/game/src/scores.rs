//! What each seat has, in whole points.

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
}
