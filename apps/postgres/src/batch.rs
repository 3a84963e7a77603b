//! Keeping changes: those of many tables in one transaction, each job all or nothing.

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::Arc;

use futures_util::future::join_all;
use tercet_store::{Change, FinishedGame, Move, SHARED};
use tokio_postgres::Error;
use tokio_postgres::types::ToSql;

use crate::feed::written;
use crate::link::Session;
use crate::{Database, DatabaseError};

/// Changes that belong together.
pub type Job = Vec<Change>;

/// Why a job was not kept, where nothing is wrong with the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// The table is another server's now, or gone.
    NotOwner,
    /// The database refused it.
    Refused(String),
}

type Kept = Vec<Result<Vec<i64>, NotKept>>;
type Asked<'s> = Pin<Box<dyn Future<Output = Result<Option<i64>, Error>> + Send + 's>>;

impl Database {
    /// Keeps jobs for the holder of a lease. Those of tables that are not the holder's are refused one by one; the others
    /// are kept together, or, if one of them is bad, each by itself. The numbers are those of
    /// [`tercet_store::Archive::keep`].
    ///
    /// # Errors
    /// If the lease has run out, and then nothing is kept; or the database can't be reached, and then nobody knows.
    pub async fn keep(&self, epoch: i64, jobs: &[Job]) -> Result<Kept, DatabaseError> {
        match self.keep_together(epoch, jobs).await {
            Err(DatabaseError::Failed(_)) if jobs.len() > 1 => {
                let mut kept = Vec::with_capacity(jobs.len());
                for job in jobs {
                    kept.extend(self.keep_one(epoch, job).await?);
                }
                Ok(kept)
            }
            Err(DatabaseError::Failed(why)) => Ok(vec![Err(NotKept::Refused(why))]),
            done => done,
        }
    }

    async fn keep_one(&self, epoch: i64, job: &Job) -> Result<Kept, DatabaseError> {
        match self.keep_together(epoch, std::slice::from_ref(job)).await {
            Err(DatabaseError::Failed(why)) => Ok(vec![Err(NotKept::Refused(why))]),
            done => done,
        }
    }

    async fn keep_together(&self, epoch: i64, jobs: &[Job]) -> Result<Kept, DatabaseError> {
        let session = self.writer.session().await?;
        let work = transaction(&session, epoch, jobs);
        let done = self.writer.in_time(&session, work).await;
        if done.is_err() {
            // The connection may be in the middle of a transaction.
            self.writer.give_up(&session).await;
        }
        done?.ok_or(DatabaseError::Lost)
    }
}

/// The whole transaction; nothing if the lease has run out.
async fn transaction(session: &Arc<Session>, epoch: i64, jobs: &[Job]) -> Result<Option<Kept>, Error> {
    const LEASE: &str = "SELECT 1 FROM tercet.nodes WHERE epoch = $1 AND expires > clock_timestamp()";
    // In the order of their numbers, so that two servers never wait for each other.
    const HELD: &str =
        "SELECT id FROM tercet.tables WHERE id = ANY($1) AND epoch = $2 ORDER BY id FOR NO KEY UPDATE";
    let client = &session.client;
    let (lease, held) = (session.prepared(LEASE).await?, session.prepared(HELD).await?);
    let tables: Vec<i64> = jobs.iter().flatten().filter_map(written_to).collect();
    let epochs: [&(dyn ToSql + Sync); 1] = [&epoch];
    let locked: [&(dyn ToSql + Sync); 2] = [&tables, &epoch];
    // The three are sent together; the database answers them in order.
    let (begun, held, lives) = futures_util::future::join3(
        client.batch_execute("BEGIN"),
        client.query(&held, &locked),
        client.query_opt(&lease, &epochs),
    )
    .await;
    begun?;
    let held: HashSet<i64> = held?.iter().map(|row| row.get(0)).collect();
    if lives?.is_none() {
        client.batch_execute("ROLLBACK").await?;
        return Ok(None);
    }
    let is_held = |job: &Job| job.iter().filter_map(written_to).all(|table| held.contains(&table));
    let own: Vec<&Job> = jobs.iter().filter(|job| is_held(job)).collect();
    let mut numbers = write(session, epoch, &own).await?.into_iter();
    client.batch_execute("COMMIT").await?;
    let kept = |job: &Job| {
        if is_held(job) { numbers.next().ok_or(NotKept::NotOwner) } else { Err(NotKept::NotOwner) }
    };
    Ok(Some(jobs.iter().map(kept).collect()))
}

/// The table whose owner alone may do that. Who deletes one need not own it: its owner is refused from then on.
fn written_to(change: &Change) -> Option<i64> {
    match change {
        Change::Move { table, .. } | Change::Body { table, .. } | Change::Finish { table, .. } => {
            Some(*table)
        }
        _ => None,
    }
}

/// Writes all jobs, with all that can go together in one statement; the numbers of each job.
async fn write(session: &Session, epoch: i64, jobs: &[&Job]) -> Result<Vec<Vec<i64>>, Error> {
    let changes = || jobs.iter().flat_map(|job| job.iter());
    let moves: Vec<(i64, &Move)> = changes()
        .filter_map(
            |change| if let Change::Move { table, what } = change { Some((*table, what)) } else { None },
        )
        .collect();
    let mut asked: Vec<Asked<'_>> = Vec::new();
    if !moves.is_empty() {
        asked.push(Box::pin(insert_moves(session, moves)));
    }
    asked.extend(changes().map(|change| single(session, epoch, change)));
    let mut answers = join_all(asked).await.into_iter().collect::<Result<Vec<_>, _>>()?;
    let singles = answers.split_off(answers.len() - changes().count());
    let mut numbers =
        changes().zip(singles).map(|(change, answer)| answer.unwrap_or_else(|| number_of(change)));
    Ok(jobs.iter().map(|job| numbers.by_ref().take(job.len()).collect()).collect())
}

