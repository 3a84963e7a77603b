//! The generator: xoshiro256++ seeded by `SplitMix64`, pinned to the published vectors.
//!
//! Own code, because no crate promises that the same seed draws the same numbers in its next release, and
//! records of old games must not change.

/// The generator that seeds the other one, and mixes stream names into seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// xoshiro256++: what dealers and bots draw from. It never stands inside a game's state.
///
/// ```
/// use tercet_game::Rng;
///
/// let mut a = Rng::stream(7, &[1, 2]);
/// let mut b = Rng::stream(7, &[1, 2]);
/// assert_eq!(a.below(1000), b.below(1000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rng {
    s: [u64; 4],
}

impl Rng {
    /// A generator whose state is the next four outputs of `SplitMix64` from this seed.
    pub fn new(seed: u64) -> Rng {
        let mut mix = SplitMix64(seed);
        Rng { s: [mix.next_u64(), mix.next_u64(), mix.next_u64(), mix.next_u64()] }
    }

    /// A generator of its own for a named part of a seed's work: a pairing, a game number, a bot.
    /// Streams with different names have nothing to do with each other, whatever order they are used in.
    pub fn stream(seed: u64, name: &[u64]) -> Rng {
        Rng::new(stream_seed(seed, name))
    }

    /// The state as the publication's reference code has it.
    pub fn from_state(s: [u64; 4]) -> Rng {
        Rng { s }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.s;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// The upper half of the next 64 bits: the better half.
    pub fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    /// A number in `0..bound`, every one equally likely.
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: u32) -> u32 {
        below(bound, || self.next_u32())
    }
}

/// What a dealer draws from: our generator, or one that nobody can predict.
pub trait Source {
    /// A number in `0..bound`, every one equally likely.
    ///
    /// # Panics
    /// If `bound` is zero.
    fn below(&mut self, bound: u32) -> u32;
}

impl Source for Rng {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        Rng::below(self, bound)
    }
}

/// A number in `0..bound` from words of 32 bits: the product's high half, redrawn in the rare case that its low half shows a
/// bias (Lemire's method).
#[inline]
pub(crate) fn below(bound: u32, mut next: impl FnMut() -> u32) -> u32 {
    assert!(bound > 0, "a number below zero can't be drawn");
    let mut product = u64::from(next()) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from(next()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// The seed of a named part of a seed's work; see [`Rng::stream`].
pub fn stream_seed(seed: u64, name: &[u64]) -> u64 {
    name.iter().fold(seed, |seed, &part| {
        let mut mix = SplitMix64(seed);
        let outer = mix.next_u64();
        SplitMix64(outer ^ part.rotate_left(32)).next_u64()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix64_meets_the_published_vector() {
        let mut mix = SplitMix64(1_234_567);
        let drawn: [u64; 5] = core::array::from_fn(|_| mix.next_u64());
        assert_eq!(
            drawn,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn xoshiro256plusplus_meets_the_published_vector() {
        let mut rng = Rng::from_state([1, 2, 3, 4]);
        let drawn: [u64; 10] = core::array::from_fn(|_| rng.next_u64());
        assert_eq!(
            drawn,
            [
                41_943_041,
                58_720_359,
                3_588_806_011_781_223,
                3_591_011_842_654_386,
                9_228_616_714_210_784_205,
                9_973_669_472_204_895_162,
                14_011_001_112_246_962_877,
                12_406_186_145_184_390_807,
                15_849_039_046_786_891_736,
                10_450_023_813_501_588_000,
            ]
        );
    }

    #[test]
    fn below_covers_its_range_evenly() {
        let mut rng = Rng::new(1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
        assert_eq!(rng.below(1), 0);
    }

    #[test]
    fn streams_differ_in_each_part_of_their_name() {
        let seeds = [
            stream_seed(1, &[]),
            stream_seed(1, &[0]),
            stream_seed(1, &[1]),
            stream_seed(1, &[0, 0]),
            stream_seed(1, &[0, 1]),
            stream_seed(1, &[1, 0]),
            stream_seed(2, &[0]),
        ];
        for (i, a) in seeds.iter().enumerate() {
            assert!(seeds[i + 1..].iter().all(|b| a != b));
        }
    }
}
