//! What happened in a game that is known by name only.

use std::fmt;
use std::sync::Arc;

use tercet_text::{Description, Names};

use crate::Playable;

/// What happened, in the game's own types: told as text, in words and as data when somebody asks.
pub trait Events: Send + Sync {
    /// In the game's notation.
    fn texts(&self) -> Vec<String>;

    /// In each way; `who` names the seats.
    fn describe(&self, who: Names) -> Vec<Description>;
}

impl fmt::Debug for dyn Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.texts().fmt(f)
    }
}

/// Nothing happened: something was taken back.
impl Events for () {
    fn texts(&self) -> Vec<String> {
        Vec::new()
    }

    fn describe(&self, _who: Names) -> Vec<Description> {
        Vec::new()
    }
}

/// Events and the rules that they are told by.
pub(crate) struct Typed<G: Playable> {
    game: Arc<G>,
    events: Box<[G::Event]>,
}

impl<G: Playable> Typed<G> {
    pub(crate) fn boxed(game: &Arc<G>, events: Vec<G::Event>) -> Box<dyn Events> {
        Box::new(Typed { game: Arc::clone(game), events: events.into() })
    }
}

impl<G: Playable> Events for Typed<G> {
    fn texts(&self) -> Vec<String> {
        self.events.iter().map(|event| self.game.event_text(event)).collect()
    }

    fn describe(&self, who: Names) -> Vec<Description> {
        self.events.iter().map(|event| self.game.describe_event(event, who)).collect()
    }
}
