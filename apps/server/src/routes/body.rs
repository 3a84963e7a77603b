//! JSON bodies and seats' tokens, with refusals of our own.

use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::Value;

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
        read_object(text).map(Body)
    }
}

/// Reads an object of JSON. A number may be written with an empty fraction, as some languages do: 17.0 is 17.
pub(crate) fn read_object<T: DeserializeOwned>(text: &[u8]) -> Result<T, Refusal> {
    let is_object = text.trim_ascii_start().starts_with(b"{");
    if !is_object {
        return Err(Refusal::new("json", "a body is an object of JSON, as in {\"game\":\"set\"}"));
    }
    let read = serde_json::from_slice(text);
    let read = read.or_else(|error| match serde_json::from_slice::<Value>(text) {
        // Two fields of one name would be one by now.
        Ok(value) if error.is_data() && !error.to_string().starts_with("duplicate field") => {
            serde_json::from_value(whole_numbers(value)).map_err(|_| error)
        }
        _ => Err(error),
    });
    read.map_err(|error| Refusal::new("json", error.to_string()))
}

/// The same value with fractions that are empty left out.
fn whole_numbers(value: Value) -> Value {
    /// Beyond this, a float does not tell neighbours apart.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() <= EXACT => {
                Value::from(float as i64)
            }
            _ => Value::Number(number),
        },
        Value::Array(items) => items.into_iter().map(whole_numbers).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, whole_numbers(value))).collect()
        }
        other => other,
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
