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

/// The same value with fractions that are empty left out: a float is written without one where it can be.
fn whole_numbers(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap_or_default();
            serde_json::from_str(&float.to_string()).unwrap_or(Value::Number(number))
        }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_whole_number_may_have_an_empty_fraction() {
        let whole = whole_numbers(json!({ "a": [17.0, 1.5, 1e18, -2.0], "b": "1.0", "c": 3 }));
        assert_eq!(whole, json!({ "a": [17, 1.5, 1_000_000_000_000_000_000_u64, -2], "b": "1.0", "c": 3 }));
    }

    #[test]
    fn a_body_is_an_object() {
        let read = |text: &str| read_object::<(u8, u8)>(text.as_bytes()).unwrap_err().why;
        assert_eq!(read("[1,2]"), "a body is an object of JSON, as in {\"game\":\"set\"}");
    }
}
