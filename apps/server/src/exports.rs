//! The archive's tables as files, written while they are sent: a chunk is made when the one before the last was taken, so that
//! an export of any size takes the memory of a few chunks. Two run at once, each with a reader of its own, and one of an address.
//! A client that goes away, or reads nothing for long, ends its own.

use std::collections::HashSet;
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::{StreamExt as _, stream};
use tercet_store::{Filter, Format, StoreError, Table, export};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout_at};

use crate::priority::{Urgency, give_way};
use crate::readers::{Lent, Readers};
use crate::refusal::Refusal;

/// How many run at once.
const AT_ONCE: usize = 2;

/// How many bytes are sent at once; the first chunk is small, so that it comes soon.
const CHUNK: usize = 32 * 1024;
const FIRST_CHUNK: usize = 1024;

/// How many chunks wait to be sent.
const AHEAD: usize = 2;

/// How long a chunk may wait to be taken.
const STALL: Duration = Duration::from_secs(30);

/// How long an export may take in all; `tercet export` has all the time it needs.
const LONGEST: Duration = Duration::from_mins(10);

/// What is exported.
pub(crate) struct Asked {
    pub(crate) table: Table,
    pub(crate) format: Format,
    pub(crate) filter: Filter,
}

/// Where exports are written.
pub(crate) struct Exports {
    readers: Arc<Readers>,
    served: Arc<Mutex<HashSet<IpAddr>>>,
}

impl Exports {
    /// Opens the readers.
    pub(crate) fn open(data: &Path) -> Result<Exports, StoreError> {
        Ok(Exports { readers: Readers::open(data, AT_ONCE, Urgency::Whenever)?, served: Arc::default() })
    }

    /// Begins an export; what it writes, once the first of it is there.
    pub(crate) async fn begin(&self, address: IpAddr, asked: Asked) -> Result<Body, Refusal> {
        let place = Place::take(&self.served, address)?;
        let (sender, mut chunks) = channel(AHEAD);
        let until = Instant::now() + LONGEST;
        let open = sender.clone();
        let wanted = move || !open.is_closed() && Instant::now() < until;
        let busy =
            || Refusal::busy(&format!("{AT_ONCE} exports are written just now, as many as can be"), 30);
        let reader = self.readers.try_lend(Arc::new(wanted)).ok_or_else(busy)??;
        let outlet = Outlet::new(sender, until);
        let work = move || {
            give_way(Urgency::Whenever);
            write(reader, &asked, outlet, place);
        };
        let spawned = thread::Builder::new().name("export".to_owned()).spawn(work);
        spawned.map_err(|error| Refusal::new("broken", error.to_string()))?;
        // What fails before anything was sent is a refusal like any other.
        let first = chunks.recv().await.transpose()?;
        Ok(body(first, chunks))
    }
}

/// An address that has an export, until this is dropped.
struct Place {
    address: IpAddr,
    served: Arc<Mutex<HashSet<IpAddr>>>,
}

impl Place {
    fn take(served: &Arc<Mutex<HashSet<IpAddr>>>, address: IpAddr) -> Result<Place, Refusal> {
        if served.lock().unwrap_or_else(PoisonError::into_inner).insert(address) {
            return Ok(Place { address, served: Arc::clone(served) });
        }
        Err(Refusal::busy("an address may have one export at a time", 30))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.served.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.address);
    }
}

fn write(mut reader: Lent, asked: &Asked, mut outlet: Outlet, place: Place) {
    let done = export(reader.archive(), asked.table, asked.format, &asked.filter, &mut outlet);
    // Who has the last byte may ask for the next export at once.
    drop((reader, place));
    let done = done.and_then(|_| outlet.send().map_err(StoreError::Output));
    if let Err(error) = done
        && !outlet.chunks.is_closed()
    {
        tracing::warn!("an export was cut off: {error}");
        // A client that takes nothing has no room for the news either.
        let _ = outlet.chunks.try_send(Err(error.into()));
    }
}

