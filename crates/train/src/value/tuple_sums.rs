//! A board's value, and cheaply those of the boards one placement away.

use std::ops::{AddAssign, SubAssign};

use super::{Change, Net, Tuples};

/// Weights by tuple, while they are learned or afterwards.
pub trait Tables {
    /// What weights add up to.
    type Sum: Copy + Default + AddAssign + SubAssign;

    /// The tuples that they are of.
    fn tuples(&self) -> &Tuples;

    /// What a tuple with this index adds.
    fn of_tuple(&self, tuple: usize, index: u32) -> Self::Sum;

    /// What a counter at this number adds.
    fn of_counter(&self, counter: usize, number: u32) -> Self::Sum;
}

/// The weights of a net that is still learning.
#[derive(Clone, Copy, Debug)]
pub struct LiveTables<'n> {
    /// The net.
    pub net: &'n Net,
    /// Its tuples.
    pub tuples: &'n Tuples,
}

impl Tables for LiveTables<'_> {
    type Sum = f32;

    fn tuples(&self) -> &Tuples {
        self.tuples
    }

    #[inline]
    fn of_tuple(&self, tuple: usize, index: u32) -> f32 {
        let [own, shared] = self.tuples.tables(tuple);
        let value = self.net.weight((own + index) as usize);
        if own == shared { value } else { value + self.net.weight((shared + index) as usize) }
    }

    #[inline]
    fn of_counter(&self, counter: usize, number: u32) -> f32 {
        self.net.weight(self.tuples.counted(counter, number) as usize)
    }
}

/// What the tuples of one board add, each by itself: the value of a board that differs in few cells needs only the tuples that hold those.
#[derive(Clone, Debug, Default)]
pub struct TupleSums<S> {
    indices: Vec<u32>,
    parts: Vec<S>,
    total: S,
}

impl<S: Copy + Default + AddAssign + SubAssign> TupleSums<S> {
    /// Looks at a board of which these words say what is filled.
    #[inline]
    pub fn look(&mut self, tables: &impl Tables<Sum = S>, words: &[u64]) {
        tables.tuples().indices(words, &mut self.indices);
        self.parts.clear();
        self.total = S::default();
        for (tuple, &index) in self.indices.iter().enumerate() {
            let part = tables.of_tuple(tuple, index);
            self.parts.push(part);
            self.total += part;
        }
    }

    /// What the tuples add; counters are the caller's to add.
    pub fn total(&self) -> S {
        self.total
    }

    /// The index of each tuple.
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// What the tuples add after these changes.
    #[inline]
    pub fn after(&self, tables: &impl Tables<Sum = S>, changes: &[Change]) -> S {
        let mut total = self.total;
        for change in changes {
            let tuple = change.tuple as usize;
            total += tables.of_tuple(tuple, self.indices[tuple] | change.bits);
            total -= self.parts[tuple];
        }
        total
    }
}
