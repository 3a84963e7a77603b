//! Copies and landmarks of all seats, in rows of one byte a seat, so that a question about everybody is one operation on a word.

use tercet_game::Seat;

use super::{ONES, TOPS};
use crate::action::Kind;
use crate::config::Config;
use crate::facts::Landmark;

const KINDS: usize = Kind::MAX as usize;
const PLAYERS: usize = Config::MAX_PLAYERS as usize;
/// The bytes of a row. Those beyond the players stay zero.
pub(crate) const LANES: usize = 8;

/// Where a seat lies in a row. The rules name no seat beyond the players, so the remainder changes nothing; it only tells the
/// compiler that no bounds need checking.
#[inline]
pub(crate) fn lane(seat: Seat) -> usize {
    seat.index() % LANES
}

/// How many copies of each kind each seat has: a row a kind, a byte a seat. Rows are as long as there are players, with a few
/// spare bytes after the last, so that every row can be read as eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SeatCounts([u8; KINDS * PLAYERS + LANES - PLAYERS]);

impl SeatCounts {
    pub(crate) const NONE: SeatCounts = SeatCounts([0; _]);

    /// Where the row of a kind begins.
    #[inline]
    fn row(kind: Kind) -> usize {
        kind.index() % KINDS * PLAYERS
    }

    /// The counts of all seats, the first seat in the lowest byte: reads the kind's row as a word and masks off the next row's
    /// bytes.
    #[inline]
    pub(crate) fn word(&self, kind: Kind) -> u64 {
        let row = self.0[SeatCounts::row(kind)..].first_chunk().expect("the last row has bytes behind it");
        u64::from_le_bytes(*row) & (u64::MAX >> (8 * (LANES - PLAYERS)))
    }

    #[inline]
    pub(crate) fn of(&self, kind: Kind, seat: Seat) -> u8 {
        self.0[SeatCounts::row(kind) + lane(seat)]
    }

    #[inline]
    pub(crate) fn of_mut(&mut self, kind: Kind, seat: Seat) -> &mut u8 {
        &mut self.0[SeatCounts::row(kind) + lane(seat)]
    }

    /// Have all players but this one copies of the kind?
    #[inline]
    pub(crate) fn is_everywhere_else(&self, kind: Kind, seat: Seat, players: u8) -> bool {
        let exempt = 0xff << (8 * seat.0 % 64) | u64::MAX << (8 * players % 64);
        let counts = self.word(kind) | exempt;
        // Adding 0x7f to the low seven bits of a byte carries into its top bit unless they are zero.
        (((counts & !TOPS) + !TOPS) | counts) & TOPS == TOPS
    }
}

/// The landmarks of all seats, as bits that a condition on a card can test: for each seat one byte with a bit for each landmark
/// that is built, and one byte in which bit n says that n or more are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LandmarkBits {
    built: [u8; LANES],
    at_least: [u8; LANES],
}

impl LandmarkBits {
    pub(crate) const NONE: LandmarkBits = LandmarkBits { built: [0; LANES], at_least: [1; LANES] };

    /// The bit for: the landmark is built.
    pub(crate) const fn landmark(landmark: Landmark) -> u8 {
        landmark as u8
    }

    /// The bit for: so many landmarks or more are built. There are six landmarks, so bit 7 is never set.
    pub(crate) const fn at_least(count: u8) -> u8 {
        8 + if count < 7 { count } else { 7 }
    }

    #[inline]
    pub(crate) fn set(&mut self, seat: Seat, landmarks: u8) {
        self.built[lane(seat)] = landmarks;
        self.at_least[lane(seat)] = ((2_u32 << landmarks.count_ones()) - 1) as u8;
    }

    /// The landmarks that a seat has built, a bit each.
    #[inline]
    pub(crate) fn built(&self, seat: Seat) -> u8 {
        self.built[lane(seat)]
    }

    /// Both bytes of a seat.
    #[inline]
    pub(crate) fn of(&self, seat: Seat) -> u32 {
        u32::from(self.built[lane(seat)]) | u32::from(self.at_least[lane(seat)]) << 8
    }

    /// All ones in the byte of each seat that has the bit.
    #[inline]
    pub(crate) fn lanes(&self, bit: u8) -> u64 {
        // Indexed, not chosen by a branch: which card fires is random.
        let row = u64::from_le_bytes([self.built, self.at_least][usize::from(bit / 8 % 2)]);
        ((row >> (bit % 8)) & ONES) * 0xff
    }
}

#[cfg(test)]
mod tests {
    use tercet_game::{Rng, Seats};

    use super::*;

    fn seats() -> impl Iterator<Item = Seat> {
        Seats::first(Config::MAX_PLAYERS).iter()
    }

    /// The byte of a seat in a word.
    fn byte(word: u64, seat: Seat) -> u8 {
        word.to_le_bytes()[seat.index()]
    }

    #[test]
    fn a_word_holds_what_each_seat_has() {
        let mut rng = Rng::new(1);
        let mut counts = SeatCounts::NONE;
        for _ in 0..2000 {
            let (kind, seat) = (Kind(rng.below(64) as u8), Seat(rng.below(5) as u8));
            *counts.of_mut(kind, seat) = rng.below(256) as u8;
            let word = counts.word(kind);
            assert!(seats().all(|seat| byte(word, seat) == counts.of(kind, seat)));
            assert_eq!(word >> (8 * PLAYERS), 0, "bytes beyond the players");
        }
    }

    #[test]
    fn everywhere_else_is_asked_of_each_other_player() {
        let mut rng = Rng::new(2);
        let kind = Kind(Kind::MAX - 1);
        for _ in 0..5000 {
            let players = 2 + rng.below(4) as u8;
            let mut counts = SeatCounts::NONE;
            for seat in Seats::first(players).iter() {
                *counts.of_mut(kind, seat) = [0, 0, 1, 0x7f, 0x80, 0xff][rng.below(6) as usize];
            }
            let asks = Seat(rng.below(players.into()) as u8);
            let mut others = Seats::first(players).iter().filter(|&seat| seat != asks);
            let plain = others.all(|seat| counts.of(kind, seat) > 0);
            assert_eq!(counts.is_everywhere_else(kind, asks, players), plain);
        }
    }

    #[test]
    fn landmark_bits_say_which_and_how_many() {
        let mut rng = Rng::new(3);
        let mut bits = LandmarkBits::NONE;
        for _ in 0..2000 {
            bits.set(Seat(rng.below(5) as u8), rng.below(64) as u8);
            for seat in seats() {
                let built = bits.built(seat);
                for landmark in Landmark::ALL {
                    let has = built & landmark.bit() != 0;
                    assert_eq!(byte(bits.lanes(LandmarkBits::landmark(landmark)), seat) == 0xff, has);
                }
                for count in 0..=u8::MAX {
                    let bit = LandmarkBits::at_least(count);
                    let has = built.count_ones() >= count.into();
                    assert_eq!(byte(bits.lanes(bit), seat), if has { 0xff } else { 0 });
                    assert_eq!(bits.of(seat) >> bit & 1 == 1, has);
                }
            }
        }
    }
}
