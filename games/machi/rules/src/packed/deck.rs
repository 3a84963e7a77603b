//! The deck of a dealt market: how many copies of each kind may still come, and which card the n-th of them is, found without a
//! loop over the kinds.

use super::{ONES, TOPS};
use crate::action::Kind;
use crate::tables::Row;

const KINDS: usize = Kind::MAX as usize;

/// The words of a deck: eight kinds each. Counting the kinds one by one was a tenth of the instructions of a game with a dealt
/// market (callgrind, `cargo bench -p tercet-machi-play --bench machi`, everything, 2026-11-16).
pub(crate) const EIGHTS: usize = KINDS / 8;

/// How many copies of each kind may still come. Whole words are written, because whole words are read: a load that is wider than
/// the store just before it stalls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Deck {
    /// A byte a kind, the first kind in the lowest byte of the first word.
    eights: [u64; EIGHTS],
    /// The sum of each of these words, a byte each: below 256, because a card has at most 20 copies.
    sums: u64,
}

impl Deck {
    pub(crate) const EMPTY: Deck = Deck { eights: [0; EIGHTS], sums: 0 };

    #[inline]
    pub(crate) fn copies(&self, kind: Kind) -> u8 {
        (self.eights[kind.index() / 8] >> (kind.index() % 8 * 8)) as u8
    }

    #[inline]
    pub(crate) fn set(&mut self, kind: Kind, copies: u8) {
        let (eighth, place) = (kind.index() / 8, kind.index() % 8 * 8);
        let eight = &mut self.eights[eighth];
        let before = *eight >> place & 0xff;
        *eight = *eight & !(0xff << place) | u64::from(copies) << place;
        self.sums = self.sums.wrapping_add(u64::from(copies).wrapping_sub(before) << (8 * eighth));
    }

    /// Takes one copy; how many are left?
    #[inline]
    pub(crate) fn take(&mut self, kind: Kind) -> u8 {
        let (eighth, place) = (kind.index() / 8, kind.index() % 8 * 8);
        self.eights[eighth] -= 1 << place;
        self.sums -= 1 << (8 * eighth);
        (self.eights[eighth] >> place) as u8
    }

    /// The copies of each kind in order.
    pub(crate) fn counts(&self) -> impl Iterator<Item = u8> {
        self.eights.into_iter().flat_map(u64::to_le_bytes)
    }

    /// The kind of the copy that `below(copies)` falls on, of the kinds of a row: the copies lie in a line, ordered by kind.
    #[inline]
    pub(crate) fn draw(&self, row: &Row, below: impl FnOnce(u32) -> u32) -> Option<Kind> {
        let sums = Sums(if row.is_all() { self.sums } else { self.sums_of(row) });
        if sums.total() == 0 {
            return None;
        }
        let (eighth, rank) = sums.find(below(sums.total()));
        let place = place(self.eights[eighth] & row.mask[eighth], rank);
        Some(Kind((8 * eighth) as u8 + place))
    }

    fn sums_of(&self, row: &Row) -> u64 {
        let eights = self.eights.iter().zip(row.mask).map(|(eight, mask)| eight & mask);
        eights.rev().fold(0, |sums, eight| sums << 8 | eight.wrapping_mul(ONES) >> 56)
    }
}

/// The sums of the eight words, a byte each.
#[derive(Clone, Copy)]
struct Sums(u64);

impl Sums {
    /// The lower byte of each 16 bits.
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    /// 1 in each 16 bits.
    const ONES: u64 = 0x0001_0001_0001_0001;
    /// The top bit of each 16 bits.
    const TOPS: u64 = 0x8000_8000_8000_8000;

    /// How many copies there are up to the end of each pair of words, in 16 bits each.
    #[inline]
    fn ends(self) -> u64 {
        ((self.0 & Sums::EVEN) + (self.0 >> 8 & Sums::EVEN)).wrapping_mul(Sums::ONES)
    }

    #[inline]
    fn total(self) -> u32 {
        (self.ends() >> 48) as u32
    }

    /// The word that the copy of this rank is in, and its rank there. No branch: what is drawn is random.
    #[inline]
    fn find(self, rank: u32) -> (usize, u32) {
        let (ends, rank) = (self.ends(), u64::from(rank));
        // The subtraction leaves the top bit of a lane where the rank is at or past that end.
        let passed = (((rank * Sums::ONES) | Sums::TOPS) - ends) & Sums::TOPS;
        let pair = 16 * ((passed >> 15).wrapping_mul(Sums::ONES) >> 48);
        let rank = rank - ((ends << 16) >> pair & 0xffff);
        let first = self.0 >> pair & 0xff;
        let is_second = u64::from(rank >= first);
        ((pair / 8 + is_second) as usize % EIGHTS, (rank - first * is_second) as u32)
    }
}

/// Which of eight kinds the copy of this rank is: the number of kinds whose copies end at or before it. No branch here either.
#[inline]
fn place(eight: u64, rank: u32) -> u8 {
    let ends = eight.wrapping_mul(ONES);
    let ranks = u64::from(rank) * ONES;
    // Into the top bit of each byte: is the rank at or past this end? Compared by the low seven bits, then by the top ones.
    let low = (ranks | TOPS) - (ends & !TOPS);
    let passed = ((ranks & !ends) | (low & !(ranks ^ ends))) & TOPS;
    ((passed >> 7).wrapping_mul(ONES) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use tercet_game::Rng;

    use super::*;

    /// The same by counting: kind after kind, copy after copy.
    fn counted(deck: &Deck, kinds: u64, rank: u32) -> Option<Kind> {
        let copies = |kind: Kind| core::iter::repeat_n(kind, deck.copies(kind).into());
        Kind::all(kinds).flat_map(copies).nth(rank as usize)
    }

    fn total(deck: &Deck, kinds: u64) -> u32 {
        Kind::all(kinds).map(|kind| u32::from(deck.copies(kind))).sum()
    }

    #[test]
    fn a_draw_is_what_counting_finds() {
        let mut rng = Rng::new(4);
        for _ in 0..300 {
            let mut deck = Deck::EMPTY;
            for kind in (0..Kind::MAX).map(Kind) {
                deck.set(kind, [0, 0, 1, 5, 6, 20][rng.below(6) as usize]);
            }
            let some = u64::from(rng.below(u32::MAX)) << 16 | 1;
            for row in [Row::new(u64::MAX, 10), Row::new(some, 5)] {
                for rank in 0..total(&deck, row.kinds) {
                    assert_eq!(deck.draw(&row, |_| rank), counted(&deck, row.kinds, rank));
                }
            }
        }
    }

    #[test]
    fn a_taken_copy_is_gone_and_an_empty_deck_deals_nothing() {
        let mut deck = Deck::EMPTY;
        let row = Row::new(u64::MAX, 10);
        deck.set(Kind(9), 2);
        assert_eq!((deck.take(Kind(9)), deck.draw(&row, |_| 0)), (1, Some(Kind(9))));
        assert_eq!((deck.take(Kind(9)), deck.draw(&row, |_| 0)), (0, None));
    }
}
