//! Which servers live. A lease runs by the database's clock; the server counts its own time from before it asked, so it
//! believes in its lease no longer than the database does.

use std::time::Duration;

use crate::{Database, DatabaseError};

/// A server that lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// The number of its lease.
    pub epoch: i64,
    /// Where other servers reach it.
    pub address: String,
}

impl Database {
    /// Begins a lease; its number. Leases that are long over are cleared away.
    ///
    /// # Errors
    /// If the database can't be reached.
    pub async fn take_lease(&self, address: &str, time: Duration) -> Result<i64, DatabaseError> {
        let link = &self.leases;
        let session = link.session().await?;
        let old = "DELETE FROM tercet.nodes WHERE expires < clock_timestamp() - interval '1 hour'";
        link.in_time(&session, session.client.execute(old, &[])).await?;
        let take = "INSERT INTO tercet.nodes (address, expires) \
                    VALUES ($1, clock_timestamp() + $2::float8 * interval '1 second') RETURNING epoch";
        let seconds = time.as_secs_f64();
        let row = link.in_time(&session, session.client.query_one(take, &[&address, &seconds])).await?;
        Ok(row.get(0))
    }

    /// Renews a lease, and returns the other live servers.
    ///
    /// # Errors
    /// If it has run out, or the database can't be reached.
    pub async fn renew_lease(&self, epoch: i64, time: Duration) -> Result<Vec<Peer>, DatabaseError> {
        let link = &self.leases;
        let session = link.session().await?;
        let renew = "UPDATE tercet.nodes SET expires = clock_timestamp() + $2::float8 * interval '1 second' \
                     WHERE epoch = $1 AND expires > clock_timestamp()";
        let seconds = time.as_secs_f64();
        let renewed = link.in_time(&session, session.client.execute(renew, &[&epoch, &seconds])).await?;
        if renewed == 0 {
            return Err(DatabaseError::Lost);
        }
        let live =
            "SELECT epoch, address FROM tercet.nodes WHERE expires > clock_timestamp() AND epoch <> $1";
        let rows = link.in_time(&session, session.client.query(live, &[&epoch])).await?;
        Ok(rows.iter().map(|row| Peer { epoch: row.get(0), address: row.get(1) }).collect())
    }

    /// Gives a lease back: its tables are anybody's at once.
    ///
    /// # Errors
    /// If the database can't be reached; the lease runs out by itself then.
    pub async fn end_lease(&self, epoch: i64) -> Result<(), DatabaseError> {
        let link = &self.leases;
        let session = link.session().await?;
        let end = "DELETE FROM tercet.nodes WHERE epoch = $1";
        link.in_time(&session, session.client.execute(end, &[&epoch])).await?;
        Ok(())
    }
}
