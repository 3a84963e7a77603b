//! Tables and games that go: deleted by the owner, or kept for long enough.

use std::sync::Arc;

use tercet_store::{Change, now_ms};

use super::{Handle, Tables};
use crate::options::Retention;
use crate::refusal::Refusal;

/// How many go in one commit: moves wait for no more than that.
const BATCH: u32 = 50;

/// How long nothing is done at a table before it may go where room is short, in milliseconds: an hour.
const LEFT_MS: i64 = 3_600_000;

impl Tables {
    /// Deletes a table: what was done at it, and the games that were over there. Its players are refused from then on.
    pub(crate) async fn delete(self: &Arc<Tables>, name: &str) -> Result<(), Refusal> {
        let handle = self.find(name).await?;
        self.let_go(&handle).await
    }

    async fn let_go(self: &Arc<Tables>, handle: &Arc<Handle>) -> Result<(), Refusal> {
        let mut table = handle.lock().await;
        if table.is_deleted {
            return Ok(());
        }
        let change = Change::DeleteTable { table: table.key };
        self.write(&mut table, vec![change]).await?;
        table.is_deleted = true;
        table.hush();
        self.write_open().remove(&table.name);
        handle.bell.notify_waiters();
        Ok(())
    }

    /// Deletes what is kept no longer; how many games and tables went.
    pub(crate) async fn retain(self: &Arc<Tables>, keep: Retention) -> Result<usize, Refusal> {
        let mut gone = 0;
        if let Some(time) = keep.time {
            let before = now_ms().saturating_sub(i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
            loop {
                let batch = self.delete_oldest(before, before).await?;
                gone += batch;
                if batch == 0 {
                    break;
                }
            }
        }
        while let Some(quota) = keep.quota
            && self.blocking(|archive| Ok(archive.used_bytes()?)).await? > quota
        {
            let batch = self.delete_oldest(i64::MAX, now_ms() - LEFT_MS).await?;
            gone += batch;
            if batch == 0 {
                tracing::warn!("the archive is larger than its quota, and nothing is left that may go");
                break;
            }
        }
        Ok(gone)
    }

    /// Deletes a batch of the oldest games that were over before a moment, and of tables that were left before another.
    async fn delete_oldest(self: &Arc<Tables>, before_ms: i64, left_ms: i64) -> Result<usize, Refusal> {
        let oldest = self.blocking(move |archive| Ok(archive.oldest(before_ms, left_ms, BATCH)?)).await?;
        let mut rest = Vec::new();
        for old in &oldest {
            match old.table.as_ref().and_then(|(_, name)| self.known(name)) {
                Some(handle) => self.let_go(&handle).await?,
                None => rest.extend(old.deletion()),
            }
        }
        if !rest.is_empty() {
            self.journal.keep(self.journal.epoch()?, rest).await?;
        }
        Ok(oldest.len())
    }
}
