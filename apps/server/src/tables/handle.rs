//! A table that may be waited for, and where it is worked at: what takes more than a moment at a table (a large board has
//! thousands of moves to list) is done off the threads that talk to clients from then on.

use std::net::IpAddr;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cpu_time::ThreadTime;
use tokio::runtime::Handle as Runtime;
use tokio::sync::{MutexGuard, Notify, OwnedMutexGuard};
use tokio::time::{Instant, sleep_until};

use super::memory::{Weight, Weights};
use crate::heavy::{blocking, place, place_for_move};
use crate::journal::Epoch;
use crate::limits::limit_key;
use crate::queue::{Asker, Lane};
use crate::refusal::Refusal;
use crate::shares::{self, Place};
use crate::table::{BETWEEN_SEATS, Table};

/// After how long a table that nobody looks at is let go; sooner where the game is over.
const IDLE: Duration = Duration::from_mins(10);
const IDLE_AT_THE_END: Duration = Duration::from_mins(1);

/// How many lists of seats may be sent at once; after that, changes are collected and sent together.
const AT_ONCE: u32 = 8;

/// What takes more of a core's time at a table is done elsewhere the next time. A move at a small one takes a tenth of it.
const MOMENT: Duration = Duration::from_millis(2);

/// After how many quick things in a row a slow table is worked at here again.
const QUICK: u32 = 64;

/// A table that may be waited for.
pub(crate) struct Handle {
    /// The game's id.
    pub(super) game: String,
    /// Is it for whoever wants to play, and waits for players?
    is_in_lobby: AtomicBool,
    /// Who made it or had it read.
    pub(super) maker: Option<IpAddr>,
    table: Arc<tokio::sync::Mutex<Table>>,
    touched: Mutex<Instant>,
    /// Who was here last: bots think for him, in his turn.
    visitor: Mutex<Option<IpAddr>>,
    /// How many more quick things are done elsewhere, because one took long.
    slow_for: AtomicU32,
    /// Rung whenever something has happened.
    pub(super) bell: Notify,
    /// When it was made.
    pub(super) made_ms: i64,
    /// The table's number, the lease that it was found under, and whether it is this server's no more.
    pub(super) key: i64,
    pub(super) epoch: Epoch,
    pub(super) is_lost: Arc<AtomicBool>,
    /// What it takes of memory, for who had it read.
    weight: Option<Weight>,
}

impl Handle {
    /// A table of whoever asks for it.
    pub(super) fn new(table: Table, weights: &Arc<Weights>) -> Arc<Handle> {
        Arc::new(Handle {
            weight: weights.add(&table.name, table.weight()),
            game: table.body.game.clone(),
            is_in_lobby: AtomicBool::new(table.is_in_lobby()),
            maker: shares::visitor(),
            made_ms: table.made_ms,
            key: table.key,
            epoch: table.epoch,
            is_lost: Arc::clone(&table.is_lost),
            table: Arc::new(tokio::sync::Mutex::new(table)),
            touched: Mutex::new(Instant::now()),
            visitor: Mutex::new(shares::visitor()),
            slow_for: AtomicU32::new(0),
            bell: Notify::new(),
        })
    }

