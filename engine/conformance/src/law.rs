//! The laws, and the report of a breach.

use std::fmt;

use tercet_game::named;

named! {
    /// What every game promises. The word of a law is the sentence that a failed test prints.
    pub enum Law {
        /// Keys, values, round trip, refusals of [`tercet_game::Settings`].
        Settings = "a config writes and reads its options and refuses all else",
        /// [`tercet_game::Game::turn`] against the lists.
        Turn = "whoever is to act has something to do, and nobody else has",
        /// Order of actions and outcomes.
        Ascending = "a list ascends without doubles",
        /// What the vector held before stays there.
        Appends = "a list is added to what the vector holds",
        /// [`tercet_game::Game::outcomes`] against the turn.
        Outcomes = "outcomes with weights above zero are listed exactly where chance is to move",
        /// [`tercet_game::Game::window`] and [`tercet_game::Game::expire`].
        Window = "time can pass exactly where a clock runs, and a clock runs only for seats",
        /// [`tercet_game::Game::scores`] against the turn.
        End = "the scores, one a seat, have an end exactly where the game is over",
        /// [`tercet_game::Game::limit`].
        Limit = "a game ends within its limit of plays",
        /// Listed inputs.
        Accepts = "what is listed is accepted",
        /// All other inputs.
        Refuses = "what is not listed is refused",
        /// State and log after a refusal.
        Unchanged = "a refused input changes nothing and is not heard of",
        /// [`tercet_game::Refusal`].
        Reasons = "a refusal has a code in snake_case and a text",
        /// Nothing but position and input counts.
        Pure = "the same input in the same position does the same again",
        /// [`tercet_game::Log`].
        Silence = "listening to the events changes nothing",
        /// [`tercet_game::Stable`].
        Digest = "digests differ exactly where positions differ",
        /// [`tercet_game::Notation`].
        Notation = "a text is one line, reads back, and is no other's",
        /// [`tercet_game::Sample::sample_action`].
        SampleAction = "one draw chooses the action that stands at that place in the list",
        /// [`tercet_game::Sample::sample_outcome`].
        SampleOutcome = "one draw chooses the outcome whose weight it falls on",
        /// [`tercet_game::Dealer::draw`].
        Dealer = "a dealer draws what can be drawn, as long as the game lasts",
        /// Many draws against the weights.
        Fair = "draws follow the weights",
        /// [`tercet_game::Deals::dealer`] and [`tercet_game::Match`].
        Again = "the same deal and plays come to the same game, from the start and from any input on",
        /// [`tercet_game::Record`].
        Record = "a record reads back, and refuses to be another game's or to be altered",
        /// [`tercet_game::Replay`].
        Replay = "a record replays to what it says",
        /// [`tercet_game::Match::snapshot`].
        Snapshot = "a snapshot brings back the position and its dealer",
    }
}

/// A breach of a law: by which game, where, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The game's id.
    pub game: &'static str,
    /// The law.
    pub law: Law,
    /// How it is broken.
    pub what: String,
    /// Config, deal, number of the game and inputs so far.
    pub place: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, but {}\n  at {}", self.game, self.law, self.what, self.place)
    }
}

impl std::error::Error for Violation {}

/// A breach whose place is not yet known.
#[derive(Debug)]
pub(crate) struct Breach {
    pub(crate) law: Law,
    pub(crate) what: String,
}

impl Breach {
    pub(crate) fn new(law: Law, what: impl Into<String>) -> Breach {
        Breach { law, what: what.into() }
    }

    pub(crate) fn at(self, game: &'static str, place: impl Into<String>) -> Violation {
        Violation { game, law: self.law, what: self.what, place: place.into() }
    }
}

/// What a check comes to.
pub(crate) type Checked<T = ()> = Result<T, Breach>;

/// Leaves the function with a breach unless the condition holds.
macro_rules! demand {
    ($holds:expr, $law:expr, $($what:tt)+) => {
        if !$holds {
            return Err($crate::law::Breach::new($law, format!($($what)+)));
        }
    };
}
pub(crate) use demand;
