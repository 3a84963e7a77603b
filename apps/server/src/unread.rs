//! Answers that wait to be read. Whoever asks for much and reads little would fill the server's memory: what waits for one
//! client is bounded, and beyond that it is refused until it has read.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, HttpBody as _};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http_body_util::BodyExt as _;

use crate::app::App;
use crate::refusal::Refusal;
use crate::shares::visitor;

/// The most bytes of answers that wait for one visitor.
const MOST: u64 = 16 << 20;

/// How long an answer was before it turned out that the client has it already: it was gathered all the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gathered(pub(crate) usize);

/// How many bytes wait for each visitor.
#[derive(Debug, Default)]
pub(crate) struct Unread(Arc<Mutex<HashMap<IpAddr, u64>>>);

/// An answer that is counted until this is dropped.
struct Waiting {
    visitor: IpAddr,
    bytes: u64,
    all: Arc<Mutex<HashMap<IpAddr, u64>>>,
}

impl Unread {
    /// Counts an answer; nothing, if too much waits beside it. A single answer may be of any size.
    fn count(&self, visitor: IpAddr, bytes: u64) -> Option<Waiting> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = all.entry(visitor).or_default();
        if *waiting > 0 && *waiting + bytes > MOST {
            return None;
        }
        *waiting += bytes;
        Some(Waiting { visitor, bytes, all: Arc::clone(&self.0) })
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(waiting) = all.get_mut(&self.visitor) {
            *waiting -= self.bytes;
            if *waiting == 0 {
                all.remove(&self.visitor);
            }
        }
    }
}

/// Answers, if what waits for the visitor has room for it, and counts the answer as something that he asked for. What is streamed has bounds of its own.
pub(crate) async fn bounded(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let bytes = response.body().size_hint().exact().unwrap_or(0);
    if let (Some(visitor), Some(Gathered(bytes))) = (visitor(), response.extensions().get()) {
        app.pace.answered(visitor, *bytes);
    }
    let Some(visitor) = visitor().filter(|_| bytes > 0) else { return response };
    app.pace.answered(visitor, usize::try_from(bytes).unwrap_or(usize::MAX));
    let Some(waiting) = app.unread.count(visitor, bytes) else {
        let most = MOST >> 20;
        return Refusal::busy(&format!("{most} MB of answers to you are not read yet"), 5).into_response();
    };
    response.map(|body| {
        Body::new(body.map_err(move |error| {
            let _ = &waiting;
            error
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_for_one_visitor_is_bounded_and_others_have_their_own() {
        let unread = Unread::default();
        let one = |last| IpAddr::from([192, 0, 2, last]);
        let large = unread.count(one(1), MOST * 2).expect("a single answer may be of any size");
        assert!(unread.count(one(1), 1).is_none());
        assert!(unread.count(one(2), MOST).is_some());
        drop(large);
        let half = unread.count(one(1), MOST / 2).unwrap();
        let _other = unread.count(one(1), MOST / 2).unwrap();
        assert!(unread.count(one(1), 1).is_none());
        drop(half);
        assert!(unread.count(one(1), 1).is_some());
        assert_eq!(unread.0.lock().unwrap().len(), 1, "who waits for nothing is forgotten");
    }
}
