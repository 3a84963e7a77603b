//! The capability of a game to draw itself.

use alloc::vec::Vec;

use tercet_game::{Deal, Deals, Game, Input, InputOf};

use crate::{Scene, View};

/// A game that draws itself.
///
/// A picture may show more than the state holds: colours that no rule looks at, what was done last. That is the game's
/// memory, kept by whoever draws: made once for a deal, then told of every input, in order.
pub trait Draw: Deals {
    /// What a picture shows beyond the state.
    type Memory: Clone;

    /// The memory before the first input.
    fn memory(&self, deal: &Deal) -> Self::Memory;

    /// Remembers what an input brought to the state that was there before it.
    fn remember(&self, memory: &mut Self::Memory, before: &Self::State, events: &[Self::Event]);

    /// The picture of a position.
    fn scene(&self, state: &Self::State, memory: &Self::Memory, view: &View) -> Scene;
}

/// The memory after these inputs.
///
/// # Errors
/// If one of them is refused.
pub fn recall<G: Draw>(game: &G, deal: &Deal, inputs: &[InputOf<G>]) -> Result<G::Memory, G::Illegal> {
    let mut memory = game.memory(deal);
    recall_more(game, &mut memory, game.start(), inputs)?;
    Ok(memory)
}

/// Goes on remembering: these inputs, from this state on.
///
/// # Errors
/// If one of them is refused; what came before it is remembered then.
pub fn recall_more<G: Draw>(
    game: &G,
    memory: &mut G::Memory,
    mut state: G::State,
    inputs: &[InputOf<G>],
) -> Result<(), G::Illegal> {
    for &input in inputs {
        let before = state;
        let mut events = Vec::new();
        take(game, &mut state, input, &mut events)?;
        game.remember(memory, &before, &events);
    }
    Ok(())
}

fn take<G: Game>(
    game: &G,
    state: &mut G::State,
    input: InputOf<G>,
    events: &mut Vec<G::Event>,
) -> Result<(), G::Illegal> {
    match input {
        Input::Play(seat, action) => game.play(state, seat, action, events),
        Input::Chance(chance) => game.resolve(state, chance, events),
        Input::Expire => game.expire(state, events),
        Input::Edit(edit) => game.edit(state, edit, events),
    }
}
