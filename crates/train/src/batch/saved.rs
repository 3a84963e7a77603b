//! What is kept of an environment outside of this program.

use super::Stage;

/// All that brings an environment back: its seed, where it stood, and what was done. Everything else follows from that.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The seed that it was reset with.
    pub seed: u64,
    /// How many episodes came before since then.
    pub episode: u64,
    /// How many actions were drawn for the caller since then.
    pub samples: u64,
    /// Steps of this episode.
    pub steps: u32,
    /// How many of them were not taken.
    pub illegal: u32,
    /// What the first learner was rewarded with in this episode, all steps together.
    pub reward: f64,
    /// Where the episode stands.
    pub stage: Stage,
    /// The numbers of the actions that were taken.
    pub actions: Vec<u16>,
}

impl Default for Saved {
    fn default() -> Saved {
        Saved {
            seed: 0,
            episode: 0,
            samples: 0,
            steps: 0,
            illegal: 0,
            reward: 0.0,
            stage: Stage::Unborn,
            actions: Vec::new(),
        }
    }
}
