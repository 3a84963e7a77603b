//! The archive: games, tournaments and ratings in one `SQLite` file.
//!
//! A game is on disk once [`Archive::add`] has returned. What can be derived is not kept: events are read from
//! records by replaying them, statistics from the finishes.
//!
//! ```
//! use tercet_game::{Deal, Finish};
//! use tercet_catalog::CATALOG;
//! use tercet_store::{Archive, Filter, NewGame, NewSeat};
//!
//! let mut archive = Archive::in_memory(CATALOG)?;
//! let config = [("seats".to_owned(), "1".to_owned())];
//! let ids = archive.add(&[NewGame {
//!     game: "set",
//!     rules: 1,
//!     config: &config,
//!     deal: &Deal::stream(42),
//!     inputs: "chance 2gto\nseat 1 deal\n",
//!     plays: 1,
//!     end: None,
//!     state: 7,
//!     seats: vec![NewSeat { label: "first", bot: "first", points: 0, finish: Finish { place: 1, score: 0 }, assisted: false }],
//!     slot: None,
//!     finished_ms: 1_700_000_000_000,
//! }])?;
//! let record = archive.record(ids[0])?;
//! assert_eq!((record.deal, record.inputs.len()), (Deal::stream(42), 2));
//! assert_eq!(archive.games(&Filter::default())?.len(), 1);
//! # Ok::<(), tercet_store::StoreError>(())
//! ```

mod archive;
mod count;
mod error;
mod export;
mod game_line;
mod games;
mod import;
mod lock;
mod maintenance;
mod names;
mod new_game;
mod packing;
mod pages;
mod private;
mod purchases;
mod recorded;
mod retention;
mod reviews;
mod schema;
mod strengths;
mod tables;
mod time;
mod tournament;
mod tournament_rows;
mod turns;

pub use archive::{Archive, Wanted};
pub use count::{Counted, counted};
pub use error::StoreError;
pub use export::{Export, Format, Table, export, export_tournament};
pub use games::{Filter, GameRow, SeatRow, Slot, TableRow};
pub use import::{ImportError, Imported, import};
pub use lock::DirectoryLock;
pub use maintenance::Checked;
pub use new_game::{NewGame, NewSeat};
pub use pages::Pages;
pub use purchases::{CountedPurchases, count_purchases};
pub use recorded::RecordedGame;
pub use retention::OldGame;
pub use reviews::ReviewFacts;
pub use strengths::{StrengthRow, Strengths, strengths};
pub use tables::{BestRow, Change, DailyRow, FinishedGame, KeptTable, Move, SHARED};
pub use time::{day_number, now_ms, rfc3339, today};
pub use tournament::{
    Progress, TournamentGames, TournamentOutcome, TournamentRun, TournamentStoreError, standings_of,
};
pub use tournament_rows::{RatingRow, TournamentRow};
