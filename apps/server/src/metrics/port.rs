//! The operator's port: health, readiness, version and counts. It is for this machine alone.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::timeout;

use super::text::{Now, SharedNow, text};
use crate::app::App;
use crate::cluster::Cluster;
use crate::connections::Connections;

/// How long the archive may take to answer before the server does not count as ready.
const READY: Duration = Duration::from_secs(2);

/// What this port reports on.
#[derive(Clone)]
pub(crate) struct Watched {
    pub(crate) app: Arc<App>,
    pub(crate) connections: Arc<Connections>,
    pub(crate) stopping: watch::Receiver<bool>,
}

/// Its routes.
pub(crate) fn routes(watched: Watched) -> Router {
    Router::new()
        .route("/health", get(async || "ok\n"))
        .route("/ready", get(ready))
        .route("/version", get(version))
        .route("/metrics", get(metrics))
        .fallback(async || (StatusCode::NOT_FOUND, "there are /health, /ready, /version and /metrics\n"))
        .with_state(watched)
}

/// `GET /ready`: are requests taken, and does the archive answer?
async fn ready(State(watched): State<Watched>) -> (StatusCode, &'static str) {
    if *watched.stopping.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the server is stopping\n");
    }
    if watched.app.cluster.as_ref().is_some_and(|cluster| cluster.lease.epoch().is_none()) {
        return (StatusCode::SERVICE_UNAVAILABLE, "the database that the servers share does not answer\n");
    }
    let asked = watched.app.tables.blocking(|archive| Ok(archive.table("")?));
    match timeout(READY, asked).await {
        Ok(Ok(_)) => (StatusCode::OK, "ready\n"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "the archive does not answer\n"),
    }
}

/// `GET /version`
async fn version() -> Response {
    Json(json!({ "name": "tercet", "version": env!("CARGO_PKG_VERSION") })).into_response()
}

/// `GET /metrics`
async fn metrics(State(watched): State<Watched>) -> Response {
    let app = &watched.app;
    let now = Now {
        tables: app.tables.count(),
        connections: watched.connections.count(),
        thinkers_waiting: app.tables.bots_waiting(),
        tournaments_waiting: app.tournaments.waiting(),
        archive_bytes: app.archive_bytes(),
        memory_bytes: memory(),
        shared: app.cluster.as_deref().map(shared),
    };
    let kind = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, text(&app.tables.metrics, &now)).into_response()
}

fn shared(cluster: &Cluster) -> SharedNow {
    let (forwarded, relayed) = cluster.handed_on();
    SharedNow {
        epoch: cluster.lease.epoch().unwrap_or(0),
        peers: cluster.lease.peers(),
        taken_over: cluster.lease.taken_over(),
        forwarded,
        relayed,
    }
}

/// The program's resident memory, where the system reports it.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}
