//! JSON bodies and seats' tokens, with refusals of our own.

use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::refusal::Refusal;
use crate::tokens::Token;

/// A body of JSON; an empty one is an empty object.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refusal> {
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|error| Refusal::new("json", error.body_text()))?;
        let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(text).map(Body).map_err(|error| Refusal::new("json", error.to_string()))
    }
}

/// The tokens of a request: those of its `Authorization` headers.
pub(crate) struct Tokens(pub(crate) Vec<Token>);

impl<S: Send + Sync> FromRequestParts<S> for Tokens {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Tokens, Infallible> {
        let all = parts.headers.get_all(AUTHORIZATION).iter().filter_map(|value| value.to_str().ok());
        Ok(Tokens(all.filter_map(|value| value.strip_prefix("Bearer ")).map(Token::given).collect()))
    }
}
