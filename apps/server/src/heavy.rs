//! Work that takes more than a moment, off the threads that talk to clients.

use tokio::sync::Semaphore;

use crate::refusal::Refusal;

/// How much of it is done at once; the rest waits in the order in which it came.
static PLACES: Semaphore = Semaphore::const_new(8);

/// Replays, reads or checks something that a client sent or named.
pub(crate) async fn heavy<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let failed = || Refusal::new("broken", "this game could not be replayed");
    let place = PLACES.acquire().await.map_err(|_| failed())?;
    let done = move || {
        // Held until it is done, even if nobody waits for it any more.
        let _place = place;
        work()
    };
    tokio::task::spawn_blocking(done).await.map_err(|_| failed())?
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
