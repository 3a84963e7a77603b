//! Threads of a batch's own.

use std::process;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::BatchError;

/// Threads that are started when they are first needed, and again after a fork: a child has none of its parent's.
#[derive(Debug)]
pub(crate) struct Pool {
    threads: usize,
    /// The threads, and the process that started them.
    started: Option<(u32, ThreadPool)>,
}

impl Pool {
    /// So many threads; one is the caller's own.
    pub(crate) fn new(threads: usize) -> Pool {
        Pool { threads: threads.max(1), started: None }
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// The threads; `None` where the caller's own is enough.
    ///
    /// # Errors
    /// If they can't be started.
    pub(crate) fn get(&mut self) -> Result<Option<&ThreadPool>, BatchError> {
        if self.threads == 1 {
            return Ok(None);
        }
        if let Some((process, pool)) = self.started.take() {
            if process == process::id() {
                self.started = Some((process, pool));
            } else {
                // The threads are the parent's: waiting for them to end would be for ever.
                std::mem::forget(pool);
            }
        }
        if self.started.is_none() {
            let threads = self.threads;
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.map_err(|error| BatchError::Threads { threads, why: error.to_string() })?;
            self.started = Some((process::id(), pool));
        }
        Ok(self.started.as_ref().map(|(_, pool)| pool))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if let Some((process, pool)) = self.started.take()
            && process != process::id()
        {
            std::mem::forget(pool);
        }
    }
}
