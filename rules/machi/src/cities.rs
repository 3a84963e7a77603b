//! What the players have. It lies in rows of one byte a seat, so that a roll counts what a kind brings to everybody in
//! one word.

use tercet_game::{Digest, Seat, Seats};

use crate::action::Kind;
use crate::config::Config;
use crate::facts::{Landmark, PURSE_LIMIT};
use crate::plain::Gains;

const KINDS: usize = Kind::MAX as usize;
const PLAYERS: usize = Config::MAX_PLAYERS as usize;
/// The seats of a row. Those beyond the players stay empty.
const LANES: usize = 8;

/// Every byte one.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The top bit of every byte.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// A byte for each kind and seat. The row of a kind is read as one word, with what lies behind it, which is wiped out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Counts([u8; KINDS * PLAYERS + LANES - PLAYERS]);

impl Counts {
    const NONE: Counts = Counts([0; _]);

    /// Where the row of a kind begins.
    #[inline]
    fn row(kind: Kind) -> usize {
        kind.index() % KINDS * PLAYERS
    }

    /// All seats in one word, the first in the lowest byte.
    #[inline]
    fn word(&self, kind: Kind) -> u64 {
        let row = self.0[Counts::row(kind)..].first_chunk().expect("the last row has bytes behind it");
        u64::from_le_bytes(*row) & (u64::MAX >> (8 * (LANES - PLAYERS)))
    }

    #[inline]
    fn of(&self, kind: Kind, seat: Seat) -> u8 {
        self.0[Counts::row(kind) + lane(seat)]
    }

    #[inline]
    fn of_mut(&mut self, kind: Kind, seat: Seat) -> &mut u8 {
        &mut self.0[Counts::row(kind) + lane(seat)]
    }
}

/// Where a seat lies in a row. The rules name no seat beyond the players, so nothing is lost, and no bounds are checked.
#[inline]
fn lane(seat: Seat) -> usize {
    seat.index() % LANES
}

/// What can be read of the landmarks that everybody has built: which they are, a bit each, then how many they are: bit n says
/// that it is n or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Signs([[u8; LANES]; 2]);

impl Signs {
    const NONE: Signs = Signs([[0; LANES], [1; LANES]]);

    /// The landmark is built.
    pub(crate) const fn landmark(landmark: Landmark) -> u8 {
        landmark as u8
    }

    /// So many landmarks are built, or more. More than there are never are: the last bit is not used.
    pub(crate) const fn level(count: u8) -> u8 {
        8 + if count < 7 { count } else { 7 }
    }

    fn set(&mut self, seat: Seat, landmarks: u8) {
        self.0[0][lane(seat)] = landmarks;
        self.0[1][lane(seat)] = ((2_u32 << landmarks.count_ones()) - 1) as u8;
    }

    /// The signs of a seat, a bit each.
    #[inline]
    pub(crate) fn of(&self, seat: Seat) -> u32 {
        u32::from(self.0[0][lane(seat)]) | u32::from(self.0[1][lane(seat)]) << 8
    }

    /// All ones in the byte of each seat that has the sign.
    #[inline]
    pub(crate) fn lanes(&self, sign: u8) -> u64 {
        // Not chosen by a branch: what fires is random.
        let row = u64::from_le_bytes(self.0[usize::from(sign / 8 % 2)]);
        ((row >> (sign % 8)) & ONES) * 0xff
    }
}

/// A player's coins. They don't lie beside another's, or they would be added up as one long word, which has to wait for a
/// purse that was just written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Purse {
    coins: u32,
    /// On the card that is invested in.
    invested: u32,
}

/// What all players have.
///
/// Invariants: closed copies are among the copies; the masks and levels say what the counts say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cities {
    purses: [Purse; LANES],
    /// The kinds of which there are copies, a bit each: found out along, because each roll asks for it.
    owned: [u64; LANES],
    signs: Signs,
    copies: Counts,
    /// How many of the copies are closed.
    closed: Counts,
    /// The kinds of which anybody's copies are closed, a bit each.
    shut: u64,
}

impl Cities {
    pub(crate) const EMPTY: Cities = Cities {
        purses: [Purse { coins: 0, invested: 0 }; LANES],
        owned: [0; LANES],
        signs: Signs::NONE,
        copies: Counts::NONE,
        closed: Counts::NONE,
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
        self.signs.set(seat, landmarks);
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
        let copies = self.copies(kind) | 0xff << (8 * seat.0 % 64) | u64::MAX << (8 * players % 64);
        // A byte that is not zero brings its top bit, from its lower bits or by itself.
        (((copies & !TOPS) + !TOPS) | copies) & TOPS == TOPS
    }

    #[inline]
    pub(crate) fn signs(&self) -> &Signs {
        &self.signs
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
fn write_counts(seat: Seat, counts: &Counts, digest: &mut Digest) {
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
        self.cities.signs.0[0][lane(self.seat)]
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

    /// How many cards of these kinds there are. Kinds that are not there are counted too: so there are always as many steps, and
    /// the processor knows how many.
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
