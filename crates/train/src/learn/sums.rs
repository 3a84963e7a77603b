//! Priorities as the leaves of a tree of sums, so that drawing by priority takes a walk from the root.

use crate::learn::LearnError;
use crate::learn::columns::zeroed;

/// As many priorities as there are slots. A node is always the sum of its two children, computed anew and never
/// corrected by a difference: nothing drifts, and the same priorities always give the same sums, bit for bit.
///
/// The tree lies in one list: the children of node `i` are `2i + 1` and `2i + 2`, and the leaf of slot `s` is
/// node `s + capacity - 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    capacity: usize,
    nodes: Vec<f64>,
}

impl Sums {
    /// The most slots.
    pub const MOST: usize = 1 << 32;

    /// Slots of priority 0.
    ///
    /// # Errors
    /// If the number of slots is zero or beyond [`Sums::MOST`], or there is no memory for them.
    pub fn new(capacity: usize) -> Result<Sums, LearnError> {
        if !(1..=Sums::MOST).contains(&capacity) {
            return Err(LearnError::Capacity { capacity });
        }
        Ok(Sums { capacity, nodes: zeroed(2 * capacity - 1)? })
    }

    /// How many slots there are.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// All priorities together.
    pub fn total(&self) -> f64 {
        self.nodes[0]
    }

    /// The priority of a slot.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn get(&self, slot: usize) -> f64 {
        self.nodes[slot + self.capacity - 1]
    }

    /// The priorities, slot by slot.
    pub fn leaves(&self) -> &[f64] {
        &self.nodes[self.capacity - 1..]
    }

    /// Sets the priority of a slot.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn set(&mut self, slot: usize, priority: f64) {
        let mut node = slot + self.capacity - 1;
        self.nodes[node] = priority;
        while node > 0 {
            node = (node - 1) / 2;
            self.nodes[node] = self.nodes[2 * node + 1] + self.nodes[2 * node + 2];
        }
    }

    /// Sets the priorities of the first slots at once.
    ///
    /// # Panics
    /// If there are more priorities than slots.
    pub fn fill(&mut self, priorities: &[f64]) {
        let first = self.capacity - 1;
        self.nodes[first..first + priorities.len()].copy_from_slice(priorities);
        for node in (0..first).rev() {
            self.nodes[node] = self.nodes[2 * node + 1] + self.nodes[2 * node + 2];
        }
    }

    /// The slot that a value leads to as the reference walks: left if the value is at most what lies there.
    pub fn up_to(&self, mut value: f64) -> usize {
        self.walk(|left, _| {
            let goes_left = value <= left;
            if !goes_left {
                value -= left;
            }
            goes_left
        })
    }

    /// The slot that a value from 0 to below the total leads to; never one of priority 0 unless all are. Rounding may carry
    /// a value past the end of a subtree, so an empty one is never entered.
    pub fn below(&self, mut value: f64) -> usize {
        self.walk(|left, right| {
            let goes_left = value < left || right == 0.0;
            if !goes_left {
                value -= left;
            }
            goes_left
        })
    }

    fn walk(&self, mut goes_left: impl FnMut(f64, f64) -> bool) -> usize {
        let mut node = 0;
        while node < self.capacity - 1 {
            let (left, right) = (2 * node + 1, 2 * node + 2);
            node = if goes_left(self.nodes[left], self.nodes[right]) { left } else { right };
        }
        node + 1 - self.capacity
    }
}

/// A priority that can be: finite and not negative.
pub(crate) fn checked(priority: f64) -> Result<f64, LearnError> {
    if priority.is_finite() && priority >= 0.0 {
        Ok(priority)
    } else {
        Err(LearnError::Priority { priority })
    }
}

#[cfg(test)]
mod tests {
    use tercet_game::Rng;

    use super::*;

    /// The slow twin: slots in the order in which the tree has its leaves, one after the other.
    fn slots_from_left(capacity: usize) -> Vec<usize> {
        fn visit(node: usize, capacity: usize, out: &mut Vec<usize>) {
            if node >= capacity - 1 {
                return out.push(node + 1 - capacity);
            }
            visit(2 * node + 1, capacity, out);
            visit(2 * node + 2, capacity, out);
        }
        let mut out = Vec::new();
        visit(0, capacity, &mut out);
        out
    }

    #[test]
    fn a_value_leads_where_adding_up_leads() {
        let mut rng = Rng::new(5);
        for capacity in [1, 2, 3, 7, 8, 20] {
            let mut sums = Sums::new(capacity).unwrap();
            // Whole numbers, so that the twin's sums are the same; a third of them are zero.
            for _ in 0..200 {
                sums.set(rng.below(capacity as u32) as usize, f64::from(rng.below(6).saturating_sub(2)));
                let leaves: Vec<(usize, f64)> =
                    slots_from_left(capacity).into_iter().map(|slot| (slot, sums.get(slot))).collect();
                assert_eq!(sums.total().to_bits(), leaves.iter().map(|leaf| leaf.1).sum::<f64>().to_bits());
                for value in (0..).map(f64::from).take_while(|&value| value < sums.total()) {
                    let mut seen = 0.0;
                    let leaf = leaves.iter().find(|leaf| {
                        seen += leaf.1;
                        value < seen
                    });
                    assert_eq!(sums.below(value), leaf.unwrap().0);
                    assert_eq!(sums.up_to(value + 1.0), leaf.unwrap().0);
                }
            }
        }
    }

    #[test]
    fn an_empty_slot_is_never_drawn() {
        let mut sums = Sums::new(4).unwrap();
        sums.set(1, 0.1);
        for value in [0.0, 0.05, 0.1, 0.2, f64::INFINITY] {
            assert_eq!(sums.below(value), 1);
        }
    }

    #[test]
    fn filling_gives_the_bits_that_setting_gives() {
        let priorities: Vec<f64> = (0..11).map(|at| 0.1 * f64::from(at)).collect();
        let (mut filled, mut set) = (Sums::new(13).unwrap(), Sums::new(13).unwrap());
        filled.fill(&priorities);
        for (slot, &priority) in priorities.iter().enumerate().rev() {
            set.set(slot, 7.0);
            set.set(slot, priority);
        }
        assert_eq!(filled, set);
        assert_eq!(filled.leaves()[..11], priorities);
    }

    #[test]
    fn what_can_not_be_is_refused() {
        assert_eq!(Sums::new(0), Err(LearnError::Capacity { capacity: 0 }));
        let error = checked(-1.0).unwrap_err();
        assert_eq!(error.to_string(), "a priority is a finite number from 0 on, not -1");
        assert!(checked(f64::NAN).is_err() && checked(f64::INFINITY).is_err() && checked(0.0).is_ok());
    }
}
