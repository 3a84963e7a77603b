//! The sockets that watch a table, and how they get messages.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tercet_game::Seats;
use tokio::sync::Notify;

use crate::refusal::Refusal;

/// The most that may wait to be read by a client; a slower one is dropped.
pub(crate) const BACKLOG: usize = 256 * 1024;

/// How many sockets of one visitor may look at a table: each gets every message of the table, which costs more than a request.
const MOST_OF_A_VISITOR: usize = 64;

/// What waits to be sent to one socket. Ten thousand sockets wait most of the time, so an empty one takes no room.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    waiting: Mutex<VecDeque<Utf8Bytes>>,
    /// How many bytes are on their way.
    queued: AtomicUsize,
    /// Rung when a message waits.
    bell: Notify,
    /// Rung when more is queued than may be.
    flood: Notify,
    /// Rung when the socket is to end, so that its client comes back.
    end: Notify,
}

impl Outbox {
    /// Queues a message. Beyond [`BACKLOG`] it is left out, and the socket is closed for being slow.
    pub(crate) fn send(&self, text: Utf8Bytes) {
        let length = text.len();
        if self.queued.fetch_add(length, Ordering::AcqRel) + length > BACKLOG {
            return self.flood.notify_one();
        }
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push_back(text);
        self.bell.notify_one();
    }

    /// Waits for the next message.
    pub(crate) async fn next(&self) -> Utf8Bytes {
        loop {
            if let Some(text) = self.waiting() {
                return text;
            }
            self.bell.notified().await;
        }
    }

    /// The next message, if it is there already.
    pub(crate) fn waiting(&self) -> Option<Utf8Bytes> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let text = waiting.pop_front();
        if waiting.is_empty() {
            *waiting = VecDeque::new();
        }
        text
    }

    /// A message of this length is on its way.
    pub(crate) fn sent(&self, length: usize) {
        self.queued.fetch_sub(length, Ordering::AcqRel);
    }

    /// Ends the socket: its client is to come back and look for its tables again.
    pub(crate) fn end(&self) {
        self.end.notify_one();
    }

    /// Waits until the socket is to end.
    pub(crate) async fn ended(&self) {
        self.end.notified().await;
    }

    /// Waits until more is queued than a client may leave unread.
    pub(crate) async fn flooded(&self) {
        while !self.is_overfull() {
            self.flood.notified().await;
        }
    }

    /// Has more been queued than a client may leave unread?
    pub(crate) fn is_overfull(&self) -> bool {
        self.queued.load(Ordering::Acquire) > BACKLOG
    }
}

/// What a client sees of a table: its seats, and whether it wants words and data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Viewer {
    pub(crate) seats: Seats,
    pub(crate) words: bool,
    pub(crate) data: bool,
}

/// Those who look at a table.
#[derive(Debug, Default)]
pub(crate) struct Audience {
    listeners: Vec<Listener>,
}

#[derive(Debug)]
struct Listener {
    /// The socket.
    socket: u64,
    /// Whose it is.
    visitor: IpAddr,
    viewer: Viewer,
    outbox: Arc<Outbox>,
}

impl Audience {
    /// Adds a socket of this visitor's, or changes what it sees.
    ///
    /// # Errors
    /// If too many of the visitor's look on already.
    pub(crate) fn join(
        &mut self,
        socket: u64,
        visitor: IpAddr,
        viewer: Viewer,
        outbox: &Arc<Outbox>,
    ) -> Result<(), Refusal> {
        let others = self.listeners.iter().filter(|other| other.visitor == visitor && other.socket != socket);
        if others.count() >= MOST_OF_A_VISITOR {
            let why = format!("{MOST_OF_A_VISITOR} sockets of an address look at this table; no more can");
            return Err(Refusal::new("limit", why));
        }
        self.leave(socket);
        self.listeners.push(Listener { socket, visitor, viewer, outbox: Arc::clone(outbox) });
        Ok(())
    }

    /// Does this socket look already, and see the same?
    pub(crate) fn has(&self, socket: u64, viewer: Viewer) -> bool {
        self.listeners.iter().any(|listener| listener.socket == socket && listener.viewer == viewer)
    }

    /// Takes a socket out.
    pub(crate) fn leave(&mut self, socket: u64) {
        self.listeners.retain(|listener| listener.socket != socket);
    }

    /// The seats that somebody is here for.
    pub(crate) fn here(&self) -> Seats {
        let bits = self.listeners.iter().fold(0, |bits, listener| bits | listener.viewer.seats.bits());
        Seats::from_bits(bits)
    }

    /// How many look on without a seat.
    pub(crate) fn watching(&self) -> usize {
        self.listeners.iter().filter(|listener| listener.viewer.seats.is_empty()).count()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listeners.is_empty()
    }

    /// Sends everybody away, to come back and look for the table again.
    pub(crate) fn dismiss(&mut self) {
        for listener in self.listeners.drain(..) {
            listener.outbox.end();
        }
    }

    /// Tells everybody; a message is written once for all who see the same.
    pub(crate) fn send(&self, mut write: impl FnMut(Viewer) -> String) {
        let mut written: Vec<(Viewer, Utf8Bytes)> = Vec::new();
        for listener in &self.listeners {
            let known = written.iter().find(|(viewer, _)| *viewer == listener.viewer);
            let text = if let Some((_, text)) = known {
                text.clone()
            } else {
                let text = Utf8Bytes::from(write(listener.viewer));
                written.push((listener.viewer, text.clone()));
                text
            };
            listener.outbox.send(text);
        }
    }
}
