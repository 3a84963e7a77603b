//! Who may ask: pages of our own, and those who know the server's token where it has one.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::app::App;
use crate::limits::LimitedAction;
use crate::mcp;
use crate::owner::Owner;
use crate::proxies::is_handed_on;
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
    /// Names that the server may be asked by; with any, only these and this machine's.
    pub(crate) hosts: Vec<String>,
    /// Other pages that may ask, as in `https://games.example`.
    pub(crate) origins: Vec<String>,
    /// Who the owner is.
    pub(crate) owner: Owner,
}

/// What only the owner may do.
const OWNERS: &[(Method, &str)] = &[
    (Method::GET, "/api/owner"),
    (Method::GET, "/api/export/{file}"),
    (Method::POST, "/api/tournaments"),
    (Method::POST, "/api/tournaments/{tournament}/stop"),
    (Method::POST, "/api/tournaments/{tournament}/resume"),
    (Method::DELETE, "/api/tables/{table}"),
];

impl Guard {
    /// Is the request's page one of ours? Programs that are no browsers name none.
    pub(crate) fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        if headers.get_all(HOST).iter().count() > 1 {
            return Err(Refusal::new("origin", "the request names several servers; give one `Host`"));
        }
        let host = text(HOST).unwrap_or("");
        if !self.has_name(host) {
            let why = format!("`{host}` is not a name of this server; --host NAME gives it one");
            return Err(Refusal::new("origin", why));
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
        let is_known = given(headers).is_some_and(|token| access.is_of(&token));
        if is_known || self.is_owner(headers) {
            return Ok(());
        }
        Err(Refusal::new("access", "this server wants its token"))
    }

    /// Does the owner ask? The owner's token lets in like the server's own.
    pub(crate) fn is_owner(&self, headers: &HeaderMap) -> bool {
        match &self.owner {
            // What a proxy hands on may come from anywhere.
            Owner::Anybody => !is_handed_on(headers),
            Owner::Token(hash) => given(headers).is_some_and(|token| hash.is_of(&token)),
        }
    }

    fn check_owner(&self, request: &Request) -> Result<(), Refusal> {
        let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
        // A HEAD is answered as a GET is.
        let method = if request.method() == Method::HEAD { &Method::GET } else { request.method() };
        if !OWNERS.iter().any(|(each, path)| each == method && *path == route) {
            return Ok(());
        }
        if !self.is_owner(request.headers()) {
            return Err(Refusal::new("owner", "only the owner may do that, who knows the owner's token"));
        }
        tracing::info!(target: "tercet::audit", %method, route, "asked by the owner");
        Ok(())
    }

    fn has_name(&self, host: &str) -> bool {
        let name = without_port(host);
        let is_any = self.hosts.is_empty() && !self.is_local;
        is_any || is_this_machine(host) || self.hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}

/// The token of the server or of its owner that a request has.
fn given(headers: &HeaderMap) -> Option<Token> {
    let header = headers.get(ACCESS).and_then(|value| value.to_str().ok()).map(str::to_owned);
    header.or_else(|| cookie(headers)).map(|token| Token::given(&token))
}

/// The cookie for a token, for a year. Who came over TLS sends it back over TLS alone.
pub(crate) fn cookie_of(token: &str, is_secure: bool) -> String {
    let value = URL_SAFE_NO_PAD.encode(token);
    let secure = if is_secure { "; Secure" } else { "" };
    format!("{COOKIE_NAME}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000{secure}")
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == COOKIE_NAME)?;
    String::from_utf8(URL_SAFE_NO_PAD.decode(value).ok()?).ok()
}

/// A host's name; what follows its colon is no part of it if it is a port.
fn without_port(host: &str) -> &str {
    let is_port = |port: &str| port.bytes().all(|digit| digit.is_ascii_digit());
    host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |(name, _)| name)
}

