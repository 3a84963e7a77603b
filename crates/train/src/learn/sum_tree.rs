//! The sum tree as learners know it: data with priorities, in a ring.

use crate::learn::LearnError;
use crate::learn::sums::{Sums, checked};

/// A ring of data, each with a priority. When it is full, what is added replaces the oldest.
///
/// ```
/// use tercet_train::learn::SumTree;
///
/// let mut tree = SumTree::new(2)?;
/// tree.add(1.0, "seldom")?;
/// tree.add(9.0, "often")?;
/// let leaf = tree.leaf(5.0);
/// assert_eq!((leaf.index, leaf.priority, leaf.data), (2, 9.0, Some(&"often")));
/// # Ok::<(), tercet_train::learn::LearnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SumTree<T> {
    sums: Sums,
    data: Vec<Option<T>>,
    next: usize,
    max: f64,
}

/// What a value leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf<'t, T> {
    /// Its node in the tree: that of slot `s` is `s + capacity - 1`.
    pub index: usize,
    /// Its priority.
    pub priority: f64,
    /// Its data; `None` where none was added yet.
    pub data: Option<&'t T>,
}

impl<T> SumTree<T> {
    /// An empty tree.
    ///
    /// # Errors
    /// If it has no slot, or too many.
    pub fn new(capacity: usize) -> Result<SumTree<T>, LearnError> {
        let sums = Sums::new(capacity)?;
        Ok(SumTree { sums, data: Vec::new(), next: 0, max: 1.0 })
    }

    /// How many can be held.
    pub fn capacity(&self) -> usize {
        self.sums.capacity()
    }

    /// How many are held.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Is nothing held?
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// All priorities together.
    pub fn total(&self) -> f64 {
        self.sums.total()
    }

    /// The highest priority that was ever added, and at least 1; changing a priority does not raise it.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// The priorities of what is held, slot by slot.
    pub fn priorities(&self) -> &[f64] {
        &self.sums.leaves()[..self.len()]
    }

    /// What is held, slot by slot.
    pub fn data(&self) -> impl Iterator<Item = &T> {
        self.data.iter().flatten()
    }

    /// The slot that the next addition takes.
    pub fn next(&self) -> usize {
        self.next
    }

    /// Adds data in the next slot: its node.
    ///
    /// # Errors
    /// If the priority is negative or not finite; nothing has changed then.
    pub fn add(&mut self, priority: f64, data: T) -> Result<usize, LearnError> {
        let priority = checked(priority)?;
        let slot = self.next;
        if slot == self.data.len() {
            self.data.push(Some(data));
        } else {
            self.data[slot] = Some(data);
        }
        self.sums.set(slot, priority);
        self.max = self.max.max(priority);
        self.next = (slot + 1) % self.capacity();
        Ok(slot + self.capacity() - 1)
    }

    /// Changes the priority of a node.
    ///
    /// # Errors
    /// If it is not the node of something that is held, or the priority is negative or not finite; nothing has changed then.
    pub fn update(&mut self, index: i64, priority: f64) -> Result<(), LearnError> {
        let first = self.capacity() - 1;
        let slot = usize::try_from(index).ok().and_then(|index| index.checked_sub(first));
        let slot = slot.filter(|&slot| slot < self.len());
        let slot = slot.ok_or(LearnError::Node { index, first, len: self.len() })?;
        self.sums.set(slot, checked(priority)?);
        Ok(())
    }

    /// What a value leads to: left where it is at most what lies there.
    pub fn leaf(&self, value: f64) -> Leaf<'_, T> {
        let slot = self.sums.up_to(value);
        let data = self.data.get(slot).and_then(Option::as_ref);
        Leaf { index: slot + self.capacity() - 1, priority: self.sums.get(slot), data }
    }

    /// The tree that holds these, with the next slot and the highest priority as they were.
    ///
    /// # Errors
    /// If it could not have come about.
    pub fn restored(
        capacity: usize,
        held: Vec<(f64, T)>,
        next: usize,
        max: f64,
    ) -> Result<SumTree<T>, LearnError> {
        let mut tree = SumTree::new(capacity)?;
        let is_ring = if held.len() < capacity { next == held.len() } else { next < capacity };
        if held.len() > capacity || !is_ring || !(max.is_finite() && max >= 1.0) {
            return Err(LearnError::Damaged { why: "the tree could not have come about".to_owned() });
        }
        for (priority, data) in held {
            tree.add(priority, data)?;
        }
        (tree.next, tree.max) = (next, max);
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_hold_nothing_can_not_be_updated() {
        let mut tree = SumTree::new(4).unwrap();
        tree.add(1.0, 'a').unwrap();
        for index in [-1, 0, 2, 4, 7] {
            let error = tree.update(index, 1.0).unwrap_err();
            assert_eq!(error.to_string(), format!("node {index} holds nothing: data is at nodes 3 to 3"));
        }
        assert!(tree.update(3, f64::NAN).is_err());
        assert_eq!(tree.total().to_bits(), 1.0f64.to_bits());
        let empty = SumTree::<char>::new(4).unwrap().update(3, 1.0).unwrap_err();
        assert_eq!(empty.to_string(), "node 3 holds nothing: the tree is empty");
    }

    #[test]
    fn a_restored_tree_goes_on_as_it_was() {
        let mut tree = SumTree::new(3).unwrap();
        for nth in 0..5 {
            tree.add(f64::from(nth), nth).unwrap();
        }
        let held: Vec<(f64, i32)> = tree.priorities().iter().copied().zip(tree.data().copied()).collect();
        let mut again = SumTree::restored(3, held, tree.next(), tree.max()).unwrap();
        for nth in 5..9 {
            assert_eq!(tree.add(0.1, nth).unwrap(), again.add(0.1, nth).unwrap());
            assert_eq!((tree.leaf(0.15), tree.max().to_bits()), (again.leaf(0.15), again.max().to_bits()));
        }
        assert!(SumTree::restored(3, vec![(1.0, 1)], 0, 1.0).is_err());
    }
}
