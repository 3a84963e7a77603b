//! What goes over the wire: the messages of `/ws` and the bodies of `/api`, as `docs/protocol.md` describes them.
//!
//! Seats count from zero here, as everywhere in JSON; the games' own texts count from one.

mod messages;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use messages::{ClientMessage, ServerMessage};

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RefusalView {
    /// A short name that never changes.
    pub code: String,
    /// What is wrong, in words.
    pub why: String,
}

/// A table as one client sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own that the page shows")]
pub struct TableView {
    /// Its name in links.
    pub table: String,
    /// Which game.
    pub game: String,
    /// The options.
    pub options: BTreeMap<String, String>,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// Does the game wait until everybody sits there and is ready? Nobody sees the board before.
    #[serde(default)]
    pub waits: bool,
    /// The client's own seats.
    pub you: Vec<u8>,
    /// How many look on without a seat.
    pub watching: usize,
    /// The deal, as in `stream 42`; `None` while it is secret, and where `since` says that the client has had it.
    pub deal: Option<String>,
    /// What a secret deal was fixed by before the game: the SHA-256 of its text, for whoever checks it at the end.
    pub commitment: Option<String>,
    /// Does the result count for ratings and best scores?
    pub rated: bool,
    /// Had anybody help? `seats` says who.
    pub assisted: bool,
    /// Is this a table for study, where positions can be edited?
    pub study: bool,
    /// The day whose puzzle this is, as in `2026-11-16`.
    pub daily: Option<String>,
    /// How many milliseconds ago the table was made.
    pub age_ms: u64,
    /// What happened last, oldest first, a hundred lines at most: what came after `since`, where it was given; as far as it is at
    /// hand, where a request gave none. What was before is told page by page at `/api/tables/TABLE/log`.
    pub log: Vec<LogView>,
    /// Where things lie in every picture of this game, for clients that want data.
    #[serde(default, skip_serializing_if = "Data::is_empty")]
    pub layout: Data,
    /// How it stands.
    #[serde(flatten)]
    pub now: Now,
}

/// A JSON object of a game's own: `docs/protocol.md` lists the fields.
pub type Data = serde_json::Map<String, serde_json::Value>;

/// How a table stands. What is for some clients only is empty for others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Now {
    /// The number of the state: it rises by one with each thing that happens, and never comes back.
    pub state: u64,
    /// How many inputs the record has, for replays.
    pub at: usize,
    /// The seats that may act.
    pub turn: Vec<u8>,
    /// Points, seat by seat.
    pub scores: Vec<i32>,
    /// The position as text.
    pub position: String,
    /// What is asked of whoever is to act; empty where nobody is.
    pub question: String,
    /// What each of the client's seats may do; empty for clients that want data.
    pub legal: BTreeMap<u8, Vec<String>>,
    /// The same in words, for clients that want them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<u8, Vec<String>>,
    /// What each of the client's seats may do, for clients that want data.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub actions: BTreeMap<u8, Vec<ActionView>>,
    /// What stands beside the picture (purses, the deck, the board's cells), for clients that want data.
    #[serde(default, skip_serializing_if = "Data::is_empty")]
    pub board: Data,
    /// How many milliseconds are left before time runs out; `None` where no clock runs.
    pub window_ms: Option<u64>,
    /// May the client take back what was done last?
    pub can_undo: bool,
    /// May the client ask for a hint?
    pub can_hint: bool,
    /// The end; `None` while it goes on.
    pub over: Option<OverView>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OverView {
    /// Why it is over, in words.
    pub why: String,
    /// Each seat's place, from 1.
    pub places: Vec<usize>,
    /// Its number in the archive, for `/r/NUMBER`.
    pub game: Option<i64>,
    /// Another table that goes on with the same settings.
    pub next: Option<String>,
}

/// Something that happened, and how the table stands after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Moved {
    /// Which table.
    pub table: String,
    /// What happened.
    #[serde(flatten)]
    pub what: LogView,
    /// Had anybody help? `seats` says who.
    pub assisted: bool,
    /// The deal, if it was secret until this ended the game; another is told with the table: it may be long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<String>,
    /// How it stands now.
    #[serde(flatten)]
    pub now: Now,
}

/// A line of a table's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LogView {
    /// The number of the state that it led to.
    pub number: u64,
    /// What was done, as the record has it: `seat 1 place 1 3 4`, `seat 1 undo`, `expire`, or `edit …`.
    pub input: String,
    /// Whose doing it was; `None` for the clock and for edits.
    pub seat: Option<u8>,
    /// Why a bot did it.
    pub why: Option<String>,
    /// What happened.
    pub events: Vec<EventView>,
}

/// How long something that was done at a table took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TimeView {
    /// The number of the state that it led to.
    pub number: u64,
    /// Whose doing it was; `None` for the clock and for edits.
    pub seat: Option<u8>,
    /// How many milliseconds after what was done before it, or after the table was made.
    pub ms: i64,
    /// What happened, in the game's notation.
    pub events: Vec<String>,
    /// What happened, as data.
    pub data: Vec<Data>,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventView {
    /// In the game's notation.
    pub text: String,
    /// In words; the client's own seat is `you`.
    pub words: String,
    /// As data, for clients that want it: `type` says what happened.
    #[serde(default, skip_serializing_if = "Data::is_empty")]
    pub data: Data,
}

