//! A config in the reference's fields, as the recorded games have it.

use crate::train::Weights;
use serde::Deserialize;
use tercet_triangle::{Config, Layout};

use tercet_entry::ShapeError;

/// `{"rows":8,"cols":15,"ranges":[[3,12],…],"slots":3,"reward_placed":0.01,…}`; what is missing is the default.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConfigJson {
    rows: u8,
    cols: u8,
    ranges: Vec<(u8, u8)>,
    slots: u8,
    min_line: u8,
    reward_placed: f64,
    reward_cleared: f64,
    reward_alive: f64,
    penalty: f64,
}

impl Default for ConfigJson {
    fn default() -> ConfigJson {
        let (config, weights) = (Config::default(), Weights::default());
        let ranges = vec![(3, 12), (2, 13), (1, 14), (0, 15), (0, 15), (1, 14), (2, 13), (3, 12)];
        ConfigJson {
            rows: ranges.len() as u8,
            cols: 15,
            ranges,
            slots: config.slots,
            min_line: config.min_line,
            reward_placed: weights.placed,
            reward_cleared: weights.cleared,
            reward_alive: weights.alive,
            penalty: weights.penalty,
        }
    }
}

impl ConfigJson {
    /// The rules' config and the weights of rewards.
    ///
    /// # Errors
    /// If there are not as many ranges as rows.
    pub fn read(self) -> Result<(Config, Weights), ShapeError> {
        if self.ranges.len() != usize::from(self.rows) {
            let why = format!("{} ranges for {} rows", self.ranges.len(), self.rows);
            return Err(ShapeError::field("config.ranges", why));
        }
        let grid = Layout::Custom { cols: self.cols, ranges: self.ranges };
        let config = Config { grid, slots: self.slots, min_line: self.min_line, ..Config::default() };
        let weights = Weights {
            placed: self.reward_placed,
            cleared: self.reward_cleared,
            alive: self.reward_alive,
            penalty: self.penalty,
        };
        Ok((config, weights))
    }
}
