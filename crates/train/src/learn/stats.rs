//! What learners measure as they go: for each metric, its last values.

use std::collections::VecDeque;

/// The last values of metrics by name, in the order in which they were first seen. `S` says when a value was measured.
///
/// ```
/// use tercet_train::learn::Stats;
///
/// let mut stats = Stats::new(Some(2));
/// for step in 0..3 {
///     assert!(stats.log("loss", f64::from(step), step));
/// }
/// assert!(!stats.log("loss", f64::NAN, 3));
/// assert_eq!(stats.metric("loss").unwrap(), &[(1, 1.0), (2, 2.0)]);
/// ```
#[derive(Clone, Debug)]
pub struct Stats<S> {
    most: Option<usize>,
    metrics: Vec<(String, VecDeque<(S, f64)>)>,
}

impl<S> Stats<S> {
    /// Nothing yet; of each metric so many values are kept, or all.
    pub fn new(most: Option<usize>) -> Stats<S> {
        Stats { most, metrics: Vec::new() }
    }

    /// How many values of each metric are kept.
    pub fn most(&self) -> Option<usize> {
        self.most
    }

    /// Takes a value unless it is not finite; whether it was taken.
    pub fn log(&mut self, name: &str, value: f64, when: S) -> bool {
        if !value.is_finite() {
            return false;
        }
        let most = self.most;
        let values = self.values(name);
        values.push_back((when, value));
        if most.is_some_and(|most| values.len() > most) {
            values.pop_front();
        }
        true
    }

    fn values(&mut self, name: &str) -> &mut VecDeque<(S, f64)> {
        let known = self.metrics.iter().position(|(each, _)| each == name);
        let at = known.unwrap_or_else(|| {
            self.metrics.push((name.to_owned(), VecDeque::new()));
            self.metrics.len() - 1
        });
        &mut self.metrics[at].1
    }

    /// The values of a metric, the oldest first.
    pub fn metric(&self, name: &str) -> Option<&VecDeque<(S, f64)>> {
        self.metrics.iter().find_map(|(each, values)| (each == name).then_some(values))
    }

    /// All metrics.
    pub fn metrics(&self) -> impl Iterator<Item = (&str, &VecDeque<(S, f64)>)> {
        self.metrics.iter().map(|(name, values)| (name.as_str(), values))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.metrics.clear();
    }
}
