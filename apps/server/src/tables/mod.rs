//! The tables: all tables, and the ways to change them.
//!
//! Whatever changes a table goes through [`Tables::change`]: the table is locked, the change is tried, it is written to
//! disk, and only then sent to anyone. A table is read from the archive when somebody first asks for it, so a restart costs
//! nothing, and is let go when nobody has for a while.

mod asking;
mod delete;
mod from;
mod handle;
mod history;
mod lobby;
mod make;
mod memory;
mod runner;
mod seats;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tercet_postgres::Peer;
use tercet_store::{Archive, Change, KeptTable, Move};
use tokio::sync::Notify;
use tokio::time::Instant;

pub(crate) use self::handle::Handle;
pub(crate) use self::history::Page;
use self::lobby::Waiting;
pub(crate) use self::make::bots_of;
use self::memory::Weights;
pub(crate) use self::seats::Look;
use crate::evaluation::List;
use crate::heavy::heavy;
use crate::journal::{Found, Journal, Kept, SqliteJournal};
use crate::limits::{Limiter, Limits};
use crate::metrics::{Entered, Metrics};
use crate::readers::Readers;
use crate::refusal::Refusal;
use crate::shares::{self, asked_by};
use crate::table::{Done, Table, TableDetails};
use crate::thinkers::{BUDGET, BotThreads};

/// The fewest threads that think: one is for bots alone, one for bots and hints, two for insight too.
const FEWEST_THINKERS: usize = 4;

/// All tables.
pub(crate) struct Tables {
    journal: Arc<dyn Journal>,
    thinkers: BotThreads,
    /// For pictures, old tables and short lists; they never wait for the writer.
    readers: Arc<Readers>,
    open: RwLock<HashMap<String, Arc<Handle>>>,
    weights: Arc<Weights>,
    /// Those of the lobby.
    waiting: Waiting,
    /// What the deals of evaluations follow from.
    list: List,
    sockets: AtomicU64,
    limits: Limits,
    /// What visitors have kept.
    kept: Limiter,
    pub(crate) metrics: Metrics,
    /// Rung when a change is on disk or refused.
    settled: Notify,
}

/// Where a table is.
pub(crate) enum TableLocation {
    Here(Arc<Handle>),
    /// At another server.
    There(Peer),
}

impl Tables {
    /// Opens the tables over openings of the same archive: one that writes, some that read.
    pub(crate) fn new(
        writer: Archive,
        readers: Arc<Readers>,
        list: List,
        thinkers: usize,
        limits: Limits,
    ) -> std::io::Result<Tables> {
        let journal = Arc::new(SqliteJournal::start(writer, Arc::clone(&readers))?);
        Tables::over(journal, readers, list, thinkers, limits)
    }

    /// Opens the tables over a journal.
    pub(crate) fn over(
        journal: Arc<dyn Journal>,
        readers: Arc<Readers>,
        list: List,
        thinkers: usize,
        limits: Limits,
    ) -> std::io::Result<Tables> {
        Ok(Tables {
            journal,
            thinkers: BotThreads::start(thinkers.max(FEWEST_THINKERS), BUDGET)?,
            readers,
            open: RwLock::default(),
            weights: Arc::default(),
            waiting: Waiting::default(),
            list,
            sockets: AtomicU64::new(1),
            limits,
            kept: Limiter::new(limits),
            metrics: Metrics::default(),
            settled: Notify::new(),
        })
    }

    /// Where bots think.
    pub(crate) fn thinkers(&self) -> &BotThreads {
        &self.thinkers
    }

