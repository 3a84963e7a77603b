//! Seats and sets of seats.

use core::fmt;

/// A place at the table, counted from zero in code and from one in text (`seat 1` is `Seat(0)`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The only seat of a solo game, and the first of every other.
    pub const FIRST: Seat = Seat(0);

    /// The seat as an index into arrays that hold one entry a seat.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", u16::from(self.0) + 1)
    }
}

/// A set of at most [`Seats::MAX`] seats.
///
/// ```
/// use tercet_game::{Seat, Seats};
///
/// let mut seats = Seats::first(3);
/// seats.remove(Seat(1));
/// assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
/// assert!(Seats::one(Seat(2)).is_subset(seats));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(u16);

impl Seats {
    /// How many seats a game can have.
    pub const MAX: u8 = 16;
    /// No seat at all.
    pub const NONE: Seats = Seats(0);

    /// The seats 0 to `count - 1`.
    ///
    /// # Panics
    /// If `count` is above [`Seats::MAX`].
    pub fn first(count: u8) -> Seats {
        assert!(count <= Seats::MAX, "a game has at most {} seats", Seats::MAX);
        Seats(((1u32 << count) - 1) as u16)
    }

    /// Just this seat.
    pub fn one(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// The seats whose bits are set.
    pub fn from_bits(bits: u16) -> Seats {
        Seats(bits)
    }

    /// One bit a seat, seat 0 lowest.
    pub fn bits(self) -> u16 {
        self.0
    }

    /// Is the seat in the set?
    pub fn contains(self, seat: Seat) -> bool {
        seat.0 < Seats::MAX && self.0 >> seat.0 & 1 == 1
    }

    /// Is every seat of this set in the other?
    pub fn is_subset(self, other: Seats) -> bool {
        self.0 & !other.0 == 0
    }

    /// Is there no seat in the set?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seat, if it is the only one.
    #[inline]
    pub fn single(self) -> Option<Seat> {
        self.0.is_power_of_two().then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// Puts the seat into the set.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes the seat out of the set.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The seats in both sets.
    #[must_use]
    pub fn and(self, other: Seats) -> Seats {
        Seats(self.0 & other.0)
    }

    /// The seats of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: Seats) -> Seats {
        Seats(self.0 & !other.0)
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..Seats::MAX).map(Seat).filter(move |&seat| self.contains(seat))
    }
}
