//! A board's value, and cheaply those of the boards one placement away.

use std::ops::{AddAssign, SubAssign};

use super::{Change, Net, Tuples};

/// Weights by tuple, while they are learned or afterwards.
pub trait Tables {
    /// What weights add up to.
    type Sum: Copy + Default + AddAssign + SubAssign;

    /// Where the weights of a tuple with some index stand.
    type At: Copy;

    /// The tuples that they are of.
    fn tuples(&self) -> &Tuples;

    /// Where the weights of a tuple with this index stand.
    fn at(&self, tuple: usize, index: u32) -> Self::At;

    /// Where those of the same tuple stand when these bits of its index are set that were not.
    fn further(&self, at: Self::At, bits: u32) -> Self::At;

    /// What the weights that stand there add.
    fn weight(&self, at: Self::At) -> Self::Sum;

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
    /// In the tuple's own table and in the shared one; twice the same where it has only one.
    type At = [u32; 2];

    fn tuples(&self) -> &Tuples {
        self.tuples
    }

    #[inline]
    fn at(&self, tuple: usize, index: u32) -> [u32; 2] {
        self.tuples.tables(tuple).map(|first| first + index)
    }

    #[inline]
    fn further(&self, at: [u32; 2], bits: u32) -> [u32; 2] {
        at.map(|place| place + bits)
    }

    #[inline]
    fn weight(&self, [own, shared]: [u32; 2]) -> f32 {
        let value = self.net.weight(own as usize);
        if own == shared { value } else { value + self.net.weight(shared as usize) }
    }

    #[inline]
    fn of_counter(&self, counter: usize, number: u32) -> f32 {
        self.net.weight(self.tuples.counted(counter, number) as usize)
    }
}

/// What the tuples of one board add, each by itself: the value of a board that differs in few cells needs only the tuples that hold those.
#[derive(Clone, Debug)]
pub struct TupleSums<S, A> {
    indices: Vec<u32>,
    /// What each tuple adds, beside where that stands.
    parts: Vec<(A, S)>,
    total: S,
}

impl<S: Default, A> Default for TupleSums<S, A> {
    fn default() -> TupleSums<S, A> {
        TupleSums { indices: Vec::new(), parts: Vec::new(), total: S::default() }
    }
}

impl<S: Copy + Default + AddAssign + SubAssign, A: Copy> TupleSums<S, A> {
    /// Looks at a board of which these words say what is filled.
    #[inline]
    pub fn look(&mut self, tables: &impl Tables<Sum = S, At = A>, words: &[u64]) {
        tables.tuples().indices(words, &mut self.indices);
        self.parts.clear();
        let parts = self.indices.iter().enumerate();
        self.parts.extend(parts.map(|(tuple, &index)| {
            let at = tables.at(tuple, index);
            (at, tables.weight(at))
        }));
        self.add_up();
    }

    /// Looks at the board after these changes of the one that was looked at.
    #[inline]
    pub fn step(&mut self, tables: &impl Tables<Sum = S, At = A>, changes: &[Change]) {
        for change in changes {
            let tuple = change.tuple as usize;
            self.indices[tuple] |= change.bits;
            let at = tables.further(self.parts[tuple].0, change.bits);
            self.parts[tuple] = (at, tables.weight(at));
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

    /// What the tuples add on a board of which these words say what is filled, looked at from the beginning and not kept.
    #[inline]
    pub fn whole(tables: &impl Tables<Sum = S, At = A>, words: &[u64]) -> S {
        let mut total = S::default();
        tables.tuples().each_index(words, |tuple, index| total += tables.weight(tables.at(tuple, index)));
        total
    }

    /// The index of each tuple.
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// What the tuples add after these changes, which fill cells that were free. What comes and what goes are summed apart and two at a time, so that no addition waits
    /// for the one before.
    #[inline]
    pub fn after(&self, tables: &impl Tables<Sum = S, At = A>, changes: &[Change]) -> S {
        let (mut more, mut less) = ([S::default(); 2], [S::default(); 2]);
        let parts = self.parts.as_slice();
        let mut add = |place: usize, change: &Change| {
            let (at, part) = parts[change.tuple as usize];
            more[place] += tables.weight(tables.further(at, change.bits));
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
