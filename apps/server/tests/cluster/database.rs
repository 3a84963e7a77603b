//! A `PostgreSQL` of the test's own, from the system's packages.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub(crate) const PASSWORD: &str = "correct-horse-battery";

/// A database server. It refuses to run as root, so it runs as the user `postgres` then.
pub(crate) struct Database {
    dir: TempDir,
    port: u16,
    is_durable: bool,
    child: Option<Child>,
}

impl Database {
    /// One that answers. Only what is measured waits for the disk.
    pub(crate) fn start() -> Database {
        Database::with(false)
    }

    /// One that is as safe as a real one.
    #[allow(dead_code, reason = "the soak test measures with it")]
    pub(crate) fn durable() -> Database {
        Database::with(true)
    }

    fn with(is_durable: bool) -> Database {
        let dir = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let database = Database { dir, port, is_durable, child: None };
        std::fs::write(database.path("password"), PASSWORD).unwrap();
        if is_root() {
            run(Command::new("chown").args(["-R", "postgres:postgres"]).arg(database.dir.path()));
        }
        run(database
            .command("initdb")
            .args(["--username=tercet", "--auth=scram-sha-256", "--no-sync", "--encoding=UTF8"])
            .arg(format!("--pwfile={}", database.path("password").display()))
            .arg("-D")
            .arg(database.path("data")));
        let mut database = database;
        database.begin();
        database
    }

    /// Starts it, once more after [`Database::kill`].
    pub(crate) fn begin(&mut self) {
        let disk = if self.is_durable { "on" } else { "off" };
        let child = self
            .command("postgres")
            .arg("-D")
            .arg(self.path("data"))
            .args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1"])
            .args(["-c", "unix_socket_directories=", "-c", &format!("fsync={disk}")])
            .spawn()
            .unwrap();
        self.child = Some(child);
        let until = Instant::now() + Duration::from_mins(1);
        let mut ready = self.command("pg_isready");
        ready.args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()]);
        while !ready.status().unwrap().success() {
            assert!(Instant::now() < until, "PostgreSQL does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ends it at once, as a power cut does.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // The server ends its own children then; a plain kill would leave them.
            let _ = Command::new("kill").args(["-QUIT", &child.id().to_string()]).status();
            let _ = child.wait();
        }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        Database::url_at(self.port)
    }

    /// The address of a database behind this port.
    pub(crate) fn url_at(port: u16) -> String {
        format!("postgres://tercet:{PASSWORD}@127.0.0.1:{port}/postgres")
    }

    /// Runs statements.
    pub(crate) fn sql(&self, text: &str) {
        run(self
            .command("psql")
            .env("PGPASSWORD", PASSWORD)
            .args(["-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-U", "tercet", "-d", "postgres"])
            .args(["-p", &self.port.to_string(), "-c", text]));
    }

    /// The one value that a query has.
    pub(crate) fn value(&self, query: &str) -> String {
        let output = self
            .command("psql")
            .env("PGPASSWORD", PASSWORD)
            .args(["-q", "-A", "-t", "-h", "127.0.0.1", "-U", "tercet", "-d", "postgres"])
            .args(["-p", &self.port.to_string(), "-c", query])
            .stdout(Stdio::piped())
            .output()
            .unwrap();
        assert!(output.status.success(), "{query}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, program: &str) -> Command {
        let path = programs().join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(path);
            command
        } else {
            Command::new(path)
        };
        command.current_dir(self.dir.path()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.kill();
    }
}

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

/// Where the newest of the system's `PostgreSQL` is.
fn programs() -> PathBuf {
    let all = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let versions = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let newest =
        versions.max().expect("PostgreSQL is needed; install it, as in `apt-get install postgresql`");
    Path::new("/usr/lib/postgresql").join(newest.to_string()).join("bin")
}
