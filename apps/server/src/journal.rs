//! The one writer of the archive. Whatever comes in while it waits for the disk goes into its next commit together, so a
//! thousand tables wait for the disk as often as one does.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use tercet_store::{Archive, Change, StoreError};
use tokio::sync::oneshot;

use crate::refusal::Refusal;

/// The most changes of one commit: no table waits for many others.
const BATCH: usize = 2000;

/// The door to the writer. It ends when the last door is closed.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    jobs: Sender<Job>,
}

struct Job {
    changes: Vec<Change>,
    done: oneshot::Sender<Result<Vec<i64>, Refusal>>,
}

impl Journal {
    /// Starts the writer.
    pub(crate) fn start(archive: Archive) -> std::io::Result<Journal> {
        let (jobs, inbox) = channel();
        thread::Builder::new().name("journal".to_owned()).spawn(move || write(archive, &inbox))?;
        Ok(Journal { jobs })
    }

    /// Keeps changes, all or none of them; they are on disk when this returns. The numbers are those of
    /// [`Archive::keep`].
    pub(crate) async fn keep(&self, changes: Vec<Change>) -> Result<Vec<i64>, Refusal> {
        let (done, answer) = oneshot::channel();
        let gone = || Refusal::new("archive", "the writer of the archive has stopped");
        self.jobs.send(Job { changes, done }).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
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