    /// A number for a socket that none had before.
    pub(crate) fn next_socket(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// The table of this name.
    pub(crate) async fn find(self: &Arc<Tables>, name: &str) -> Result<Arc<Handle>, Refusal> {
        match self.locate(name).await? {
            TableLocation::Here(handle) => Ok(handle),
            TableLocation::There(_) => Err(Refusal::moved()),
        }
    }

    /// Which game is played at a table, if that is known without looking for it.
    pub(crate) fn game_of(&self, name: &str) -> Option<String> {
        self.known(name).map(|handle| handle.game.clone())
    }

    /// Where the table of this name is.
    pub(crate) async fn locate(self: &Arc<Tables>, name: &str) -> Result<TableLocation, Refusal> {
        if let Some(handle) = self.known(name) {
            return Ok(TableLocation::Here(handle));
        }
        match self.journal.find(name).await? {
            Found::Here(kept) => {
                let loaded = heavy(move || load(*kept)).await?;
                self.make_room(loaded.weight())?;
                Ok(TableLocation::Here(self.admit(name, loaded).await))
            }
            Found::There(peer) => Ok(TableLocation::There(peer)),
        }
    }

    fn read_open(&self) -> RwLockReadGuard<'_, HashMap<String, Arc<Handle>>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_open(&self) -> RwLockWriteGuard<'_, HashMap<String, Arc<Handle>>> {
        self.open.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, name: &str) -> Option<Arc<Handle>> {
        self.read_open().get(name).filter(|handle| self.has(handle)).cloned()
    }

    /// Is the table still this server's?
    fn has(&self, handle: &Handle) -> bool {
        !handle.is_lost.load(Ordering::Acquire) && self.journal.holds(handle.epoch)
    }

    /// Does something with the archive that may take a while.
    pub(crate) async fn blocking<T: Send + 'static>(
        self: &Arc<Tables>,
        work: impl FnOnce(&mut Archive) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.readers.read(work).await
    }

    /// Lets a table in; another that was quicker is taken instead.
    async fn admit(self: &Arc<Tables>, name: &str, table: Table) -> Arc<Handle> {
        let handle = Handle::new(table, &self.weights);
        let (handle, is_new) = {
            let mut tables = self.write_open();
            let known = tables.get(name).filter(|known| self.has(known)).cloned();
            let is_new = known.is_none();
            let handle = known.unwrap_or(handle);
            let before = tables.insert(name.to_owned(), Arc::clone(&handle));
            // Sockets at the table of a lease that is over are asked to find it again.
            if let Some(before) = before.filter(|before| !Arc::ptr_eq(before, &handle)) {
                lose(before);
            }
            (handle, is_new)
        };
        if is_new {
            self.waiting.note(name, &handle);
            let mut table = handle.lock().await;
            self.wake(&handle, &mut table);
        }
        handle
    }

