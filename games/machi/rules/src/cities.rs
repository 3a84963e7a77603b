//! What the players have.

use tercet_game::{Digest, Seat, Seats};

use crate::action::Kind;
use crate::config::Config;
use crate::facts::{Landmark, PURSE_LIMIT};
use crate::packed::counts::{LANES, LandmarkBits, SeatCounts, lane};
use crate::packed::income::Gains;

const PLAYERS: usize = Config::MAX_PLAYERS as usize;

/// A player's coins. The invested coins stand between one purse and the next, so that the compiler does not load two purses as
/// one wide word: such a load stalls on a purse that was just written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Purse {
    coins: u32,
    /// On the card that is invested in.
    invested: u32,
}

/// What all players have.
///
/// Invariants: closed copies are among the copies; `owned` and `shut` say which counts are not zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cities {
    purses: [Purse; LANES],
    /// The kinds of which there are copies, a bit each. Kept up to date, because each roll asks for it.
    owned: [u64; LANES],
    landmarks: LandmarkBits,
    copies: SeatCounts,
    /// How many of the copies are closed.
    closed: SeatCounts,
    /// The kinds of which anybody's copies are closed, a bit each.
    shut: u64,
}

impl Cities {
    pub(crate) const EMPTY: Cities = Cities {
        purses: [Purse { coins: 0, invested: 0 }; LANES],
        owned: [0; LANES],
        landmarks: LandmarkBits::NONE,
        copies: SeatCounts::NONE,
        closed: SeatCounts::NONE,
        shut: 0,
    };

    #[inline]
    pub(crate) fn of(&self, seat: Seat) -> City<'_> {
        City { cities: self, seat }
    }

    /// All that there may be, empty ones too.
    pub(crate) fn iter(&self) -> impl Iterator<Item = City<'_>> {
        (0..Config::MAX_PLAYERS).map(|seat| self.of(Seat(seat)))
    }

    #[inline]
    pub(crate) fn coins(&self, seat: Seat) -> u32 {
        self.purses[lane(seat)].coins
    }

    #[inline]
    pub(crate) fn set_coins(&mut self, seat: Seat, coins: u32) {
        self.purses[lane(seat)].coins = coins;
    }

    /// The bank pays, as much as there is room for (R32). How much was it?
    #[inline]
    pub(crate) fn gain(&mut self, seat: Seat, coins: u32) -> u32 {
        let coins = coins.min(self.of(seat).room());
        self.purses[lane(seat)].coins += coins;
        coins
    }

    /// Is somebody's purse so full that the limit of R32 is not far?
    #[inline]
    pub(crate) fn is_rich(&self) -> bool {
        const FAR: u32 = PURSE_LIMIT.next_power_of_two() / 2;
        const { assert!(FAR + Gains::MOST < PURSE_LIMIT) };
        self.purses[..PLAYERS].iter().fold(0, |all, purse| all | purse.coins) >= FAR
    }

    /// Everybody gets his part. No purse must be rich.
    #[inline]
    pub(crate) fn gain_all(&mut self, gains: Gains) {
        for (seat, purse) in self.purses[..PLAYERS].iter_mut().enumerate() {
            purse.coins += gains.of_seat(seat);
        }
    }

    /// The bank is paid, as much as there is. How much was it?
    #[inline]
    pub(crate) fn spend(&mut self, seat: Seat, due: u32) -> u32 {
        let coins = due.min(self.coins(seat));
        self.purses[lane(seat)].coins -= coins;
        coins
    }

    pub(crate) fn set_invested(&mut self, seat: Seat, coins: u32) {
        self.purses[lane(seat)].invested = coins;
    }

    #[inline]
    pub(crate) fn set_landmarks(&mut self, seat: Seat, landmarks: u8) {
        self.landmarks.set(seat, landmarks);
    }

    #[inline]
    pub(crate) fn add(&mut self, seat: Seat, kind: Kind) {
        *self.copies.of_mut(kind, seat) += 1;
        self.owned[lane(seat)] |= kind.bit();
    }

    pub(crate) fn set_copies(&mut self, seat: Seat, kind: Kind, copies: u8) {
        *self.copies.of_mut(kind, seat) = copies;
        let owned = &mut self.owned[lane(seat)];
        *owned = *owned & !kind.bit() | u64::from(copies > 0) << kind.0;
    }

    /// Adds one copy that comes from another city, closed if it was (R18).
    pub(crate) fn receive(&mut self, seat: Seat, kind: Kind, closed: bool) {
        self.add(seat, kind);
        if closed {
            self.set_closed(seat, kind, self.of(seat).closed(kind) + 1);
        }
    }

    /// Takes one copy away, an open one if there is one (R18). Was it closed?
    pub(crate) fn remove(&mut self, seat: Seat, kind: Kind) -> bool {
        let city = self.of(seat);
        let (copies, closed) = (city.copies(kind), city.closed(kind));
        self.set_copies(seat, kind, copies - 1);
        if copies == closed {
            self.set_closed(seat, kind, closed - 1);
        }
        copies == closed
    }

    pub(crate) fn set_closed(&mut self, seat: Seat, kind: Kind, closed: u8) {
        *self.closed.of_mut(kind, seat) = closed;
        self.shut = self.shut & !kind.bit() | u64::from(self.closed.word(kind) != 0) << kind.0;
    }

    /// The kinds of which anybody's copies are closed, a bit each.
    #[inline]
    pub(crate) fn shut(&self) -> u64 {
        self.shut
    }

    /// How many copies of a kind everybody has, a byte a seat.
    #[inline]
    pub(crate) fn copies(&self, kind: Kind) -> u64 {
        self.copies.word(kind)
    }

    /// Have all players but this one copies of the kind?
    #[inline]
    pub(crate) fn is_everywhere_else(&self, kind: Kind, seat: Seat, players: u8) -> bool {
        self.copies.is_everywhere_else(kind, seat, players)
    }

    #[inline]
    pub(crate) fn landmark_bits(&self) -> &LandmarkBits {
        &self.landmarks
    }

    /// The seats that have cards of these kinds.
    #[inline]
    pub(crate) fn owners(&self, kinds: u64) -> Seats {
        let owns = |seat: usize| u16::from(self.owned[seat] & kinds != 0) << seat;
        Seats::from_bits((0..PLAYERS).fold(0, |seats, seat| seats | owns(seat)))
    }

    pub(crate) fn write(&self, digest: &mut Digest) {
        for city in self.iter() {
            digest.number(city.coins(), 4);
            digest.number(city.invested(), 4);
            digest.number(city.built_bits(), 1);
            write_counts(city.seat, &self.copies, digest);
            write_counts(city.seat, &self.closed, digest);
        }
    }
}

