//! Why something is not done: a code that never changes, a sentence, and the status that HTTP has for it.

use std::borrow::Cow;

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use tercet_catalog::{BeginError, Refused};

use crate::requests::RefusalCode;
use crate::wire::RefusalView;

/// A refusal. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// A short name that never changes; `docs/protocol.md` lists them.
    pub(crate) code: Cow<'static, str>,
    /// What is wrong, in words.
    pub(crate) why: String,
    /// In how many seconds it may be asked again, where that is known.
    pub(crate) after: Option<u64>,
}

impl Refusal {
    /// A refusal with this code.
    pub(crate) fn new(code: &'static str, why: impl Into<String>) -> Refusal {
        Refusal { code: Cow::Borrowed(code), why: why.into(), after: None }
    }

    /// Too many others ask for the same just now; so many seconds later there is room.
    pub(crate) fn busy(why: &str, seconds: u64) -> Refusal {
        let seconds = seconds.max(1);
        let why = format!("{why}; ask again in {seconds} s");
        Refusal { after: Some(seconds), ..Refusal::new("busy", why) }
    }

    /// The table is changing its server, or this one is; in a moment it is to be had again. Nothing was done.
    pub(crate) fn moved() -> Refusal {
        let why = "this table is moving to another server; ask again in 1 s";
        Refusal { after: Some(1), ..Refusal::new("moved", why) }
    }

    /// What the servers share is out of reach; it comes back by itself.
    pub(crate) fn away(why: &str) -> Refusal {
        Refusal { after: Some(1), ..Refusal::new("archive", format!("{why}; ask again in 1 s")) }
    }

    /// As clients see it.
    pub(crate) fn view(&self) -> RefusalView {
        RefusalView { code: self.code.to_string(), why: self.why.clone() }
    }

    /// The status that HTTP has for it.
    pub(crate) fn status(&self) -> StatusCode {
        match self.code.as_ref() {
            "json" => StatusCode::BAD_REQUEST,
            "token" | "access" => StatusCode::UNAUTHORIZED,
            "seat" | "origin" | "owner" => StatusCode::FORBIDDEN,
            "table" | "game" | "route" => StatusCode::NOT_FOUND,
            "turn" | "stale" | "repeated" | "over" | "undo" | "hint" | "study" | "full" | "secret" => {
                StatusCode::CONFLICT
            }
            "slow" => StatusCode::REQUEST_TIMEOUT,
            "large" => StatusCode::PAYLOAD_TOO_LARGE,
            "limit" => StatusCode::TOO_MANY_REQUESTS,
            "broken" => StatusCode::INTERNAL_SERVER_ERROR,
            "archive" | "busy" | "moved" => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Refusal {
        Refusal::new(refused.code, refused.why)
    }
}

impl From<BeginError> for Refusal {
    fn from(error: BeginError) -> Refusal {
        let code = match error {
            BeginError::Game(_) => "game",
            BeginError::Deal(_) => "deal",
            BeginError::Notation(_) => "notation",
            BeginError::Config(_) => "config",
            BeginError::Replay(_) => "replay",
        };
        Refusal::new(code, error.to_string())
    }
}

impl From<tercet_bots::BotError> for Refusal {
    fn from(error: tercet_bots::BotError) -> Refusal {
        Refusal::new("bot", error.to_string())
    }
}

impl From<tercet_store::StoreError> for Refusal {
    fn from(error: tercet_store::StoreError) -> Refusal {
        match error {
            tercet_store::StoreError::NoGame(_) => Refusal::new("game", error.to_string()),
            tercet_store::StoreError::Stopped => Refusal::busy("the archive took too long to read", 10),
            tercet_store::StoreError::Many { .. } => Refusal::new("limit", error.to_string()),
            tercet_store::StoreError::Date(_) => Refusal::new("json", error.to_string()),
            _ => Refusal::new("archive", error.to_string()),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.view())).into_response();
        if let Some(seconds) = self.after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(RefusalCode(self.code));
        response
    }
}
