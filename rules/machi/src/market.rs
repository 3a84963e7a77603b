//! The market: what lies open, and what may still be dealt.

use crate::action::Kind;
use crate::tables::Row;

const KINDS: usize = Kind::MAX as usize;

/// What lies open to be built, and what may still come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Market {
    pub(crate) shown: [u8; KINDS],
    pub(crate) deck: Deck,
    /// The kinds that lie open, a bit each.
    pub(crate) on_show: u64,
    /// The kinds that may still come, a bit each.
    pub(crate) in_deck: u64,
}

impl Market {
    pub(crate) const EMPTY: Market = Market { shown: [0; KINDS], deck: Deck::EMPTY, on_show: 0, in_deck: 0 };

    /// How many copies lie open.
    pub fn shown(&self, kind: Kind) -> u8 {
        self.shown[kind.index()]
    }

    /// How many copies may still come.
    pub fn deck(&self, kind: Kind) -> u8 {
        self.deck.copies(kind)
    }

    /// The kinds that lie open with their numbers of copies.
    pub fn cards(&self) -> impl Iterator<Item = (Kind, u8)> + '_ {
        Kind::all(self.on_show).map(|kind| (kind, self.shown(kind)))
    }

    pub(crate) fn set_shown(&mut self, kind: Kind, copies: u8) {
        self.shown[kind.index()] = copies;
        self.on_show = self.on_show & !kind.bit() | u64::from(copies > 0) << kind.0;
    }

    /// One copy that lies open is gone.
    #[inline]
    pub(crate) fn sell(&mut self, kind: Kind) {
        self.shown[kind.index()] -= 1;
        if self.shown(kind) == 0 {
            self.on_show &= !kind.bit();
        }
    }

    /// One copy comes from the deck.
    #[inline]
    pub(crate) fn deal(&mut self, kind: Kind) {
        self.shown[kind.index()] += 1;
        self.on_show |= kind.bit();
        if self.deck.take(kind) == 0 {
            self.in_deck &= !kind.bit();
        }
    }

    pub(crate) fn set_deck(&mut self, kind: Kind, copies: u8) {
        self.deck.set(kind, copies);
        self.in_deck = self.in_deck & !kind.bit() | u64::from(copies > 0) << kind.0;
    }
}

/// Kinds are counted eight at a time: a deal asks for all counts, and one by one they were a tenth of the instructions of a
/// game with a dealt market (callgrind, `cargo bench -p tercet-bots --bench machi`, everything, 2026-11-16).
pub(crate) const EIGHTS: usize = KINDS / 8;

/// Every byte one.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The top bit of every byte.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// How many copies of each kind may still come. They are written as they are read, in whole words: a byte that was just written
/// would have to be waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Deck {
    /// A byte a kind, the first kind in the lowest byte of the first word.
    eights: [u64; EIGHTS],
    /// The sum of each of these words, a byte each: below 256, because a card has at most 20 copies.
    sums: u64,
}

impl Deck {
    const EMPTY: Deck = Deck { eights: [0; EIGHTS], sums: 0 };

    #[inline]
    fn copies(&self, kind: Kind) -> u8 {
        (self.eights[kind.index() / 8] >> (kind.index() % 8 * 8)) as u8
    }

    #[inline]
    fn set(&mut self, kind: Kind, copies: u8) {
        let (eighth, place) = (kind.index() / 8, kind.index() % 8 * 8);
        let eight = &mut self.eights[eighth];
        let before = *eight >> place & 0xff;
        *eight = *eight & !(0xff << place) | u64::from(copies) << place;
        self.sums = self.sums.wrapping_add(u64::from(copies).wrapping_sub(before) << (8 * eighth));
    }

    /// Takes one copy; how many are left?
    #[inline]
    fn take(&mut self, kind: Kind) -> u8 {
        let (eighth, place) = (kind.index() / 8, kind.index() % 8 * 8);
        self.eights[eighth] -= 1 << place;
        self.sums -= 1 << (8 * eighth);
        (self.eights[eighth] >> place) as u8
    }

    /// The copies of each kind in order.
    pub(crate) fn counts(&self) -> impl Iterator<Item = u8> {
        self.eights.into_iter().flat_map(u64::to_le_bytes)
    }

    /// The kind of the copy that `below(copies)` falls on, of the kinds of a row.
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

/// How many cards lie in each of eight heaps, a byte each.
#[derive(Clone, Copy)]
struct Sums(u64);

impl Sums {
    /// The lower byte of each 16 bits.
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    /// 1 in each 16 bits.
    const ONES: u64 = 0x0001_0001_0001_0001;
    /// The top bit of each 16 bits.
    const TOPS: u64 = 0x8000_8000_8000_8000;

    /// The cards up to the end of each pair of heaps, in 16 bits each.
    #[inline]
    fn ends(self) -> u64 {
        ((self.0 & Sums::EVEN) + (self.0 >> 8 & Sums::EVEN)).wrapping_mul(Sums::ONES)
    }

    #[inline]
    fn total(self) -> u32 {
        (self.ends() >> 48) as u32
    }

    /// The heap of the card with this rank, and its rank there. No branch: what is drawn is random.
    #[inline]
    fn find(self, rank: u32) -> (usize, u32) {
        let (ends, rank) = (self.ends(), u64::from(rank));
        // A top bit stays where the rank is not below the end.
        let passed = (((rank * Sums::ONES) | Sums::TOPS) - ends) & Sums::TOPS;
        let pair = 16 * ((passed >> 15).wrapping_mul(Sums::ONES) >> 48);
        let rank = rank - ((ends << 16) >> pair & 0xffff);
        let first = self.0 >> pair & 0xff;
        let is_second = u64::from(rank >= first);
        ((pair / 8 + is_second) as usize % EIGHTS, (rank - first * is_second) as u32)
    }
}

/// The kind whose copies this rank falls into, among eight. No branch here either.
#[inline]
fn place(eight: u64, rank: u32) -> u8 {
    let ends = eight.wrapping_mul(ONES);
    let ranks = u64::from(rank) * ONES;
    // The top bit of each byte: is the rank not below its end? First by the other seven bits, then by the top ones.
    let low = (ranks | TOPS) - (ends & !TOPS);
    let passed = ((ranks & !ends) | (low & !(ranks ^ ends))) & TOPS;
    ((passed >> 7).wrapping_mul(ONES) >> 56) as u8
}
