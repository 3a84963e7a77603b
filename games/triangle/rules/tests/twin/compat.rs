//! C1 to C4: the reference's way to be called, around the rules.

use super::game::{Config, Doing, End, Twin};
use super::grid::Cell;
use super::shapes::Piece;

/// What the reference's rewards are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Weights {
    pub(crate) placed: f64,
    pub(crate) cleared: f64,
    pub(crate) alive: f64,
    pub(crate) penalty: f64,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { placed: 0.01, cleared: 0.5, alive: 0.005, penalty: -10.0 }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Compat {
    pub(crate) game: Twin,
    pub(crate) weights: Weights,
    pub(crate) score: f64,
    pub(crate) last_cleared: u32,
    /// The action that ended the game without being legal.
    pub(crate) invalid: Option<i64>,
}

impl Compat {
    /// C1: the pieces are those that the dealer has from here on.
    pub(crate) fn new(config: &Config, weights: Weights, pieces: &mut impl Iterator<Item = Piece>) -> Compat {
        let mut game = Twin::start(config);
        deal(&mut game, pieces);
        Compat { game, weights, score: 0.0, last_cleared: 0, invalid: None }
    }

    /// C1: a new game from the same stream of pieces.
    pub(crate) fn reset(&mut self, pieces: &mut impl Iterator<Item = Piece>) {
        *self = Compat::new(&self.game.config, self.weights, pieces);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.is_over() || self.invalid.is_some()
    }

    pub(crate) fn reason(&self) -> Option<String> {
        match (self.invalid, self.game.doing) {
            (Some(action), _) => Some(format!("Invalid action provided: {action}")),
            (None, Doing::Over(End::Finished)) => Some("No valid actions available.".to_owned()),
            (None, Doing::Over(End::Limit)) => Some("Step limit reached.".to_owned()),
            (None, _) => None,
        }
    }

    pub(crate) fn outcome(&self) -> f64 {
        if self.is_over() { self.score } else { 0.0 }
    }

    pub(crate) fn valid_actions(&self) -> Vec<usize> {
        if self.is_over() { Vec::new() } else { self.game.actions() }
    }

    /// C2 and C3: the reward, and whether the game is over.
    pub(crate) fn step(&mut self, action: i64, pieces: &mut impl Iterator<Item = Piece>) -> (f64, bool) {
        self.last_cleared = 0;
        if self.is_over() {
            return (0.0, true);
        }
        let listed = usize::try_from(action).ok().filter(|number| self.valid_actions().contains(number));
        let reward = if let Some(number) = listed {
            self.place(number, pieces)
        } else {
            self.invalid = Some(action);
            self.weights.penalty
        };
        self.score += reward;
        (reward, self.is_over())
    }

    /// C2, in the reference's order of operations.
    fn place(&mut self, action: usize, pieces: &mut impl Iterator<Item = Piece>) -> f64 {
        let placed_before = self.game.placed;
        self.last_cleared = self.game.play(action);
        deal(&mut self.game, pieces);
        let mut reward = 0.0;
        reward += f64::from(self.game.placed - placed_before) * self.weights.placed;
        reward += f64::from(self.last_cleared) * self.weights.cleared;
        if !self.game.is_over() {
            reward += self.weights.alive;
        }
        reward
    }

    /// C4.
    pub(crate) fn toggle(&mut self, row: i32, col: i32) {
        if let Some(cleared) = self.game.toggle(Cell::at(row, col)) {
            self.last_cleared = cleared;
        }
    }

    /// C4.
    pub(crate) fn set_shapes(&mut self, pieces: &[Option<Piece>]) {
        self.game.set_shapes(pieces);
    }
}

fn deal(game: &mut Twin, pieces: &mut impl Iterator<Item = Piece>) {
    while let Doing::Deal { .. } = game.doing {
        game.deal(pieces.next().expect("the dealer has a piece for each slot"));
    }
}
