//! The weights of what is seen of a city, as `tune_machi` prints them: see there.

use super::win_estimator::Weights;

/// `tune_machi 2 160 800`, from a score of -0.3 for each round until victory at a growth of 1.
/// They are used with any number of players.
pub(super) const WEIGHTS: Weights = [
    -0.1770, -0.3108, -0.2088, -0.2797, 0.0160, -0.4497, 0.0728, 0.0421, -0.2000, 0.0189, 0.1138, 0.0544,
    0.2656, -0.0740, 0.1390, -0.0970, -0.0887, 0.0009, -0.1144, 0.0445, 0.1201, -0.0072, 0.0097, 0.0244,
    -0.0309, 0.1070, -0.0253, -0.1437, 0.0587, -0.1971, 0.0047, -0.0475,
];
