//! An action of a position in the tree.

/// No node.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    pub(super) number: u32,
    /// The policy, as a logarithm of probability up to a constant, and as a probability.
    pub(super) logit: f32,
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// Simulations that went this way and wait for an answer.
    pub(super) pending: u32,
    /// The sum of what it was worth to the seat that decides.
    pub(super) sum: f32,
    pub(super) node: u32,
}

impl<A> Edge<A> {
    pub(super) fn new(action: A, number: u32) -> Edge<A> {
        Edge { action, number, logit: 0.0, prior: 0.0, visits: 0, pending: 0, sum: 0.0, node: NONE }
    }

    /// What it was worth on average; only where it was tried.
    pub(super) fn mean(&self) -> f32 {
        self.sum / self.visits as f32
    }

    /// How often it was tried, those included that wait.
    pub(super) fn tried(&self) -> u32 {
        self.visits + self.pending
    }
}

/// The least and the largest mean of a tree: where gains are points, values are scaled to between 0 and 1 by them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    least: f32,
    largest: f32,
}

impl Range {
    /// Nothing was seen.
    pub(super) const EMPTY: Range = Range { least: f32::INFINITY, largest: f32::NEG_INFINITY };
    /// Win chances.
    pub(super) const UNIT: Range = Range { least: 0.0, largest: 1.0 };

    pub(super) fn see(&mut self, value: f32) {
        self.least = self.least.min(value);
        self.largest = self.largest.max(value);
    }

    pub(super) fn place(self, value: f32) -> f32 {
        let width = self.largest - self.least;
        if width > 0.0 { (value - self.least) / width } else { 0.5 }
    }
}

/// Sets probabilities from logits: they sum up to one.
pub(super) fn softmax<A>(edges: &mut [Edge<A>]) {
    let most = edges.iter().map(|edge| edge.logit).fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for edge in edges.iter_mut() {
        edge.logit -= most;
        edge.prior = edge.logit.exp();
        sum += edge.prior;
    }
    for edge in edges.iter_mut() {
        edge.prior /= sum;
    }
}
