//! The tables of the file.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::StoreError;

/// Tells our files from other databases: «TERC».
const APPLICATION: i32 = 0x5445_5243;

/// The schema's number: raised whenever [`SCHEMA`] changes. Files of other schemas are refused.
const VERSION: u32 = 7;

pub(crate) const SCHEMA: &str = "
    -- Options as lines `key value`, in the order of the record.
    CREATE TABLE configs (
        id INTEGER PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL, options TEXT NOT NULL,
        UNIQUE (game, rules, options)
    ) STRICT;
    -- The label is the name in tables (`greedy#2`, `RandomBot`), the bot has its parameters in its name (`racer:3`).
    CREATE TABLE players (
        id INTEGER PRIMARY KEY, label TEXT NOT NULL, bot TEXT NOT NULL, UNIQUE (label, bot)
    ) STRICT;
    -- `plan` is JSON and holds all that the tournament's games follow from.
    CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, plan TEXT NOT NULL,
        started_ms INTEGER NOT NULL, finished_ms INTEGER
    ) STRICT;
    CREATE TABLE games (
        id INTEGER PRIMARY KEY, config INTEGER NOT NULL REFERENCES configs, deal TEXT NOT NULL,
        end_name TEXT, plays INTEGER NOT NULL, state INTEGER NOT NULL, finished_ms INTEGER NOT NULL,
        tournament INTEGER REFERENCES tournaments, fixture INTEGER, part INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX games_once ON games (tournament, fixture, part) WHERE tournament IS NOT NULL;
    -- The place is that of the rules: winners are first whatever their finish score. Help is a hint, something taken back, a
    -- bot in the seat's place, a changed deal.
    CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES players,
        points INTEGER NOT NULL, finish INTEGER NOT NULL, place INTEGER NOT NULL, assisted INTEGER NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seats_assisted ON seats (game) WHERE assisted = 1;
    -- Inputs as numbers of lines; apart from `games`, so that lists need not read over them.
    CREATE TABLE records (
        game INTEGER PRIMARY KEY REFERENCES games, vocabulary INTEGER NOT NULL REFERENCES vocabularies, inputs BLOB NOT NULL
    ) STRICT;
    CREATE TABLE vocabularies (id INTEGER PRIMARY KEY, game TEXT NOT NULL, lines TEXT NOT NULL) STRICT;
    -- Why things were done, as far as somebody said so, by the number of the input, from 1.
    CREATE TABLE reasons (
        game INTEGER NOT NULL REFERENCES games, input INTEGER NOT NULL, why TEXT NOT NULL, PRIMARY KEY (game, input)
    ) STRICT, WITHOUT ROWID;
    -- Ratings over time, in order; a game's ratings go on from tournament to tournament.
    CREATE TABLE ratings (
        id INTEGER PRIMARY KEY, game TEXT NOT NULL, tournament INTEGER NOT NULL REFERENCES tournaments,
        day INTEGER NOT NULL, round INTEGER NOT NULL, label TEXT NOT NULL,
        elo REAL NOT NULL, information REAL NOT NULL,
        glicko REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL,
        mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL
    ) STRICT;
    -- Tables that a server holds; `body` is JSON: game, options, deal, seats with the hashes of their tokens.
    CREATE TABLE tables (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, body TEXT NOT NULL, made_ms INTEGER NOT NULL,
        changed_ms INTEGER NOT NULL
    ) STRICT;
    -- What was done at them, in order: plays, ends of windows, edits, undos. What was dealt follows from it; `state` is the
    -- digest of the state that it came to.
    CREATE TABLE moves (
        table_id INTEGER NOT NULL REFERENCES tables, number INTEGER NOT NULL, input TEXT NOT NULL, state INTEGER NOT NULL,
        made_ms INTEGER NOT NULL, why TEXT, PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    -- Games that were over at a table. A daily one has its day.
    CREATE TABLE table_games (
        game INTEGER PRIMARY KEY REFERENCES games, table_id INTEGER NOT NULL REFERENCES tables, rated INTEGER NOT NULL,
        assisted INTEGER NOT NULL, daily TEXT, spent_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX table_games_by_day ON table_games (daily) WHERE daily IS NOT NULL;
    -- How often each game of a list for evaluation was begun.
    CREATE TABLE tries (
        list TEXT NOT NULL, game TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (list, game)
    ) STRICT, WITHOUT ROWID;
    -- Finished games looked at again, as JSON: they follow from the record, and are kept because they take long.
    CREATE TABLE reviews (
        game INTEGER PRIMARY KEY REFERENCES games, version INTEGER NOT NULL, body TEXT NOT NULL
    ) STRICT;
";

/// Makes the tables of an empty file.
pub(crate) fn make_tables(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let sqlite = |error: rusqlite::Error| StoreError::of(path, &error);
    // One read of everything that determines the version: another process may be making the tables just now.
    let look = connection.transaction().map_err(sqlite)?;
    if version(&look, path)? > 0 {
        return check_schema(&look, path);
    }
    drop(look);
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite)?;
    // Another process may have been quicker.
    if version(&change, path)? == 0 {
        change.execute_batch(SCHEMA).map_err(sqlite)?;
        change.pragma_update(None, "application_id", APPLICATION).map_err(sqlite)?;
        change.pragma_update(None, "user_version", VERSION).map_err(sqlite)?;
    }
    change.commit().map_err(sqlite)?;
    check_schema(connection, path)
}

/// Is it a file of this schema?
pub(crate) fn check_schema(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    match version(connection, path)? {
        VERSION => Ok(()),
        found => Err(StoreError::Schema { path: path.to_owned(), found, known: VERSION }),
    }
}

/// The file's schema: 0 for an empty one.
fn version(connection: &Connection, path: &Path) -> Result<u32, StoreError> {
    let sqlite = |error: rusqlite::Error| StoreError::of(path, &error);
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let (application, version) =
        (pragma("application_id").map_err(sqlite)?, pragma("user_version").map_err(sqlite)?);
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(sqlite)?;
    let is_ours = application == APPLICATION || (application == 0 && version == 0 && tables == 0);
    if !is_ours {
        return Err(StoreError::NotAnArchive { path: path.to_owned() });
    }
    Ok(u32::try_from(version).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(path: &Path) -> Result<Connection, StoreError> {
        let mut connection = Connection::open(path).unwrap();
        make_tables(&mut connection, path).map(|()| connection)
    }

    #[test]
    fn a_file_of_another_schema_is_refused_and_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("archive.sqlite");
        for other in [1, VERSION - 1, VERSION + 1] {
            let connection = open(&path).unwrap();
            connection.pragma_update(None, "user_version", other).unwrap();
            drop(connection);
            let before = std::fs::read(&path).unwrap();
            let error = open(&path).unwrap_err();
            assert!(
                matches!(error, StoreError::Schema { found, known: VERSION, .. } if found == other),
                "{error}"
            );
            assert_eq!(std::fs::read(&path).unwrap(), before);
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn another_programs_file_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("archive.sqlite");
        Connection::open(&path).unwrap().execute("CREATE TABLE notes (text)", []).unwrap();
        assert!(matches!(open(&path), Err(StoreError::NotAnArchive { .. })));
        let text = dir.path().join("text");
        std::fs::write(&text, "not a database, but long enough to look at its first bytes ".repeat(40))
            .unwrap();
        assert!(matches!(open(&text), Err(StoreError::NotAnArchive { .. })));
    }
}
