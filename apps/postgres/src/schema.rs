//! The tables, and how a database gets them.

use tokio_postgres::types::ToSql;

use crate::DatabaseError;
use crate::link::Link;

/// Each raises the schema by one; what was released is never changed.
const MIGRATIONS: &[&str] = &["
    -- One row: what all servers know, and the number of the newest entry of the feed. Who takes the next number holds the row
    -- until its commit, so entries are numbered in the order of their commits, without gaps.
    CREATE TABLE tercet.about (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), version integer NOT NULL,
        id text NOT NULL DEFAULT '', peer_token text NOT NULL DEFAULT '', list_secret text NOT NULL DEFAULT '',
        feed bigint NOT NULL DEFAULT 0
    );
    INSERT INTO tercet.about (version) VALUES (0);
    -- A lease of a server. Its epoch is never used again; one that has run out is never renewed.
    CREATE TABLE tercet.nodes (
        epoch bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, address text NOT NULL, expires timestamptz NOT NULL
    );
    -- Numbers begin where those of one server's own archive never come to. `epoch` is the owner's.
    CREATE TABLE tercet.tables (
        id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1099511627776) PRIMARY KEY, name text NOT NULL UNIQUE,
        body text NOT NULL, made_ms bigint NOT NULL, changed_ms bigint NOT NULL, epoch bigint NOT NULL
    );
    CREATE TABLE tercet.moves (
        sat bigint NOT NULL, number bigint NOT NULL, input text NOT NULL, state bigint NOT NULL,
        made_ms bigint NOT NULL, why text, PRIMARY KEY (sat, number)
    );
    -- Games that are over, as JSON; without one, the table is gone.
    CREATE TABLE tercet.feed (number bigint PRIMARY KEY, sat bigint NOT NULL, game text);
    CREATE INDEX feed_by_table ON tercet.feed (sat);
    CREATE TABLE tercet.tries (
        list text NOT NULL, game text NOT NULL, count bigint NOT NULL, PRIMARY KEY (list, game)
    );
"];

/// Any number that no other program uses for the same.
const LOCK: i64 = 0x5445_5243_4554;

/// What all servers of a database know.
#[derive(Clone, PartialEq, Eq)]
pub struct About {
    /// Tells the database from others.
    pub id: String,
    /// What servers show each other.
    pub peer_token: String,
    /// What the list for evaluation follows from.
    pub list_secret: String,
}

/// Brings the database up to the newest schema, one server at a time.
pub(crate) async fn migrate(link: &Link) -> Result<(), DatabaseError> {
    let session = link.session().await?;
    let client = &session.client;
    let is_there =
        link.in_time(&session, client.query_one("SELECT to_regclass('tercet.about') IS NOT NULL", &[]));
    let found = if is_there.await?.get(0) { version(link).await? } else { 0 };
    let known = MIGRATIONS.len() as i32;
    if found > known {
        return Err(DatabaseError::Newer { found, known });
    }
    if found == known {
        return Ok(());
    }
    let begin = format!("BEGIN; SELECT pg_advisory_xact_lock({LOCK}); CREATE SCHEMA IF NOT EXISTS tercet");
    link.in_time(&session, client.batch_execute(&begin)).await?;
    let done = raise(link, known).await;
    let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
    link.in_time(&session, client.batch_execute(end)).await?;
    done
}

/// Runs what is missing, inside a transaction that holds the lock.
async fn raise(link: &Link, known: i32) -> Result<(), DatabaseError> {
    let session = link.session().await?;
    let client = &session.client;
    // Another server may have been quicker.
    let is_there =
        link.in_time(&session, client.query_one("SELECT to_regclass('tercet.about') IS NOT NULL", &[]));
    let found = if is_there.await?.get(0) { version(link).await? } else { 0 };
    for migration in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        link.in_time(&session, client.batch_execute(migration)).await?;
    }
    let set = "UPDATE tercet.about SET version = $1";
    link.in_time(&session, client.execute(set, &[&known.max(found)])).await?;
    Ok(())
}

async fn version(link: &Link) -> Result<i32, DatabaseError> {
    let session = link.session().await?;
    let asked = session.client.query_one("SELECT version FROM tercet.about", &[]);
    Ok(link.in_time(&session, asked).await?.get(0))
}

/// What all servers know; the first to come says it.
pub(crate) async fn about(link: &Link, mine: &About) -> Result<About, DatabaseError> {
    let session = link.session().await?;
    let first = "UPDATE tercet.about SET id = $1, peer_token = $2, list_secret = $3 WHERE id = ''";
    let secrets: [&(dyn ToSql + Sync); 3] = [&mine.id, &mine.peer_token, &mine.list_secret];
    link.in_time(&session, session.client.execute(first, &secrets)).await?;
    let asked = session.client.query_one("SELECT id, peer_token, list_secret FROM tercet.about", &[]);
    let row = link.in_time(&session, asked).await?;
    Ok(About { id: row.get(0), peer_token: row.get(1), list_secret: row.get(2) })
}
