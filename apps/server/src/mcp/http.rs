//! `/mcp`: the same tools over HTTP, with the token. Requests stand alone; there are no sessions.

use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::Agents;
use crate::app::App;
use crate::refusal::Refusal;
use crate::tokens::{Token, TokenHash};

/// The service. Host and Origin are checked by the guard, which knows the server's own address.
pub(crate) fn service(app: &Arc<App>) -> StreamableHttpService<Agents, NeverSessionManager> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_max_request_body_bytes(64 * 1024);
    let agents = Agents::new(Arc::clone(&app.tables), Some(Arc::clone(app)));
    StreamableHttpService::new(move || Ok(agents.clone()), Arc::default(), config)
}

/// Does the request carry the token?
pub(crate) fn authorise(expected: Option<&TokenHash>, headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(expected) = expected else {
        return Err(Refusal::new("route", "agents are not let in; start the server with --mcp-token"));
    };
    let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer "));
    if given.is_some_and(|given| expected.is_of(&Token::given(given))) {
        return Ok(());
    }
    Err(Refusal::new("access", "agents need the token in `Authorization: Bearer …`"))
}
