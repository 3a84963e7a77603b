//! `ChaCha20` as RFC 8439 has it, pinned to the vectors printed there: the stream of deals that nobody may predict.
//!
//! The other generators can be told from some outcomes what comes next, or be tried seed by seed; this one can't, without
//! its key of 256 bits. Own code like theirs: rules have no dependency, and records must replay for ever. It branches on no secret
//! and looks nothing up by one, so its running time reveals nothing.

use core::fmt;

use crate::rng::{Source, below};

/// A stream of a key. Streams of one key with different numbers have nothing to do with each other.
///
/// ```
/// use tercet_game::{ChaCha20, Source as _};
///
/// let mut a = ChaCha20::new(&[7; 32], 1);
/// let mut b = ChaCha20::new(&[7; 32], 1);
/// assert_eq!(a.below(1000), b.below(1000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ChaCha20 {
    key: [u32; 8],
    nonce: [u32; 3],
    /// The number of the block that comes after this one.
    next: u32,
    block: [u32; 16],
    /// How many words of the block are drawn.
    drawn: usize,
}

impl ChaCha20 {
    /// The stream of this number.
    pub fn new(key: &[u8; 32], stream: u32) -> ChaCha20 {
        ChaCha20::with_nonce(key, [stream, 0, 0])
    }

    fn with_nonce(key: &[u8; 32], nonce: [u32; 3]) -> ChaCha20 {
        let mut words = [0; 8];
        for (word, bytes) in words.iter_mut().zip(key.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        ChaCha20 { key: words, nonce, next: 0, block: [0; 16], drawn: 16 }
    }

    /// The words of one block, wherever the stream stands.
    pub fn words_at(&self, number: u32) -> [u32; 16] {
        // «expand 32-byte k», the key, the number and the nonce.
        let mut start =
            [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        start[4..12].copy_from_slice(&self.key);
        start[12] = number;
        start[13..].copy_from_slice(&self.nonce);
        let mut words = start;
        for _ in 0..10 {
            double_round(&mut words);
        }
        for (word, first) in words.iter_mut().zip(start) {
            *word = word.wrapping_add(first);
        }
        words
    }
}

/// Four columns, then four diagonals.
fn double_round(words: &mut [u32; 16]) {
    for column in 0..4 {
        quarter_round(words, [column, column + 4, column + 8, column + 12]);
    }
    for start in 0..4 {
        quarter_round(words, [start, 4 + (start + 1) % 4, 8 + (start + 2) % 4, 12 + (start + 3) % 4]);
    }
}

fn quarter_round(words: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    for (turns, after) in [(16, 12), (8, 7)] {
        words[a] = words[a].wrapping_add(words[b]);
        words[d] = (words[d] ^ words[a]).rotate_left(turns);
        words[c] = words[c].wrapping_add(words[d]);
        words[b] = (words[b] ^ words[c]).rotate_left(after);
    }
}

impl Source for ChaCha20 {
    fn below(&mut self, bound: u32) -> u32 {
        below(bound, || {
            if self.drawn == self.block.len() {
                self.block = self.words_at(self.next);
                self.next = self.next.wrapping_add(1);
                self.drawn = 0;
            }
            self.drawn += 1;
            self.block[self.drawn - 1]
        })
    }
}

/// Tells nothing of the key, so that no log can have it.
impl fmt::Debug for ChaCha20 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChaCha20(…)")
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use core::array::from_fn;

    use super::*;

    #[test]
    fn a_quarter_round_meets_the_published_vector() {
        let mut words = [0; 16];
        words[..4].copy_from_slice(&[0x1111_1111, 0x0102_0304, 0x9b8d_6f43, 0x0123_4567]);
        quarter_round(&mut words, [0, 1, 2, 3]);
        assert_eq!(words[..4], [0xea2a_92f4, 0xcb1c_f8ce, 0x4581_472e, 0x5881_c4bb]);
    }

    /// RFC 8439, 2.3.2.
    #[test]
    fn a_block_meets_the_published_vector() {
        let stream = ChaCha20::with_nonce(&from_fn(|byte| byte as u8), [0x0900_0000, 0x4a00_0000, 0]);
        let block = [
            0xe4e7_f110,
            0x1559_3bd1,
            0x1fdd_0f50,
            0xc471_20a3,
            0xc7f4_d1c7,
            0x0368_c033,
            0x9aaa_2204,
            0x4e6c_d4c3,
            0x4664_82d2,
            0x09aa_9f07,
            0x05d7_c214,
            0xa202_8bd9,
            0xd19c_12b5,
            0xb94e_16de,
            0xe883_d0cb,
            0x4e3c_50a2,
        ];
        assert_eq!(stream.words_at(1), block);
    }

    /// RFC 8439, A.1, the first two vectors: the stream goes on from block to block.
    #[test]
    fn a_stream_is_its_blocks_in_order() {
        let mut stream = ChaCha20::new(&[0; 32], 0);
        let words: [u32; 17] = from_fn(|_| stream.below(u32::MAX));
        let high_halves = |word: u32| ((u64::from(word) * u64::from(u32::MAX)) >> 32) as u32;
        assert_eq!(words[0], high_halves(0xade0_b876));
        assert_eq!(words[15], high_halves(0x8665_eeb2));
        assert_eq!(words[16], high_halves(0xbee7_079f));
    }

    #[test]
    fn keys_and_numbers_make_streams_of_their_own() {
        let first = |key: u8, stream| ChaCha20::new(&[key; 32], stream).words_at(0);
        assert_ne!(first(1, 0), first(2, 0));
        assert_ne!(first(1, 0), first(1, 1));
        assert_eq!(format!("{:?}", ChaCha20::new(&[1; 32], 0)), "ChaCha20(…)");
    }
}