/// Something that a seat may do, or several things that begin alike: then `data` says which parts are to be added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ActionView {
    /// In the game's notation: the action, or how it begins.
    pub action: String,
    /// What it costs or does, in words.
    pub words: String,
    /// As data: `type` says what is done, the other fields what it names and costs.
    pub data: Data,
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own that the page shows")]
pub struct SeatView {
    /// Its number, from zero.
    pub seat: u8,
    /// Who sits there.
    pub kind: SeatKind,
    /// The name to show.
    pub name: String,
    /// The bot that plays, with its parameters.
    pub bot: Option<String>,
    /// Is whoever sits there here now? Bots always are.
    pub here: bool,
    /// May the game begin, as far as this seat is concerned? Only told while it waits.
    #[serde(default)]
    pub ready: bool,
    /// Has a bot taken over for a person?
    pub replaced: bool,
    /// Had it help: a hint, something taken back, a bot in its place, a changed deal? Such a seat stays marked.
    pub assisted: bool,
}

/// Who sits at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Somebody with a token.
    Person,
    /// A bot.
    Bot,
    /// Nobody yet.
    Open,
}

/// The right to a seat. Whoever has the token has the seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatToken {
    /// The seat.
    pub seat: u8,
    /// Its token.
    pub token: String,
}

/// A bot's advice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HintView {
    /// The state that it is about.
    pub state: u64,
    /// For which seat.
    pub seat: u8,
    /// Whose advice.
    pub bot: String,
    /// The action; `None` where the bot would leave it to others.
    pub action: Option<String>,
    /// What the action does, in words.
    pub words: String,
    /// The action as data; empty where there is none.
    pub data: Data,
    /// Why, as a sentence without its end.
    pub why: String,
    /// What the values count; empty where nothing was compared.
    pub measure: String,
    /// What was compared, the best first.
    pub compared: Vec<ComparedView>,
}

/// An action that a bot thought about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedView {
    /// The action.
    pub action: String,
    /// What it is worth.
    pub value: f64,
}

/// What a new table is to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "a request names each of them by itself")]
pub struct NewTable {
    /// Which game.
    pub game: String,
    /// Options of its rules; how many sit there follows from `seats`.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who sits there, seat by seat; one person if there are none.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
    /// A seed that everybody may see. Without one, the server draws a secret key that nobody can predict anything from.
    #[serde(default)]
    pub seed: Option<u64>,
    /// A deal that everybody may see, as in `mt19937 42`; in place of a seed.
    #[serde(default)]
    pub deal: Option<String>,
    /// The puzzle of a day, as in `2026-11-16`; in place of seed, options and seats.
    #[serde(default)]
    #[schemars(regex(pattern = "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$"))]
    pub daily: Option<String>,
    /// A game of the list for evaluation; options, opponents and the deal follow from it.
    #[serde(default)]
    pub evaluation: Option<Evaluation>,
    /// Lets positions be edited.
    #[serde(default)]
    pub study: bool,
    /// Lets hints be asked for though several people play.
    #[serde(default)]
    pub hints: bool,
    /// How many milliseconds a bot takes at least, for people to follow.
    #[serde(default)]
    pub pace_ms: u32,
    /// Waits until every seat is taken and everybody is ready; nobody sees the board before.
    #[serde(default)]
    pub waits: bool,
    /// Lists the table, while it waits, for whoever looks for one to sit down at.
    #[serde(default)]
    pub public: bool,
}

/// A table that waits for whoever wants to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LobbyTable {
    /// Its name in links: `/t/NAME`.
    pub table: String,
    /// Which game.
    pub game: String,
    /// The options.
    pub options: BTreeMap<String, String>,
    /// The seats.
    pub seats: Vec<SeatView>,
}

/// How many letters of a deal or an option a list has.
const LISTED: usize = 200;

/// A text as lists of games and tables have it: the beginning of one that is long. A deal and options may be as long as a request.
pub(crate) fn in_a_list(text: &str) -> String {
    match text.char_indices().nth(LISTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The tables that wait for whoever wants to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Lobby {
    /// The tables, by their names.
    pub tables: Vec<LobbyTable>,
}

/// Which game of the list for evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// `train` to learn from, `test` to be compared by.
    pub split: Split,
    /// Which one, from 0.
    pub index: u32,
}

/// A part of the list. No deal is in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// To learn from.
    Train,
    /// To be compared by.
    Test,
}

/// How a seat did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultView {
    /// Is the game over?
    pub over: bool,
    /// From 0, as who plays at random, to 1, as who can't do better.
    pub score: f64,
    /// Its points.
    pub points: i32,
    /// Its place, from 1.
    pub place: usize,
    /// Had the seat help?
    pub assisted: bool,
    /// How many of its actions the rules refused, in an evaluation.
    pub refused: u32,
    /// Which game of which list it is, as in `test 17 of 3f9a0c12`.
    pub evaluation: Option<String>,
    /// The how many-th time it was that this game of the list was begun, at any of the servers that share a journal; 0 elsewhere.
    pub attempt: u32,
    /// How often that game of the list had been begun when this one ended, or until now: who begins it twice sees in one
    /// what is dealt in the other, so only 1 stands for a deal that nobody had seen.
    pub begun: u32,
}

/// Who sits at a seat of a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSeat {
    /// Whoever makes the table.
    Me {
        /// The name to show.
        #[serde(default)]
        name: String,
    },
    /// Whoever comes first by the table's link.
    Open,
    /// A bot.
    Bot {
        /// Its name, with its parameters.
        bot: String,
        /// The name to show; empty for the bot's own.
        #[serde(default)]
        name: String,
    },
}

/// A table that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MadeTable {
    /// Its name in links: `/t/NAME`.
    pub table: String,
    /// The seats of whoever made it.
    pub tokens: Vec<SeatToken>,
}

/// Another table with the same settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RematchView {
    /// Its name in links.
    pub next: String,
    /// The seats there of whoever asked: tokens go on to the next table.
    pub tokens: Vec<SeatToken>,
}
