//! The messages of `/ws`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{HintView, Moved, RefusalView, SeatToken, SeatView, TableView};

/// What a client says over `/ws`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Looks at a table from now on, and holds the seats of these tokens.
    Watch {
        /// Comes back in the answer.
        #[serde(default)]
        id: u64,
        /// Which table.
        table: String,
        /// The tokens of the seats to hold; none to only look.
        #[serde(default)]
        tokens: Vec<String>,
        /// The last state number that the client has seen.
        #[serde(default)]
        since: Option<u64>,
        /// Wants each legal action in words too.
        #[serde(default)]
        words: bool,
        /// Wants data for a screen: `actions` in place of `legal` and `words`, `board`, `layout`, and each event's `data`.
        #[serde(default)]
        data: bool,
    },
    /// Looks away.
    Unwatch {
        /// Comes back in the answer.
        #[serde(default)]
        id: u64,
        /// Which table.
        table: String,
    },
    /// Does something.
    Act {
        /// Comes back in the answer.
        #[serde(default)]
        id: u64,
        /// Which table.
        table: String,
        /// For which seat; may be left out by a holder of one seat only.
        #[serde(default)]
        seat: Option<u8>,
        /// The number of the state that the client saw.
        state: u64,
        /// The action in the game's notation.
        action: String,
    },
    /// Takes the last play back.
    Undo {
        /// Comes back in the answer.
        #[serde(default)]
        id: u64,
        /// Which table.
        table: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<u8>,
        /// The number of the state that the client saw.
        state: u64,
    },
    /// Changes the position by hand, at a table for study.
    Edit {
        /// Comes back in the answer.
        #[serde(default)]
        id: u64,
        /// Which table.
        table: String,
        /// The number of the state that the client saw.
        state: u64,
        /// The edit in the game's notation.
        edit: String,
    },
    /// Asks a bot what it would do.
    Hint {
        /// Comes back in the answer.
        #[serde(default)]
        id: u64,
        /// Which table.
        table: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<u8>,
        /// Which bot; the game's best quick one if none is named.
        #[serde(default)]
        bot: Option<String>,
    },
    /// Gives the seat to a bot, or takes it back.
    Seat {
        /// Comes back in the answer.
        #[serde(default)]
        id: u64,
        /// Which table.
        table: String,
        /// Which seat: the client's own, or that of somebody who has left.
        seat: u8,
        /// The bot that plays from now on; none for the person whose seat it is.
        #[serde(default)]
        bot: Option<String>,
    },
    /// Says at a table that waits that its seat may begin, or may not yet.
    Ready {
        /// Comes back in the answer.
        #[serde(default)]
        id: u64,
        /// Which table.
        table: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<u8>,
        /// May the game begin?
        ready: bool,
    },
    /// Says something to everybody at the table; it is kept nowhere.
    Say {
        /// Comes back in the answer.
        #[serde(default)]
        id: u64,
        /// Which table.
        table: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<u8>,
        /// Up to 200 characters of text.
        words: String,
    },
    /// Begins another game with the same settings; answered with the new table.
    Rematch {
        /// Comes back in the answer.
        #[serde(default)]
        id: u64,
        /// Which table.
        table: String,
    },
}

/// What the server says over `/ws`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// All there is to know of a table: the answer to `watch`.
    Table {
        /// The id of what this answers.
        id: u64,
        /// The table.
        #[serde(flatten)]
        table: Box<TableView>,
    },
    /// Something happened at a table.
    Moved(Box<Moved>),
    /// Who sits there has changed, or who is here.
    Seats {
        /// Which table.
        table: String,
        /// The seats.
        seats: Vec<SeatView>,
        /// How many look on without a seat.
        watching: usize,
        /// Does the game wait for its players? Once it has begun, who watches looks again.
        waits: bool,
        /// In how many milliseconds it begins, once everybody is ready.
        starts_ms: Option<u64>,
    },
    /// Somebody at the table says something.
    Said {
        /// Which table.
        table: String,
        /// Who.
        seat: u8,
        /// What, as plain text.
        words: String,
    },
    /// What was asked for has been done; what it changed was told before.
    Done {
        /// The id of what this answers.
        id: u64,
        /// Which table.
        table: String,
        /// The number of its state now.
        state: u64,
    },
    /// What a bot would do.
    Hint {
        /// The id of what this answers.
        id: u64,
        /// Which table.
        table: String,
        /// The advice.
        #[serde(flatten)]
        hint: HintView,
    },
    /// There is another table to go to.
    Rematch {
        /// The id of what this answers; 0 for the others.
        id: u64,
        /// Which table it was.
        table: String,
        /// The new table.
        next: String,
        /// The client's seats there.
        tokens: Vec<SeatToken>,
    },
    /// What was asked for was not done, and nothing has changed.
    Refused {
        /// The id of what this answers.
        id: u64,
        /// Which table; empty where none was named.
        table: String,
        /// Why.
        #[serde(flatten)]
        why: RefusalView,
        /// The number of the table's state, where there is one.
        state: Option<u64>,
    },
}
