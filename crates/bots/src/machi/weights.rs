//! The weights of what is seen of a city.

use super::outlook::{SIGHTS, Weights};

/// With two players.
pub(super) const FEW: Weights = START;

/// With more.
pub(super) const MANY: Weights = START;

const START: Weights = {
    let mut weights = [0.0; SIGHTS];
    weights[1] = -0.3;
    weights[9] = -0.2;
    weights
};
