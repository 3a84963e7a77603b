//! The one writer of the archive. Whatever comes in while it waits for the disk goes into its next commit together, so a
//! thousand tables wait for the disk as often as one does.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use tercet_store::{Archive, Change, Move, StoreError};
use tokio::sync::oneshot;

use super::{Answer, Epoch, Found, Journal, Kept};
use crate::readers::Readers;
use crate::refusal::Refusal;

/// The most changes of one commit: no table waits for many others.
const BATCH: usize = 2000;

/// The handle of the writer thread, which ends with its last handle, and of the readers.
#[derive(Clone)]
pub(crate) struct SqliteJournal {
    jobs: Sender<Job>,
    readers: Arc<Readers>,
}

struct Job {
    changes: Vec<Change>,
    done: oneshot::Sender<Result<Vec<i64>, Refusal>>,
}

impl SqliteJournal {
    /// Starts the writer.
    pub(crate) fn start(archive: Archive, readers: Arc<Readers>) -> std::io::Result<SqliteJournal> {
        let (jobs, inbox) = channel();
        thread::Builder::new().name("journal".to_owned()).spawn(move || write(archive, &inbox))?;
        Ok(SqliteJournal { jobs, readers })
    }

    /// Keeps changes, all or none of them; they are on disk when this returns. The numbers are those of
    /// [`Archive::keep`].
    pub(crate) async fn write(&self, changes: Vec<Change>) -> Result<Vec<i64>, Refusal> {
        let (done, answer) = oneshot::channel();
        let gone = || Refusal::new("archive", "the writer of the archive has stopped");
        self.jobs.send(Job { changes, done }).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

impl Journal for SqliteJournal {
    fn keep(&self, _epoch: Epoch, changes: Vec<Change>) -> Answer<'_, Vec<i64>> {
        Box::pin(self.write(changes))
    }

    fn find<'a>(&'a self, name: &'a str) -> Answer<'a, Found> {
        let wanted = name.to_owned();
        Box::pin(self.readers.read(move |archive| {
            let missing = || Refusal::new("table", format!("there is no table `{wanted}`"));
            let table = archive.table(&wanted)?.ok_or_else(missing)?;
            let (moves, game) = (archive.moves(table.id)?, archive.game_of_table(table.id)?);
            Ok(Found::Here(Box::new(Kept { table, moves, game, epoch: 0 })))
        }))
    }

    fn moves(&self, table: i64) -> Answer<'_, Vec<Move>> {
        Box::pin(self.readers.read(move |archive| Ok(archive.moves(table)?)))
    }

    fn tries<'a>(&'a self, list: &'a str, game: &'a str) -> Answer<'a, u32> {
        let (list, game) = (list.to_owned(), game.to_owned());
        Box::pin(self.readers.read(move |archive| Ok(archive.tries(&list, &game)?)))
    }

    fn epoch(&self) -> Result<Epoch, Refusal> {
        Ok(0)
    }

    fn holds(&self, _epoch: Epoch) -> bool {
        true
    }

    fn is_shared(&self) -> bool {
        false
    }
}

fn write(mut archive: Archive, inbox: &Receiver<Job>) {
    while let Ok(first) = inbox.recv() {
        let mut jobs = vec![first];
        let mut size = jobs[0].changes.len();
        while size < BATCH
            && let Ok(job) = inbox.try_recv()
        {
            size += job.changes.len();
            jobs.push(job);
        }
        commit(&mut archive, jobs);
    }
}

fn commit(archive: &mut Archive, jobs: Vec<Job>) {
    match archive.keep(jobs.iter().flat_map(|job| &job.changes)) {
        Ok(numbers) => {
            let mut numbers = numbers.into_iter();
            for job in jobs {
                let own = numbers.by_ref().take(job.changes.len()).collect();
                // Who asked may have gone; the change stands all the same.
                let _ = job.done.send(Ok(own));
            }
        }
        // One bad change must not take the others with it.
        Err(_) if jobs.len() > 1 => {
            for job in jobs {
                let kept = archive.keep(&job.changes);
                answer(job, kept);
            }
        }
        Err(error) => {
            if let Some(only) = jobs.into_iter().next() {
                answer(only, Err(error));
            }
        }
    }
}

fn answer(job: Job, kept: Result<Vec<i64>, StoreError>) {
    let _ = job.done.send(kept.map_err(Refusal::from));
}
