//! Taking connections and answering them, until the server is stopped.
//!
//! This is hyper's own connection for HTTP/1 instead of `axum::serve`, which has no hook for a connection's time, for its
//! place among the others or for errors of `accept`.

use std::convert::Infallible;
use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::StatusCode;
use axum::response::Response;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::stream::Stream;
use super::{Connections, Full, Link, Slot};
use crate::app::until_stopping;

/// How long to wait where the system has no files left for another connection.
const BREATH: Duration = Duration::from_millis(50);
/// The largest head of a request.
const LARGEST_HEAD: usize = 64 * 1024;
/// How many connections at a time get the answer that the server is full.
const MOST_TOLD: usize = 32;
/// How long that answer may take to be read.
const ANSWERING: Duration = Duration::from_secs(2);

/// What answers connections.
#[derive(Clone)]
pub(crate) struct Service {
    pub(crate) router: Router,
    pub(crate) connections: Arc<Connections>,
    /// Whose a connection is, by where it comes from; nobody's where a proxy brings many clients.
    pub(crate) key: Arc<dyn Fn(IpAddr) -> Option<IpAddr> + Send + Sync>,
    /// Turns true when the server is to stop.
    pub(crate) stopping: watch::Receiver<bool>,
}

/// Takes connections until the server is stopped. The listener is closed then.
pub(crate) async fn accept(listener: TcpListener, service: Service) {
    let mut stopping = service.stopping.clone();
    let output = Arc::new(Semaphore::new(MOST_TOLD));
    let mut late = interval((service.connections.limits.head / 4).clamp(BREATH, Duration::from_secs(1)));
    late.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            taken = listener.accept() => match taken {
                Ok((stream, peer)) => service.take(stream, peer, &output),
                Err(error) => service.recover(&error).await,
            },
            _ = late.tick() => service.connections.cut_late(),
            () = until_stopping(&mut stopping) => return,
        }
    }
}

impl Service {
    fn take(&self, stream: TcpStream, peer: SocketAddr, output: &Arc<Semaphore>) {
        // A move is one small message: waiting to fill a packet would only delay it.
        let _ = stream.set_nodelay(true);
        match self.connections.admit((self.key)(peer.ip())) {
            Ok((slot, wait)) => {
                tokio::spawn(self.clone().answer(stream, peer, slot, wait));
            }
            Err(full) => {
                if self.connections.lines.has_room() {
                    let (client, why) = (peer.ip(), full.words());
                    tracing::warn!(target: "tercet::audit", %client, "a connection was refused: {why}");
                }
                match Arc::clone(output).try_acquire_owned() {
                    Ok(permit) => {
                        tokio::spawn(async move {
                            let _ = timeout(ANSWERING, answer_full(stream, full)).await;
                            drop(permit);
                        });
                    }
                    // There is room for it in the system's buffer; whether it is heard is not waited for.
                    Err(_) => {
                        let _ =
                            stream.into_std().and_then(|mut stream| stream.write(full.answer().as_bytes()));
                    }
                }
            }
        }
    }

    /// The system may have no files left, also because of others: the longest silent goes, and all is tried again.
    async fn recover(&self, error: &std::io::Error) {
        tracing::warn!("no connection could be taken: {error}");
        self.connections.make_room();
        sleep(BREATH).await;
    }

    /// Answers a connection until it ends, is cut, or the server stops.
    async fn answer(mut self, stream: TcpStream, peer: SocketAddr, slot: Slot, wait: Duration) {
        let link = Arc::clone(slot.link());
        let io = TokioIo::new(Stream::new(stream, slot, self.connections.limits.unread, wait));
        let (router, own) = (self.router.clone(), Arc::clone(&link));
        let answer = service_fn(move |request| answer(router.clone(), Arc::clone(&own), peer, request));
        let connection =
            http1::Builder::new().max_buf_size(LARGEST_HEAD).serve_connection(io, answer).with_upgrades();
        tokio::pin!(connection);
        let mut is_stopping = false;
        loop {
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!(client = %peer.ip(), "a connection broke: {}", chain(&error));
                    }
                    return;
                }
                why = link.until_cut() => {
                    if self.connections.lines.has_room() {
                        tracing::info!(target: "tercet::audit", client = %peer.ip(), "a connection was cut: {why}");
                    }
                    return;
                }
                () = until_stopping(&mut self.stopping), if !is_stopping => {
                    is_stopping = true;
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
    }
}

/// Answers one request. The connection counts as silent again when all of the answer is on its way.
async fn answer(
    router: Router,
    link: Arc<Link>,
    peer: SocketAddr,
    request: Request<Incoming>,
) -> Result<Response, Infallible> {
    link.begin();
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    request.extensions_mut().insert(Arc::clone(&link));
    let response = TowerToHyperService::new(router).call(request).await?;
    // A socket stays busy: it has times of its own.
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        return Ok(response);
    }
    let busy = BusyUntilDropped(link);
    Ok(response.map(|body| {
        Body::new(body.map_err(move |error| {
            let _ = &busy;
            error
        }))
    }))
}

struct BusyUntilDropped(Arc<Link>);

impl Drop for BusyUntilDropped {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Full {
    fn words(self) -> &'static str {
        match self {
            Full::Server => "the server has as many connections as it can; come again in a moment",
            Full::Address => "this address has as many connections as it may",
            Full::Pace => "this address sends more than it is listened to; come again in a moment",
        }
    }

    /// The answer that its client gets.
    fn answer(self) -> String {
        let body = serde_json::json!({ "code": "limit", "why": self.words() }).to_string();
        let length = body.len();
        format!(
            "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             retry-after: 5\r\nconnection: close\r\n\r\n{body}"
        )
    }
}

/// Tells somebody that there is no room, and reads what they had to say: a connection that is closed before would take the
/// answer with it.
async fn answer_full(mut stream: TcpStream, full: Full) {
    let is_sent = stream.write_all(full.answer().as_bytes()).await.is_ok() && stream.shutdown().await.is_ok();
    let mut rest = [0; 1024];
    while is_sent && stream.read(&mut rest).await.is_ok_and(|length| length > 0) {}
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {}", chain(cause)),
        None => error.to_string(),
    }
}
