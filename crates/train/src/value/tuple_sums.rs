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
    /// What each tuple adds, beside its index again.
    parts: Vec<(u32, S)>,
    total: S,
}

impl<S: Copy + Default + AddAssign + SubAssign> TupleSums<S> {
    /// Looks at a board of which these words say what is filled.
    #[inline]
    pub fn look(&mut self, tables: &impl Tables<Sum = S>, words: &[u64]) {
        tables.tuples().indices(words, &mut self.indices);
        self.parts.clear();
        let parts = self.indices.iter().enumerate();
        self.parts.extend(parts.map(|(tuple, &index)| (index, tables.of_tuple(tuple, index))));
        self.add_up();
    }

    /// Looks at the board after these changes of the one that was looked at.
    #[inline]
    pub fn step(&mut self, tables: &impl Tables<Sum = S>, changes: &[Change]) {
        for change in changes {
            let tuple = change.tuple as usize;
            let index = self.indices[tuple] | change.bits;
            self.indices[tuple] = index;
            self.parts[tuple] = (index, tables.of_tuple(tuple, index));
        }
        self.add_up();
    }

    /// In four sums side by side: one alone would wait for each addition before the next.
    fn add_up(&mut self) {
        let mut sums = [S::default(); 4];
        let (fours, rest) = self.parts.as_chunks::<4>();
        for four in fours {
            for (sum, (_, part)) in sums.iter_mut().zip(four) {
                *sum += *part;
            }
        }
        for (sum, (_, part)) in sums.iter_mut().zip(rest) {
            *sum += *part;
        }
        self.total = S::default();
        for sum in sums {
            self.total += sum;
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

    /// What the tuples add after these changes. What comes and what goes are summed apart and two at a time, so that no addition waits
    /// for the one before.
    #[inline]
    pub fn after(&self, tables: &impl Tables<Sum = S>, changes: &[Change]) -> S {
        let (mut more, mut less) = ([S::default(); 2], [S::default(); 2]);
        let parts = self.parts.as_slice();
        let mut add = |place: usize, change: &Change| {
            let tuple = change.tuple as usize;
            let (index, part) = parts[tuple];
            more[place] += tables.of_tuple(tuple, index | change.bits);
            less[place] += part;
        };
        let (pairs, rest) = changes.as_chunks::<2>();
        for [one, other] in pairs {
            add(0, one);
            add(1, other);
        }
        for change in rest {
            add(0, change);
        }
        let mut total = self.total;
        for sum in more {
            total += sum;
        }
        for sum in less {
            total -= sum;
        }
        total
    }
}
