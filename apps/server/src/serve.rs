//! Starting and stopping.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use axum::http::HeaderValue;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::{Router, middleware};
use tercet_catalog::games;
use tercet_store::{Archive, DirectoryLock, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::app::{App, until_stopping};
use crate::cluster::{self, Cluster};
use crate::connections::{Connections, Pace, Service, accept};
use crate::evaluation::List;
use crate::exports::Exports;
use crate::games::machi::insight::Insights;
use crate::guard::{self, Guard};
use crate::journal::{Journal, SqliteJournal};
use crate::limits::{Limiter, Limits, limit_key};
use crate::metrics;
use crate::options::{MetricsPort, Retention, ServeOptions};
use crate::owner::{Owner, kept_token};
use crate::priority::Urgency;
use crate::readers::Readers;
use crate::requests;
use crate::reviews::Reviews;
use crate::routes::{explain, for_browsers, routes};
use crate::studies::Studies;
use crate::tables::Tables;
use crate::tokens::Token;
use crate::tournaments::Tournaments;
use crate::unread::{self, Unread};

/// How long clients have to take their last answers when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);
/// How long moves that are being written, and the archive's own files, are waited for then.
const SETTLING: Duration = Duration::from_secs(1);
/// How often it is looked whether something is kept for too long.
const RETENTION_PACE: Duration = Duration::from_mins(10);

/// How many read from the archive for pictures, old tables and short lists at once.
const READERS: usize = 4;

/// A server that has its ports and its archive, and does not answer yet.
pub struct Server {
    listener: TcpListener,
    metrics: Option<TcpListener>,
    app: Arc<App>,
    retention: Retention,
    owner_file: Option<PathBuf>,
    stop: watch::Sender<bool>,
    lock: DirectoryLock,
    /// Where other servers of the same tables come in, and the archive that their games are copied to.
    peers: Option<(TcpListener, SqliteJournal)>,
}

/// A server that answers.
pub struct Running {
    /// Where.
    pub address: SocketAddr,
    /// Where health and counts are served.
    pub metrics: Option<SocketAddr>,
    /// Where the owner's token is kept, if it was made by the server.
    pub owner_file: Option<PathBuf>,
    app: Arc<App>,
    connections: Arc<Connections>,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
    /// Nobody else serves the directory for as long as this is held.
    _lock: DirectoryLock,
}

impl Server {
    /// Opens the archive and the port.
    ///
    /// # Errors
    /// If either can't be, or the options would let everybody in by accident.
    pub async fn open(options: &ServeOptions) -> Result<Server> {
        options.check(options.bind)?;
        let address = SocketAddr::new(options.bind, options.port);
        let listener =
            TcpListener::bind(address).await.map_err(|error| port_error(address, "--port", &error));
        Server::open_at(options, listener?).await
    }

    /// Opens the archive, and answers at a socket that somebody else listens with, as systemd does.
    ///
    /// # Errors
    /// If the archive can't be opened, or the options would let everybody in by accident.
    pub async fn open_on(options: &ServeOptions, listener: std::net::TcpListener) -> Result<Server> {
        listener.set_nonblocking(true).context("the socket that was handed over can't be used")?;
        let listener =
            TcpListener::from_std(listener).context("the socket that was handed over can't be used")?;
        Server::open_at(options, listener).await
    }

    async fn open_at(options: &ServeOptions, listener: TcpListener) -> Result<Server> {
        let bind = listener.local_addr().context("the port was lost")?.ip();
        options.check(bind)?;
        crate::bots::allow(&options.bot_programs);
        let lock = DirectoryLock::take(&options.data)?;
        let writer = checked(Archive::open(&options.data, games())?)?;
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let (readers, list) =
            (Readers::open(&options.data, READERS, Urgency::Soon)?, List::open(&options.data)?);
        let own =
            SqliteJournal::start(writer, Arc::clone(&readers)).context("threads could not be started")?;
        let (journal, joined): (Arc<dyn Journal>, _) = match &options.journal {
            None => (Arc::new(own.clone()), None),
            Some(shared) => {
                let joined = Cluster::join(shared, &options.data, own.clone()).await?;
                (Arc::clone(&joined.journal) as Arc<dyn Journal>, Some(joined))
            }
        };
        let list = joined.as_ref().map_or(list, |joined| joined.list.clone());
        let tables = Tables::over(journal, readers, list, threads, options.limits)
            .context("threads could not be started")?;
        let (stop, stopping) = watch::channel(false);
        let (guard, owner_file) = guard_of(options, bind)?;
        let app = App {
            tables: Arc::new(tables),
            guard,
            cluster: joined.as_ref().map(|joined| Arc::clone(&joined.cluster)),
            limiter: Limiter::new(options.limits),
            pace: Arc::new(Pace::new(options.limits.rate)),
            unread: Unread::default(),
            proxies: options.proxies.clone(),
            tournaments: Tournaments::new(options.data.clone()),
            insights: Insights::default(),
            reviews: Reviews::default(),
            exports: Exports::open(&options.data)?,
            studies: Studies::open(&options.data)?,
            data: options.data.clone(),
            runs: options.runs.clone(),
            stopping,
        };
        let (app, retention) = (Arc::new(app), options.retention);
        let metrics = metrics_listener(options.metrics).await?;
        let peers = joined.map(|joined| (joined.listener, own));
        Ok(Server { listener, metrics, app, retention, owner_file, stop, lock, peers })
    }

    /// Begins to answer.
    ///
    /// # Errors
    /// If the port was lost.
    pub fn start(self) -> Result<Running> {
        let address = self.listener.local_addr().context("the port was lost")?;
        let limits = *self.app.limiter.limits();
        let connections = Connections::new(limits, Arc::clone(&self.app.pace));
        let proxies = self.app.proxies.clone();
        let service = Service {
            router: router(&self.app),
            connections: Arc::clone(&connections),
            key: Arc::new(move |peer| (!proxies.has(peer)).then(|| limit_key(peer))),
            stopping: self.app.stopping.clone(),
        };
        let task = tokio::spawn(accept(self.listener, service));
        tokio::spawn(sweep(Arc::clone(&self.app), self.retention));
        let metrics = self.metrics.as_ref().and_then(|listener| listener.local_addr().ok());
        if let Some(listener) = self.metrics {
            tokio::spawn(accept(listener, metrics_service(&self.app, &connections)));
        }
        if let (Some((listener, own)), Some(cluster)) = (self.peers, &self.app.cluster) {
            tokio::spawn(accept(listener, cluster::service(&self.app, cluster)));
            cluster.start(&self.app, own);
        }
        let Server { app, owner_file, stop, lock, .. } = self;
        Ok(Running { address, metrics, owner_file, app, connections, stop, task, _lock: lock })
    }
}

impl Running {
    /// Answers until it fails.
    ///
    /// # Errors
    /// If it fails.
    pub async fn wait(&mut self) -> Result<()> {
        (&mut self.task).await.context("the server failed")
    }

    /// Stops within five seconds: takes no more connections, announces the restart to sockets, lets requests and
    /// moves end, and leaves the archive in one file. What was acknowledged is on disk already, whatever happens here.
    pub async fn stop(self) {
        if let Some(cluster) = &self.app.cluster {
            // The lease goes back first: clients that come back find their tables at another server at once.
            self.app.tables.seal();
            let _ = timeout(SETTLING, self.app.tables.until_settled()).await;
            let _ = timeout(SETTLING, cluster.leave()).await;
        }
        let _ = self.stop.send(true);
        self.app.tournaments.stop_all();
        if timeout(FAREWELL, self.connections.until_none()).await.is_err() {
            tracing::warn!("{} connections did not end in time", self.connections.count());
        }
        let tables = &self.app.tables;
        if timeout(SETTLING, tables.until_settled()).await.is_err() {
            tracing::warn!("changes were still being written when the server stopped");
        }
        tables.close();
        let checkpoint = tables.blocking(|archive| Ok(archive.checkpoint()?));
        match timeout(SETTLING, checkpoint).await {
            Ok(Ok(())) => {}
            Ok(Err(refusal)) => tracing::warn!("the archive's log stays beside it: {}", refusal.why),
            Err(_) => tracing::warn!("the archive's log stays beside it: somebody reads the archive"),
        }
    }
}

/// How long an archive is looked at before it is served; a larger one is looked at as far as that goes.
const CHECKING: Duration = Duration::from_secs(2);

/// The archive, if its pages are whole.
fn checked(mut archive: Archive) -> Result<Archive> {
    let until = std::time::Instant::now() + CHECKING;
    archive.read_while(Some(Arc::new(move || std::time::Instant::now() < until)))?;
    match archive.quick_check() {
        Ok(faults) if faults.is_empty() => {}
        Ok(faults) => bail!(
            "the archive `{}` is damaged: {}; put a backup in its place, `tercet archive check` tells all that is wrong",
            archive.path().display(),
            faults.join("; ")
        ),
        Err(StoreError::Stopped) => {
            tracing::info!("the archive was not looked through to its end; `tercet archive check` does that");
        }
        Err(error) => return Err(error.into()),
    }
    archive.read_while(None)?;
    Ok(archive)
}

/// Who may ask, and where the owner's token is kept, if the server made it.
fn guard_of(options: &ServeOptions, bind: IpAddr) -> Result<(Guard, Option<PathBuf>)> {
    let (owner, file) = match &options.owner_token {
        Some(token) => (Owner::Token(token.hash()), None),
        None if options.is_for_this_machine(bind) => (Owner::Anybody, None),
        None => {
            let (token, path) = kept_token(&options.data)?;
            (Owner::Token(token.hash()), Some(path))
        }
    };
    let guard = Guard {
        access: options.token.as_ref().map(Token::hash),
        agents: options.mcp_token.as_ref().map(Token::hash),
        is_local: bind.is_loopback(),
        hosts: options.hosts.clone(),
        origins: options.origins.clone(),
        owner,
    };
    Ok((guard, file))
}

/// The listener for health and counts, on this machine's own address.
async fn metrics_listener(port: MetricsPort) -> Result<Option<TcpListener>> {
    let (MetricsPort::Try(number) | MetricsPort::At(number)) = port else { return Ok(None) };
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, number));
    match TcpListener::bind(address).await {
        Ok(listener) => Ok(Some(listener)),
        Err(error) if matches!(port, MetricsPort::Try(_)) => {
            tracing::warn!(
                "health and metrics are not served: {}",
                port_error(address, "--metrics-port", &error)
            );
            Ok(None)
        }
        Err(error) => Err(port_error(address, "--metrics-port", &error)),
    }
}

