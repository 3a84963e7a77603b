//! Where tables are kept: in this server's archive, or in a database that several servers share.

mod shared;
mod sqlite;

use std::pin::Pin;

use tercet_postgres::Peer;
use tercet_store::{Change, KeptTable, Move};

pub(crate) use self::shared::SharedJournal;
pub(crate) use self::sqlite::SqliteJournal;
use crate::refusal::Refusal;

/// What a journal answers in its time.
pub(crate) type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, Refusal>> + Send + 'a>>;

/// The number of the lease under which a table is held; 0 where there are none, because nobody else could have it.
pub(crate) type Epoch = i64;

/// Where a table is.
pub(crate) enum Found {
    /// Here: nobody else changes it.
    Here(Box<Kept>),
    /// At another server.
    There(Peer),
}

/// A table as it is kept.
pub(crate) struct Kept {
    pub(crate) table: KeptTable,
    pub(crate) moves: Vec<Move>,
    /// The number of the game that was over there.
    pub(crate) game: Option<i64>,
    pub(crate) epoch: Epoch,
}

/// Where tables are kept.
pub(crate) trait Journal: Send + Sync {
    /// Keeps changes, all or none of them, for the server that holds the tables under this epoch; they are safe when this returns. The
    /// numbers are those of [`tercet_store::Archive::keep`].
    fn keep(&self, epoch: Epoch, changes: Vec<Change>) -> Answer<'_, Vec<i64>>;

    /// Finds a table, and makes it this server's if it is nobody's.
    fn find<'a>(&'a self, name: &'a str) -> Answer<'a, Found>;

    /// What was done at a table, in order.
    fn moves(&self, table: i64) -> Answer<'_, Vec<Move>>;

    /// How often a game of a list for evaluation was begun, by whoever shares the journal.
    fn tries<'a>(&'a self, list: &'a str, game: &'a str) -> Answer<'a, u32>;

    /// The epoch under which new tables are made.
    fn epoch(&self) -> Result<Epoch, Refusal>;

    /// Are tables that were found under this epoch still this server's?
    fn holds(&self, epoch: Epoch) -> bool;

    /// Do others have the same tables? Then nobody knows what is kept after a change could not be, until it is read again.
    fn is_shared(&self) -> bool;
}
