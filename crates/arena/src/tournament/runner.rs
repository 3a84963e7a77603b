//! Tasks on all cores, and what came of them handed on as it comes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use crate::Watch;

/// The most results that wait to be kept, and the most that are kept at once.
const WAITING: usize = 1024;

/// Does all tasks on so many threads (0 for as many as there are cores) and hands the results on in batches, each
/// with its task's number; a result counts as done once `keep` has taken it. `false` if the watch stopped it: what
/// was done is kept, and a task that was stopped midway gives `None`.
///
/// # Errors
/// The first of `keep`, or else that of the lowest task that failed; what was done before has been kept.
pub fn play_all<J: Sync, T: Send, E: Send>(
    jobs: usize,
    watch: &Watch,
    tasks: &[J],
    play: impl Fn(&J) -> Result<Option<T>, E> + Sync,
    keep: impl FnMut(Vec<(usize, T)>) -> Result<(), E>,
) -> Result<bool, E> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = if jobs == 0 { cores() } else { jobs }.min(tasks.len());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (send, receive) = sync_channel(WAITING);
        for _ in 0..threads {
            let (send, next, play) = (send.clone(), &next, &play);
            scope.spawn(move || {
                while !watch.is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(number) else { break };
                    // Nobody listens any more after an error.
                    let Some(done) = play(task).transpose() else { continue };
                    if send.send((number, done)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        collect(watch, &receive, keep).map(|done| done == tasks.len())
    })
}

/// Keeps what comes, as much at once as has come while the last batch was being kept.
fn collect<T, E>(
    watch: &Watch,
    receive: &Receiver<(usize, Result<T, E>)>,
    mut keep: impl FnMut(Vec<(usize, T)>) -> Result<(), E>,
) -> Result<usize, E> {
    let mut done = 0;
    let mut failed: Option<(usize, E)> = None;
    while let Ok(first) = receive.recv() {
        let waiting = receive.try_iter().take(WAITING - 1);
        let mut batch = Vec::new();
        for (number, outcome) in std::iter::once(first).chain(waiting) {
            match outcome {
                Ok(result) => batch.push((number, result)),
                Err(error) => {
                    watch.stop();
                    if failed.as_ref().is_none_or(|(lowest, _)| number < *lowest) {
                        failed = Some((number, error));
                    }
                }
            }
        }
        let count = batch.len();
        keep(batch).inspect_err(|_| watch.stop())?;
        watch.add(count as u64);
        done += count;
    }
    failed.map_or(Ok(done), |(_, error)| Err(error))
}
