//! What stands in a request's address, with refusals of our own.

use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path as AnyPath, Query as AnyQuery};
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tercet_catalog::games;

use crate::query::check_text;
use crate::refusal::Refusal;

/// The parts of a path. A part that can't be what it stands for is an address with nothing at it.
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Refusal> {
        let read = AnyPath::<T>::from_request_parts(parts, state).await;
        read.map(|AnyPath(read)| Path(read)).map_err(|rejection| Refusal::new("route", misread(&rejection)))
    }
}

fn misread(rejection: &PathRejection) -> String {
    let PathRejection::FailedToDeserializePathParams(failed) = rejection else {
        return rejection.body_text();
    };
    match failed.kind() {
        ErrorKind::ParseErrorAtKey { value, .. }
        | ErrorKind::ParseErrorAtIndex { value, .. }
        | ErrorKind::ParseError { value, .. } => {
            format!("there is nothing here: `{value}` is no number that anything is kept under")
        }
        ErrorKind::InvalidUtf8InPathParam { .. } => {
            "there is nothing here: the address is not UTF-8".to_owned()
        }
        _ => "there is nothing here".to_owned(),
    }
}

/// The query. Each parameter stands there once, and there are no others.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Query<T>, Refusal> {
        check_text(parts.uri.query().unwrap_or(""))?;
        let read = AnyQuery::try_from_uri(&parts.uri);
        read.map(|AnyQuery(read)| Query(read)).map_err(|rejection| {
            let text = rejection.body_text();
            let why = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            Refusal::new("json", format!("the query can't be read: {why}"))
        })
    }
}

/// Which part of a long list is asked for.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageQuery {
    /// Only what comes after this number: the `next` of the page before.
    #[serde(default)]
    pub(crate) after: u64,
    /// How many at most; 500 if left out, and never more.
    limit: Option<usize>,
}

impl PageQuery {
    /// How many are asked for.
    pub(crate) fn most(self) -> usize {
        self.limit.unwrap_or(LONGEST_PAGE).clamp(1, LONGEST_PAGE)
    }
}

const LONGEST_PAGE: usize = 500;

/// Is there such a game, where one is named?
pub(crate) fn check_game(game: Option<&str>) -> Result<(), Refusal> {
    let known = game.map_or(Ok(()), |id| games().game(id).map(drop));
    known.map_err(|error| Refusal::new("game", error.to_string()))
}
