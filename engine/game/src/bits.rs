//! Choosing one of the bits that are set. Always inlined: it stands in the innermost loops of two games, which are compiled
//! anew for what a processor offers.
#![allow(clippy::inline_always)]

/// Every byte one.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The top bit of every byte.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The place of the bit that has `rank` set bits below it; there must be one.
///
/// ```
/// assert_eq!(tercet_game::select(0b1011_0000, 1), 5);
/// ```
#[inline(always)]
pub fn select(word: u64, rank: u32) -> u32 {
    Ranks::of(word).select(rank)
}

/// A word whose set bits are counted, byte by byte, so that their number and the place of one of them cost one counting.
#[derive(Clone, Copy, Debug)]
pub struct Ranks {
    word: u64,
    /// How many bits are set in each byte and all bytes below it.
    counts: u64,
}

impl Ranks {
    /// Counts.
    #[inline(always)]
    pub fn of(word: u64) -> Ranks {
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let counts = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
        Ranks { word, counts }
    }

    /// How many bits are set.
    #[inline(always)]
    pub fn count(self) -> u32 {
        (self.counts >> 56) as u32
    }

    /// The place of the bit that has `rank` set bits below it; there must be one.
    ///
    /// No branch: the bytes to pass over are counted, and the last byte is looked up.
    #[inline(always)]
    pub fn select(self, rank: u32) -> u32 {
        let Ranks { word, counts } = self;
        let rank = u64::from(rank);
        // A byte's top bit stays where the rank is not below its running count.
        let passed = ((((rank * ONES) | TOPS) - counts) & TOPS) >> 7;
        let place = passed.wrapping_mul(ONES) >> 56 << 3;
        let before = (counts << 8) >> place & 0xff;
        let byte = word >> place & 0xff;
        place as u32 + u32::from(IN_BYTE[(rank - before) as usize & 7][byte as usize])
    }
}

/// The place of the bit of a byte by its rank.
static IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[rank][byte] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selects_the_bit_that_a_loop_finds() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..10_000 {
            word = word.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ word >> 29;
            let thinned = word & word.rotate_left(17);
            for candidate in [word, thinned, word | thinned.rotate_left(5), u64::MAX] {
                let bits = (0..64).filter(|bit| candidate >> bit & 1 == 1);
                assert!(bits.enumerate().all(|(rank, bit)| select(candidate, rank as u32) == bit));
            }
        }
    }
}