fn metrics_service(app: &Arc<App>, connections: &Arc<Connections>) -> Service {
    let watched = metrics::Watched {
        app: Arc::clone(app),
        connections: Arc::clone(connections),
        stopping: app.stopping.clone(),
    };
    Service {
        router: metrics::routes(watched),
        connections: Connections::new(
            Limits { connections: 32, ..*app.limiter.limits() },
            Arc::clone(&app.pace),
        ),
        key: Arc::new(|_| None),
        stopping: app.stopping.clone(),
    }
}

fn port_error(address: SocketAddr, option: &str, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::AddrInUse => anyhow::anyhow!(
            "port {} is in use, perhaps by another `tercet serve`; choose another with {option}",
            address.port()
        ),
        io::ErrorKind::PermissionDenied => {
            anyhow::anyhow!(
                "port {} needs rights that this user does not have; choose another with {option}",
                address.port()
            )
        }
        io::ErrorKind::AddrNotAvailable => {
            anyhow::anyhow!("{} is no address of this machine; choose another with --bind", address.ip())
        }
        _ => anyhow::anyhow!("{address} can't be listened at: {error}"),
    }
}

/// The routes with what holds for all of them.
fn router(app: &Arc<App>) -> Router {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    routes(Arc::clone(app))
        .layer(middleware::from_fn_with_state(Arc::clone(app), cluster::forward))
        .layer(middleware::from_fn_with_state(Arc::clone(app), requests::whole_body))
        .layer(CatchPanicLayer::custom(requests::panicked))
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard::check))
        .layer(middleware::from_fn_with_state(Arc::clone(app), unread::bounded))
        .layer(middleware::from_fn(explain))
        .layer(middleware::from_fn(for_browsers))
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(512).and(NotForContentType::IMAGES)))
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(X_FRAME_OPTIONS, "DENY"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
        .layer(middleware::from_fn_with_state(Arc::clone(app), requests::observe))
}

/// The page has no inline script or style, asks nobody else, and stands in no other page's frame.
const POLICY: &str =
    "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";

/// Lets go of what nobody looks at, and deletes what is kept no longer.
async fn sweep(app: Arc<App>, retention: Retention) {
    let mut stopping = app.stopping.clone();
    let mut minute = tokio::time::interval(Duration::from_mins(1));
    let mut retain = tokio::time::interval(RETENTION_PACE);
    loop {
        tokio::select! {
            _ = minute.tick() => app.tables.sweep(),
            _ = retain.tick() => match app.tables.retain(retention).await {
                Ok(0) => {}
                Ok(gone) => tracing::info!(target: "tercet::audit", gone, "games were kept for long enough"),
                Err(refusal) => tracing::error!("what is kept no longer could not be deleted: {}", refusal.why),
            },
            () = until_stopping(&mut stopping) => return,
        }
    }
}
