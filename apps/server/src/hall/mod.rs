//! The hall: all tables, and the ways to change them.
//!
//! Whatever changes a table goes through [`Hall::change`]: the table is locked, the change is tried, it is written to
//! disk, and only then is anyone told. A table is read from the archive when somebody first asks for it, so a restart costs
//! nothing, and is let go when nobody has for a while.

mod asking;
mod delete;
mod from;
mod handle;
mod make;
mod runner;
mod seats;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use tercet_store::{Archive, Change, Move};
use tokio::sync::Notify;
use tokio::time::Instant;

pub(crate) use self::handle::Handle;
pub(crate) use self::make::bots_of;
pub(crate) use self::seats::Look;
use crate::evaluation::List;
use crate::journal::Journal;
use crate::limits::Limits;
use crate::metrics::{Entered, Metrics};
use crate::readers::Readers;
use crate::refusal::Refusal;
use crate::shares::{self, asked_by};
use crate::table::{Body, Done, Table};
use crate::thinkers::{BUDGET, Thinkers};

/// The fewest threads that think: one is for bots alone, one for bots and hints, two for insight too.
const FEWEST_THINKERS: usize = 4;

/// All tables.
pub(crate) struct Hall {
    journal: Journal,
    thinkers: Thinkers,
    /// For pictures, old tables and short lists; they never wait for the writer.
    readers: Arc<Readers>,
    tables: RwLock<HashMap<String, Arc<Handle>>>,
    /// What the deals of evaluations follow from.
    list: List,
    sockets: AtomicU64,
    limits: Limits,
    pub(crate) metrics: Metrics,
    /// Rung when a change is on disk or refused.
    settled: Notify,
}

impl Hall {
    /// Opens the hall over openings of the same archive: one that writes, some that read.
    pub(crate) fn new(
        writer: Archive,
        readers: Arc<Readers>,
        list: List,
        thinkers: usize,
        limits: Limits,
    ) -> std::io::Result<Hall> {
        Ok(Hall {
            journal: Journal::start(writer)?,
            thinkers: Thinkers::start(thinkers.max(FEWEST_THINKERS), BUDGET)?,
            readers,
            tables: RwLock::default(),
            list,
            sockets: AtomicU64::new(1),
            limits,
            metrics: Metrics::default(),
            settled: Notify::new(),
        })
    }

    /// Where bots think.
    pub(crate) fn thinkers(&self) -> &Thinkers {
        &self.thinkers
    }

    /// A number for a socket that none had before.
    pub(crate) fn next_socket(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// The table of this name.
    pub(crate) async fn find(self: &Arc<Hall>, name: &str) -> Result<Arc<Handle>, Refusal> {
        if let Some(handle) = self.known(name) {
            return Ok(handle);
        }
        let wanted = name.to_owned();
        let loaded = self.blocking(move |archive| Hall::load(archive, &wanted)).await?;
        Ok(self.admit(name, loaded).await)
    }

    fn known(&self, name: &str) -> Option<Arc<Handle>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Does something with the archive that may take a while.
    pub(crate) async fn blocking<T: Send + 'static>(
        self: &Arc<Hall>,
        work: impl FnOnce(&mut Archive) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.readers.read(work).await
    }

    fn load(archive: &mut Archive, name: &str) -> Result<Table, Refusal> {
        let missing = || Refusal::new("table", format!("there is no table `{name}`"));
        let kept = archive.table(name)?.ok_or_else(missing)?;
        let body = Body::read(&kept.body).map_err(|error| {
            tracing::error!(table = name, "what the table is can't be read: {error}");
            Refusal::new("broken", "this table is damaged; begin another")
        })?;
        let moves = archive.moves(kept.id)?;
        let mut table = Table::load(kept.name, kept.id, body, kept.made_ms, &moves)?;
        table.archived = archive.game_of_table(kept.id)?;
        table.check_tail()?;
        Ok(table)
    }

