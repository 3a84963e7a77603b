//! A server in a process of its own, which can be killed and paused, and one in this process, which is quicker to start.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tercet_server::{JournalUrl, MetricsPort, Running, ServeOptions, Server, SharedOptions, Token};

/// How long a lease lasts here.
pub(crate) const LEASE: Duration = Duration::from_millis(1500);

/// What agents show.
pub(crate) const AGENTS: &str = "an agent's token";

const URL: &str = "TERCET_TEST_NODE_URL";
const DATA: &str = "TERCET_TEST_NODE_DATA";

pub(crate) fn options(data: &std::path::Path, url: &str) -> ServeOptions {
    let mut options = ServeOptions::local(data);
    options.metrics = MetricsPort::At(0);
    options.limits.new_tables_a_minute = 1_000_000;
    options.limits.sockets_per_address = 100_000;
    options.limits.connections_per_address = 100_000;
    options.limits.rate = 1_000_000;
    options.mcp_token = Some(Token::given(AGENTS));
    let peer = SocketAddr::from(([127, 0, 0, 1], 0));
    options.journal = Some(SharedOptions { url: JournalUrl::given(url), peer, lease: LEASE });
    options
}

/// A server in a process of its own.
pub(crate) struct Node {
    pub(crate) data: TempDir,
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Node {
    pub(crate) fn start(url: &str) -> Node {
        Node::over(url, tempfile::tempdir().unwrap())
    }

    fn over(url: &str, data: TempDir) -> Node {
        // This very program, which finds out by its environment that it is to serve.
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "node::serves_where_it_is_asked_to", "--nocapture"])
            .envs([(URL, url), (DATA, data.path().to_str().unwrap())])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address =
            lines.map_while(Result::ok).find_map(|line| line.strip_prefix("serving at ")?.parse().ok());
        Node { data, address: address.expect("a node that serves says where"), child }
    }

    /// Kills it as nothing can be caught, and starts another over the same directory.
    pub(crate) fn kill_and_restart(&mut self, url: &str) {
        self.kill();
        let data = std::mem::replace(&mut self.data, tempfile::tempdir().unwrap());
        *self = Node::over(url, data);
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// `STOP` pauses it, `CONT` lets it go on, `TERM` asks it to end.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Not a test of its own: the process that [`Node`] starts. It ends when nobody holds its input any more.
#[test]
fn serves_where_it_is_asked_to() {
    let (Ok(url), Ok(data)) = (std::env::var(URL), std::env::var(DATA)) else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(Server::open(&options(data.as_ref(), &url))).unwrap();
    let running = runtime.block_on(async { server.start() }).unwrap();
    // The line must not follow what the test's runner writes.
    println!("\nserving at {}", running.address);
    let _ = std::io::stdin().read(&mut [0]);
    runtime.block_on(running.stop());
}

/// A server in this process.
pub(crate) struct House {
    _data: TempDir,
    running: Option<Running>,
    pub(crate) address: SocketAddr,
    pub(crate) metrics: SocketAddr,
}

impl House {
    pub(crate) async fn open(url: &str) -> House {
        let data = tempfile::tempdir().unwrap();
        let running = Server::open(&options(data.path(), url)).await.unwrap().start().unwrap();
        let metrics = running.metrics.unwrap();
        House { _data: data, address: running.address, metrics, running: Some(running) }
    }

    /// Stops it as SIGTERM does.
    pub(crate) async fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop().await;
        }
    }
}
