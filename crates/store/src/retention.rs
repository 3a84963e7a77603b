//! What goes: tables and games that are deleted, or kept no longer.

use rusqlite::{Transaction, params};

use crate::{Archive, Change, StoreError};

/// A game that may be kept no longer, or a table that everybody has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldGame {
    /// Its number in the archive; a table that was left has none.
    pub game: Option<i64>,
    /// The number and the name of the table that it was played at, if it was at one.
    pub table: Option<(i64, String)>,
}

impl OldGame {
    /// What deletes it, with its table.
    pub fn deletion(&self) -> Option<Change> {
        let table = self.table.as_ref().map(|&(table, _)| Change::DeleteTable { table });
        table.or_else(|| self.game.map(|game| Change::DeleteGame { game }))
    }
}

impl Archive {
    /// The oldest games that were over before a moment, and tables without a finished game where nothing was done since another, so many at
    /// most. Tournaments are kept whole.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn oldest(&self, before_ms: i64, left_ms: i64, most: u32) -> Result<Vec<OldGame>, StoreError> {
        let query = "SELECT g.id, t.id, t.name, g.finished_ms FROM games g LEFT JOIN table_games s ON s.game = g.id \
                     LEFT JOIN tables t ON t.id = s.table_id \
                     WHERE g.tournament IS NULL AND g.finished_ms < ?1 \
                     UNION ALL SELECT NULL, t.id, t.name, t.changed_ms FROM tables t WHERE t.changed_ms < ?2 \
                     AND NOT EXISTS (SELECT 1 FROM table_games s WHERE s.table_id = t.id) ORDER BY 4, 1 LIMIT ?3";
        let read = |row: &rusqlite::Row<'_>| {
            let table = row.get::<_, Option<i64>>(1)?.zip(row.get(2)?);
            Ok(OldGame { game: row.get(0)?, table })
        };
        let rows = self.connection.prepare_cached(query).and_then(|mut statement| {
            statement.query_map(params![before_ms, left_ms, most], read)?.collect()
        });
        rows.map_err(self.complaint())
    }

    /// How many bytes of the file are in use: what was deleted leaves room for what comes.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn used_bytes(&self) -> Result<u64, StoreError> {
        let pragma = |name: &str| self.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let used = pragma("page_count")
            .and_then(|pages| Ok((pages - pragma("freelist_count")?) * pragma("page_size")?));
        used.map(i64::cast_unsigned).map_err(self.complaint())
    }

    /// Writes what is in the write-ahead log into the file, and empties the log. A reader elsewhere may keep some of it
    /// there; nothing is lost then.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        let done = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        done.map_err(self.complaint())
    }
}

/// Deletes a table, what was done at it, and the games that were over there.
pub(crate) fn delete_table(change: &Transaction<'_>, table: i64) -> rusqlite::Result<i64> {
    let mut games = change.prepare_cached("SELECT game FROM table_games WHERE table_id = ?1")?;
    let games: Vec<i64> = games.query_map([table], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for game in games {
        delete_game(change, game)?;
    }
    for part in ["DELETE FROM moves WHERE table_id = ?1", "DELETE FROM tables WHERE id = ?1"] {
        change.prepare_cached(part)?.execute([table])?;
    }
    Ok(table)
}

/// Deletes a game that is over.
pub(crate) fn delete_game(change: &Transaction<'_>, game: i64) -> rusqlite::Result<i64> {
    for part in [
        "DELETE FROM reviews WHERE game = ?1",
        "DELETE FROM reasons WHERE game = ?1",
        "DELETE FROM records WHERE game = ?1",
        "DELETE FROM seats WHERE game = ?1",
        "DELETE FROM table_games WHERE game = ?1",
        "DELETE FROM games WHERE id = ?1",
    ] {
        change.prepare_cached(part)?.execute([game])?;
    }
    Ok(game)
}