    /// Changes a table: tries the change, writes it to disk, sends it to everybody, and answers. It is done to its end even if whoever
    /// asked has gone by then.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        work: impl FnOnce(&mut Table) -> Result<Done, Refusal> + Send + 'static,
        answer: impl FnOnce(&Table) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (tables, handle) = (Arc::clone(self), Arc::clone(handle));
        let task = tokio::spawn(asked_by(shares::visitor(), async move {
            let _pending = Pending::of(&tables);
            let begun = Instant::now();
            let (table, place) = handle.take().await;
            table.check_whole()?;
            let assisted = table.body.assisted();
            let (mut table, done) = handle.work(table, place.as_ref(), work).await;
            let done = done?;
            let is_move = done.changes.iter().any(|change| matches!(change, Change::Move { .. }));
            tables.keep(&mut table, done).await?;
            tables.wake(&handle, &mut table);
            let announce = move |table: &mut Table| {
                table.send_moved();
                if table.body.assisted() != assisted {
                    table.send_seats();
                }
                answer(table)
            };
            let (table, answer) = handle.work(table, place.as_ref(), announce).await;
            handle.weigh(&table);
            handle.bell.notify_waiters();
            if is_move {
                tables.metrics.moves.took(begun.elapsed());
            }
            Ok(answer)
        }));
        task.await.unwrap_or_else(|_| Err(Refusal::new("broken", "this table has failed; begin another")))
    }

    /// Writes what was done to disk; if that can't be, it was not done.
    async fn keep(self: &Arc<Tables>, table: &mut Table, done: Done) -> Result<(), Refusal> {
        let is_last = matches!(done.changes.last(), Some(Change::Finish { .. }));
        let kept = match self.with_tries(table, done.changes, is_last).await {
            Ok(changes) => self.write(table, changes).await,
            Err(refusal) => Err(refusal),
        };
        match kept {
            Ok(numbers) => {
                if is_last {
                    table.archived = numbers.last().copied();
                }
                Ok(())
            }
            Err(refusal) => {
                if !self.journal.is_shared() {
                    self.restore(table).await;
                }
                Err(refusal)
            }
        }
    }

    /// Where an evaluation ends, how often its game was begun until then is kept with it.
    async fn with_tries(
        &self,
        table: &mut Table,
        mut changes: Vec<Change>,
        is_last: bool,
    ) -> Result<Vec<Change>, Refusal> {
        if is_last && let Some((list, game)) = table.body.listed() {
            table.body.begun = self.journal.tries(&list, &game).await?;
            changes.insert(0, table.body_change());
        }
        Ok(changes)
    }

    /// How often the game of an evaluation was begun before it ended, or until now; 0 elsewhere.
    pub(crate) async fn begun(&self, body: &TableDetails) -> Result<u32, Refusal> {
        match body.listed() {
            Some((list, game)) if body.begun == 0 => self.journal.tries(&list, &game).await,
            _ => Ok(body.begun),
        }
    }

    /// Writes changes of a table. Where others could have it, a change that was not kept means that nobody knows what is:
    /// the table is let go, and read again when somebody asks for it.
    async fn write(&self, table: &mut Table, changes: Vec<Change>) -> Result<Vec<i64>, Refusal> {
        let kept = self.journal.keep(table.epoch, changes).await;
        if kept.is_err() && self.journal.is_shared() {
            table.lose();
        }
        kept
    }

    /// Lets nothing more be done at the tables: another server is to have them.
    pub(crate) fn seal(&self) {
        for handle in self.read_open().values() {
            handle.is_lost.store(true, Ordering::Release);
        }
    }

    /// Lets go of all tables: this server's lease is over.
    pub(crate) fn lose_all(&self) {
        let lost = std::mem::take(&mut *self.write_open());
        for handle in lost.into_values() {
            lose(handle);
        }
    }

    /// Lets go of a table that somebody has deleted.
    pub(crate) fn forget(&self, key: i64) {
        self.write_open().retain(|_, handle| {
            let is_meant = handle.key == key;
            if is_meant {
                lose(Arc::clone(handle));
            }
            !is_meant
        });
    }

    /// Goes back to what is on disk.
    async fn restore(self: &Arc<Tables>, table: &mut Table) {
        match self.again(table).await {
            Ok(again) => table.go_back_to(again),
            // Nobody knows what is kept: it is read when somebody asks for it.
            Err(_) => table.lose(),
        }
    }

    /// What was done at a table, as it is kept.
    pub(crate) async fn moves(self: &Arc<Tables>, key: i64) -> Result<Vec<Move>, Refusal> {
        self.journal.moves(key).await
    }

    /// How many tables are in memory.
    pub(crate) fn count(&self) -> usize {
        self.read_open().len()
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

/// A table as it is kept, played again.
fn load(kept: Kept) -> Result<Table, Refusal> {
    let Kept { table: KeptTable { id, name, body, made_ms }, moves, game, epoch } = kept;
    let body = TableDetails::read(&body).map_err(|error| {
        tracing::error!(table = name, "what the table is can't be read: {error}");
        Refusal::new("broken", "this table is damaged; begin another")
    })?;
    let mut table = Table::load(name, id, body, made_ms, &moves)?;
    table.epoch = epoch;
    table.archived = game;
    table.check_tail()?;
    Ok(table)
}

/// Drops a table from memory: at once for new requests, and for those at it as soon as a running change is done.
fn lose(handle: Arc<Handle>) {
    handle.is_lost.store(true, Ordering::Release);
    tokio::spawn(async move {
        handle.lock().await.lose();
        handle.bell.notify_waiters();
    });
}

/// A change that is not on disk yet.
struct Pending<'h> {
    tables: &'h Tables,
    counted: Option<Entered<'h>>,
}

impl Pending<'_> {
    fn of(tables: &Tables) -> Pending<'_> {
        Pending { tables, counted: Some(tables.metrics.changes.enter()) }
    }
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.counted.take();
        self.tables.settled.notify_waiters();
    }
}
