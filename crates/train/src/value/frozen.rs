//! A learned value for playing: whole numbers, one look-up a tuple.

use super::{Tables, Tuples};

/// Learned weights as whole numbers of a unit, own and shared tables added up. Sums of whole numbers are the same in any order, so a value
/// that was kept up to date equals one that is computed anew.
#[derive(Clone, Debug)]
pub struct Frozen {
    tuples: Tuples,
    weights: Vec<i16>,
    /// Where each tuple's weights begin.
    starts: Vec<u32>,
    counters: Vec<i32>,
    /// Where each counter's weights begin, and its greatest number.
    counter_starts: Vec<(u32, u32)>,
    unit: f32,
}

impl Frozen {
    /// These weights, of which each counts so many of the unit.
    ///
    /// # Panics
    /// If there are other than the tuples have.
    pub fn new(tuples: Tuples, weights: &[i16], unit: f32) -> Frozen {
        assert_eq!(weights.len(), tuples.weights(), "a weight for each that the tuples have");
        let mut frozen = Frozen {
            weights: Vec::new(),
            starts: Vec::new(),
            counters: Vec::new(),
            counter_starts: Vec::new(),
            unit,
            tuples,
        };
        let mut starts = std::collections::HashMap::new();
        for tuple in 0..frozen.tuples.len() {
            let [own, shared] = frozen.tuples.tables(tuple).map(|first| first as usize);
            let size = 1_usize << frozen.tuples.bits(tuple);
            let next = frozen.weights.len() as u32;
            // Tuples that are each other's image have the same tables.
            let first = *starts.entry([own, shared]).or_insert(next);
            frozen.starts.push(first);
            if first < next {
                continue;
            }
            if own == shared {
                frozen.weights.extend_from_slice(&weights[own..own + size]);
                continue;
            }
            let pairs = weights[own..own + size].iter().zip(&weights[shared..shared + size]);
            frozen.weights.extend(pairs.map(|(&own, &shared)| own.saturating_add(shared)));
        }
        frozen.add_counters(weights);
        frozen
    }

    fn add_counters(&mut self, weights: &[i16]) {
        for counter in 0..self.tuples.counters() {
            let first = self.tuples.counted(counter, 0);
            let last = self.tuples.counted(counter, u32::MAX);
            self.counter_starts.push((self.counters.len() as u32, last - first));
            self.counters
                .extend(weights[first as usize..=last as usize].iter().map(|&weight| i32::from(weight)));
        }
    }

    /// What one stands for.
    pub fn unit(&self) -> f32 {
        self.unit
    }
}

impl Tables for Frozen {
    type Sum = i32;
    type At = u32;

    fn tuples(&self) -> &Tuples {
        &self.tuples
    }

    #[inline]
    fn at(&self, tuple: usize, index: u32) -> u32 {
        self.starts[tuple] + index
    }

    #[inline]
    fn further(&self, at: u32, bits: u32) -> u32 {
        at + bits
    }

    #[inline]
    fn weight(&self, at: u32) -> i32 {
        self.weights[at as usize].into()
    }

    #[inline]
    fn of_counter(&self, counter: usize, number: u32) -> i32 {
        let (first, most) = self.counter_starts[counter];
        self.counters[(first + number.min(most)) as usize]
    }
}
