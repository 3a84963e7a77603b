//! Who may ask: pages of our own, and those who know the server's token where it has one.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::app::App;
use crate::mcp;
use crate::refusal::Refusal;
use crate::tokens::{Token, TokenHash};

/// The header in which programs send the server's token.
pub(crate) const ACCESS: &str = "tercet-access";
/// The cookie in which browsers do, written as base64url: a token may have letters that no cookie can.
const COOKIE_NAME: &str = "tercet_access";

/// Where requests may come from.
#[derive(Debug)]
pub(crate) struct Guard {
    /// The hash of the server's token, where it has one.
    pub(crate) access: Option<TokenHash>,
    /// The hash of the agents' token, where they are let in.
    pub(crate) agents: Option<TokenHash>,
    /// Is the server for this machine alone? Then only this machine's names may stand in a request: a page elsewhere could
    /// have its own name point here.
    pub(crate) is_local: bool,
    /// Other pages that may ask, as in `https://games.example`.
    pub(crate) origins: Vec<String>,
}

impl Guard {
    /// Is the request's page one of ours? Programs that are no browsers name none.
    pub(crate) fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        let host = text(HOST).unwrap_or("");
        if self.is_local && !is_this_machine(host) {
            return Err(Refusal::new("origin", format!("`{host}` is not a name of this machine")));
        }
        let Some(origin) = text(ORIGIN) else { return Ok(()) };
        let is_own = origin.split_once("://").is_some_and(|(_, page)| page == host);
        if is_own || self.origins.iter().any(|allowed| allowed == origin) {
            return Ok(());
        }
        Err(Refusal::new("origin", format!("`{origin}` may not ask here")))
    }

    /// Does the request know the server's token, where it has one?
    pub(crate) fn check_access(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let Some(access) = &self.access else { return Ok(()) };
        let header = headers.get(ACCESS).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let given = header.or_else(|| cookie(headers));
        if given.is_some_and(|given| access.is_of(&Token::given(&given))) {
            return Ok(());
        }
        Err(Refusal::new("access", "this server wants its token"))
    }
}

/// The cookie for a token, for a year.
pub(crate) fn cookie_of(token: &str) -> String {
    let value = URL_SAFE_NO_PAD.encode(token);
    format!("{COOKIE_NAME}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000")
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == COOKIE_NAME)?;
    String::from_utf8(URL_SAFE_NO_PAD.decode(value).ok()?).ok()
}

/// Is it a name of this machine, with or without a port?
fn is_this_machine(host: &str) -> bool {
    let address = host.parse::<SocketAddr>().map(|address| address.ip());
    let address = address.or_else(|_| host.trim_matches(['[', ']']).parse::<IpAddr>());
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    address.is_ok_and(|address| address.is_loopback()) || name.eq_ignore_ascii_case("localhost")
}

/// Lets through who may ask. The page itself holds no secret and asks for the token, so it is for everybody.
pub(crate) async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_agent = path == "/mcp" || path.starts_with("/mcp/");
    // `/t/TABLE` is the page, `/t/TABLE/17.svg` a picture of the table.
    let is_picture = (path.starts_with("/t/") || path.starts_with("/r/")) && path.matches('/').count() > 2;
    let needs_access = is_agent || is_picture || path.starts_with("/api/") || path == "/ws";
    let headers = request.headers();
    let access = match path {
        _ if is_agent => mcp::authorise(app.guard.agents.as_ref(), headers),
        "/api/enter" => Ok(()),
        _ if needs_access => app.guard.check_access(headers),
        _ => Ok(()),
    };
    // A page elsewhere may link here, but not have things done.
    let is_link = request.method() == Method::GET && !needs_access;
    let origin = if is_link { app.guard.check_host(headers) } else { app.guard.check_origin(headers) };
    match origin.and(access) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

impl Guard {
    fn check_host(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut only_host = HeaderMap::new();
        if let Some(host) = headers.get(HOST) {
            only_host.insert(HOST, host.clone());
        }
        self.check_origin(&only_host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    fn code(result: Result<(), Refusal>) -> String {
        result.map_or_else(|refusal| refusal.code.into_owned(), |()| "ok".to_owned())
    }

    #[test]
    fn only_our_own_pages_may_ask() {
        let guard = Guard {
            access: None,
            agents: None,
            is_local: true,
            origins: vec!["https://ok.example".to_owned()],
        };
        let ask = |host: &str, origin: &str| {
            code(guard.check_origin(&headers(&[("host", host), ("origin", origin)])))
        };
        assert_eq!(ask("127.0.0.1:8080", "http://127.0.0.1:8080"), "ok");
        assert_eq!(ask("localhost:8080", "https://ok.example"), "ok");
        assert_eq!(ask("127.0.0.1:8080", "http://127.0.0.1:9090"), "origin");
        assert_eq!(ask("127.0.0.1:8080", "null"), "origin");
        assert_eq!(ask("evil.example:8080", "http://evil.example:8080"), "origin");
        assert_eq!(code(guard.check_origin(&headers(&[("host", "[::1]:8080")]))), "ok");
    }

    #[test]
    fn a_token_is_wanted_where_there_is_one() {
        let guard = Guard {
            access: Some(Token::given("open").hash()),
            agents: None,
            is_local: false,
            origins: Vec::new(),
        };
        let ask = |pairs| code(guard.check_access(&headers(pairs)));
        assert_eq!(ask(&[]), "access");
        assert_eq!(ask(&[("tercet-access", "opem")]), "access");
        assert_eq!(ask(&[("tercet-access", "open")]), "ok");
        assert_eq!(ask(&[("cookie", "a=b; tercet_access=b3Blbg")]), "ok");
        assert_eq!(ask(&[("cookie", "tercet_access=open")]), "access");
        assert_eq!(cookie_of("open").split(';').next(), Some("tercet_access=b3Blbg"));
    }
}
