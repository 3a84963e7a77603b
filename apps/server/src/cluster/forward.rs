//! Handing requests on to the server that has their table.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{ACCEPT_ENCODING, CONNECTION, CONTENT_LENGTH, HOST, TRANSFER_ENCODING, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http_body_util::Full;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde::Deserialize;
use tercet_postgres::Peer;
use tokio::time::{Instant, sleep};

use super::Cluster;
use super::listener::{CODE, FromPeer, introduce};
use crate::app::App;
use crate::refusal::Refusal;
use crate::requests::{IsSecure, RefusalCode};
use crate::tables::TableLocation;

/// How long to wait before a table is looked for again.
const BREATH: Duration = Duration::from_millis(100);
/// The largest body; it was read whole before, so it is no larger.
const LARGEST: usize = 1 << 20;

pub(super) type PeerClient = Client<HttpConnector, Full<Bytes>>;

pub(super) fn peer_client() -> PeerClient {
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    connector.set_connect_timeout(Some(Duration::from_secs(2)));
    Client::builder(TokioExecutor::new()).build(connector)
}

/// What came of handing a request on.
enum Sent {
    Answered(Response),
    /// It was not done: nobody is there, or that server has not the table.
    NotDone,
    /// Nobody knows whether it was done.
    Unknown,
}

/// Answers here if the request's table is here or it has none; hands it on otherwise.
pub(crate) async fn forward(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let Some(cluster) = app.cluster.as_ref() else { return next.run(request).await };
    if request.extensions().get::<FromPeer>().is_some() {
        return next.run(request).await;
    }
    let path = request.uri().path();
    if game_of(path).is_some_and(|game| cluster.feed.is_behind(game)) {
        cluster.feed.catch_up().await;
        return next.run(request).await;
    }
    let named = table_of(path).map(str::to_owned);
    if named.is_none() && path != "/mcp" {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, LARGEST).await else {
        return Refusal::new("json", "the body can't be read").into_response();
    };
    match named.or_else(|| agents_table(&bytes)) {
        Some(table) => hand_on(&app, cluster, &table, parts, bytes, next).await,
        None => next.run(Request::from_parts(parts, Body::from(bytes))).await,
    }
}

async fn hand_on(
    app: &Arc<App>,
    cluster: &Cluster,
    table: &str,
    parts: Parts,
    bytes: Bytes,
    next: Next,
) -> Response {
    let until = Instant::now() + cluster.patience();
    loop {
        match app.tables.locate(table).await {
            Ok(TableLocation::Here(_)) => {
                return next.run(Request::from_parts(parts, Body::from(bytes))).await;
            }
            Ok(TableLocation::There(peer)) => match cluster.send(&peer, &parts, bytes.clone()).await {
                Sent::Answered(response) => return response,
                Sent::NotDone => {}
                // What only looks may be asked again.
                Sent::Unknown if parts.method == Method::GET || parts.method == Method::HEAD => {}
                Sent::Unknown => return Refusal::moved().into_response(),
            },
            Err(refusal) if refusal.code == "moved" => {}
            Err(refusal) => return refusal.into_response(),
        }
        if Instant::now() >= until {
            return Refusal::moved().into_response();
        }
        sleep(BREATH).await;
    }
}