/// The counts of a seat as [`write_counts`](crate::state::write_counts) writes them.
fn write_counts(seat: Seat, counts: &SeatCounts, digest: &mut Digest) {
    crate::state::write_counts((0..Kind::MAX).map(|kind| counts.of(Kind(kind), seat)), digest);
}

/// What a player has.
#[derive(Clone, Copy, Debug)]
pub struct City<'a> {
    cities: &'a Cities,
    seat: Seat,
}

impl City<'_> {
    /// What is in the purse.
    #[inline]
    pub fn coins(self) -> u32 {
        self.cities.coins(self.seat)
    }

    /// What lies on the card that is invested in.
    pub fn invested(self) -> u32 {
        self.cities.purses[lane(self.seat)].invested
    }

    /// How many copies of the kind there are, closed ones too.
    #[inline]
    pub fn copies(self, kind: Kind) -> u8 {
        self.cities.copies.of(kind, self.seat)
    }

    /// How many copies of the kind are closed.
    #[inline]
    pub fn closed(self, kind: Kind) -> u8 {
        self.cities.closed.of(kind, self.seat)
    }

    /// Is the landmark built?
    #[inline]
    pub fn has(self, landmark: Landmark) -> bool {
        self.built_bits() & landmark.bit() != 0
    }
}

impl<'a> City<'a> {
    /// The landmarks that are built.
    pub fn landmarks(self) -> impl Iterator<Item = Landmark> + use<'a> {
        Landmark::ALL.into_iter().filter(move |&landmark| self.has(landmark))
    }

    /// The kinds that are there with their numbers of copies.
    pub fn cards(self) -> impl Iterator<Item = (Kind, u8)> + use<'a> {
        Kind::all(self.owned()).map(move |kind| (kind, self.copies(kind)))
    }
}

impl City<'_> {
    /// The landmarks that are built, a bit each.
    #[inline]
    pub(crate) fn built_bits(self) -> u8 {
        self.cities.landmarks.built(self.seat)
    }

    /// How many landmarks are built.
    #[inline]
    pub(crate) fn built(self) -> u8 {
        self.built_bits().count_ones() as u8
    }

    /// The kinds of which there are copies, a bit each.
    #[inline]
    pub(crate) fn owned(self) -> u64 {
        self.cities.owned[lane(self.seat)]
    }

    /// How many cards of these kinds there are. Kinds that are not owned are looked at too, so that the loop has the same length
    /// each time and its end is predicted.
    #[inline]
    pub(crate) fn count(self, kinds: u64) -> u32 {
        Kind::all(kinds).map(|kind| u32::from(self.copies(kind))).sum()
    }

    #[inline]
    pub(crate) fn open(self, kind: Kind) -> u8 {
        self.copies(kind) - self.closed(kind)
    }

    /// Room in the purse (R32).
    #[inline]
    pub(crate) fn room(self) -> u32 {
        PURSE_LIMIT - self.coins()
    }
}
