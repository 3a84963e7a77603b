//! The weights of what is seen of a city, as `tune_machi` prints them: see there.

use super::outlook::Weights;

/// `tune_machi 2 120 800`, from a score of -0.3 for each round until victory at a growth of 1.
/// They are used with any number of players.
pub(super) const WEIGHTS: Weights = [
    -0.0796, -0.2361, 0.0351, 0.1367, 0.1230, -0.1244, 0.1800, 0.1150,
    -0.2000, -0.0167, -0.1084, -0.0299, 0.1740, 0.0284, -0.0361, -0.0256,
    -0.1050, -0.0209, -0.0166, -0.0328, -0.0026, -0.0250, 0.0098, -0.0281,
    0.0035, 0.0373, -0.0298, -0.0242, -0.0606, -0.0889, 0.0205, 0.0330,
];