    /// The table, once whoever changes it is done.
    pub(crate) async fn lock(&self) -> MutexGuard<'_, Table> {
        self.touch();
        self.table.lock().await
    }

    /// Looks at the table for whoever only passes by: that keeps no table open.
    pub(super) async fn glance<T>(&self, look: impl FnOnce(&Table) -> T) -> T {
        look(&*self.table.lock().await)
    }

    /// Looks at the table; at one that is slow, elsewhere.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&mut Table) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = if self.is_slow() { Some(place().await?) } else { None };
        let (_table, seen) = self.work(self.taken().await, place.as_ref(), look).await;
        Ok(seen)
    }

    /// Looks at the table elsewhere, however quick it is: to draw it.
    pub(crate) async fn look_for_long<T: Send + 'static>(
        &self,
        look: impl FnOnce(&mut Table) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = place().await?;
        let mut table = self.taken().await;
        Ok(blocking(move || (look(&mut table), place).0).await.unwrap_or_else(|panic| resume_unwind(panic)))
    }

    /// Takes the table to change it, with a place to do so elsewhere if it is slow. Moves are never refused for being many.
    pub(super) async fn take(&self) -> (OwnedMutexGuard<Table>, Option<Place>) {
        let visitor = shares::visitor().or(self.visited());
        let place = if self.is_slow() { place_for_move(visitor).await } else { None };
        (self.taken().await, place)
    }

    /// Does something with the table that was taken: elsewhere with a place, here without.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        mut table: OwnedMutexGuard<Table>,
        place: Option<&Place>,
        work: impl FnOnce(&mut Table) -> T + Send + 'static,
    ) -> (OwnedMutexGuard<Table>, T) {
        let timed = move || {
            // Not the time of day: on a busy machine everything takes long.
            let begun = ThreadTime::try_now();
            let done = work(&mut table);
            (table, done, begun.is_ok_and(|begun| begun.elapsed() > MOMENT))
        };
        let (table, done, took_long) = match place {
            None => timed(),
            Some(_) => blocking(timed).await.unwrap_or_else(|panic| resume_unwind(panic)),
        };
        let slow_for =
            if took_long { QUICK } else { self.slow_for.load(Ordering::Relaxed).saturating_sub(1) };
        self.slow_for.store(slow_for, Ordering::Relaxed);
        (table, done)
    }

    fn is_slow(&self) -> bool {
        self.slow_for.load(Ordering::Relaxed) > 0
    }

    async fn taken(&self) -> OwnedMutexGuard<Table> {
        self.touch();
        Arc::clone(&self.table).lock_owned().await
    }

    /// Somebody from there has come to do something.
    pub(crate) fn visited_by(&self, address: IpAddr) {
        *self.visitor.lock().unwrap_or_else(PoisonError::into_inner) = Some(limit_key(address));
    }

    fn visited(&self) -> Option<IpAddr> {
        *self.visitor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who asks for something at this table.
    pub(super) fn asker(&self, lane: Lane, table: &Table) -> Asker {
        Asker { lane, visitor: self.visited(), table: table.name.clone() }
    }

    /// Sends the seats to everybody: at once, or in a moment if they have just been sent. A client that comes and goes all the time would
    /// flood all others.
    pub(super) fn send_seats(self: &Arc<Handle>, table: &mut Table, runtime: &Runtime) {
        let at = table.seats_sent - AT_ONCE * BETWEEN_SEATS;
        if at <= Instant::now() {
            return table.send_seats();
        }
        if std::mem::replace(&mut table.sends_seats_soon, true) {
            return;
        }
        let own = Arc::downgrade(self);
        runtime.spawn(async move {
            sleep_until(at).await;
            if let Some(handle) = own.upgrade() {
                let mut table = handle.table.lock().await;
                table.sends_seats_soon = false;
                table.send_seats();
            }
        });
    }

    fn touch(&self) {
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Since when nobody has asked for the table.
    pub(super) fn untouched_since(&self) -> Instant {
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_idle(&self) -> bool {
        let time = self.untouched_since().elapsed();
        time > IDLE_AT_THE_END && (time > IDLE || self.is_finished()) && self.is_alone()
    }

    /// Does nobody look at the table?
    pub(super) fn is_alone(&self) -> bool {
        self.table.try_lock().is_ok_and(|table| table.audience.is_empty())
    }

    /// Is its game over?
    pub(super) fn is_finished(&self) -> bool {
        self.table.try_lock().is_ok_and(|table| table.is_over())
    }

    pub(super) fn is_in_lobby(&self) -> bool {
        self.is_in_lobby.load(Ordering::Relaxed)
    }

    /// Notes whether the table waits for players still.
    pub(super) fn note_lobby(&self, table: &Table) {
        self.is_in_lobby.store(table.is_in_lobby(), Ordering::Relaxed);
    }

    /// Notes what the table takes of memory now.
    pub(super) fn weigh(&self, table: &Table) {
        if let Some(weight) = &self.weight {
            weight.set(table.weight());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use tercet_game::Deal;

    use super::*;
    use crate::shares::asked_by;
    use crate::table::{GameRequest, TableDetails};

    fn handle() -> Arc<Handle> {
        let asked = GameRequest {
            game: "triangle".to_owned(),
            options: Vec::new(),
            deal: Deal::stream(1),
            shows_deal: true,
        };
        let body = TableDetails::new(asked, vec![crate::table::SeatDetails::default()]);
        Handle::new(Table::load("t".to_owned(), 1, body, 0, &[]).unwrap(), &Arc::default())
    }

    /// Keeps a thread busy for longer than a moment.
    fn linger() -> thread::ThreadId {
        let begun = ThreadTime::now();
        while begun.elapsed() <= 2 * MOMENT {}
        thread::current().id()
    }

    #[tokio::test]
    async fn a_table_that_took_long_is_worked_at_elsewhere_the_next_time() {
        let (handle, here) = (handle(), thread::current().id());
        assert_eq!(handle.look(|_| linger()).await, Ok(here), "nobody could know");
        assert_ne!(handle.look(|_| linger()).await, Ok(here));
        let (table, place) = handle.take().await;
        assert!(place.is_some(), "moves too");
        let (table, there) = handle.work(table, place.as_ref(), |_| linger()).await;
        assert_ne!(there, here);
        drop((table, place));
        assert_ne!(handle.look_for_long(|_| thread::current().id()).await, Ok(here));
    }

    #[tokio::test]
    async fn the_bots_of_a_new_table_think_for_who_made_it() {
        let maker = Some(IpAddr::from([192, 0, 2, 7]));
        let handle = asked_by(maker, async { handle() }).await;
        assert_eq!(handle.asker(Lane::Live, &*handle.lock().await).visitor, maker);
    }
}
