//! Handing a client's messages on to the servers that have its tables, and their answers back to the client.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use tercet_postgres::Peer;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::Cluster;
use super::listener::introduce;
use crate::refusal::Refusal;
use crate::table::Outbox;

/// How long it may take to reach another server.
const REACHING: Duration = Duration::from_secs(2);
/// How many messages of a client may wait for another server.
const WAITING: usize = 32;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A client's tables at other servers, and a socket to each of those servers. When one of them ends, so does the client's
/// own: it comes back and finds its tables where they are then.
pub(crate) struct Relays {
    cluster: Arc<Cluster>,
    client: IpAddr,
    outbox: Arc<Outbox>,
    by_epoch: HashMap<i64, mpsc::Sender<Message>>,
    tables: HashMap<String, i64>,
}

impl Relays {
    pub(crate) fn new(cluster: Arc<Cluster>, client: IpAddr, outbox: Arc<Outbox>) -> Relays {
        Relays { cluster, client, outbox, by_epoch: HashMap::new(), tables: HashMap::new() }
    }

    /// How many tables are watched elsewhere.
    pub(crate) fn count(&self) -> usize {
        self.tables.len()
    }

    /// Hands a first message about a table on to its server.
    pub(crate) async fn watch(&mut self, peer: &Peer, table: &str, text: &str) -> Result<(), Refusal> {
        if !self.by_epoch.contains_key(&peer.epoch) {
            let sender = self.reach(peer).await?;
            self.by_epoch.insert(peer.epoch, sender);
        }
        self.tables.insert(table.to_owned(), peer.epoch);
        self.hand_on(table, text).await
    }

    /// The table is not watched elsewhere any more.
    pub(crate) fn forget(&mut self, table: &str) {
        self.tables.remove(table);
    }

    /// Is the table watched at another server?
    pub(crate) fn has(&self, table: &str) -> bool {
        self.tables.contains_key(table)
    }

    /// Hands a message about a table on to the server where it is watched.
    pub(crate) async fn hand_on(&mut self, table: &str, text: &str) -> Result<(), Refusal> {
        let sender = self.tables.get(table).and_then(|epoch| self.by_epoch.get(epoch));
        let sender = sender.ok_or_else(Refusal::moved)?;
        sender.send(Message::text(text)).await.map_err(|_| Refusal::moved())
    }

    async fn reach(&self, peer: &Peer) -> Result<mpsc::Sender<Message>, Refusal> {
        let address = format!("ws://{}/ws", peer.address);
        let mut request = address.into_client_request().map_err(|_| Refusal::moved())?;
        introduce(request.headers_mut(), &self.cluster.peer_token, self.client, false);
        let reached = timeout(REACHING, connect_async(request)).await;
        let (socket, _) = reached.map_err(|_| Refusal::moved())?.map_err(|error| refused(&error))?;
        self.cluster.relayed.fetch_add(1, Ordering::Relaxed);
        let (sender, inbox) = mpsc::channel(WAITING);
        let (cluster, peer, outbox) = (Arc::clone(&self.cluster), peer.clone(), Arc::clone(&self.outbox));
        tokio::spawn(async move {
            tokio::select! {
                () = talk(socket, inbox, &outbox) => {}
                () = cluster.lease.until_gone(&peer) => {}
            }
            outbox.end();
        });
        Ok(sender)
    }
}

/// A server that lets the client have no more sockets says so itself.
fn refused(error: &tokio_tungstenite::tungstenite::Error) -> Refusal {
    match error {
        tokio_tungstenite::tungstenite::Error::Http(answer) if answer.status() == 429 => {
            Refusal::new("limit", "the table's server has as many sockets of yours as it may")
        }
        _ => Refusal::moved(),
    }
}

/// Hands messages on in both directions until either side ends.
async fn talk(mut socket: Socket, mut inbox: mpsc::Receiver<Message>, outbox: &Outbox) {
    loop {
        tokio::select! {
            message = inbox.recv() => {
                let Some(message) = message else {
                    let _ = socket.close(None).await;
                    return;
                };
                if socket.send(message).await.is_err() {
                    return;
                }
            }
            output = socket.next() => match output {
                Some(Ok(Message::Text(text))) => outbox.send(Utf8Bytes::from(text.as_str())),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
        }
    }
}
