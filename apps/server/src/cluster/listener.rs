//! Where other servers come in: a port of its own, with the same routes. Whoever asks there shows the token that only the
//! servers of the database know. What was checked by the server that the client asked is not checked again, and nothing is
//! handed on a second time.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use tower_http::catch_panic::CatchPanicLayer;

use super::Cluster;
use crate::app::App;
use crate::connections::{Connections, Service};
use crate::limits::limit_key;
use crate::refusal::Refusal;
use crate::requests::{self, IsSecure, RefusalCode};
use crate::routes::routes;
use crate::shares::asked_by;
use crate::tokens::{Token, TokenHash};

/// The servers' token.
pub(super) const PEER: HeaderName = HeaderName::from_static("tercet-peer");
/// Who asked the server that hands the request on.
pub(super) const CLIENT: HeaderName = HeaderName::from_static("tercet-client");
/// Did that client come over TLS?
pub(super) const SECURE: HeaderName = HeaderName::from_static("tercet-client-secure");
/// The code of a refusal, for the server that hands it back.
pub(super) const CODE: HeaderName = HeaderName::from_static("tercet-refusal");

/// The request was handed on by another server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FromPeer;

#[derive(Clone)]
struct Door {
    token: TokenHash,
}

impl Door {
    /// Who asks by a server that shows the token, and whether over TLS.
    fn asked_by(&self, headers: &HeaderMap) -> Option<(IpAddr, bool)> {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let is_peer = text(PEER).is_some_and(|token| self.token.is_of(&Token::given(token)));
        let client = text(CLIENT)?.parse().ok()?;
        is_peer.then_some((client, text(SECURE) == Some("1")))
    }
}

/// What answers other servers.
pub(crate) fn service(app: &Arc<App>, cluster: &Cluster) -> Service {
    let router = routes(Arc::clone(app))
        .layer(from_fn_with_state(Arc::clone(app), requests::whole_body))
        .layer(CatchPanicLayer::custom(requests::panicked))
        .layer(from_fn_with_state(Door { token: cluster.peer_token.hash() }, let_in));
    Service {
        router,
        connections: Connections::new(*app.limiter.limits(), Arc::clone(&app.pace)),
        // All clients of a server come from its one address; each is counted by what the server says of it.
        key: Arc::new(|_| None),
        stopping: app.stopping.clone(),
    }
}

/// Lets peer servers in, and trusts the client address that they pass on.
async fn let_in(State(door): State<Door>, mut request: Request, next: Next) -> Response {
    let Some((client, is_secure)) = door.asked_by(request.headers()) else {
        return Refusal::new("access", "this port is for the servers of one database alone").into_response();
    };
    let extensions = request.extensions_mut();
    extensions.insert(ConnectInfo(SocketAddr::new(client, 0)));
    extensions.insert(IsSecure(is_secure));
    extensions.insert(FromPeer);
    // What shares places knows him here, too: another server is no way round it.
    let mut response = asked_by(Some(limit_key(client)), next.run(request)).await;
    let code = response.extensions().get::<RefusalCode>();
    if let Some(code) = code.and_then(|RefusalCode(code)| HeaderValue::from_str(code).ok()) {
        response.headers_mut().insert(CODE, code);
    }
    response
}

/// What a server says of itself and of who asked it.
pub(super) fn introduce(headers: &mut HeaderMap, token: &Token, client: IpAddr, is_secure: bool) {
    let value = |text: &str| HeaderValue::from_str(text).expect("tokens and addresses are plain letters");
    headers.insert(PEER, value(token.reveal()));
    headers.insert(CLIENT, value(&client.to_string()));
    headers.insert(SECURE, value(if is_secure { "1" } else { "0" }));
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use hyper::service::Service as _;
    use hyper_util::service::TowerToHyperService;

    use super::*;
    use crate::shares::visitor;

    #[tokio::test]
    async fn who_comes_by_another_server_has_his_own_share_here() {
        let token = Token::draw();
        let who = get(async || format!("{:?}", visitor()));
        let router =
            Router::new().route("/", who).layer(from_fn_with_state(Door { token: token.hash() }, let_in));
        let mut request = Request::new(Body::empty());
        let client = "2001:db8:1:2:3:4:5:6".parse().unwrap();
        introduce(request.headers_mut(), &token, client, false);
        let answer = TowerToHyperService::new(router).call(request).await.unwrap();
        let text = to_bytes(answer.into_body(), 100).await.unwrap();
        assert_eq!(text, "Some(2001:db8:1:2::)");
    }
}