    /// Lets a table in; another that was quicker is taken instead.
    async fn admit(self: &Arc<Hall>, name: &str, table: Table) -> Arc<Handle> {
        let handle = Handle::new(table);
        let (handle, is_new) = {
            let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
            let is_new = !tables.contains_key(name);
            (Arc::clone(tables.entry(name.to_owned()).or_insert(handle)), is_new)
        };
        if is_new {
            let mut table = handle.lock().await;
            self.wake(&handle, &mut table);
        }
        handle
    }

    /// Changes a table: tries it, writes it to disk, tells everybody, and answers. It is done to its end even if whoever
    /// asked has gone by then.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<Hall>,
        handle: &Arc<Handle>,
        work: impl FnOnce(&mut Table) -> Result<Done, Refusal> + Send + 'static,
        answer: impl FnOnce(&Table) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (hall, handle) = (Arc::clone(self), Arc::clone(handle));
        let task = tokio::spawn(asked_by(shares::visitor(), async move {
            let _pending = Pending::of(&hall);
            let begun = Instant::now();
            let (table, place) = handle.take().await;
            table.check_whole()?;
            let assisted = table.body.assisted();
            let (mut table, done) = handle.work(table, place.as_ref(), work).await;
            let done = done?;
            let is_move = done.changes.iter().any(|change| matches!(change, Change::Move { .. }));
            hall.keep(&mut table, done).await?;
            hall.wake(&handle, &mut table);
            let tell = move |table: &mut Table| {
                table.tell_moved();
                if table.body.assisted() != assisted {
                    table.tell_seats();
                }
                answer(table)
            };
            let (_table, answer) = handle.work(table, place.as_ref(), tell).await;
            handle.bell.notify_waiters();
            if is_move {
                hall.metrics.moves.took(begun.elapsed());
            }
            Ok(answer)
        }));
        task.await.unwrap_or_else(|_| Err(Refusal::new("broken", "this table has failed; begin another")))
    }

    /// Writes what was done to disk; if that can't be, it was not done.
    async fn keep(self: &Arc<Hall>, table: &mut Table, done: Done) -> Result<(), Refusal> {
        let is_last = matches!(done.changes.last(), Some(Change::Finish { .. }));
        match self.journal.keep(done.changes).await {
            Ok(numbers) => {
                if is_last {
                    table.archived = numbers.last().copied();
                }
                Ok(())
            }
            Err(refusal) => {
                self.restore(table).await;
                Err(refusal)
            }
        }
    }

    /// Goes back to what is on disk.
    async fn restore(self: &Arc<Hall>, table: &mut Table) {
        let key = table.key;
        let moves = self.moves(key).await;
        if moves.and_then(|moves| table.restore(&moves)).is_err() {
            table.is_broken = true;
        }
    }

    /// What was done at a table, as it is kept.
    pub(crate) async fn moves(self: &Arc<Hall>, key: i64) -> Result<Vec<Move>, Refusal> {
        self.blocking(move |archive| Ok(archive.moves(key)?)).await
    }

    /// Lets go of tables that nobody has looked at for a while.
    pub(crate) fn sweep(&self) {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|_, handle| Arc::strong_count(handle) > 1 || !handle.is_idle());
    }

    /// How many tables are in memory.
    pub(crate) fn count(&self) -> usize {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// How many bots wait for a thread.
    pub(crate) fn bots_waiting(&self) -> usize {
        self.thinkers.waiting()
    }

    /// Waits until all changes that were asked for are on disk or refused.
    pub(crate) async fn until_settled(&self) {
        loop {
            let settled = self.settled.notified();
            tokio::pin!(settled);
            settled.as_mut().enable();
            if self.metrics.changes.count() == 0 {
                return;
            }
            settled.await;
        }
    }

    /// Ends the bots' threads.
    pub(crate) fn close(&self) {
        self.thinkers.stop();
    }
}

/// A change that is not on disk yet.
struct Pending<'h> {
    hall: &'h Hall,
    counted: Option<Entered<'h>>,
}

impl Pending<'_> {
    fn of(hall: &Hall) -> Pending<'_> {
        Pending { hall, counted: Some(hall.metrics.changes.enter()) }
    }
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.counted.take();
        self.hall.settled.notify_waiters();
    }
}
