//! Several servers that share their tables. Each table has one owner, whose lease the database knows; the others hand
//! requests and sockets on to it. `docs/operations.md` says when that is needed.

mod feed;
mod forward;
mod lease;
mod listener;
mod relay;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tercet_catalog::games;
use tercet_postgres::{About, Database};
use tercet_store::Archive;
use tokio::net::TcpListener;

pub(crate) use self::feed::Feed;
pub(crate) use self::forward::forward;
pub(crate) use self::lease::Lease;
pub(crate) use self::listener::{FromPeer, service};
pub(crate) use self::relay::Relays;
use crate::app::App;
use crate::evaluation::List;
use crate::journal::{SharedJournal, SqliteJournal};
use crate::options::SharedOptions;
use crate::tokens::Token;

/// Which database a data directory belongs to.
const FILE: &str = "journal-id";

/// What a server knows of the others.
pub(crate) struct Cluster {
    pub(crate) lease: Arc<Lease>,
    pub(crate) feed: Arc<Feed>,
    database: Arc<Database>,
    peer_token: Token,
    peers: forward::PeerClient,
    forwarded: AtomicU64,
    relayed: AtomicU64,
}

/// A server that has joined the others, and what it needs to serve.
pub(crate) struct Joined {
    pub(crate) cluster: Arc<Cluster>,
    pub(crate) journal: Arc<SharedJournal>,
    pub(crate) listener: TcpListener,
    /// The list for evaluation that all servers share.
    pub(crate) list: List,
}

impl Cluster {
    /// Joins the servers of a database.
    ///
    /// # Errors
    /// If the database is of no use, the address for other servers can't be listened at, or the data directory belongs to
    /// another database.
    pub(crate) async fn join(options: &SharedOptions, data: &Path, own: SqliteJournal) -> Result<Joined> {
        let database = Arc::new(Database::open(options.url.reveal(), options.lease).await?);
        let mine = About {
            id: Token::draw().reveal().to_owned(),
            peer_token: Token::draw().reveal().to_owned(),
            list_secret: List::open(data)?.secret_text(),
        };
        let about = database.about(&mine).await?;
        belong(data, &about.id)?;
        let listener = TcpListener::bind(options.peer).await;
        let listener = listener.with_context(|| {
            format!(
                "{} can't be listened at for other servers; choose another with --peer-address",
                options.peer
            )
        })?;
        let address: SocketAddr = listener.local_addr().context("the port for other servers was lost")?;
        let lease = Arc::new(Lease::new(address.to_string(), options.lease));
        lease.take(&database).await?;
        let newest = Archive::open_to_read(data, games())?.newest_shared()?;
        let feed = Arc::new(Feed::new(newest));
        let journal = SharedJournal::start(Arc::clone(&database), Arc::clone(&lease), Arc::clone(&feed), own);
        let cluster = Cluster {
            lease,
            feed,
            database,
            peer_token: Token::given(&about.peer_token),
            peers: forward::peer_client(),
            forwarded: AtomicU64::new(0),
            relayed: AtomicU64::new(0),
        };
        let list = List::of(&about.list_secret)?;
        Ok(Joined { cluster: Arc::new(cluster), journal: Arc::new(journal), listener, list })
    }

    /// Starts what goes on by itself: the lease is renewed, and the feed followed.
    pub(crate) fn start(self: &Arc<Cluster>, app: &Arc<App>, own: SqliteJournal) {
        tokio::spawn(lease::keep_alive(Arc::clone(self), Arc::clone(app)));
        tokio::spawn(feed::follow(Arc::clone(self), Arc::clone(app), own));
    }

    /// Gives the lease back, so that others take the tables over at once.
    pub(crate) async fn leave(&self) {
        if let Some(epoch) = self.lease.end()
            && let Err(error) = self.database.end_lease(epoch).await
        {
            tracing::warn!("the lease runs out by itself: {error}");
        }
    }

    /// How long somebody waits for a table whose owner does not answer: the lease runs out in that time.
    fn patience(&self) -> Duration {
        self.lease.time() * 2
    }

    /// Requests and sockets that were handed on.
    pub(crate) fn handed_on(&self) -> (u64, u64) {
        (self.forwarded.load(Ordering::Relaxed), self.relayed.load(Ordering::Relaxed))
    }
}

/// Sees that a data directory has the games of one database alone.
fn belong(data: &Path, id: &str) -> Result<()> {
    let path = data.join(FILE);
    match std::fs::read_to_string(&path) {
        Ok(kept) if kept.trim() == id => Ok(()),
        Ok(_) => bail!(
            "`{}` has copies of another database's games; give each database a --data of its own",
            data.display()
        ),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            std::fs::write(&path, format!("{id}\n"))
                .with_context(|| format!("{} can't be written", path.display()))
        }
        Err(error) => Err(error).with_context(|| format!("{} can't be read", path.display())),
    }
}
