//! A digest that is the same on every machine and in every release.

use core::fmt;

use crate::{End, Seat};

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

macro_rules! numbers {
    ($($number:ty)+) => {$(
        impl Stable for $number {
            fn write(&self, digest: &mut Digest) {
                digest.bytes(&self.to_le_bytes());
            }
        }
    )+};
}

numbers!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);

impl Stable for bool {
    fn write(&self, digest: &mut Digest) {
        digest.bytes(&[u8::from(*self)]);
    }
}

impl<T: Stable, const N: usize> Stable for [T; N] {
    fn write(&self, digest: &mut Digest) {
        for each in self {
            each.write(digest);
        }
    }
}

impl<T: Stable> Stable for Option<T> {
    fn write(&self, digest: &mut Digest) {
        self.is_some().write(digest);
        if let Some(inner) = self {
            inner.write(digest);
        }
    }
}

impl Stable for Seat {
    fn write(&self, digest: &mut Digest) {
        self.0.write(digest);
    }
}

impl Stable for End {
    fn write(&self, digest: &mut Digest) {
        (*self as u8).write(digest);
    }
}

/// Writes these fields of a struct into its digest, in this order.
///
/// ```
/// struct State {
///     points: [u16; 2],
///     is_over: bool,
/// }
///
/// tercet_game::stable!(State: points, is_over);
/// ```
#[macro_export]
macro_rules! stable {
    ($state:ty: $($field:ident),+ $(,)?) => {
        impl $crate::Stable for $state {
            fn write(&self, digest: &mut $crate::Digest) {
                $($crate::Stable::write(&self.$field, digest);)+
            }
        }
    };
}
