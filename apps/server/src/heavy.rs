//! Work that takes more than a moment, off the threads that talk to clients.

use std::any::Any;
use std::net::IpAddr;
use std::sync::LazyLock;

use crate::priority::{Urgency, give_way};
use crate::refusal::Refusal;
use crate::shares::{Place, Shares};

/// How much of it is done at once, and how much for one visitor; the rest waits in the order in which it came.
static PLACES: LazyLock<Shares> = LazyLock::new(|| Shares::new(4, 2));

/// Replays, reads, draws or checks something that a client sent or named.
pub(crate) async fn heavy<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    heavy_with(async { Ok(()) }, move |()| work()).await
}

/// The same with something that is read before. Reading waits for the place, too: what many have asked for would lie in memory until
/// there is one.
pub(crate) async fn heavy_with<R: Send + 'static, T: Send + 'static>(
    read: impl Future<Output = Result<R, Refusal>>,
    work: impl FnOnce(R) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let place = place().await?;
    let read = read.await?;
    // The place is held until it is done, even if nobody waits for it any more.
    let done = blocking(move || (work(read), place).0).await;
    done.unwrap_or_else(|_| Err(Refusal::new("broken", "this could not be worked out")))
}

/// A place to work for whoever asks.
///
/// # Errors
/// `busy`, if too much of his waits.
pub(crate) async fn place() -> Result<Place, Refusal> {
    PLACES.place().await
}

/// A place for a move of this visitor's, which may wait longer but is never refused.
pub(crate) async fn place_for_move(visitor: Option<IpAddr>) -> Option<Place> {
    PLACES.place_for_move(visitor).await
}

/// Does something on a thread that gives way to those that talk to clients; what it panicked with, if it did.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Box<dyn Any + Send>> {
    let done = tokio::task::spawn_blocking(move || {
        give_way(Urgency::Soon);
        work()
    });
    done.await.map_err(|error| error.try_into_panic().unwrap_or_else(|error| Box::new(error.to_string())))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Barrier};

    use super::*;
    use crate::shares::asked_by;

    #[tokio::test]
    async fn it_is_done_on_another_thread() {
        let here = std::thread::current().id();
        let there = heavy(move || Ok(std::thread::current().id())).await.unwrap();
        assert_ne!(here, there);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn nothing_is_read_before_there_is_a_place_for_it() {
        let (read, gate) = (Arc::new(AtomicUsize::new(0)), Arc::new(Barrier::new(3)));
        let asked = (0..6).map(|_| {
            let (read, gate) = (Arc::clone(&read), Arc::clone(&gate));
            let reading = async move {
                read.fetch_add(1, Ordering::SeqCst);
                Ok(())
            };
            let working = heavy_with(reading, move |()| {
                gate.wait();
                Ok(())
            });
            tokio::spawn(asked_by(Some(IpAddr::from([192, 0, 2, 1])), working))
        });
        let asked: Vec<_> = asked.collect();
        // A visitor has two places: two work, and wait at the gate for the third, which is this test.
        for done in [2, 4, 6] {
            while read.load(Ordering::SeqCst) < done {
                tokio::task::yield_now().await;
            }
            for _ in 0..100 {
                tokio::task::yield_now().await;
            }
            assert_eq!(read.load(Ordering::SeqCst), done);
            gate.wait();
        }
        for each in asked {
            assert_eq!(each.await.unwrap(), Ok(()));
        }
    }
}
