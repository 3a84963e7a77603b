//! Counting and choosing bits.

use core::fmt::Debug;
use core::hash::Hash;

/// The word whose bit `2 i` is bit `i` of the given one; the others are zero.
#[inline(always)]
pub(super) fn spread(half: u32) -> u64 {
    let word = u64::from(half);
    let word = (word | word << 16) & 0x0000_ffff_0000_ffff;
    let word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
    let word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let word = (word | word << 2) & 0x3333_3333_3333_3333;
    (word | word << 1) & 0x5555_5555_5555_5555
}

/// How the bits of a word are counted and chosen. A caller that knows its processor may bring a faster way.
pub trait Select: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// How many bits are set.
    fn count(word: u64) -> u32;

    /// The place of the bit that has `rank` set bits below it; there must be one.
    fn select(word: u64, rank: u32) -> u32;
}

/// With instructions that every processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Portable;

impl Select for Portable {
    #[inline(always)]
    fn count(word: u64) -> u32 {
        word.count_ones()
    }

    #[inline(always)]
    fn select(word: u64, rank: u32) -> u32 {
        tercet_game::select(word, rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_bits_to_every_second_place() {
        for bit in 0..32 {
            assert_eq!(spread(1 << bit), 1 << (2 * bit));
        }
        assert_eq!(spread(u32::MAX), 0x5555_5555_5555_5555);
        assert_eq!(spread(0b1011), 0b100_0101);
    }
}
