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
    let place = place().await?;
    // The place is held until it is done, even if nobody waits for it any more.
    let done = blocking(move || (work(), place).0).await;
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
    use super::*;

    #[tokio::test]
    async fn it_is_done_on_another_thread() {
        let here = std::thread::current().id();
        let there = heavy(move || Ok(std::thread::current().id())).await.unwrap();
        assert_ne!(here, there);
    }
}