fn number_of(change: &Change) -> i64 {
    match change {
        Change::Move { table, .. } | Change::Body { table, .. } | Change::DeleteTable { table } => *table,
        _ => 0,
    }
}

async fn insert_moves(session: &Session, moves: Vec<(i64, &Move)>) -> Result<Option<i64>, Error> {
    const MOVES: &str = "INSERT INTO tercet.moves (sat, number, input, state, made_ms, why) \
                         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[])";
    let tables: Vec<i64> = moves.iter().map(|(table, _)| *table).collect();
    let numbers: Vec<i64> = moves.iter().map(|(_, each)| each.number.cast_signed()).collect();
    let inputs: Vec<&str> = moves.iter().map(|(_, each)| each.input.as_str()).collect();
    let states: Vec<i64> = moves.iter().map(|(_, each)| each.state.cast_signed()).collect();
    let made: Vec<i64> = moves.iter().map(|(_, each)| each.made_ms).collect();
    let whys: Vec<Option<&str>> = moves.iter().map(|(_, each)| each.why.as_deref()).collect();
    let statement = session.prepared(MOVES).await?;
    session.client.execute(&statement, &[&tables, &numbers, &inputs, &states, &made, &whys]).await?;
    Ok(None)
}

/// A change that has a statement of its own; its number, if the database gives it one.
fn single<'s>(session: &'s Session, epoch: i64, change: &'s Change) -> Asked<'s> {
    match change {
        Change::Open { name, body, made_ms } => Box::pin(open(session, epoch, name, body, *made_ms)),
        Change::Body { table, body, changed_ms } => Box::pin(update_body(session, *table, body, *changed_ms)),
        Change::Finish { table, game } => Box::pin(finish(session, *table, game)),
        Change::Try { list, game } => Box::pin(count_try(session, list, game)),
        Change::DeleteTable { table } => Box::pin(delete(session, *table)),
        // Moves went together; copies and games of no table are each server's own.
        Change::Move { .. } | Change::Copy { .. } | Change::DeleteGame { .. } => Box::pin(async { Ok(None) }),
    }
}

async fn open(
    session: &Session,
    epoch: i64,
    name: &str,
    body: &str,
    made_ms: i64,
) -> Result<Option<i64>, Error> {
    const OPEN: &str = "INSERT INTO tercet.tables (name, body, made_ms, changed_ms, epoch) \
                        VALUES ($1, $2, $3, $3, $4) RETURNING id";
    let statement = session.prepared(OPEN).await?;
    let row = session.client.query_one(&statement, &[&name, &body, &made_ms, &epoch]).await?;
    Ok(Some(row.get(0)))
}

async fn update_body(
    session: &Session,
    table: i64,
    body: &str,
    changed_ms: i64,
) -> Result<Option<i64>, Error> {
    const BODY: &str = "UPDATE tercet.tables SET body = $2, changed_ms = $3 WHERE id = $1";
    let statement = session.prepared(BODY).await?;
    session.client.execute(&statement, &[&table, &body, &changed_ms]).await?;
    Ok(None)
}

async fn finish(session: &Session, table: i64, finished: &FinishedGame) -> Result<Option<i64>, Error> {
    const NAME: &str = "SELECT name FROM tercet.tables WHERE id = $1";
    const FINISH: &str = "WITH next AS (UPDATE tercet.about SET feed = feed + 1 RETURNING feed) \
                          INSERT INTO tercet.feed (number, sat, game) SELECT feed, $1, $2 FROM next RETURNING number";
    let name = session.client.query_one(&session.prepared(NAME).await?, &[&table]).await?;
    let game = written(name.get(0), finished);
    let row = session.client.query_one(&session.prepared(FINISH).await?, &[&table, &game]).await?;
    Ok(Some(SHARED + row.get::<_, i64>(0)))
}

async fn count_try(session: &Session, list: &str, game: &str) -> Result<Option<i64>, Error> {
    const TRY: &str = "INSERT INTO tercet.tries AS t VALUES ($1, $2, 1) \
                       ON CONFLICT (list, game) DO UPDATE SET count = t.count + 1 RETURNING count";
    let row = session.client.query_one(&session.prepared(TRY).await?, &[&list, &game]).await?;
    Ok(Some(row.get(0)))
}

async fn delete(session: &Session, table: i64) -> Result<Option<i64>, Error> {
    const TABLE: &str = "DELETE FROM tercet.tables WHERE id = $1";
    const REST: [&str; 2] =
        ["DELETE FROM tercet.moves WHERE sat = $1", "DELETE FROM tercet.feed WHERE sat = $1"];
    const GONE: &str = "WITH next AS (UPDATE tercet.about SET feed = feed + 1 RETURNING feed) \
                        INSERT INTO tercet.feed (number, sat) SELECT feed, $1 FROM next";
    // Its row first: whoever writes to it at this moment is waited for, and nobody writes after.
    let gone = session.client.execute(&session.prepared(TABLE).await?, &[&table]).await?;
    if gone == 0 {
        return Ok(None);
    }
    for part in REST {
        session.client.execute(&session.prepared(part).await?, &[&table]).await?;
    }
    session.client.execute(&session.prepared(GONE).await?, &[&table]).await?;
    Ok(None)
}
