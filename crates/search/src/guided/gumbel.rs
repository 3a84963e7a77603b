//! The choice as Gumbel `MuZero` makes it.

use super::edge::Edge;
use super::puct::largest;

/// How values are weighed against the policy; see [`super::Method::Gumbel`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub(super) visits: f32,
    pub(super) scale: f32,
}

/// What each action's value adds to its logit. What was never tried is worth what the position is by its own value and by what was
/// tried, the latter as the policy weighs it; values are scaled by the least and the largest of them.
fn gains<A>(edges: &[Edge<A>], own: f32, weights: Weights) -> Vec<f32> {
    let tried = || edges.iter().filter(|edge| edge.visits > 0);
    let sum: u32 = tried().map(|edge| edge.visits).sum();
    let most = tried().map(|edge| edge.visits).max().unwrap_or(0);
    let prior: f32 = tried().map(|edge| edge.prior.max(f32::MIN_POSITIVE)).sum();
    let weighed: f32 = tried().map(|edge| edge.prior.max(f32::MIN_POSITIVE) / prior * edge.mean()).sum();
    let mixed = (own + sum as f32 * weighed) / (1 + sum) as f32;
    let value = |edge: &Edge<A>| if edge.visits > 0 { edge.mean() } else { mixed };
    let least = edges.iter().map(value).fold(f32::INFINITY, f32::min);
    let width = edges.iter().map(value).fold(f32::NEG_INFINITY, f32::max) - least;
    let factor = (weights.visits + most as f32) * weights.scale / width.max(1e-8);
    edges.iter().map(|edge| (value(edge) - least) * factor).collect()
}

/// The improved policy.
pub(super) fn policy<A>(edges: &[Edge<A>], own: f32, weights: Weights) -> Vec<f32> {
    let mut numbers = gains(edges, own, weights);
    numbers.iter_mut().zip(edges).for_each(|(number, edge)| *number += edge.logit);
    let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for number in &mut numbers {
        *number = (*number - most).exp();
    }
    let sum: f32 = numbers.iter().sum();
    for number in &mut numbers {
        *number /= sum;
    }
    numbers
}

/// Below the root: what was tried least beside what the improved policy asks for.
pub(super) fn select<A>(edges: &[Edge<A>], own: f32, weights: Weights) -> usize {
    let all = 1 + edges.iter().map(Edge::tried).sum::<u32>();
    let policy = policy(edges, own, weights);
    largest(policy.iter().zip(edges).map(|(share, edge)| share - edge.tried() as f32 / all as f32))
}

/// At the root: of those that were tried as often as the plan says, the best by noise, policy and value.
pub(super) fn select_root<A>(
    edges: &[Edge<A>],
    noise: &[f32],
    own: f32,
    weights: Weights,
    tries: u32,
) -> usize {
    let gains = gains(edges, own, weights);
    let score = |((edge, noise), gain): ((&Edge<A>, &f32), f32)| {
        if edge.tried() == tries { noise + edge.logit + gain } else { f32::NEG_INFINITY }
    };
    largest(edges.iter().zip(noise).zip(gains).map(score))
}

/// What to play: the best of the most tried.
pub(super) fn best<A>(edges: &[Edge<A>], noise: &[f32], own: f32, weights: Weights) -> usize {
    let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
    let gains = gains(edges, own, weights);
    let score = |((edge, noise), gain): ((&Edge<A>, &f32), f32)| {
        if edge.visits == most { noise + edge.logit + gain } else { f32::NEG_INFINITY }
    };
    largest(edges.iter().zip(noise).zip(gains).map(score))
}

/// How often an action must have been tried for each simulation to consider it: sequential halving. All considered are tried
/// equally often, then the better half of them, and so on, until the simulations are used up.
pub(super) fn plan(considered: u32, simulations: u32) -> Vec<u32> {
    if considered <= 1 {
        return (0..simulations).collect();
    }
    let rounds = considered.next_power_of_two().trailing_zeros();
    let mut tries = vec![0_u32; considered as usize];
    let (mut plan, mut left) = (Vec::new(), considered as usize);
    while plan.len() < simulations as usize {
        let each = (simulations / (rounds * left as u32)).max(1);
        for _ in 0..each {
            plan.extend_from_slice(&tries[..left]);
            tries[..left].iter_mut().for_each(|tries| *tries += 1);
        }
        left = (left / 2).max(2);
    }
    plan.truncate(simulations as usize);
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by hand: four actions twice each, then the better two four times each.
    #[test]
    fn the_plan_halves_what_it_considers() {
        assert_eq!(plan(1, 4), [0, 1, 2, 3]);
        assert_eq!(plan(2, 4), [0, 0, 1, 1]);
        assert_eq!(plan(4, 16), [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert_eq!(plan(4, 3), [0, 0, 0]);
        assert_eq!(plan(16, 20), [[0; 16].as_slice(), &[1, 1, 1, 1]].concat());
        for (considered, simulations) in [(3, 50), (7, 64), (16, 200)] {
            assert_eq!(plan(considered, simulations).len(), simulations as usize);
        }
    }
}