impl Cluster {
    async fn send(&self, peer: &Peer, parts: &Parts, bytes: Bytes) -> Sent {
        let Some(request) = self.request(peer, parts, bytes) else { return Sent::NotDone };
        self.forwarded.fetch_add(1, Ordering::Relaxed);
        let answer = tokio::select! {
            answer = self.peers.request(request) => answer,
            // A server that is paused does not answer; when its lease is over, others do.
            () = self.lease.until_gone(peer) => return Sent::Unknown,
        };
        match answer {
            Ok(answer) if answer.headers().get(CODE).is_some_and(|code| code == "moved") => Sent::NotDone,
            Ok(answer) => {
                let (mut head, body) = answer.into_parts();
                for hop in [CONNECTION, TRANSFER_ENCODING] {
                    head.headers.remove(hop);
                }
                // Counted here, as if it had been refused here.
                let code = head.headers.remove(CODE).and_then(|code| Some(code.to_str().ok()?.to_owned()));
                if let Some(code) = code {
                    head.extensions.insert(RefusalCode(code.into()));
                }
                Sent::Answered(Response::from_parts(head, Body::new(body)))
            }
            Err(error) if error.is_connect() => Sent::NotDone,
            Err(error) => {
                tracing::debug!("a server broke off: {error}");
                Sent::Unknown
            }
        }
    }

    fn request(&self, peer: &Peer, parts: &Parts, bytes: Bytes) -> Option<hyper::Request<Full<Bytes>>> {
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        let uri: Uri = format!("http://{}{path}", peer.address).parse().ok()?;
        let mut request = hyper::Request::new(Full::new(bytes));
        *request.method_mut() = parts.method.clone();
        *request.uri_mut() = uri;
        *request.headers_mut() = handed_on(&parts.headers);
        introduce(request.headers_mut(), &self.peer_token, client_of(parts), is_secure(parts));
        Some(request)
    }
}

/// The headers without what is of one connection alone.
fn handed_on(headers: &HeaderMap) -> HeaderMap {
    let mut headers = headers.clone();
    for own in [HOST, CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING, UPGRADE, ACCEPT_ENCODING] {
        headers.remove(own);
    }
    headers
}

fn client_of(parts: &Parts) -> IpAddr {
    let known = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    known.map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip())
}

fn is_secure(parts: &Parts) -> bool {
    parts.extensions.get::<IsSecure>().is_some_and(|IsSecure(is_secure)| *is_secure)
}

/// The table of an address: `/api/tables/TABLE…` or `/t/TABLE/17.svg`.
fn table_of(path: &str) -> Option<&str> {
    let name = |rest: &'_ str| rest.split('/').next().unwrap_or("").len();
    if let Some(rest) = path.strip_prefix("/api/tables/") {
        return Some(&rest[..name(rest)]).filter(|name| !name.is_empty());
    }
    // `/t/TABLE` alone is the page, which is the same everywhere.
    let rest = path.strip_prefix("/t/")?;
    rest.contains('/').then(|| &rest[..name(rest)])
}

/// The game of an address: `/api/games/17…`, `/api/replay/17…` or `/r/17…`.
fn game_of(path: &str) -> Option<i64> {
    let rest = ["/api/games/", "/api/replay/", "/r/"].iter().find_map(|start| path.strip_prefix(start))?;
    rest.split('/').next()?.parse().ok()
}

/// The table that an agent's tool is about.
fn agents_table(body: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Call {
        params: Params,
    }
    #[derive(Deserialize)]
    struct Params {
        arguments: Arguments,
    }
    #[derive(Deserialize)]
    struct Arguments {
        game_id: String,
    }
    serde_json::from_slice::<Call>(body).ok().map(|call| call.params.arguments.game_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_games_are_read_off_addresses() {
        for (path, table) in [
            ("/api/tables/abc", Some("abc")),
            ("/api/tables/abc/act", Some("abc")),
            ("/t/abc/17.svg", Some("abc")),
            ("/t/abc", None),
            ("/api/tables", None),
            ("/api/tables/", None),
            ("/page/t/abc", None),
        ] {
            assert_eq!(table_of(path), table, "{path}");
        }
        assert_eq!(
            (game_of("/api/games/17/record"), game_of("/r/18"), game_of("/api/games")),
            (Some(17), Some(18), None)
        );
        let call = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":{"game_id":"abc"}}}"#;
        assert_eq!(agents_table(call).as_deref(), Some("abc"));
        assert_eq!(agents_table(br#"{"method":"tools/list"}"#), None);
    }
}
