//! This server's lease: for as long as it holds, the tables that were found under it are this server's.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tercet_postgres::{Database, DatabaseError, Peer};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::Cluster;
use crate::app::{App, until_stopping};
use crate::journal::Epoch;
use crate::refusal::Refusal;

/// The lease.
pub(crate) struct Lease {
    /// Where other servers reach this one.
    address: String,
    time: Duration,
    held: Mutex<Option<Held>>,
    /// The other servers that live.
    peers: watch::Sender<Vec<Peer>>,
    taken_over: AtomicU64,
    /// The database did not answer when it was last asked.
    is_cut_off: AtomicBool,
    /// This server has given it back, and takes no other.
    is_left: AtomicBool,
}

#[derive(Clone, Copy)]
struct Held {
    epoch: Epoch,
    /// Counted from before the database was asked, so never later than the database has it.
    until: Instant,
}

impl Lease {
    pub(super) fn new(address: String, time: Duration) -> Lease {
        let (peers, _) = watch::channel(Vec::new());
        Lease {
            address,
            time,
            held: Mutex::default(),
            peers,
            taken_over: AtomicU64::new(0),
            is_cut_off: AtomicBool::new(false),
            is_left: AtomicBool::new(false),
        }
    }

    /// How long it lasts without being renewed.
    pub(crate) fn time(&self) -> Duration {
        self.time
    }

    /// Its number, while it holds.
    pub(crate) fn epoch(&self) -> Option<Epoch> {
        self.held().filter(|held| Instant::now() < held.until).map(|held| held.epoch)
    }

    /// Why nothing can be done without it: another is taken in a moment, unless the database is out of reach.
    pub(crate) fn refusal(&self) -> Refusal {
        if self.is_cut_off.load(Ordering::Relaxed) {
            return Refusal::away("the database that the servers share can't be reached just now");
        }
        Refusal::moved()
    }

    /// Remembers whether the database answered.
    fn asked(&self, answer: &Result<(), DatabaseError>) {
        let is_cut_off = matches!(answer, Err(error) if *error != DatabaseError::Lost);
        self.is_cut_off.store(is_cut_off, Ordering::Relaxed);
    }

    /// The database says that it is over.
    pub(crate) fn lose(&self, epoch: Epoch) {
        self.held().take_if(|held| held.epoch == epoch);
    }

    /// Ends it here; its number, if there was one.
    pub(super) fn end(&self) -> Option<Epoch> {
        self.is_left.store(true, Ordering::Release);
        self.held().take().map(|held| held.epoch)
    }

    /// Begins another.
    pub(super) async fn take(&self, database: &Database) -> Result<(), DatabaseError> {
        let asked = Instant::now();
        let epoch = database.take_lease(&self.address, self.time).await?;
        *self.held() = Some(Held { epoch, until: asked + self.time });
        self.renew(database, epoch).await
    }

    async fn renew(&self, database: &Database, epoch: Epoch) -> Result<(), DatabaseError> {
        let asked = Instant::now();
        let peers = database.renew_lease(epoch, self.time).await?;
        if let Some(held) = self.held().as_mut().filter(|held| held.epoch == epoch) {
            held.until = asked + self.time;
        }
        self.peers.send_if_modified(|known| {
            let is_new = *known != peers;
            *known = peers;
            is_new
        });
        Ok(())
    }

    /// How many other servers live.
    pub(crate) fn peers(&self) -> usize {
        self.peers.borrow().len()
    }

    /// Waits until the holder of another lease does not live any more.
    pub(crate) async fn until_gone(&self, peer: &Peer) {
        let mut peers = self.peers.subscribe();
        // One that came just now may not be known yet; its lease is seen at the next renewal.
        let _ = tokio::time::timeout(self.time, peers.wait_for(|all| all.contains(peer))).await;
        let _ = peers.wait_for(|all| !all.contains(peer)).await;
    }

    pub(crate) fn took_over(&self) {
        self.taken_over.fetch_add(1, Ordering::Relaxed);
    }

    /// How many tables of other servers were taken over.
    pub(crate) fn taken_over(&self) -> u64 {
        self.taken_over.load(Ordering::Relaxed)
    }

    fn held(&self) -> MutexGuard<'_, Option<Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Renews the lease until the server stops. When it is over all tables are let go, and another is taken.
pub(super) async fn keep_alive(cluster: Arc<Cluster>, app: Arc<App>) {
    let mut stopping = app.stopping.clone();
    let mut beat = interval(cluster.lease.time / 4);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut known = cluster.lease.epoch();
    loop {
        tokio::select! {
            _ = beat.tick() => {}
            () = until_stopping(&mut stopping) => return,
        }
        let lease = &cluster.lease;
        if lease.is_left.load(Ordering::Acquire) {
            return;
        }
        // A server that was paused finds its lease over before it asks for anything.
        if lease.epoch() != known || known.is_none() {
            known = begin_again(&cluster, &app).await;
            continue;
        }
        let Some(epoch) = known else { continue };
        let renewed = lease.renew(&cluster.database, epoch).await;
        lease.asked(&renewed);
        match renewed {
            Ok(()) => {}
            Err(DatabaseError::Lost) => lease.lose(epoch),
            Err(error) => tracing::warn!("the lease could not be renewed: {error}"),
        }
    }
}

async fn begin_again(cluster: &Cluster, app: &Arc<App>) -> Option<Epoch> {
    app.tables.lose_all();
    let taken = cluster.lease.take(&cluster.database).await;
    cluster.lease.asked(&taken);
    match taken {
        Ok(()) => {
            tracing::warn!("this server's lease had run out; it has another, and lets go of its tables");
        }
        Err(error) => tracing::warn!("there is no lease: {error}"),
    }
    cluster.lease.epoch()
}
