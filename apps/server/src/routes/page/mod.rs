//! The page, which is inside the binary.
//!
//! An address of the page names all that its screen needs by the version of the files (`/page/~VERSION/…`), so a browser that
//! was here before asks for nothing again; the modules come as one answer ([`joined`]), and so do the style sheets.

mod joined;

use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};

use axum::Extension;
use axum::extract::{ConnectInfo, State};
use axum::http::Uri;
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
use crate::limits::LimitedAction;
use crate::refusal::Refusal;
use crate::requests::IsSecure;
use crate::unread::Gathered;

/// The files of the page; in debug builds they are read from disk, so a change shows at once.
#[derive(Embed)]
#[folder = "page/"]
struct Files;

/// The style sheets of every screen, in the order in which they count; the review loads its own.
const SHEETS: [&str; 6] = ["base", "screens", "table", "play", "games", "machi"];
/// What `index.html` calls the joined modules.
const JOINED: &str = "/page/join/app.js";
/// Before this stands what is asked for at once.
const EARLY: &str = "<script src=\"/page/early.js\">";
/// Every screen needs the list of games. Where a token is wanted, `early.js` asks for it: who comes by a link is let in first.
const CATALOG: &str = "<link rel=\"preload\" href=\"/api/catalog\" as=\"fetch\" crossorigin>\n";

/// `GET /`, and every other address that the page shows something at.
pub(crate) async fn shell(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let game =
        path.strip_prefix("/t/").and_then(|table| app.tables.game_of(table)).filter(|game| has_module(game));
    let wanted = match (path.split('/').nth(1).unwrap_or_default(), game) {
        ("", _) => "app+home".to_owned(),
        ("t", Some(game)) => format!("app+table+games/{game}"),
        ("t", None) => "app+table".to_owned(),
        ("r", _) => "app+replay".to_owned(),
        (screen, _) => format!("app+{screen}"),
    };
    let text = text_of("index.html").unwrap_or_default();
    let text = text.replace(JOINED, &format!("/page/join/{wanted}.js"));
    let early = if app.guard.access.is_none() { CATALOG } else { "" };
    let text = text.replace(EARLY, &format!("{early}{EARLY}"));
    let text = text.replace("\"/page/", &format!("\"/page/~{}/", version()));
    tagged("index.html", text.into_bytes(), false, &headers)
}

/// Has the game a module of the page's own?
fn has_module(game: &str) -> bool {
    Files::get(&format!("games/{game}.js")).is_some()
}

/// `GET /page/FILE`, `/page/~VERSION/FILE`
pub(crate) async fn file(Path(file): Path<String>, headers: HeaderMap) -> Response {
    let named = file.strip_prefix('~').and_then(|rest| rest.split_once('/'));
    let (name, is_fixed) = named.map_or((file.as_str(), false), |(of, name)| (name, of == version()));
    let Some(data) = data_of(name) else {
        return Refusal::new("route", format!("there is no file `{name}`")).into_response();
    };
    tagged(name, data, is_fixed, &headers)
}

/// A file; the style sheets and modules joined where they are asked for together.
fn data_of(name: &str) -> Option<Vec<u8>> {
    if name == "style/all.css" {
        return Some(sheets().into_bytes());
    }
    if let Some(names) = name.strip_prefix("join/").and_then(|names| names.strip_suffix(".js")) {
        return joined::script(names, &text_of).map(String::into_bytes);
    }
    Some(Files::get(name)?.data.into_owned())
}

/// All style sheets, the colours of pictures first.
fn sheets() -> String {
    let own = SHEETS.iter().filter_map(|sheet| text_of(&format!("style/{sheet}.css")));
    own.fold(tercet_draw::stylesheet(), |all, sheet| all + &sheet)
}

fn text_of(name: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&Files::get(name)?.data).into_owned())
}

/// Which files these are; in debug builds they may change while the server runs.
fn version() -> String {
    static FIXED: LazyLock<String> = LazyLock::new(version_now);
    if cfg!(debug_assertions) { version_now() } else { FIXED.clone() }
}

fn version_now() -> String {
    let mut all = blake3::Hasher::new();
    for name in Files::iter() {
        if let Some(file) = Files::get(&name) {
            all.update(name.as_bytes()).update(&file.metadata.sha256_hash());
        }
    }
    all.update(tercet_draw::stylesheet().as_bytes());
    short(all.finalize().as_bytes())
}

/// The first eight bytes of a hash.
fn short(hash: &[u8]) -> String {
    hash.iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
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
    app.limiter.count(address.ip(), LimitedAction::Enter)?;
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

/// A file with its tag; one that is named by its version never changes.
fn tagged(name: &str, data: Vec<u8>, is_fixed: bool, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", short(blake3::hash(&data).as_bytes()));
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let kept = if is_fixed { "max-age=31536000, immutable" } else { "no-cache" };
    let about = [(CONTENT_TYPE, kind(name)), (CACHE_CONTROL, kept), (ETAG, tag.as_str())];
    if known == Some(tag.as_str()) {
        return (StatusCode::NOT_MODIFIED, about, Extension(Gathered(data.len()))).into_response();
    }
    (about, data).into_response()
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
