//! The weights of what is seen of a city, as `tune_machi` prints them: see there.

use super::outlook::Weights;

/// `tune_machi 2 120 800`, from a score of -0.3 for each round until victory at a growth of 1.
/// They are used with any number of players.
pub(super) const WEIGHTS: Weights = [
    -0.1497, -0.3434, -0.1332, -0.0174, 0.0054, -0.0610, -0.0116, 0.0823, -0.2000, 0.0320, 0.1494, -0.0978,
    0.0198, -0.0001, -0.0450, -0.1258, 0.1554, -0.0530, -0.0227, 0.0152, -0.1305, 0.0678, 0.0380, 0.0224,
    -0.0123, -0.0731, -0.0970, -0.0262, 0.0692, -0.0717, -0.0375, 0.0227,
];
