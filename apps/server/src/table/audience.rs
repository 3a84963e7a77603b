//! Who looks at a table, and how they are told.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tercet_game::Seats;
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The most that waits to be read by a client; who is slower is dropped.
pub(crate) const BACKLOG: usize = 256 * 1024;

/// What waits to be sent to one socket.
#[derive(Debug)]
pub(crate) struct Outbox {
    sender: UnboundedSender<Utf8Bytes>,
    queued: Arc<AtomicUsize>,
    /// Rung when more is queued than may be.
    flood: Notify,
    /// Rung when the socket is to end, so that its client comes back.
    end: Notify,
}

/// The other end of an outbox.
#[derive(Debug)]
pub(crate) struct Inbox {
    receiver: UnboundedReceiver<Utf8Bytes>,
    queued: Arc<AtomicUsize>,
}

/// An outbox and its other end.
pub(crate) fn outbox() -> (Outbox, Inbox) {
    let (sender, receiver) = unbounded_channel();
    let queued = Arc::new(AtomicUsize::new(0));
    (
        Outbox { sender, queued: Arc::clone(&queued), flood: Notify::new(), end: Notify::new() },
        Inbox { receiver, queued },
    )
}

impl Outbox {
    /// Queues a message. Beyond [`BACKLOG`] it is left out, and the socket is closed for being slow.
    pub(crate) fn send(&self, text: Utf8Bytes) {
        let length = text.len();
        if self.queued.fetch_add(length, Ordering::AcqRel) + length <= BACKLOG {
            let _ = self.sender.send(text);
        } else {
            self.flood.notify_one();
        }
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

impl Inbox {
    /// The next message.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        self.receiver.recv().await
    }

    /// The next message, if it is there already.
    pub(crate) fn waiting(&mut self) -> Option<Utf8Bytes> {
        self.receiver.try_recv().ok()
    }

    /// A message of this length is on its way.
    pub(crate) fn sent(&self, length: usize) {
        self.queued.fetch_sub(length, Ordering::AcqRel);
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
    viewer: Viewer,
    outbox: Arc<Outbox>,
}

impl Audience {
    /// Adds a socket, or changes what it sees.
    pub(crate) fn join(&mut self, socket: u64, viewer: Viewer, outbox: &Arc<Outbox>) {
        self.leave(socket);
        self.listeners.push(Listener { socket, viewer, outbox: Arc::clone(outbox) });
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
    pub(crate) fn tell(&self, mut write: impl FnMut(Viewer) -> String) {
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
