//! The tables, and how an old file gets them.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use crate::StoreError;
use crate::private::new_file;

/// Tells our files from other databases: «TERC».
const APPLICATION: i32 = 0x5445_5243;

/// Each raises the schema by one; what was released is never changed.
pub(crate) const MIGRATIONS: &[&str] = &["
    -- Options as lines `key value`, in the order of the record.
    CREATE TABLE configs (
        id INTEGER PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL, options TEXT NOT NULL,
        UNIQUE (game, rules, options)
    ) STRICT;
    -- The label is the name in tables (`greedy#2`, `RandomBot`), the bot has its parameters in its name (`racer:3`).
    CREATE TABLE players (
        id INTEGER PRIMARY KEY, label TEXT NOT NULL, bot TEXT NOT NULL, UNIQUE (label, bot)
    ) STRICT;
    -- Tournaments; `plan` is JSON and holds all that its games follow from.
    CREATE TABLE events (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, plan TEXT NOT NULL,
        started_ms INTEGER NOT NULL, finished_ms INTEGER
    ) STRICT;
    CREATE TABLE games (
        id INTEGER PRIMARY KEY, config INTEGER NOT NULL REFERENCES configs, deal TEXT NOT NULL,
        end_name TEXT, plays INTEGER NOT NULL, state INTEGER NOT NULL, finished_ms INTEGER NOT NULL,
        event INTEGER REFERENCES events, fixture INTEGER, part INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX games_once ON games (event, fixture, part) WHERE event IS NOT NULL;
    CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES players,
        points INTEGER NOT NULL, finish INTEGER NOT NULL, PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    -- Inputs as lines of the record, compressed; apart from `games`, so that lists need not read over them.
    CREATE TABLE records (
        game INTEGER PRIMARY KEY REFERENCES games, dictionary INTEGER REFERENCES dictionaries, inputs BLOB NOT NULL
    ) STRICT;
    CREATE TABLE dictionaries (id INTEGER PRIMARY KEY, game TEXT NOT NULL, content BLOB NOT NULL) STRICT;
    -- Ratings over time, in order; a game's ratings go on from tournament to tournament.
    CREATE TABLE ratings (
        id INTEGER PRIMARY KEY, game TEXT NOT NULL, event INTEGER NOT NULL REFERENCES events,
        day INTEGER NOT NULL, round INTEGER NOT NULL, label TEXT NOT NULL,
        elo REAL NOT NULL, information REAL NOT NULL,
        glicko REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL,
        mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL
    ) STRICT;
", "
    -- Tables that a server holds; `body` is JSON: game, options, deal, seats with the hashes of their tokens.
    CREATE TABLE tables (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, body TEXT NOT NULL, made_ms INTEGER NOT NULL,
        changed_ms INTEGER NOT NULL
    ) STRICT;
    -- What was done at them, in order: plays, ends of windows, edits, undos. What was dealt follows from it; `state` is the
    -- digest of the state that it came to.
    CREATE TABLE moves (
        sat INTEGER NOT NULL REFERENCES tables, number INTEGER NOT NULL, input TEXT NOT NULL, state INTEGER NOT NULL,
        made_ms INTEGER NOT NULL, PRIMARY KEY (sat, number)
    ) STRICT, WITHOUT ROWID;
    -- Games that were over at a table. A daily one has its day.
    CREATE TABLE sittings (
        game INTEGER PRIMARY KEY REFERENCES games, sat INTEGER NOT NULL REFERENCES tables, rated INTEGER NOT NULL,
        assisted INTEGER NOT NULL, daily TEXT, spent_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sittings_by_day ON sittings (daily) WHERE daily IS NOT NULL;
", "
    -- 0: a dictionary of zstd. 1: a vocabulary, lines of inputs that are kept as numbers.
    ALTER TABLE dictionaries ADD COLUMN form INTEGER NOT NULL DEFAULT 0;
", "
    -- The seat's place by the rules: winners are first whatever their finish. 0: not known yet, the game was kept before.
    ALTER TABLE seats ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX seats_unplaced ON seats (game) WHERE place = 0;
    -- Why things were done, as far as somebody said so: at a table, and in a game that is over by the number of the input, from 1.
    ALTER TABLE moves ADD COLUMN why TEXT;
    CREATE TABLE reasons (
        game INTEGER NOT NULL REFERENCES games, input INTEGER NOT NULL, why TEXT NOT NULL, PRIMARY KEY (game, input)
    ) STRICT, WITHOUT ROWID;
", "
    -- Had the seat help: a hint, something taken back, a bot in its place, a changed deal? Games had it as a whole before.
    ALTER TABLE seats ADD COLUMN assisted INTEGER NOT NULL DEFAULT 0;
    UPDATE seats SET assisted = 1 WHERE game IN (SELECT game FROM sittings WHERE assisted)
        AND player IN (SELECT id FROM players WHERE bot = 'person');
    CREATE INDEX seats_assisted ON seats (game) WHERE assisted = 1;
    -- How often each game of a list for evaluation was begun.
    CREATE TABLE tries (
        list TEXT NOT NULL, game TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (list, game)
    ) STRICT, WITHOUT ROWID;
", "
    -- Finished games looked at again, as JSON: they follow from the record, and are kept because they take long.
    CREATE TABLE reviews (
        game INTEGER PRIMARY KEY REFERENCES games, version INTEGER NOT NULL, body TEXT NOT NULL
    ) STRICT;
"];

/// Brings the file up to the newest schema. An older file is copied first.
pub(crate) fn migrate(
    connection: &mut Connection,
    path: &Path,
    migrations: &[&str],
) -> Result<(), StoreError> {
    let sqlite = |error: rusqlite::Error| StoreError::of(path, &error);
    let known = migrations.len() as u32;
    // One look at all that tells the version: another process may be making the tables just now.
    let look = connection.transaction().map_err(sqlite)?;
    let found = version(&look, path)?;
    drop(look);
    if found > known {
        return Err(StoreError::Newer { path: path.to_owned(), found, known });
    }
    if found == known {
        return Ok(());
    }
    if found > 0 {
        copy(connection, path, found)?;
    }
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite)?;
    // Another process may have been quicker.
    let found = version(&change, path)?;
    for migration in migrations.iter().skip(found as usize) {
        change.execute_batch(migration).map_err(sqlite)?;
    }
    change.pragma_update(None, "application_id", APPLICATION).map_err(sqlite)?;
    change.pragma_update(None, "user_version", known.max(found)).map_err(sqlite)?;
    change.commit().map_err(sqlite)
}

/// Is it a file of the newest schema?
pub(crate) fn check_schema(
    connection: &Connection,
    path: &Path,
    migrations: &[&str],
) -> Result<(), StoreError> {
    let (found, known) = (version(connection, path)?, migrations.len() as u32);
    if found == known {
        return Ok(());
    }
    let path = path.to_owned();
    Err(if found > known {
        StoreError::Newer { path, found, known }
    } else {
        StoreError::Older { path, found, known }
    })
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

/// Where the copy of an older file goes.
pub(crate) fn copy_path(path: &Path, version: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".schema{version}"));
    PathBuf::from(name)
}

fn copy(connection: &Connection, path: &Path, version: u32) -> Result<(), StoreError> {
    let copy = copy_path(path, version);
    if copy.exists() {
        return Ok(());
    }
    // SQLite takes an empty file for its copy; ours is for its owner alone.
    let _ = new_file(&copy);
    let to = copy.to_string_lossy().into_owned();
    connection.execute("VACUUM INTO ?1", [to]).map_err(|error| StoreError::of(&copy, &error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: &str = "ALTER TABLE games ADD COLUMN mood TEXT";

    fn open(path: &Path, migrations: &[&str]) -> Result<Connection, StoreError> {
        let mut connection = Connection::open(path).unwrap();
        migrate(&mut connection, path, migrations).map(|()| connection)
    }

    fn columns(path: &Path) -> i64 {
        let connection = Connection::open(path).unwrap();
        let count = "SELECT count(*) FROM pragma_table_info('games')";
        connection.query_row(count, [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn an_older_file_is_copied_and_then_migrated() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("archive.sqlite");
        let old = open(&path, &MIGRATIONS[..1]).unwrap();
        old.execute("INSERT INTO events (game, plan, started_ms) VALUES ('set', '{}', 5)", []).unwrap();
        drop(old);
        let newer = [MIGRATIONS[0], NEXT];
        let connection = open(&path, &newer).unwrap();
        let started: i64 =
            connection.query_row("SELECT started_ms FROM events", [], |row| row.get(0)).unwrap();
        assert_eq!((started, columns(&path)), (5, 11));
        assert_eq!(columns(&copy_path(&path, 1)), 10);
        assert_eq!(version(&connection, &path).unwrap(), 2);
    }

    #[test]
    fn who_had_help_in_an_older_file_has_had_it_in_the_new_one() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("archive.sqlite");
        let old = open(&path, &MIGRATIONS[..4]).unwrap();
        old.execute_batch(
            "INSERT INTO configs VALUES (1, 'set', 1, '');
             INSERT INTO players VALUES (1, 'Ana', 'person'), (2, 'first', 'first');
             INSERT INTO games VALUES (1, 1, 'stream 1', 'finished', 0, 0, 0, NULL, NULL, NULL);
             INSERT INTO games VALUES (2, 1, 'stream 2', 'finished', 0, 0, 0, NULL, NULL, NULL);
             INSERT INTO seats VALUES (1, 0, 1, 0, 0, 1), (1, 1, 2, 0, 0, 1), (2, 0, 1, 0, 0, 1);
             INSERT INTO tables VALUES (1, 'one', '{}', 0, 0);
             INSERT INTO sittings VALUES (1, 1, 1, 1, NULL, 0), (2, 1, 1, 0, NULL, 0);",
        )
        .unwrap();
        drop(old);
        let new = open(&path, MIGRATIONS).unwrap();
        let mut helped = new.prepare("SELECT game, seat FROM seats WHERE assisted = 1").unwrap();
        let rows = helped.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert_eq!(rows.collect::<Result<Vec<(i64, i64)>, _>>().unwrap(), [(1, 0)]);
    }

    #[test]
    fn a_newer_file_is_refused_and_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("archive.sqlite");
        drop(open(&path, &[MIGRATIONS[0], NEXT]).unwrap());
        let before = std::fs::read(&path).unwrap();
        let error = open(&path, &MIGRATIONS[..1]).unwrap_err();
        assert!(matches!(error, StoreError::Newer { found: 2, known: 1, .. }), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("archive.sqlite");
        drop(open(&path, &MIGRATIONS[..1]).unwrap());
        let error = open(&path, &[MIGRATIONS[0], NEXT, "ALTER TABLE nowhere ADD COLUMN x"]).unwrap_err();
        assert!(error.to_string().contains("no such table: nowhere"), "{error}");
        assert_eq!((columns(&path), version(&Connection::open(&path).unwrap(), &path).unwrap()), (10, 1));
    }

    #[test]
    fn another_programs_file_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("archive.sqlite");
        Connection::open(&path).unwrap().execute("CREATE TABLE notes (text)", []).unwrap();
        assert!(matches!(open(&path, MIGRATIONS), Err(StoreError::NotAnArchive { .. })));
        let text = dir.path().join("text");
        std::fs::write(&text, "not a database, but long enough to look at its first bytes ".repeat(40))
            .unwrap();
        assert!(matches!(open(&text, MIGRATIONS), Err(StoreError::NotAnArchive { .. })));
    }
}
