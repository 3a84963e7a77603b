//! The Mersenne Twister, for deals that must match other programs': C++'s `std::mt19937` and Python's
//! `random.Random`. Our own deals use [`Rng`](crate::Rng).

const N: usize = 624;
const M: usize = 397;

/// MT19937 with 32-bit outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mt19937 {
    words: [u32; N],
    next: usize,
}

impl Mt19937 {
    /// Seeded by one word, as `std::mt19937(seed)` is.
    pub fn new(seed: u32) -> Mt19937 {
        let mut words = [seed; N];
        for i in 1..N {
            let before = words[i - 1];
            words[i] = (before ^ before >> 30).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        Mt19937 { words, next: N }
    }

    /// Seeded by a key of words, lowest first, as Python seeds from an integer: its absolute value, at least
    /// one word.
    ///
    /// # Panics
    /// If the key is empty.
    pub fn from_key(key: &[u32]) -> Mt19937 {
        assert!(!key.is_empty(), "a key has at least one word");
        let mut words = Mt19937::new(19_650_218).words;
        let (mut i, mut j) = (1, 0);
        for _ in 0..N.max(key.len()) {
            let before = words[i - 1];
            let mixed = words[i] ^ (before ^ before >> 30).wrapping_mul(1_664_525);
            words[i] = mixed.wrapping_add(key[j]).wrapping_add(j as u32);
            i = following(&mut words, i);
            j = (j + 1) % key.len();
        }
        for _ in 1..N {
            let before = words[i - 1];
            let mixed = words[i] ^ (before ^ before >> 30).wrapping_mul(1_566_083_941);
            words[i] = mixed.wrapping_sub(i as u32);
            i = following(&mut words, i);
        }
        words[0] = 0x8000_0000;
        Mt19937 { words, next: N }
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.next == N {
            self.twist();
        }
        let mut y = self.words[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c_5680;
        y ^= y << 15 & 0xefc6_0000;
        y ^ y >> 18
    }

    /// A number in `0..bound` the way Python's `randrange` draws it: as many bits as `bound` has, drawn again
    /// while the number is too large.
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn python_below(&mut self, bound: u32) -> u32 {
        let bits = bound.ilog2() + 1;
        loop {
            let number = self.next_u32() >> (32 - bits);
            if number < bound {
                return number;
            }
        }
    }

    /// Shuffles the way Python's `random.shuffle` does.
    pub fn python_shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.python_below(i as u32 + 1) as usize;
            items.swap(i, j);
        }
    }

    fn twist(&mut self) {
        for i in 0..N {
            let y = self.words[i] & 0x8000_0000 | self.words[(i + 1) % N] & 0x7fff_ffff;
            let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
            self.words[i] = self.words[(i + M) % N] ^ y >> 1 ^ odd;
        }
        self.next = 0;
    }
}

/// The word after this one; at the end the last word is carried over to the first.
fn following(words: &mut [u32; N], i: usize) -> usize {
    if i + 1 < N {
        return i + 1;
    }
    words[0] = words[N - 1];
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_seeds_meet_the_published_vector() {
        let mut mt = Mt19937::new(5489);
        let last = (0..10_000).map(|_| mt.next_u32()).last();
        assert_eq!(last, Some(4_123_659_995));
    }

    #[test]
    fn key_seeds_meet_the_published_vector() {
        let mut mt = Mt19937::from_key(&[0x123, 0x234, 0x345, 0x456]);
        let drawn: [u32; 5] = core::array::from_fn(|_| mt.next_u32());
        assert_eq!(drawn, [1_067_595_299, 955_945_823, 477_289_528, 4_107_218_783, 4_228_976_476]);
    }

    #[test]
    fn shuffles_as_python_does() {
        // python3 -c 'import random; x = list(range(10)); random.Random(42).shuffle(x); print(x)'
        let mut items: [u32; 10] = core::array::from_fn(|i| i as u32);
        Mt19937::from_key(&[42]).python_shuffle(&mut items);
        assert_eq!(items, [7, 3, 2, 8, 5, 6, 9, 4, 0, 1]);
    }
}
