//! Openings of the archive that only read. Each purpose has a few of its own, so that exports and statistics keep no picture
//! and no old table waiting.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tercet_catalog::games;
use tercet_store::{Archive, StoreError, Wanted};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use crate::priority::{Urgency, give_way};
use crate::refusal::Refusal;
use crate::shares::{Place, Shares};

/// How long somebody waits for a reader to be free.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a reader may be at work for one answer.
const BUDGET: Duration = Duration::from_secs(10);

/// Readers of one purpose.
pub(crate) struct Readers {
    idle: Mutex<Vec<Archive>>,
    places: Shares,
    urgency: Urgency,
}

/// A reader that somebody has; it goes back when this is dropped.
pub(crate) struct Lent {
    archive: Option<Archive>,
    readers: Arc<Readers>,
    _place: Place,
}

impl Readers {
    /// Opens so many. One visitor has half of them at most.
    pub(crate) fn open(data: &Path, count: usize, urgency: Urgency) -> Result<Arc<Readers>, StoreError> {
        let idle = (0..count).map(|_| Archive::open_to_read(data, games())).collect::<Result<Vec<_>, _>>()?;
        let places = Shares::new(count, count.div_ceil(2));
        Ok(Arc::new(Readers { idle: Mutex::new(idle), places, urgency }))
    }

    /// Reads with the next reader that is free, off the threads that talk to clients. It ends early when nobody waits for the
    /// answer any more, or it takes too long.
    pub(crate) async fn read<T: Send + 'static>(
        self: &Arc<Readers>,
        work: impl FnOnce(&mut Archive) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let busy = |_| Refusal::busy("many others read from the archive", 5);
        let place = timeout(PATIENCE, self.places.place()).await.map_err(busy)??;
        let waits = Waits::default();
        let (gone, until) = (Arc::clone(&waits.gone), Instant::now() + BUDGET);
        let wanted = move || !gone.load(Ordering::Relaxed) && Instant::now() < until;
        let mut lent = self.lend(place, Arc::new(wanted))?;
        let urgency = self.urgency;
        let read = move || {
            give_way(urgency);
            work(lent.archive())
        };
        let failed = || Refusal::new("broken", "reading the archive failed");
        match urgency {
            Urgency::Soon => tokio::task::spawn_blocking(read).await.map_err(|_| failed())?,
            Urgency::Whenever => on_a_thread(read)?.await.map_err(|_| failed())?,
        }
    }

    /// A reader at once, if one is free, to read for as long as it is wanted.
    pub(crate) fn try_lend(self: &Arc<Readers>, wanted: Wanted) -> Option<Result<Lent, Refusal>> {
        let place = self.places.try_place()?;
        Some(self.lend(place, wanted))
    }

    fn lend(self: &Arc<Readers>, place: Place, wanted: Wanted) -> Result<Lent, Refusal> {
        let archive = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let archive = archive.ok_or_else(|| Refusal::new("broken", "a reader of the archive is gone"))?;
        let mut lent = Lent { archive: Some(archive), readers: Arc::clone(self), _place: place };
        lent.archive().read_while(Some(wanted))?;
        Ok(lent)
    }
}

/// Does something on a thread of its own: what has lowered its priority can't raise it for whoever comes next.
fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<oneshot::Receiver<T>, Refusal> {
    let (done, answer) = oneshot::channel();
    let run = move || drop(done.send(work()));
    let spawned = thread::Builder::new().name("reader".to_owned()).spawn(run);
    spawned.map(|_| answer).map_err(|error| Refusal::new("broken", error.to_string()))
}

impl Lent {
    /// The reader.
    pub(crate) fn archive(&mut self) -> &mut Archive {
        self.archive.as_mut().expect("it is taken out only when this is dropped")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let Some(mut archive) = self.archive.take() else { return };
        // A reader that can't be continued here is continued by its next user.
        let _ = archive.read_while(None);
        self.readers.idle.lock().unwrap_or_else(PoisonError::into_inner).push(archive);
    }
}

/// Somebody who waits for an answer, until this is dropped.
#[derive(Default)]
struct Waits {
    gone: Arc<AtomicBool>,
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.gone.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn readers(count: usize) -> (tempfile::TempDir, Arc<Readers>) {
        let dir = tempfile::tempdir().unwrap();
        drop(Archive::open(dir.path(), games()).unwrap());
        let readers = Readers::open(dir.path(), count, Urgency::Soon).unwrap();
        (dir, readers)
    }

    #[tokio::test]
    async fn who_goes_away_ends_what_was_read_and_gives_the_reader_back() {
        let (_dir, readers) = readers(1);
        let (at_work, working) = oneshot::channel();
        let (stopped, ended) = mpsc::channel();
        let task = tokio::spawn({
            let readers = Arc::clone(&readers);
            async move {
                let read = move |archive: &mut Archive| {
                    let _ = at_work.send(());
                    loop {
                        if let Err(error) = archive.games(&tercet_store::Filter::default()) {
                            let _ = stopped.send(matches!(error, StoreError::Stopped));
                            return Err::<(), _>(error.into());
                        }
                    }
                };
                readers.read(read).await
            }
        });
        working.await.unwrap();
        task.abort();
        // There is one reader only, so this is answered once the other has let go of it.
        assert!(readers.read(|archive| Ok(archive.version()?)).await.is_ok());
        assert!(ended.recv().unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_for_long_is_told_when_to_come_back() {
        let (_dir, readers) = readers(1);
        let held = readers.try_lend(Arc::new(|| true)).unwrap().unwrap();
        assert!(readers.try_lend(Arc::new(|| true)).is_none());
        let refused = readers.read(|_| Ok(())).await.unwrap_err();
        assert_eq!(refused, Refusal::busy("many others read from the archive", 5));
        assert_eq!(refused.after, Some(5));
        drop(held);
        assert!(readers.read(|_| Ok(())).await.is_ok());
    }
}
