//! The positions that a game passed through, and what is learned from them.

use super::Net;

/// How strongly a game corrects the value: temporal differences, TD(λ).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TdOptions {
    /// What the next position's value counts for.
    pub discount: f32,
    /// How much of what really followed counts beside the next position's value: 0 is TD(0), 1 the whole rest of the game.
    pub lambda: f32,
}

/// The positions of one game in order: each one's active weights, and what was earned by coming to it.
#[derive(Clone, Debug, Default)]
pub struct Trajectory {
    active: Vec<u32>,
    ends: Vec<usize>,
    rewards: Vec<f32>,
    is_cut: bool,
    asides: Vec<u32>,
    /// Where the weights of each aside end, and what they are to add up to.
    aside_ends: Vec<(usize, f32)>,
}

impl Trajectory {
    /// Adds a position, and what was earned between the one before and this.
    pub fn push(&mut self, active: &[u32], reward: f32) {
        self.active.extend_from_slice(active);
        self.ends.push(self.active.len());
        self.rewards.push(reward);
    }

    /// Adds something to be learned beside the positions: what these weights are to add up to.
    pub fn aside(&mut self, active: impl IntoIterator<Item = u32>, target: f32) {
        self.asides.extend(active);
        self.aside_ends.push((self.asides.len(), target));
    }

    /// Says that the game would have gone on: the last position's value is then left as it is.
    pub fn cut(&mut self) {
        self.is_cut = true;
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.active.clear();
        self.ends.clear();
        self.rewards.clear();
        self.is_cut = false;
        self.asides.clear();
        self.aside_ends.clear();
    }

    /// Each position's active weights, and what was earned by coming to it.
    pub fn positions(&self) -> impl Iterator<Item = (&[u32], f32)> {
        (0..self.len()).map(|place| (self.position(place), self.rewards[place]))
    }

    /// Would the game have gone on?
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    fn position(&self, place: usize) -> &[u32] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.active[start..self.ends[place]]
    }

    fn learn_asides(&self, net: &Net) {
        let mut start = 0;
        for &(end, target) in &self.aside_ends {
            net.learn(&self.asides[start..end], target);
            start = end;
        }
    }

    /// Learns from the last position back to the first, so that what happened at the end is known at the beginning at once. What
    /// stands beside the positions comes first.
    pub fn learn(&self, net: &Net, td: &TdOptions) {
        self.learn_asides(net);
        // What followed on the position: by the next one's value, and by what really came.
        let (mut near, mut far) = (0.0, 0.0);
        for place in (0..self.len()).rev() {
            let active = self.position(place);
            let is_last = place + 1 == self.len();
            let value = if is_last && self.is_cut {
                far = net.value(active);
                far
            } else {
                let target = near + td.lambda * (far - near);
                far = target;
                net.learn(active, target)
            };
            near = self.rewards[place] + td.discount * value;
            far = self.rewards[place] + td.discount * far;
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the expected numbers are exact")]
mod tests {
    use super::*;

    fn walk(rewards: &[f32]) -> Trajectory {
        let mut trajectory = Trajectory::default();
        rewards.iter().enumerate().for_each(|(place, &reward)| trajectory.push(&[place as u32], reward));
        trajectory
    }

    #[test]
    fn values_are_what_is_earned_later() {
        for lambda in [0.0, 0.5, 1.0] {
            let net = Net::new(3, 0.0);
            walk(&[5.0, 2.0, 1.0]).learn(&net, &TdOptions { discount: 0.5, lambda });
            assert_eq!([0, 1, 2].map(|place| net.weight(place)), [2.5, 1.0, 0.0]);
        }
    }

    #[test]
    fn a_game_that_was_cut_goes_on_as_its_last_position_says() {
        let net = Net::new(2, 4.0);
        let mut trajectory = walk(&[1.0, 1.0]);
        trajectory.cut();
        trajectory.learn(&net, &TdOptions { discount: 1.0, lambda: 0.0 });
        assert_eq!([net.weight(0), net.weight(1)], [5.0, 4.0]);
    }

    #[test]
    fn what_stands_beside_the_positions_is_learned_too_and_forgotten_with_them() {
        let net = Net::new(4, 0.0);
        let mut trajectory = walk(&[1.0, 2.0]);
        trajectory.aside([2, 3], -5.0);
        trajectory.aside([3], 1.5);
        trajectory.learn(&net, &TdOptions { discount: 0.5, lambda: 0.0 });
        assert_eq!([0, 1, 2, 3].map(|place| net.weight(place)), [2.0, 0.0, -2.5, 1.5]);
        trajectory.clear();
        let other = Net::new(4, 0.0);
        trajectory.learn(&other, &TdOptions { discount: 0.5, lambda: 0.0 });
        assert_eq!(other.parts(), Net::new(4, 0.0).parts());
    }

    #[test]
    fn with_lambda_one_only_what_came_counts() {
        let net = Net::new(1, 0.0);
        let mut trajectory = Trajectory::default();
        trajectory.push(&[0], 0.0);
        trajectory.push(&[0], 1.0);
        // The last correction, of the first position, is 1 however the second was valued.
        trajectory.learn(&net, &TdOptions { discount: 1.0, lambda: 1.0 });
        assert_eq!(net.weight(0), 1.0);
    }
}