/// Is it a name of this machine, with or without a port?
fn is_this_machine(host: &str) -> bool {
    let address = host.parse::<SocketAddr>().map(|address| address.ip());
    let address = address.or_else(|_| host.trim_matches(['[', ']']).parse::<IpAddr>());
    let name = without_port(host);
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
    let allowed = origin.and(access).and_then(|()| app.guard.check_owner(&request));
    match count_wrong_tokens(&app, &request, is_agent, allowed) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Counts tokens that open nothing. After too many, no token of that client is accepted for a while, lest the right one be found by trying.
fn count_wrong_tokens(
    app: &App,
    request: &Request,
    is_agent: bool,
    allowed: Result<(), Refusal>,
) -> Result<(), Refusal> {
    let headers = request.headers();
    let is_given = if is_agent { headers.contains_key(AUTHORIZATION) } else { given(headers).is_some() };
    let client = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let Some(client) = client.filter(|_| is_given).map(|client| client.ip()) else { return allowed };
    match allowed {
        Ok(()) if is_agent || app.guard.has_tokens() => app.limiter.check(client, LimitedAction::WrongToken),
        Err(refusal) if matches!(refusal.code.as_ref(), "access" | "owner") => {
            if is_agent || !app.guard.knows(headers) {
                app.limiter.count(client, LimitedAction::WrongToken)?;
            }
            Err(refusal)
        }
        other => other,
    }
}

/// Lets agents and the owner begin a game of the list for evaluation, and nobody else: every try is counted, and shows its deal to
/// whoever begins it.
pub(crate) fn check_evaluation(app: &App, client: IpAddr, headers: &HeaderMap) -> Result<(), Refusal> {
    if app.guard.is_owner(headers) {
        return Ok(());
    }
    if mcp::authorise(app.guard.agents.as_ref(), headers).is_ok() {
        return app.limiter.check(client, LimitedAction::WrongToken);
    }
    if headers.contains_key(AUTHORIZATION) || given(headers).is_some_and(|_| !app.guard.knows(headers)) {
        app.limiter.count(client, LimitedAction::WrongToken)?;
    }
    let why = "only agents, who send their token as `Authorization: Bearer …`, and the owner begin games of the list for evaluation";
    Err(Refusal::new("owner", why))
}

impl Guard {
    /// Has the server a token of its own or its owner's that could be guessed?
    fn has_tokens(&self) -> bool {
        self.access.is_some() || matches!(self.owner, Owner::Token(_))
    }

    /// Is the token that was given one of the server's?
    fn knows(&self, headers: &HeaderMap) -> bool {
        let hashes =
            [self.access.as_ref(), if let Owner::Token(hash) = &self.owner { Some(hash) } else { None }];
        given(headers).is_some_and(|token| hashes.into_iter().flatten().any(|hash| hash.is_of(&token)))
    }

    fn check_host(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut only_host = HeaderMap::new();
        for host in headers.get_all(HOST) {
            only_host.append(HOST, host.clone());
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

    fn guard() -> Guard {
        Guard {
            access: None,
            agents: None,
            is_local: true,
            hosts: Vec::new(),
            origins: Vec::new(),
            owner: Owner::Anybody,
        }
    }

    #[test]
    fn only_our_own_pages_may_ask() {
        let guard = Guard { origins: vec!["https://ok.example".to_owned()], ..guard() };
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
            owner: Owner::Token(Token::given("mine").hash()),
            ..guard()
        };
        let ask = |pairs| code(guard.check_access(&headers(pairs)));
        assert_eq!(ask(&[]), "access");
        assert_eq!(ask(&[("tercet-access", "opem")]), "access");
        assert_eq!(ask(&[("tercet-access", "open")]), "ok");
        assert_eq!(ask(&[("cookie", "a=b; tercet_access=b3Blbg")]), "ok");
        assert_eq!(ask(&[("cookie", "tercet_access=open")]), "access");
        assert_eq!(ask(&[("tercet-access", "mine")]), "ok", "the owner's token lets in too");
        assert_eq!(cookie_of("open", false).split(';').next(), Some("tercet_access=b3Blbg"));
        assert!(
            cookie_of("open", true).ends_with("; Secure") && !cookie_of("open", false).contains("Secure")
        );
    }

    #[test]
    fn a_server_has_the_names_that_it_was_given() {
        let named = Guard { hosts: vec!["games.example".to_owned()], ..guard() };
        let ask = |guard: &Guard, host| code(guard.check_origin(&headers(&[("host", host)])));
        for (host, output) in [
            ("games.example", "ok"),
            ("Games.Example:443", "ok"),
            ("127.0.0.1:8080", "ok"),
            ("evil.example", "origin"),
            ("localhost:1@evil.example", "origin"),
            ("games.example:1@evil.example", "origin"),
        ] {
            assert_eq!(ask(&named, host), output, "{host}");
            assert_eq!(
                ask(&Guard { is_local: false, hosts: named.hosts.clone(), ..guard() }, host),
                output,
                "{host}"
            );
        }
        assert_eq!(ask(&Guard { is_local: false, ..guard() }, "any.example"), "ok");
        let mut two = headers(&[("host", "games.example")]);
        two.append(HOST, HeaderValue::from_static("evil.example"));
        assert_eq!([named.check_origin(&two), named.check_host(&two)].map(code), ["origin", "origin"]);
        let own = headers(&[("host", "games.example"), ("origin", "https://games.example")]);
        assert_eq!(code(named.check_origin(&own)), "ok");
    }

    #[test]
    fn the_owner_is_who_knows_the_token_or_sits_here() {
        let here = guard();
        assert!(here.is_owner(&headers(&[])));
        assert!(!here.is_owner(&headers(&[("x-forwarded-for", "192.0.2.7")])), "a proxy hands others on");
        let kept = Guard { owner: Owner::Token(Token::given("mine").hash()), ..guard() };
        assert!(!kept.is_owner(&headers(&[])) && !kept.is_owner(&headers(&[("tercet-access", "open")])));
        assert!(kept.is_owner(&headers(&[("tercet-access", "mine")])));
    }
}
