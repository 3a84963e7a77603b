//! The journal that several servers share. One task writes; whatever comes in while it waits for the database goes into its
//! next transaction together.

use std::sync::Arc;

use tercet_postgres::{Database, DatabaseError, Found as Owned, NotKept};
use tercet_store::{Change, Move, SHARED};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use super::{Answer, Epoch, Found, Journal, Kept, SqliteJournal};
use crate::cluster::{Feed, Lease};
use crate::refusal::Refusal;

/// The most jobs of one transaction: no table waits for many others.
const BATCH: usize = 500;

/// The journal in `PostgreSQL`.
pub(crate) struct SharedJournal {
    database: Arc<Database>,
    lease: Arc<Lease>,
    /// This server's own archive, for what is no table's.
    own: SqliteJournal,
    jobs: UnboundedSender<Job>,
}

struct Job {
    epoch: Epoch,
    changes: Vec<Change>,
    done: oneshot::Sender<Result<Vec<i64>, Refusal>>,
}

impl SharedJournal {
    /// Starts the writer.
    pub(crate) fn start(
        database: Arc<Database>,
        lease: Arc<Lease>,
        feed: Arc<Feed>,
        own: SqliteJournal,
    ) -> SharedJournal {
        let (jobs, inbox) = unbounded_channel();
        tokio::spawn(write(Arc::clone(&database), Arc::clone(&lease), feed, inbox));
        SharedJournal { database, lease, own, jobs }
    }

    async fn keep_shared(&self, epoch: Epoch, changes: Vec<Change>) -> Result<Vec<i64>, Refusal> {
        let gone = || Refusal::new("archive", "the writer of the journal has stopped");
        let (done, answer) = oneshot::channel();
        self.jobs.send(Job { epoch, changes, done }).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

impl Journal for SharedJournal {
    fn keep(&self, epoch: Epoch, changes: Vec<Change>) -> Answer<'_, Vec<i64>> {
        Box::pin(async move {
            let (own, shared): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(is_own);
            let mut numbers = Vec::new();
            if !own.is_empty() {
                numbers.extend(self.own.write(own).await?);
            }
            if !shared.is_empty() {
                numbers.extend(self.keep_shared(epoch, shared).await?);
            }
            Ok(numbers)
        })
    }

    fn find<'a>(&'a self, name: &'a str) -> Answer<'a, Found> {
        Box::pin(async move {
            let epoch = self.epoch()?;
            match self.database.find(name, epoch).await.map_err(|error| away(&error))? {
                Owned::Missing => Err(Refusal::new("table", format!("there is no table `{name}`"))),
                Owned::There(peer) => Ok(Found::There(peer)),
                Owned::Here(loaded) => {
                    if loaded.is_taken_over {
                        self.lease.took_over();
                    }
                    let (table, moves, game) = (loaded.table, loaded.moves, loaded.game);
                    Ok(Found::Here(Box::new(Kept { table, moves, game, epoch })))
                }
            }
        })
    }

    fn moves(&self, table: i64) -> Answer<'_, Vec<Move>> {
        Box::pin(async move { self.database.moves(table).await.map_err(|error| away(&error)) })
    }

    fn tries<'a>(&'a self, list: &'a str, game: &'a str) -> Answer<'a, u32> {
        Box::pin(async move { self.database.tries(list, game).await.map_err(|error| away(&error)) })
    }

    fn epoch(&self) -> Result<Epoch, Refusal> {
        self.lease.epoch().ok_or_else(|| self.lease.refusal())
    }

    fn holds(&self, epoch: Epoch) -> bool {
        self.lease.epoch() == Some(epoch)
    }

    fn is_shared(&self) -> bool {
        true
    }
}

/// Is it about a game or table of this server's own archive?
fn is_own(change: &Change) -> bool {
    match change {
        Change::DeleteTable { table } => *table < SHARED,
        Change::DeleteGame { .. } | Change::Copy { .. } => true,
        _ => false,
    }
}

async fn write(
    database: Arc<Database>,
    lease: Arc<Lease>,
    feed: Arc<Feed>,
    mut inbox: UnboundedReceiver<Job>,
) {
    let mut jobs = Vec::new();
    while inbox.recv_many(&mut jobs, BATCH).await > 0 {
        // A table that was found under a lease that is over is this server's no more, whoever has it now.
        let (held, lost): (Vec<Job>, Vec<Job>) =
            jobs.drain(..).partition(|job| lease.epoch() == Some(job.epoch));
        for job in lost {
            let _ = job.done.send(Err(Refusal::moved()));
        }
        if let Some(epoch) = held.first().map(|job| job.epoch) {
            commit(&database, &lease, &feed, epoch, held).await;
        }
    }
}

async fn commit(database: &Database, lease: &Lease, feed: &Arc<Feed>, epoch: Epoch, mut jobs: Vec<Job>) {
    let changes: Vec<Vec<Change>> = jobs.iter_mut().map(|job| std::mem::take(&mut job.changes)).collect();
    match database.keep(epoch, &changes).await {
        Ok(kept) => {
            for ((job, changes), kept) in jobs.into_iter().zip(changes).zip(kept) {
                answer(feed, job, &changes, kept);
            }
        }
        Err(error) => {
            if error == DatabaseError::Lost {
                lease.lose(epoch);
            }
            tracing::warn!("{} changes were not kept: {error}", jobs.len());
            for job in jobs {
                let _ = job.done.send(Err(away(&error)));
            }
        }
    }
}

fn answer(feed: &Arc<Feed>, job: Job, changes: &[Change], kept: Result<Vec<i64>, NotKept>) {
    let kept = kept.map_err(|why| match why {
        NotKept::NotOwner => Refusal::moved(),
        NotKept::Refused(why) => {
            tracing::error!("the journal did not take a change: {why}");
            Refusal::moved()
        }
    });
    let is_news =
        changes.iter().any(|change| matches!(change, Change::Finish { .. } | Change::DeleteTable { .. }));
    if !is_news || kept.is_err() {
        let _ = job.done.send(kept);
        return;
    }
    // Who hears that a game is over may ask this server's archive for it.
    let feed = Arc::clone(feed);
    tokio::spawn(async move {
        feed.catch_up().await;
        let _ = job.done.send(kept);
    });
}

/// What clients learn of a fault of the database.
fn away(error: &DatabaseError) -> Refusal {
    if *error == DatabaseError::Lost {
        return Refusal::moved();
    }
    tracing::warn!("{error}");
    Refusal::away("the database that the servers share can't be reached just now")
}