/// Chunks as the body of an answer. An error cuts it off, so that nobody takes half a file for a whole one.
fn body(first: Option<Bytes>, chunks: Receiver<Result<Bytes, Refusal>>) -> Body {
    let next = |(first, mut chunks): (Option<Bytes>, Receiver<Result<Bytes, Refusal>>)| async move {
        let chunk = match first {
            Some(first) => Some(Ok(first)),
            None => chunks.recv().await,
        };
        let chunk = chunk?.map_err(|refusal| io::Error::other(refusal.why));
        Some((chunk, (None, chunks)))
    };
    // What packs the answer asks once more after its end.
    Body::from_stream(stream::unfold((first, chunks), next).fuse())
}

/// Where an export is written to; it waits until what was written is taken.
struct Outlet {
    chunks: Sender<Result<Bytes, Refusal>>,
    held: Vec<u8>,
    size: usize,
    until: Instant,
    runtime: Handle,
}

impl Outlet {
    fn new(chunks: Sender<Result<Bytes, Refusal>>, until: Instant) -> Outlet {
        Outlet { chunks, held: Vec::new(), size: FIRST_CHUNK, until, runtime: Handle::current() }
    }

    /// Sends what is held.
    fn send(&mut self) -> io::Result<()> {
        if self.held.is_empty() {
            return Ok(());
        }
        self.size = CHUNK;
        let chunk = std::mem::replace(&mut self.held, Vec::with_capacity(CHUNK));
        let deadline = self.until.min(Instant::now() + STALL);
        let send = async { timeout_at(deadline, self.chunks.send(Ok(chunk.into()))).await };
        let sent = self.runtime.block_on(send);
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(io::ErrorKind::BrokenPipe.into()),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        if self.held.len() >= self.size {
            self.send()?;
        }
        Ok(bytes.len())
    }

    /// Nothing is sent before a chunk is full; the last goes out at the end.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::task::spawn_blocking;

    use super::*;

    const LINE: [u8; CHUNK / 4] = [b'.'; CHUNK / 4];

    fn far() -> Instant {
        Instant::now() + LONGEST
    }

    #[tokio::test]
    async fn no_more_is_written_than_was_taken_and_a_few_chunks() {
        let (sender, mut chunks) = channel(AHEAD);
        let mut outlet = Outlet::new(sender, far());
        let written = Arc::new(AtomicUsize::new(0));
        let own = Arc::clone(&written);
        let writer = spawn_blocking(move || {
            for _ in 0..200 {
                outlet.write_all(&LINE)?;
                own.fetch_add(LINE.len(), Ordering::SeqCst);
            }
            outlet.send()
        });
        let (mut taken, mut most) = (0, 0);
        while let Some(chunk) = chunks.recv().await {
            taken += chunk.unwrap().len();
            // What waits in the channel, what is being sent, and what is being filled.
            most = most.max(written.load(Ordering::SeqCst).saturating_sub(taken));
        }
        writer.await.unwrap().unwrap();
        assert_eq!(taken, 200 * LINE.len());
        assert!(most <= (AHEAD + 2) * (CHUNK + LINE.len()), "{most} bytes ahead");
    }

    #[tokio::test]
    async fn who_goes_away_ends_it() {
        let (sender, chunks) = channel(AHEAD);
        let mut outlet = Outlet::new(sender, far());
        drop(chunks);
        let done = spawn_blocking(move || outlet.write_all(&LINE)).await.unwrap();
        assert_eq!(done.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_takes_nothing_ends_it_too() {
        let (sender, _chunks) = channel(1);
        let mut outlet = Outlet::new(sender, Instant::now());
        let writer = move || {
            outlet.write_all(&LINE)?;
            outlet.write_all(&LINE)?;
            outlet.send()
        };
        assert_eq!(spawn_blocking(writer).await.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
