//! What is done for every request: it gets a number and its client's address, its body is read in time, and what came of it
//! is counted and logged. No line has a token, a table's name or what a client wrote.

use std::any::Any;
use std::borrow::Cow;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::CONNECTION;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::connections::BEGINNING;
use crate::limits::limit_key;
use crate::refusal::Refusal;
use crate::shares::asked_by;

/// The header that names a request, so that a complaint can be found in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// A request's largest body: a position with its record.
const LARGEST_BODY: usize = 256 * 1024;

/// The code of a refusal, which an answer carries to the log.
#[derive(Clone, Debug)]
pub(crate) struct RefusalCode(pub(crate) Cow<'static, str>);

/// Did the client come over TLS?
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsSecure(pub(crate) bool);

/// What is logged of a request.
struct Asked {
    id: String,
    method: String,
    route: String,
    client: IpAddr,
    begun: Instant,
}

/// Numbers a request, finds out who asks, has it answered, counts and logs it.
pub(crate) async fn observe(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
    let peer = peer.unwrap_or_else(|| SocketAddr::from(([0, 0, 0, 0], 0)));
    let client = app.proxies.client(peer.ip(), request.headers());
    let is_secure = app.proxies.is_secure(peer.ip(), request.headers());
    // All that comes later knows the client by this, whether a proxy stands between or not.
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(client, peer.port())));
    request.extensions_mut().insert(IsSecure(is_secure));
    let route = request.extensions().get::<MatchedPath>().map_or("-", MatchedPath::as_str).to_owned();
    let method = request.method().to_string();
    let asked = Asked { id: next_id(), method, route, client, begun: Instant::now() };
    let mut response = match paced(&app, peer.ip(), client).await {
        Ok(()) => asked_by(Some(limit_key(client)), next.run(request)).await,
        Err(refusal) => refusal.into_response(),
    };
    asked.log(&app, &response);
    response.headers_mut().insert(REQUEST_ID, HeaderValue::from_str(&asked.id).expect("digits are a header"));
    response
}

/// Delays a request that came through a proxy until its client's turn. Direct clients are delayed before their bytes are read.
async fn paced(app: &App, peer: IpAddr, client: IpAddr) -> Result<(), Refusal> {
    if app.proxies.has(peer) {
        let behind = || {
            Refusal::new("limit", "this address sends more than it is listened to; come again in a moment")
        };
        sleep(app.pace.admit(limit_key(client), BEGINNING).ok_or_else(behind)?).await;
    } else {
        // Many requests may come in the bytes of one.
        sleep(app.pace.count(limit_key(client), 1)).await;
    }
    Ok(())
}

impl Asked {
    fn log(&self, app: &App, response: &Response) {
        let took = self.begun.elapsed();
        let status = response.status().as_u16();
        app.tables.metrics.requests.took(took);
        app.tables.metrics.answered(status);
        let code = response.extensions().get::<RefusalCode>().map(|RefusalCode(code)| code);
        if let Some(code) = code {
            app.tables.metrics.refused(code.clone());
        }
        let Asked { id, method, route, client, .. } = self;
        let (ms, code) = (millis(took), code.map_or("", AsRef::as_ref));
        tracing::info!(target: "tercet::access", id, method, route, status, ms, %client, code, "request");
        // Forbidden, too many, failed: these are worth a look.
        if matches!(status, 401 | 403 | 408 | 429 | 500..) && app.limiter.is_worth_a_line() {
            tracing::warn!(target: "tercet::audit", id, method, route, status, %client, code, "refused");
        }
    }
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 1e2
}

/// A name for a request that no other of this process has.
fn next_id() -> String {
    static LAST: AtomicU64 = AtomicU64::new(0);
    format!("{:x}-{:x}", std::process::id(), LAST.fetch_add(1, Ordering::Relaxed) + 1)
}

/// Reads the whole body, in time and up to its largest size, before anything is done with it.
pub(crate) async fn whole_body(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let time = app.limiter.limits().body;
    let (parts, body) = request.into_parts();
    match timeout(time, to_bytes(body, LARGEST_BODY)).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Ok(Err(error)) => last_answer(unreadable(&error)),
        Err(_) => {
            last_answer(Refusal::new("slow", format!("the body took longer than {} s", time.as_secs_f64())))
        }
    }
}

fn unreadable(error: &axum::Error) -> Refusal {
    let cause = std::error::Error::source(error);
    let is_large = cause.is_some_and(<dyn std::error::Error>::is::<http_body_util::LengthLimitError>);
    if is_large {
        return Refusal::new("large", format!("a body has {LARGEST_BODY} bytes at most"));
    }
    Refusal::new("json", format!("the body can't be read: {error}"))
}

/// The answer after a fault of the server's own; details are in the log, not in the answer.
#[allow(clippy::needless_pass_by_value, reason = "the layer gives it so")]
pub(crate) fn panicked(why: Box<dyn Any + Send + 'static>) -> Response {
    let words =
        why.downcast_ref::<String>().map(String::as_str).or_else(|| why.downcast_ref::<&str>().copied());
    tracing::error!("a request failed: {}", words.unwrap_or("nobody knows why"));
    Refusal::new("broken", "this request has failed; the server's log says why").into_response()
}

/// An answer after which nothing more is read from the connection.
fn last_answer(refusal: Refusal) -> Response {
    let mut response = refusal.into_response();
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}
