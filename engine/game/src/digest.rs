//! A digest that is the same on every machine and in every release.

use core::fmt;

/// 64-bit FNV-1a over the bytes written to it. It tells states and texts apart and finds accidents; it is
/// no defence against somebody who wants two texts to collide.
///
/// ```
/// use tercet_game::Digest;
///
/// let mut digest = Digest::default();
/// digest.bytes(b"foobar");
/// assert_eq!(digest.value(), 0x8594_4171_f739_67e8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// The digest of one value.
    pub fn of(value: &impl Stable) -> Digest {
        let mut digest = Digest::default();
        value.write(&mut digest);
        digest
    }

    /// Takes bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Takes a whole number, lowest byte first, in its full width.
    pub fn number(&mut self, number: impl Into<u128>, width: usize) {
        self.bytes(&number.into().to_le_bytes()[..width]);
    }

    /// The digest so far.
    pub fn value(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Writes its logical fields, never its caches, in a fixed order: the source of every pinned digest.
pub trait Stable {
    /// Writes the value into the digest.
    fn write(&self, digest: &mut Digest);
}
