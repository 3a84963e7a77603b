//! Machi Koro: custom cards, insight, and whom agents play against.

pub(crate) mod cards;
pub(crate) mod insight;

/// An agent's opponents: three bots that think quickly and beat random play nearly always.
pub(crate) const OPPONENTS: [&str; 3] = ["marathon", "kinematic", "coverage"];
