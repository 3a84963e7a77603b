//! The file.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use tercet_entry::Catalog;

use crate::StoreError;
use crate::packing::Packer;
use crate::private::{make_directory, new_file};
use crate::schema::{check_schema, make_tables};
use crate::tables::SHARED;
use crate::turns::Turns;

/// How long to wait for another process.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// How many KB of the file one that writes holds in memory, and one that reads.
const WRITER_CACHE: i32 = 32_000;
const READER_CACHE: i32 = 4_000;

/// After so many steps of `SQLite`'s machine a long query asks whether anybody still waits for it.
const STEPS: i32 = 10_000;

/// Tells whether anybody still waits for what is read.
pub type Wanted = Arc<dyn Fn() -> bool + Send + Sync>;

/// An open archive. Several processes may have the same file open: readers never wait, writers wait for each other.
pub struct Archive {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
    pub(crate) catalog: Catalog,
    pub(crate) known: Known,
    wanted: Option<Wanted>,
    turns: Turns,
}

/// What was looked up before.
pub(crate) struct Known {
    /// The games whose bots have names.
    pub(crate) catalog: Catalog,
    pub(crate) packer: Packer,
    /// The configs of a game.
    pub(crate) configs: HashMap<String, Vec<KnownConfig>>,
    /// The bots of a label.
    pub(crate) players: HashMap<String, HashMap<String, i64>>,
}

impl Known {
    fn new(catalog: Catalog) -> Known {
        Known { catalog, packer: Packer::default(), configs: HashMap::new(), players: HashMap::new() }
    }
}

/// A config that has a row. There are few of them, and games of the newest come one after the other.
pub(crate) struct KnownConfig {
    pub(crate) rules: u16,
    pub(crate) options: Vec<(String, String)>,
    pub(crate) id: i64,
}

impl KnownConfig {
    /// More of a game are not remembered: an import may bring any number.
    pub(crate) const MOST: usize = 32;
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Archive {
    /// The name of the file in its directory.
    pub const FILE: &'static str = "archive.sqlite";

    /// Opens the archive of a directory for games of this catalog; file and directory are made if they are not there, for their owner alone.
    ///
    /// # Errors
    /// If they can't be, or the file is no archive of this build's schema.
    pub fn open(directory: &Path, catalog: Catalog) -> Result<Archive, StoreError> {
        let path = directory.join(Archive::FILE);
        make_directory(directory)
            .map_err(|error| StoreError::Open { path: path.clone(), why: error.to_string() })?;
        // A file that is there stays as it is, and SQLite reports what can't be made; its log takes the file's rights.
        let _ = new_file(&path);
        let connection = Connection::open(&path).map_err(|error| StoreError::of(&path, &error))?;
        Archive::set_up(connection, path, catalog)
    }

    /// Opens the archive of a directory for reading alone: whatever would change it is refused. It takes less memory than one
    /// that writes, so that a server may have several.
    ///
    /// # Errors
    /// If there is none, or it is of another schema than this build's.
    pub fn open_to_read(directory: &Path, catalog: Catalog) -> Result<Archive, StoreError> {
        let path = directory.join(Archive::FILE);
        let sqlite = |error: rusqlite::Error| StoreError::of(&path, &error);
        // Not `READ_ONLY`: a reader that finds the write-ahead log without its index has to make the index.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags).map_err(sqlite)?;
        connection.busy_timeout(PATIENCE).map_err(sqlite)?;
        check_schema(&connection, &path)?;
        connection.pragma_update(None, "query_only", true).map_err(sqlite)?;
        connection.pragma_update(None, "cache_size", -READER_CACHE).map_err(sqlite)?;
        connection.set_prepared_statement_cache_capacity(32);
        Ok(Archive {
            connection,
            path,
            catalog,
            known: Known::new(catalog),
            wanted: None,
            turns: Turns::default(),
        })
    }

    /// An archive that is gone when it is dropped.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn in_memory(catalog: Catalog) -> Result<Archive, StoreError> {
        let path = PathBuf::from(":memory:");
        let connection = Connection::open_in_memory().map_err(|error| StoreError::of(&path, &error))?;
        Archive::set_up(connection, path, catalog)
    }

