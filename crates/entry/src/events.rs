//! What happened in a game that is known by name only.

use std::fmt;
use std::sync::Arc;

use tercet_game::Notation as _;

use crate::{Description, EventOf, Names, Playable};

/// What happened, in the game's own types; text, words and data are made when they are asked for.
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

/// Events and the rules that put them into words.
pub(crate) struct Typed<P: Playable> {
    game: Arc<P::Rules>,
    events: Box<[EventOf<P>]>,
}

impl<P: Playable> Typed<P> {
    pub(crate) fn boxed(game: &Arc<P::Rules>, events: Vec<EventOf<P>>) -> Box<dyn Events> {
        Box::new(Typed::<P> { game: Arc::clone(game), events: events.into() })
    }
}

impl<P: Playable> Events for Typed<P> {
    fn texts(&self) -> Vec<String> {
        self.events.iter().map(|event| self.game.event_text(event)).collect()
    }

    fn describe(&self, who: Names) -> Vec<Description> {
        self.events.iter().map(|event| P::describe_event(&self.game, event, who)).collect()
    }
}
