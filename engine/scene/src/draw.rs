//! The capability of a game to draw itself.

use tercet_game::{Deal, Deals, InputOf, Live, Notation, Recorder};

use crate::{Grid, Scene, View, plain_scene};

/// A game that draws itself.
///
/// A picture may show more than the state holds: colours that no rule looks at, what was done last. That is the game's
/// memory, kept by whoever draws: made once for a deal, then updated with every input, in order.
///
/// By default the picture is the position's text and, where the game declares one, its grid of pieces.
pub trait Draw: Deals + Notation {
    /// What a picture shows beyond the state.
    type Memory: Clone;

    /// The memory before the first input.
    fn memory(&self, deal: &Deal) -> Self::Memory;

    /// Remembers what an input brought to the state that was there before it.
    fn remember(&self, memory: &mut Self::Memory, before: &Self::State, events: &[Self::Event]) {
        let _ = (memory, before, events);
    }

    /// The pieces on their squares, for pictures and terminals that draw nothing more; `None` in a game without a board.
    fn grid(&self, state: &Self::State) -> Option<Grid> {
        let _ = state;
        None
    }

    /// The picture of a position.
    fn scene(&self, state: &Self::State, memory: &Self::Memory, view: &View) -> Scene {
        let _ = memory;
        plain_scene(self, state, view)
    }
}

/// What a picture remembers, kept by a running game from the events of each input as it is taken.
pub struct Remembered<G: Draw>(G::Memory);

impl<G: Draw> Remembered<G> {
    /// Before the first input of this deal.
    pub fn fresh(game: &G, deal: &Deal) -> Remembered<G> {
        Remembered(game.memory(deal))
    }

    /// What is remembered.
    pub fn memory(&self) -> &G::Memory {
        &self.0
    }
}

// Not derived: a derive would ask the rules themselves to be `Clone`.
impl<G: Draw> Clone for Remembered<G> {
    fn clone(&self) -> Remembered<G> {
        Remembered(self.0.clone())
    }
}

impl<G: Draw> Recorder<G> for Remembered<G> {
    fn keep(&mut self, _input: InputOf<G>) {}

    fn listens(&self) -> bool {
        true
    }

    fn observe(&mut self, game: &G, before: &G::State, events: &[G::Event]) {
        game.remember(&mut self.0, before, events);
    }
}

/// The memory after these inputs, made by playing them again.
///
/// # Errors
/// If one of them is refused.
pub fn recall<G: Draw>(game: &G, deal: &Deal, inputs: &[InputOf<G>]) -> Result<G::Memory, G::Illegal> {
    let mut live = Live::at(game.start(), (), Remembered::fresh(game, deal));
    for &input in inputs {
        live.take(game, input, &mut ())?;
    }
    Ok(live.recorder().0.clone())
}
