//! Why a bot does what it does.

use tercet_game::{Answer, Game, Player, Seat};

use crate::Stop;

/// A choice with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation<A> {
    /// What is done.
    pub answer: Answer<A>,
    /// Why, as a sentence without its end.
    pub why: String,
    /// What the numbers of [`Explanation::compared`] count; empty where nothing was compared.
    pub measure: &'static str,
    /// What was compared, the best first.
    pub compared: Vec<Compared<A>>,
}

/// One action that a bot thought about.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared<A> {
    /// The action.
    pub action: A,
    /// What it is worth.
    pub value: f64,
}

/// A bot that can say why.
pub trait Explain<G: Game>: Player<G> {
    /// What the bot always goes by, as a sentence without its end.
    fn strategy(&self) -> &'static str;

    /// Comes to an end when this is requested, with the best that was found by then. Bots that take no time ignore it.
    fn set_stop(&mut self, stop: &Stop) {
        let _ = stop;
    }

    /// The answer that [`Player::answer`] would give now, with its reasons. A bot that compares overrides this; one that
    /// does not has its strategy alone.
    fn explain(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Explanation<G::Action>> {
        let answer = self.answer(game, state, seat)?;
        Some(Explanation { answer, why: self.strategy().to_owned(), measure: "", compared: Vec::new() })
    }
}
