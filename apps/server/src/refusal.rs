//! Why something is not done: a code that never changes, a sentence, and the status that HTTP has for it.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::Json;
use axum::http::header::{RETRY_AFTER, UPGRADE, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use tercet_entry::NameError;
use tercet_entry::{BeginError, Refused};
use tercet_store::StoreError;

use crate::limits::Lines;
use crate::requests::RefusalCode;
use crate::wire::RefusalView;

/// The codes of our own; what is against a game's rules has the rules' codes, with the status of `config`.
pub(crate) const CODES: &[&str] = &[
    "json", "token", "access", "seat", "origin", "owner", "table", "game", "route", "method", "upgrade",
    "turn", "stale", "repeated", "over", "long", "undo", "hint", "study", "full", "secret", "slow", "large",
    "limit", "broken", "archive", "moved", "busy", "name", "config", "deal", "bot", "notation", "record",
    "replay", "daily", "waiting", "chat",
];

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
        Refusal { code: Cow::Borrowed(code), why: shortened(why.into()), after: None }
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
            "turn" | "stale" | "repeated" | "over" | "undo" | "hint" | "study" | "full" | "secret"
            | "waiting" | "long" => StatusCode::CONFLICT,
            "method" => StatusCode::METHOD_NOT_ALLOWED,
            "upgrade" => StatusCode::UPGRADE_REQUIRED,
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

impl From<tercet_search::BotError> for Refusal {
    fn from(error: tercet_search::BotError) -> Refusal {
        Refusal::new("bot", error.to_string())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        Refusal::stored(&error)
    }
}

impl From<NameError> for Refusal {
    fn from(error: NameError) -> Refusal {
        Refusal::new("name", error.to_string())
    }
}

/// The longest sentence of a refusal, in letters.
const LONGEST: usize = 600;

/// A sentence without its middle, if it is longer than any that we write: then it quotes what a client sent, and its end says what
/// should have been sent instead.
fn shortened(why: String) -> String {
    const END: usize = 200;
    if why.len() <= LONGEST {
        return why;
    }
    let letters = why.chars().count();
    if letters <= LONGEST {
        return why;
    }
    let start: String = why.chars().take(LONGEST - END - 1).collect();
    let end: String = why.chars().skip(letters - END).collect();
    format!("{start}…{end}")
}

/// Lines about the archive's faults: every move fails on a full disk.
static FAULTS: LazyLock<Lines> = LazyLock::new(Lines::default);

impl Refusal {
    /// What a client learns of a fault of the archive. Paths are the owner's business: they are in the log.
    pub(crate) fn stored(error: &StoreError) -> Refusal {
        let why = match error {
            StoreError::NoGame(_) | StoreError::NoTournament(_) => {
                return Refusal::new("game", error.to_string());
            }
            StoreError::Stopped => return Refusal::busy("the archive took too long to read", 10),
            StoreError::Many { .. } => return Refusal::new("limit", error.to_string()),
            StoreError::Date(_) => return Refusal::new("json", error.to_string()),
            StoreError::Full { .. } => {
                "the archive can't grow: the disk is full; what was announced before is safe"
            }
            StoreError::ReadOnly { .. } => {
                "the archive can't be written to; what was announced before is safe"
            }
            StoreError::Busy { .. } => "the archive is in use by another program; ask again in a moment",
            StoreError::Damaged { .. } => "this game is damaged in the archive",
            _ => "the archive could not be read or written; the server's log says why",
        };
        if FAULTS.has_room() {
            tracing::error!("the archive failed: {error}");
        }
        Refusal::new("archive", why)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.view())).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.after {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        match self.status() {
            StatusCode::UNAUTHORIZED => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"tercet\""));
            }
            StatusCode::UPGRADE_REQUIRED => {
                headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
            }
            _ => {}
        }
        response.extensions_mut().insert(RefusalCode(self.code));
        response
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_refusal_quotes_a_short_part_of_what_was_sent() {
        let why = format!("`{}` is no card; cards are `1rdo` and so on", "ä".repeat(100_000));
        let why = Refusal::new("config", why).why;
        assert_eq!(why.chars().count(), LONGEST);
        assert!(
            why.starts_with("`ää") && why.ends_with("ä` is no card; cards are `1rdo` and so on"),
            "{why}"
        );
        let short = "x".repeat(LONGEST);
        assert_eq!(Refusal::new("config", short.clone()).why, short);
    }

    #[test]
    fn every_code_stands_in_the_protocol_with_its_status() {
        let text = include_str!("../../../docs/protocol.md");
        let rows = text.lines().filter_map(|line| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            let (codes, status) = (cells.next()?, cells.next()?.parse::<u16>().ok()?);
            Some(codes.split('`').skip(1).step_by(2).map(move |code| (code, status)))
        });
        let mut told: Vec<(&str, u16)> = rows.flatten().collect();
        let mut known: Vec<(&str, u16)> =
            CODES.iter().map(|code| (*code, Refusal::new(code, "").status().as_u16())).collect();
        told.sort_unstable();
        known.sort_unstable();
        assert_eq!(told, known);
    }

    #[test]
    fn a_fault_of_the_archive_tells_no_path() {
        let path = PathBuf::from("/home/ana/games/archive.sqlite");
        let why = "what the system says".to_owned();
        let faults = [
            StoreError::Open { path: path.clone(), why: why.clone() },
            StoreError::NotAnArchive { path: path.clone() },
            StoreError::Schema { path: path.clone(), found: 7, known: 8 },
            StoreError::Full { path: path.clone() },
            StoreError::ReadOnly { path: path.clone() },
            StoreError::Busy { path: path.clone() },
            StoreError::Served { path: path.clone(), holder: "process 7".to_owned() },
            StoreError::Sqlite { path, why },
        ];
        for fault in faults {
            let refusal = Refusal::stored(&fault);
            assert_eq!(
                (refusal.code.as_ref(), refusal.status()),
                ("archive", StatusCode::SERVICE_UNAVAILABLE)
            );
            assert!(!refusal.why.contains("ana") && !refusal.why.contains("sqlite"), "{}", refusal.why);
        }
        assert_eq!(Refusal::stored(&StoreError::NoTournament(7)).code, "game");
    }
}
