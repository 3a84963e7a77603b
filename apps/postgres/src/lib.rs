//! The journal that several servers share, in `PostgreSQL`.
//!
//! ```text
//! schema.rs   the tables, and how a database gets them        lease.rs   which servers live
//! link.rs     a connection that comes back by itself          tables.rs  whose a table is; reading it
//! error.rs    what may be wrong, without the password         batch.rs   keeping changes, many in one commit
//! feed.rs     games that are over, in the order of their commits
//! ```
//!
//! Each server has a lease with a number, its epoch. A table's row holds the epoch of its owner. Whoever writes to a table
//! locks its row and sees that the epoch there is its own, so a server that was paused, or cut off for longer than its lease,
//! writes nothing once another has taken the table. Leases run by the database's clock alone.

mod batch;
mod error;
mod feed;
mod lease;
mod link;
mod schema;
mod tables;

use std::time::Duration;

pub use batch::{Job, NotKept};
pub use error::DatabaseError;
pub use feed::{Entry, News};
pub use lease::Peer;
use link::Link;
pub use schema::About;
pub use tables::{Found, Loaded};

/// A database that holds the journal. Connections are made when they are needed, and again after they broke.
pub struct Database {
    /// For leases alone: nothing that takes long may make one run out.
    leases: Link,
    reader: Link,
    writer: Link,
}

impl Database {
    /// Connects, and makes or updates the tables where that is needed.
    ///
    /// # Errors
    /// If the address is none, nobody answers there, it lets us not in, or its tables are newer than this build.
    pub async fn open(url: &str, patience: Duration) -> Result<Database, DatabaseError> {
        let [leases, reader, writer] = Link::several(url, patience)?;
        schema::migrate(&leases).await?;
        Ok(Database { leases, reader, writer })
    }

    /// What all servers of the database know. The secrets are the given ones if no server has come before.
    ///
    /// # Errors
    /// If the database can't be reached.
    pub async fn about(&self, mine: &About) -> Result<About, DatabaseError> {
        schema::about(&self.leases, mine).await
    }
}
