//! The page, which is inside the binary.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{ConnectInfo, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;
use schemars::JsonSchema;
use serde::Deserialize;

use super::address::Path;
use super::body::Body;
use crate::app::App;
use crate::guard::{ACCESS, cookie_of};
use crate::limits::Wish;
use crate::refusal::Refusal;
use crate::requests::IsSecure;

/// The files of the page; in debug builds they are read from disk, so a change shows at once.
#[derive(Embed)]
#[folder = "page/"]
struct Files;

/// `GET /`, and every other address that the page shows something at.
pub(crate) async fn shell(headers: HeaderMap) -> Response {
    embedded("index.html", &headers)
}

/// `GET /page/FILE`
pub(crate) async fn file(Path(file): Path<String>, headers: HeaderMap) -> Response {
    embedded(&file, &headers)
}

/// `GET /pictures.css`
pub(crate) async fn pictures_css() -> Response {
    ([(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-cache")], tercet_draw::stylesheet())
        .into_response()
}

/// `POST /api/enter`: the server's token, or the owner's, becomes a cookie.
pub(crate) async fn enter(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Extension(IsSecure(is_secure)): Extension<IsSecure>,
    Body(Enter { token }): Body<Enter>,
) -> Result<Response, Refusal> {
    app.limiter.wish(address.ip(), Wish::Enter)?;
    let mut headers = HeaderMap::new();
    let unreadable = || Refusal::new("access", "this server wants its token");
    headers.insert(ACCESS, token.parse().map_err(|_| unreadable())?);
    app.guard.check_access(&headers)?;
    let is_owner = app.guard.is_owner(&headers);
    if app.guard.access.is_none() && !is_owner {
        return Err(Refusal::new("owner", "that is not the owner's token"));
    }
    if is_owner {
        tracing::info!(target: "tercet::audit", client = %address.ip(), "the owner was let in");
    }
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie_of(&token, is_secure))]).into_response())
}

/// `GET /api/owner`: says whether you are the owner; the guard lets nobody else in.
pub(crate) async fn owner() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// The body of `POST /api/enter`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Enter {
    token: String,
}

fn embedded(name: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Files::get(name) else {
        return Refusal::new("route", format!("there is no file `{name}`")).into_response();
    };
    let hash = file.metadata.sha256_hash();
    let short = hash.iter().take(8).fold(0_u64, |tag, byte| tag << 8 | u64::from(*byte));
    let tag = format!("\"{short:016x}\"");
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let about = [(CONTENT_TYPE, kind(name)), (CACHE_CONTROL, "no-cache"), (ETAG, tag.as_str())];
    if known == Some(tag.as_str()) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, file.data).into_response()
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
