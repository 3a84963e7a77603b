//! The choice by upper bounds that the policy scales.

use super::edge::{Edge, Range};

/// The place of the highest bound. What was never tried is taken for worth what the position is on average; a simulation that waits
/// counts as one that found nothing.
pub(super) fn select<A>(edges: &[Edge<A>], average: f32, exploration: f32, range: Range) -> usize {
    let tried: u32 = edges.iter().map(Edge::tried).sum();
    let root = exploration * (tried.max(1) as f32).sqrt();
    let untried = range.place(average);
    let bound = |edge: &Edge<A>| {
        let value = match (edge.visits, edge.pending) {
            (0, 0) => untried,
            (0, _) => 0.0,
            (visits, 0) => range.place(edge.sum / visits as f32),
            (visits, pending) => range.place(edge.mean()) * visits as f32 / (visits + pending) as f32,
        };
        value + root * edge.prior / (1 + edge.tried()) as f32
    };
    largest(edges.iter().map(bound))
}

/// The place of the largest number, the first of equals.
pub(super) fn largest(numbers: impl Iterator<Item = f32>) -> usize {
    let mut best = (f32::NEG_INFINITY, 0);
    for (place, number) in numbers.enumerate() {
        if number > best.0 {
            best = (number, place);
        }
    }
    best.1
}

/// The place of the most tried; of equals the one that the policy prefers.
pub(super) fn most_tried<A>(edges: &[Edge<A>]) -> usize {
    let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
    let prior = |edge: &Edge<A>| if edge.visits == most { edge.prior } else { f32::NEG_INFINITY };
    largest(edges.iter().map(prior))
}

/// The share of each in all tries; the policy itself where nothing was tried.
pub(super) fn policy<A>(edges: &[Edge<A>]) -> Vec<f32> {
    let tried: u32 = edges.iter().map(|edge| edge.visits).sum();
    let share = |edge: &Edge<A>| if tried == 0 { edge.prior } else { edge.visits as f32 / tried as f32 };
    edges.iter().map(share).collect()
}
