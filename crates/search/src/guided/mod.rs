//! Search that a learner guides: a policy says where to look, a value says what a position is worth.
//!
//! A [`Tree`] never evaluates anything itself. [`AnySearch::descend`] goes down to a position that nobody has evaluated yet and
//! notes it; whoever drives many trees writes the noted positions of all of them into one array, has them evaluated by one call,
//! and gives each its answer with [`AnySearch::answer`]. The tree is behind an object, so trees of any game can be driven by code
//! that knows none.
//!
//! Two ways to choose actions: [`Method::Puct`], as `AlphaZero` does, and [`Method::Gumbel`], as Gumbel `MuZero` does (Danihelka et
//! al., «Policy improvement by planning with Gumbel», 2022), which improves the policy even with few simulations. Chance has nodes
//! of its own, whose outcomes are drawn by their weights.

mod edge;
mod gumbel;
mod noise;
mod puct;
mod tree;

use tercet_game::Seat;

pub use tree::Tree;

/// How actions are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// By an upper bound that the policy scales.
    Puct {
        /// How much actions that were tried little are preferred.
        exploration: f32,
        /// Noise in the policy at the root, for self-play.
        noise: Option<Noise>,
    },
    /// Sequential halving among some actions at the root, the improved policy below it.
    Gumbel {
        /// The most actions that are tried at the root.
        considered: u32,
        /// Added to the visits of the most tried action where values are weighed against the policy.
        visits: f32,
        /// The weight of values against the policy.
        scale: f32,
        /// How much chance has a say in which actions are tried; 0 for none.
        noise: f32,
    },
}

/// Dirichlet noise in a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// The smaller, the fewer actions share it.
    pub alpha: f32,
    /// Its share of the policy.
    pub fraction: f32,
}

/// What the search maximises. Values of positions are in the same unit: what is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gain {
    /// Points, as they are made.
    Points,
    /// 1 for having won at the end, shared among those who did.
    Win,
}

/// How a tree grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuidedOptions {
    /// How actions are chosen.
    pub method: Method,
    /// What is to be gained.
    pub gain: Gain,
    /// What a gain one action later is worth.
    pub discount: f32,
    /// How many simulations there will be: Gumbel's plan depends on it.
    pub simulations: u32,
    /// The most actions below the root.
    pub depth: u32,
    /// A node of chance that was visited n times has at most `width * n^growth` outcomes.
    pub width: f32,
    /// See `width`; 1 or more lets every outcome in that is drawn.
    pub growth: f32,
}

/// What one simulation came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descent {
    /// A position waits for an answer.
    Waits,
    /// It ended where no answer is needed, and is counted.
    Done,
    /// It came to a position that waits already; nothing is counted.
    Blocked,
}

/// What a search found out, as rows of the caller's arrays: one entry for each action number.
#[derive(Debug)]
pub struct SearchOutput<'a> {
    /// How often each action was tried.
    pub visits: &'a mut [i32],
    /// What each was worth to the seat that decides; what was never tried is left as it was.
    pub values: &'a mut [f32],
    /// What to play, as probabilities.
    pub policy: &'a mut [f32],
}

/// A tree of any game.
pub trait AnySearch: Send + Sync {
    /// How many planes an observation has, of how many rows and columns.
    fn plane_shape(&self) -> [usize; 3];

    /// How many numbers actions have.
    fn action_count(&self) -> usize;

    /// How many seats play.
    fn seats(&self) -> usize;

    /// The seat that decides at the root; `None` where nobody does.
    fn decider(&self) -> Option<Seat>;

    /// One simulation: down to a position that is new. The first comes to the root.
    fn descend(&mut self) -> Descent;

    /// How many positions wait.
    fn waiting(&self) -> usize;

    /// The seat that decides in a position that waits.
    fn seat(&self, nth: usize) -> Seat;

    /// Writes a position that waits as the seat sees it that decides in it, and which actions it has.
    fn write(&mut self, nth: usize, view: &mut [f32], mask: &mut [u8]);

    /// Takes the answers to all positions that wait, in their order: the policy as logits, a row each, and what is still to come
    /// for each seat, a row each.
    fn answer(&mut self, logits: &[f32], values: &[f32]);

    /// What was found out. Gives the action to play and what the root is worth to the seat that decides; `None` where nobody does.
    fn findings(&self, out: SearchOutput<'_>) -> Option<(usize, f32)>;
}
