//! What all routes share.

use std::path::PathBuf;
use std::sync::Arc;

use tercet_store::Archive;
use tokio::sync::watch;

use crate::cluster::Cluster;
use crate::connections::Pace;
use crate::exports::Exports;
use crate::games::machi::insight::Insights;
use crate::guard::Guard;
use crate::limits::Limiter;
use crate::proxies::Proxies;
use crate::reviews::Reviews;
use crate::studies::Studies;
use crate::tables::Tables;
use crate::tournaments::Tournaments;
use crate::unread::Unread;

/// The server's parts.
pub(crate) struct App {
    pub(crate) tables: Arc<Tables>,
    pub(crate) guard: Guard,
    /// The other servers, where tables are shared.
    pub(crate) cluster: Option<Arc<Cluster>>,
    pub(crate) limiter: Limiter,
    pub(crate) pace: Arc<Pace>,
    pub(crate) unread: Unread,
    pub(crate) proxies: Proxies,
    pub(crate) tournaments: Tournaments,
    pub(crate) insights: Insights,
    pub(crate) reviews: Reviews,
    pub(crate) exports: Exports,
    pub(crate) studies: Studies,
    pub(crate) data: PathBuf,
    /// Where runs of training stand.
    pub(crate) runs: PathBuf,
    /// Turns true when the server is to stop.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl App {
    /// How large the archive's files are.
    pub(crate) fn archive_bytes(&self) -> u64 {
        let size = |end: &str| {
            let path = self.data.join(format!("{}{end}", Archive::FILE));
            std::fs::metadata(path).map_or(0, |file| file.len())
        };
        size("") + size("-wal")
    }
}

/// Waits until the server is to stop.
pub(crate) async fn until_stopping(stopping: &mut watch::Receiver<bool>) {
    // Who could say so may be gone; that is an end too.
    let _ = stopping.wait_for(|is_over| *is_over).await;
}
