//! Statistics, ratings and standings over many games of the archive. They are counted by readers of their own, within a
//! budget, and kept until games are added: a page that is opened again costs nothing.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tercet_store::{Archive, StoreError};

use crate::priority::Urgency;
use crate::readers::Readers;
use crate::refusal::Refusal;
use crate::tables::Tables;

/// How many are counted at once.
const AT_ONCE: usize = 2;

/// How many bytes of answers are kept.
const KEPT: usize = 16 << 20;

/// Where games are counted.
pub(crate) struct Studies {
    readers: Arc<Readers>,
    known: Arc<Known>,
}

/// Answers by what was asked, the newest last.
#[derive(Default)]
struct Known(Mutex<VecDeque<Kept>>);

struct Kept {
    asked: String,
    version: [i64; 2],
    answer: Bytes,
}

impl Known {
    fn get(&self, asked: &str, version: [i64; 2]) -> Option<Bytes> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = known.iter().find(|kept| kept.asked == asked && kept.version == version)?;
        Some(kept.answer.clone())
    }

    fn keep(&self, new: Kept) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|kept| kept.asked != new.asked && kept.version == new.version);
        known.push_back(new);
        let size = |known: &VecDeque<Kept>| known.iter().map(|kept| kept.answer.len()).sum::<usize>();
        while size(&known) > KEPT {
            known.pop_front();
        }
    }
}

/// An answer of JSON that was written before.
#[derive(Clone)]
pub(crate) struct JsonBody(Bytes);

impl JsonBody {
    /// Written where it is called: a long list takes a while, so not on a thread that talks to clients.
    pub(crate) fn of(answer: &Value) -> JsonBody {
        JsonBody(Bytes::from(answer.to_string()))
    }

    /// Of what was written already.
    pub(crate) fn written(answer: String) -> JsonBody {
        JsonBody(Bytes::from(answer))
    }
}

impl IntoResponse for JsonBody {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

impl Studies {
    /// Opens the readers.
    pub(crate) fn open(data: &Path) -> Result<Studies, StoreError> {
        Ok(Studies { readers: Readers::open(data, AT_ONCE, Urgency::Whenever)?, known: Arc::default() })
    }

    /// What is asked, as it was counted before or is counted now. `asked` identifies the question, `work` must follow from it and
    /// the archive's games alone.
    pub(crate) async fn of(
        &self,
        tables: &Arc<Tables>,
        asked: String,
        work: impl FnOnce(&mut Archive) -> Result<Value, Refusal> + Send + 'static,
    ) -> Result<JsonBody, Refusal> {
        let version = tables.blocking(|archive| Ok(archive.version()?)).await?;
        if let Some(answer) = self.known.get(&asked, version) {
            return Ok(JsonBody(answer));
        }
        let known = Arc::clone(&self.known);
        let count = move |archive: &mut Archive| {
            let version = archive.version()?;
            // Somebody who asked the same may have been quicker.
            if let Some(answer) = known.get(&asked, version) {
                return Ok(JsonBody(answer));
            }
            let answer = Bytes::from(work(archive)?.to_string());
            known.keep(Kept { asked, version, answer: answer.clone() });
            Ok(JsonBody(answer))
        };
        self.readers.read(count).await
    }

    /// What is asked, counted now: for what changes with every game that is added.
    pub(crate) async fn count<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Archive) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.readers.read(work).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(asked: &str, version: i64, size: usize) -> Kept {
        Kept { asked: asked.to_owned(), version: [version, 0], answer: Bytes::from(vec![0; size]) }
    }

    #[test]
    fn answers_are_kept_for_one_version_and_within_bounds() {
        let known = Known::default();
        known.keep(kept("a", 1, 1));
        known.keep(kept("b", 1, 2));
        assert_eq!(known.get("a", [1, 0]).map(|answer| answer.len()), Some(1));
        assert_eq!(known.get("a", [2, 0]), None);
        known.keep(kept("c", 1, KEPT));
        assert_eq!((known.get("a", [1, 0]), known.get("b", [1, 0])), (None, None), "they had no room");
        known.keep(kept("a", 2, 1));
        assert_eq!(known.get("c", [1, 0]), None, "it is of an older version");
    }
}
