//! What is answered where no route answers, and what a browser sees where something is refused.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;
use crate::requests::RefusalCode;
use crate::wire::RefusalView;

/// The page that says why; its style is the page's own.
const PAGE: &str = include_str!("refused.html");

/// The longest answer that is looked into.
const LONGEST: usize = 64 * 1024;

/// An address with nothing at it. A page's address may have been written with a slash at its end.
pub(crate) async fn missing(method: Method, uri: Uri) -> Response {
    match without_slash(&uri) {
        Some(place) if is_page(uri.path()) && is_reading(&method) => {
            (StatusCode::PERMANENT_REDIRECT, [(LOCATION, place.to_string())]).into_response()
        }
        Some(place) => {
            let why = format!("there is nothing here; `{}` has no slash at its end", place.path());
            Refusal::new("route", why).into_response()
        }
        None => Refusal::new("route", "there is nothing here").into_response(),
    }
}

/// A method that the address has not; the router says in `Allow` which it has.
pub(crate) async fn other_method(method: Method) -> Response {
    if method == Method::OPTIONS {
        return StatusCode::NO_CONTENT.into_response();
    }
    Refusal::new("method", format!("{method} is nothing that can be done here; `Allow` says what is"))
        .into_response()
}

/// Shows a refusal as a page to browsers. Programs get JSON, and so does every address for programs.
pub(crate) async fn for_browsers(request: Request, next: Next) -> Response {
    let wants_page =
        is_reading(request.method()) && is_page(request.uri().path()) && accepts_html(request.headers());
    let response = next.run(request).await;
    if !wants_page || response.extensions().get::<RefusalCode>().is_none() {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, LONGEST).await.unwrap_or_default();
    let Ok(refusal) = serde_json::from_slice::<RefusalView>(&bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    let page =
        PAGE.replace("{title}", title_of(parts.status)).replace("{why}", &escaped(&sentence(&refusal.why)));
    Response::from_parts(parts, Body::from(page))
}

/// What the page of a refusal is called: words for people, where the protocol's own are for programs.
fn title_of(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "Page not found",
        StatusCode::BAD_REQUEST => "That didn't work",
        other => other.canonical_reason().unwrap_or("That didn't work"),
    }
}

/// A reason as a page tells it: refusals begin small and have no full stop.
fn sentence(why: &str) -> String {
    let mut letters = why.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let stop = if why.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// Answers in our own way what a library below the routes refuses in its own.
pub(crate) async fn explain(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    let has_json =
        response.extensions().get::<RefusalCode>().is_some() || kind.starts_with("application/json");
    if has_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, LONGEST).await.unwrap_or_default();
    let words = String::from_utf8_lossy(&bytes).trim().to_owned();
    let why =
        if words.is_empty() { status.canonical_reason().unwrap_or("refused").to_owned() } else { words };
    let answer = Refusal::new(code_of(status), why).into_response();
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    parts.extensions.extend(answer.extensions().clone());
    Response::from_parts(parts, answer.into_body())
}

/// What our refusals of a status are called.
fn code_of(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "route",
        StatusCode::METHOD_NOT_ALLOWED => "method",
        StatusCode::PAYLOAD_TOO_LARGE => "large",
        status if status.is_server_error() => "broken",
        _ => "json",
    }
}

fn is_reading(method: &Method) -> bool {
    *method == Method::GET || *method == Method::HEAD
}

/// Is it an address for people?
fn is_page(path: &str) -> bool {
    let is_under =
        |root: &str| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    !["/api", "/mcp", "/ws", "/page"].into_iter().any(is_under)
}

fn accepts_html(headers: &HeaderMap) -> bool {
    let all = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|line| line.split(',')).any(|kind| {
        let (name, _) = kind.split_once(';').unwrap_or((kind, ""));
        name.trim().eq_ignore_ascii_case("text/html")
    })
}

/// The same address without slashes at its end, and with one at its beginning: two would name another server, and browsers read `\` as one.
fn without_slash(uri: &Uri) -> Option<Uri> {
    let path = uri.path();
    let inner = path.trim_matches(['/', '\\']);
    if inner.is_empty() || !path.ends_with('/') {
        return None;
    }
    let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
    format!("/{inner}{query}").parse().ok()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slash_at_the_end_leads_to_this_server_alone() {
        let place = |uri: &str| without_slash(&uri.parse().unwrap()).map(|place| place.to_string());
        assert_eq!(place("/stats/").as_deref(), Some("/stats"));
        assert_eq!(place("/r/3/?at=4").as_deref(), Some("/r/3?at=4"));
        assert_eq!(place("//evil.example/").as_deref(), Some("/evil.example"));
        assert_eq!(place("/\\evil.example/").as_deref(), Some("/evil.example"));
        assert_eq!((place("/"), place("//"), place("/stats")), (None, None, None));
    }

    #[test]
    fn a_refusal_is_told_to_people_in_sentences() {
        assert_eq!(sentence("there is nothing here"), "There is nothing here.");
        assert_eq!((sentence("Gone!").as_str(), sentence("").as_str()), ("Gone!", "."));
        assert_eq!(title_of(StatusCode::NOT_FOUND), "Page not found");
        assert_eq!(title_of(StatusCode::FORBIDDEN), "Forbidden");
    }

    #[test]
    fn a_browser_is_known_by_what_it_accepts() {
        let accepts = |value: &str| {
            let headers = [(ACCEPT, value.parse().unwrap())].into_iter().collect();
            accepts_html(&headers)
        };
        assert!(
            accepts("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8") && accepts("a/b, Text/HTML;q=0.5")
        );
        assert!(!accepts("*/*") && !accepts("image/avif,image/webp,*/*;q=0.8") && !accepts("text/htmlx"));
    }

    #[test]
    fn addresses_of_programs_are_no_pages() {
        assert!(is_page("/anything") && is_page("/apish") && is_page("/t/x/1.svg") && is_page("/"));
        assert!(!["/api", "/api/x", "/mcp", "/mcp/", "/ws", "/page/x.js"].into_iter().any(is_page));
    }
}
