//! Starting and stopping.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use axum::http::HeaderValue;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::serve::ListenerExt as _;
use axum::{Router, middleware};
use tercet_store::{Archive, DirectoryLock, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::app::App;
use crate::evaluation::List;
use crate::exports::Exports;
use crate::guard::{self, Guard};
use crate::hall::Hall;
use crate::insight::Insights;
use crate::limits::{Limiter, Limits};
use crate::readers::Readers;
use crate::routes::routes;
use crate::studies::Studies;
use crate::tokens::Token;
use crate::tournaments::Tournaments;

/// How a server is to be.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Where it listens. Only this machine's own address needs neither a token nor to be public.
    pub bind: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The directory of the archive.
    pub data: PathBuf,
    /// What everybody must know who asks for anything.
    pub token: Option<Token>,
    /// May anybody ask who can reach it?
    pub is_public: bool,
    /// Pages elsewhere that may ask, as in `https://games.example`.
    pub origins: Vec<String>,
    /// How much one address may ask for.
    pub limits: Limits,
    /// What agents must know who come over `/mcp`; without one, none are let in.
    pub mcp_token: Option<Token>,
}

impl ServeOptions {
    /// A server for this machine alone, on any free port.
    pub fn local(data: impl Into<PathBuf>) -> ServeOptions {
        ServeOptions {
            bind: IpAddr::from([127, 0, 0, 1]),
            port: 0,
            data: data.into(),
            token: None,
            is_public: false,
            origins: Vec::new(),
            limits: Limits::default(),
            mcp_token: None,
        }
    }

    fn check(&self) -> Result<()> {
        if !self.bind.is_loopback() && self.token.is_none() && !self.is_public {
            bail!(
                "others can reach {}: give --token to let in who knows it, or --public to let in everybody",
                self.bind
            );
        }
        Ok(())
    }
}

/// How many read from the archive for pictures, old tables and short lists at once.
const READERS: usize = 4;

/// A server that has its port and its archive, and does not answer yet.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    lock: DirectoryLock,
}

/// A server that answers.
pub struct Running {
    /// Where.
    pub address: SocketAddr,
    app: Arc<App>,
    stop: watch::Sender<bool>,
    task: JoinHandle<io::Result<()>>,
    /// Nobody else serves the directory for as long as this is held.
    _lock: DirectoryLock,
}

impl Server {
    /// Opens the archive and the port.
    ///
    /// # Errors
    /// If either can't be, or the options would let everybody in by accident.
    pub async fn open(options: &ServeOptions) -> Result<Server> {
        options.check()?;
        let lock = DirectoryLock::take(&options.data)?;
        let writer = checked(Archive::open(&options.data)?)?;
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let (readers, list) = (Readers::open(&options.data, READERS)?, List::open(&options.data)?);
        let hall = Hall::new(writer, readers, list, threads, options.limits)
            .context("threads could not be started")?;
        let address = SocketAddr::new(options.bind, options.port);
        let listener = TcpListener::bind(address).await.map_err(|error| port_error(address, &error))?;
        let guard = Guard {
            access: options.token.as_ref().map(Token::hash),
            agents: options.mcp_token.as_ref().map(Token::hash),
            is_local: options.bind.is_loopback(),
            origins: options.origins.clone(),
        };
        let app = App {
            hall: Arc::new(hall),
            guard,
            limiter: Limiter::new(options.limits),
            tournaments: Tournaments::new(options.data.clone()),
            insights: Insights::default(),
            exports: Exports::open(&options.data)?,
            studies: Studies::open(&options.data)?,
        };
        Ok(Server { listener, app: Arc::new(app), lock })
    }

    /// Begins to answer.
    ///
    /// # Errors
    /// If the port was lost.
    pub fn start(self) -> Result<Running> {
        let address = self.listener.local_addr().context("the port was lost")?;
        let (stop, stopped) = watch::channel(false);
        let router = router(&self.app).into_make_service_with_connect_info::<SocketAddr>();
        // A move is one small message: waiting to fill a packet would only delay it.
        let listener = self.listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let mut until = stopped.clone();
        let serve = axum::serve(listener, router).with_graceful_shutdown(async move {
            let _ = until.wait_for(|is_over| *is_over).await;
        });
        tokio::spawn(sweep(Arc::clone(&self.app), stopped));
        let task = tokio::spawn(serve.into_future());
        Ok(Running { address, app: self.app, stop, task, _lock: self.lock })
    }
}

impl Running {
    /// Answers until it is stopped from elsewhere or fails.
    ///
    /// # Errors
    /// If it fails.
    pub async fn wait(self) -> Result<()> {
        self.task.await.context("the server failed")?.context("the server failed")
    }

    /// Stops. What was acknowledged is on disk already, so nothing has to be waited for.
    pub fn stop(self) {
        let _ = self.stop.send(true);
        self.task.abort();
        self.app.hall.close();
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

fn port_error(address: SocketAddr, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::AddrInUse => anyhow::anyhow!(
            "port {} is in use, perhaps by another `tercet serve`; choose another with --port",
            address.port()
        ),
        io::ErrorKind::PermissionDenied => {
            anyhow::anyhow!(
                "port {} needs rights that this user does not have; choose another with --port",
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
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard::check))
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(512).and(NotForContentType::IMAGES)))
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(X_FRAME_OPTIONS, "DENY"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
        .layer(CatchPanicLayer::new())
}

/// The page has no inline script or style, asks nobody else, and stands in no other page's frame.
const POLICY: &str =
    "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";

/// A request's largest body: a position with its record.
const LARGEST_BODY: usize = 256 * 1024;

async fn sweep(app: Arc<App>, mut stopped: watch::Receiver<bool>) {
    let mut minute = tokio::time::interval(Duration::from_mins(1));
    loop {
        tokio::select! {
            _ = minute.tick() => app.hall.sweep(),
            _ = stopped.changed() => return,
        }
    }
}