    /// The games that it knows; those of others are kept and given back as they are.
    pub fn catalog(&self) -> Catalog {
        self.catalog
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn set_up(mut connection: Connection, path: PathBuf, catalog: Catalog) -> Result<Archive, StoreError> {
        let sqlite = |error: rusqlite::Error| StoreError::of(&path, &error);
        connection.busy_timeout(PATIENCE).map_err(sqlite)?;
        make_tables(&mut connection, &path)?;
        // A commit is on disk when it returns: a result that was announced survives a power cut.
        write_ahead(&connection).map_err(sqlite)?;
        connection.pragma_update(None, "synchronous", "full").map_err(sqlite)?;
        connection.pragma_update(None, "cache_size", -WRITER_CACHE).map_err(sqlite)?;
        connection.set_prepared_statement_cache_capacity(32);
        let turns = Turns::of(&path);
        Ok(Archive { connection, path, catalog, known: Known::new(catalog), wanted: None, turns })
    }

    /// A number that is another whenever games or ratings were added; moves at tables don't change it. What was counted at
    /// one version need not be counted again.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn version(&self) -> Result<[i64; 2], StoreError> {
        // Shared games and this archive's own have numbers of their own, and either may grow.
        let newest = "SELECT (SELECT coalesce(max(id), 0) FROM games WHERE id < ?1) + \
                             (SELECT coalesce(max(id), 0) FROM games WHERE id >= ?1), \
                             (SELECT coalesce(max(id), 0) FROM ratings)";
        let mut statement = self.connection.prepare_cached(newest).map_err(self.complaint())?;
        statement.query_row([SHARED], |row| Ok([row.get(0)?, row.get(1)?])).map_err(self.complaint())
    }

    /// From now on, whatever is read ends with [`StoreError::Stopped`] once this says no: in the middle of a query, and
    /// between two games. `None`: it is read to its end.
    ///
    /// # Errors
    /// If the file was closed.
    pub fn read_while(&mut self, wanted: Option<Wanted>) -> Result<(), StoreError> {
        let asked = wanted.clone();
        let handler = asked.map(|wanted| move || !wanted());
        self.connection.progress_handler(STEPS, handler).map_err(self.complaint())?;
        self.wanted = wanted;
        Ok(())
    }

    /// Is what is read bounded by [`Archive::read_while`]?
    pub(crate) fn is_bounded(&self) -> bool {
        self.wanted.is_some()
    }

    /// Does anybody still wait for what is read?
    pub(crate) fn check_wanted(&self) -> Result<(), StoreError> {
        if self.wanted.as_ref().is_none_or(|wanted| wanted()) { Ok(()) } else { Err(StoreError::Stopped) }
    }

    pub(crate) fn complaint(&self) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        let path = self.path.clone();
        move |error| StoreError::of(&path, &error)
    }

    /// Does all of it or nothing.
    pub(crate) fn whole<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>, &mut Known) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let complaint = self.complaint();
        let _turn = self.turns.wait();
        // The write lock at once: taking it later could fail half-way.
        let change =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&complaint)?;
        let done = work(&change, &mut self.known).and_then(|value| change.commit().map(|()| value));
        done.map_err(|error| {
            // Rows that were rolled back must not be remembered.
            self.known = Known::new(self.catalog);
            complaint(error)
        })
    }
}

/// Turns the write-ahead log on. Where two processes do that at once, `SQLite` refuses one of them without waiting.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let start = Instant::now();
    loop {
        let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        if mode == "wal" {
            return Ok(());
        }
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error) if is_busy(&error) && start.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(2));
            }
            changed => return changed,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Filter, NewGame, NewSeat};
    use tercet_catalog::CATALOG;
    use tercet_game::{Deal, Finish};

    /// A disk that has no room for another page.
    #[test]
    fn a_full_disk_is_told_and_what_was_kept_is_safe() {
        let dir = tempfile::tempdir().unwrap();
        let mut archive = Archive::open(dir.path(), CATALOG).unwrap();
        let deal = Deal::stream(1);
        // Noise does not pack: each game takes pages of its own.
        let mut rng = tercet_game::Rng::new(1);
        let lines: Vec<String> = (0..4000).map(|_| format!("chance {:08x}", rng.next_u32())).collect();
        let noise = lines.join("\n") + "\n";
        let game = || NewGame {
            game: "set",
            rules: 1,
            config: &[],
            deal: &deal,
            inputs: &noise,
            plays: 0,
            end: None,
            state: 0,
            seats: vec![NewSeat {
                label: "a",
                bot: "a",
                points: 0,
                finish: Finish { place: 1, score: 0 },
                assisted: false,
            }],
            slot: None,
            finished_ms: 0,
        };
        archive.add(&[game()]).unwrap();
        let pages: i64 = archive.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        archive.connection.pragma_update(None, "max_page_count", pages).unwrap();
        let batch: Vec<NewGame<'_>> = (0..2000).map(|_| game()).collect();
        let error = archive.add(&batch).unwrap_err();
        assert!(matches!(error, StoreError::Full { .. }) && error.is_about_writing(), "{error}");
        assert_eq!(archive.games(&Filter::default()).unwrap().len(), 1, "nothing of the batch is there");
        archive.connection.pragma_update(None, "max_page_count", 1 << 30).unwrap();
        archive.add(&[game()]).unwrap();
        assert_eq!(archive.record(2).unwrap().inputs.len(), 4000, "it goes on when there is room again");
    }

    #[test]
    fn a_file_that_may_only_be_read_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let mut archive = Archive::open(dir.path(), CATALOG).unwrap();
        archive.connection.pragma_update(None, "query_only", true).unwrap();
        let error = archive.begin_tournament("set", "{}", 1).unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly { .. }), "{error}");
    }
}
