//! Every answer that any test gets is one that `/api/openapi.json` describes.

use std::sync::LazyLock;

use serde_json::Value;

use crate::client::{Response, text};

static DESCRIPTION: LazyLock<Value> = LazyLock::new(tercet_server::openapi);

/// Holds an answer against the description of its route.
pub(crate) fn check(method: &str, path: &str, response: &Response) {
    let path = path.split('?').next().unwrap_or(path);
    let status = response.status;
    if let Some(operations) = operations(path) {
        let name = if method == "HEAD" { "get".to_owned() } else { method.to_lowercase() };
        match operations.get(&name) {
            Some(operation) => {
                let is_there = operation["responses"].get(status.to_string()).is_some();
                assert!(is_there, "{method} {path} is not described with {status}: {:?}", response.text());
            }
            None => assert!(matches!(status, 204 | 401 | 403 | 405), "{method} {path}: {status}"),
        }
    }
    let is_page = response.headers.get("content-type").is_some_and(|kind| kind.starts_with("text/html"));
    if status >= 400 && method != "HEAD" && !is_page {
        let refusal = response.json();
        assert!(!text(&refusal["code"]).is_empty() && !text(&refusal["why"]).is_empty(), "{refusal}");
    }
}

/// The operations at an address.
fn operations(path: &str) -> Option<&'static Value> {
    let paths = DESCRIPTION["paths"].as_object().expect("a description has paths");
    let parts: Vec<&str> = path.split('/').collect();
    let is_here = |template: &str| {
        let places: Vec<&str> = template.split('/').collect();
        let fits =
            |(place, part): (&&str, &&str)| (place.starts_with('{') && !part.is_empty()) || place == part;
        places.len() == parts.len() && places.iter().zip(&parts).all(fits)
    };
    paths.iter().find(|(template, _)| is_here(template)).map(|(_, operations)| operations)
}
