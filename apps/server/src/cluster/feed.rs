//! Following the feed: games that are over at any server are copied into this one's archive, and tables that are gone go.

use std::sync::Arc;
use std::time::Duration;

use tercet_postgres::{Entry, News};
use tercet_store::{Change, SHARED};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use super::Cluster;
use crate::app::{App, until_stopping};
use crate::journal::SqliteJournal;
use crate::refusal::Refusal;

/// How often the feed is looked at when nobody asks for it.
const PACE: Duration = Duration::from_millis(500);
/// How long somebody waits for it.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many entries are read at once.
const BATCH: i64 = 200;

/// How far the feed was followed.
pub(crate) struct Feed {
    /// The number of the last entry that is in the archive, and how often the feed was read to its end.
    position: watch::Sender<(i64, u64)>,
    wanted: Notify,
}

impl Feed {
    /// After the newest game that was copied. What else happened since then is seen again, which changes nothing.
    pub(super) fn new(newest_game: Option<i64>) -> Feed {
        let (position, _) = watch::channel((newest_game.map_or(0, |game| game - SHARED), 0));
        Feed { position, wanted: Notify::new() }
    }

    /// Waits until all that has happened so far is in the archive; not for ever.
    pub(crate) async fn catch_up(&self) {
        let mut position = self.position.subscribe();
        let (_, rounds) = *position.borrow_and_update();
        self.wanted.notify_one();
        // A round that runs already may have begun too early; the next one has not.
        let caught_up = position.wait_for(|(_, now)| {
            if *now == rounds + 1 {
                self.wanted.notify_one();
            }
            *now >= rounds + 2
        });
        let _ = timeout(PATIENCE, caught_up).await;
    }

    /// Has a game of this number not come yet?
    pub(crate) fn is_behind(&self, game: i64) -> bool {
        game >= SHARED && game - SHARED > self.position.borrow().0
    }
}

/// Follows until the server stops.
pub(super) async fn follow(cluster: Arc<Cluster>, app: Arc<App>, own: SqliteJournal) {
    let mut stopping = app.stopping.clone();
    let feed = &cluster.feed;
    loop {
        match copy(&cluster, &app, &own).await {
            Ok(true) => continue,
            Ok(false) => feed.position.send_modify(|(_, rounds)| *rounds += 1),
            Err(refusal) => tracing::warn!("games of other servers could not be copied: {}", refusal.why),
        }
        tokio::select! {
            _ = timeout(PACE, feed.wanted.notified()) => {}
            () = until_stopping(&mut stopping) => return,
        }
    }
}

/// Copies what comes next; was there anything?
async fn copy(cluster: &Cluster, app: &Arc<App>, own: &SqliteJournal) -> Result<bool, Refusal> {
    let (position, _) = *cluster.feed.position.borrow();
    let away = |error: tercet_postgres::DatabaseError| Refusal::away(&error.to_string());
    let entries = cluster.database.feed(position, BATCH).await.map_err(away)?;
    let Some(last) = entries.last().map(|entry| entry.number) else { return Ok(false) };
    let gone: Vec<i64> = entries.iter().filter_map(|entry| gone(&entry.news)).collect();
    own.write(entries.into_iter().filter_map(change).collect()).await?;
    for table in gone {
        app.tables.forget(table);
    }
    cluster.feed.position.send_modify(|(position, _)| *position = last);
    Ok(true)
}

fn gone(news: &News) -> Option<i64> {
    if let News::Gone(table) = news { Some(*table) } else { None }
}

fn change(entry: Entry) -> Option<Change> {
    match entry.news {
        News::Over(change) => Some(change),
        News::Gone(table) => Some(Change::DeleteTable { table }),
        News::Unreadable => {
            tracing::error!(
                number = entry.number,
                "a shared game can't be read; a newer build may have written it"
            );
            None
        }
    }
}
