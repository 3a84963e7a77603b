//! What rewards are made of.

/// What a step earns (C2), and what a wrong action costs (C3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// For each triangle placed.
    pub placed: f64,
    /// For each triangle cleared.
    pub cleared: f64,
    /// For a step after which the game goes on.
    pub alive: f64,
    /// The reward of an action that is not valid.
    pub penalty: f64,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { placed: 0.01, cleared: 0.5, alive: 0.005, penalty: -10.0 }
    }
}

impl Weights {
    /// The reward of a step, in the reference's order of operations: another order gives other bits.
    pub fn reward(&self, placed: u32, cleared: u32, is_over: bool) -> f64 {
        let mut reward = 0.0;
        reward += f64::from(placed) * self.placed;
        reward += f64::from(cleared) * self.cleared;
        if !is_over {
            reward += self.alive;
        }
        reward
    }
}
