//! A position to hold: the rules and a state together, asked and played in short.

use alloc::borrow::Borrow;
use alloc::vec::Vec;
use core::fmt;

use crate::{Game, Input, Scores, Seat, Turn, apply};

/// The rules and a state. `R` is the rules by value, by reference or shared, so a position may borrow them or own them. Where
/// chance is to move, whoever holds the position says what it brings: [`Position::resolve`].
///
/// Training uses the forms of [`Game`] itself, which write into lists that are there already.
#[derive(Clone, Copy)]
pub struct Position<G: Game, R = G> {
    game: R,
    state: G::State,
}

impl<G: Game, R: Borrow<G>> Position<G, R> {
    /// The position before the first input.
    pub fn start(game: R) -> Position<G, R> {
        let state = game.borrow().start();
        Position { game, state }
    }

    /// This position of these rules.
    pub fn new(game: R, state: G::State) -> Position<G, R> {
        Position { game, state }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        self.game.borrow()
    }

    /// The state.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Who gives the next input.
    pub fn turn(&self) -> Turn {
        self.game().turn(&self.state)
    }

    /// The seat that is to act: where several may, the first; nobody while chance is to move and at the end.
    pub fn seat(&self) -> Option<Seat> {
        match self.turn() {
            Turn::Seats(seats) => seats.iter().next(),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// What the seat that is to act may do; nothing where nobody is.
    pub fn legal_actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        if let Some(seat) = self.seat() {
            self.game().legal_actions(&self.state, seat, &mut actions);
        }
        actions
    }

    /// What chance may bring, with whole-number weights; nothing unless it is to move.
    pub fn outcomes(&self) -> Vec<(u32, G::Chance)> {
        let mut outcomes = Vec::new();
        self.game().outcomes(&self.state, &mut outcomes);
        outcomes
    }

    /// Takes an action of the seat that is to act, and gives what happened.
    ///
    /// # Errors
    /// If it is not legal; the position is as before then.
    pub fn play(&mut self, action: G::Action) -> Result<Vec<G::Event>, G::Illegal> {
        // The rules say what is wrong where nobody is to act.
        self.take(Input::Play(self.seat().unwrap_or(Seat::FIRST), action))
    }

    /// Takes what chance brings, and gives what happened.
    ///
    /// # Errors
    /// If that can't be drawn now; the position is as before then.
    pub fn resolve(&mut self, chance: G::Chance) -> Result<Vec<G::Event>, G::Illegal> {
        self.take(Input::Chance(chance))
    }

    /// Points as they stand, and the end if it has come.
    pub fn scores(&self) -> Scores {
        self.game().scores(&self.state)
    }

    fn take(&mut self, input: Input<G::Action, G::Chance, G::Edit>) -> Result<Vec<G::Event>, G::Illegal> {
        let mut events = Vec::new();
        apply(self.game.borrow(), &mut self.state, input, &mut events)?;
        Ok(events)
    }
}

impl<G: Game, R> fmt::Debug for Position<G, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.state).finish()
    }
}
