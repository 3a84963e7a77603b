//! `cargo xtask load`: many tables at once, over loopback, with the archive on.

use anyhow::{Result, bail};

use crate::process::Call;
use crate::workspace::Workspace;

/// What `cargo xtask load` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How long each load lasts: 60 seconds beside a hostile visitor, 30 otherwise
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u32>,
    /// Only the load of so many tables
    #[arg(long, value_name = "N")]
    tables: Option<u32>,
    /// People at 300 tables beside one visitor who does all that costs a server something
    #[arg(long, conflicts_with = "export")]
    hostile: bool,
    /// People at 300 tables beside an export of 60,000 games
    #[arg(long)]
    export: bool,
}

/// A load: its name, tables, seconds, and how many games the archive has before.
#[derive(Clone, Copy)]
struct Load {
    kind: &'static str,
    tables: u32,
    seconds: u32,
    games: u32,
}

/// Many tables, each with two sockets and a move a second.
const MANY: [Load; 2] = [
    Load { kind: "many", tables: 1000, seconds: 30, games: 0 },
    Load { kind: "many", tables: 5000, seconds: 30, games: 0 },
];
const HOSTILE: Load = Load { kind: "hostile", tables: 300, seconds: 60, games: 2000 };
const EXPORT: Load = Load { kind: "export", tables: 300, seconds: 30, games: 60_000 };

impl Options {
    fn loads(&self) -> Vec<Load> {
        let usual = match (self.hostile, self.export, self.tables) {
            (true, _, _) => vec![HOSTILE],
            (_, true, _) => vec![EXPORT],
            (_, _, Some(_)) => vec![MANY[0]],
            _ => MANY.to_vec(),
        };
        let asked = |load: Load| Load {
            tables: self.tables.unwrap_or(load.tables),
            seconds: self.seconds.unwrap_or(load.seconds),
            ..load
        };
        usual.into_iter().map(asked).collect()
    }
}

/// Builds the program in release and puts each load on a server of its own.
///
/// # Errors
///
/// When something can't be built, any table was refused or lost anything, or `docs/reliability.md` promises more than was measured.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    if cfg!(not(target_os = "linux")) {
        bail!("what a process uses is read from /proc, which only Linux has");
    }
    Call::cargo("build --release --package tercet").run(&workspace.root)?;
    Call::cargo("build --release --package tercet-server --example load").run(&workspace.root)?;
    let release = workspace.target.join("release");
    let (program, client) = (release.join("tercet"), release.join("examples/load"));
    for Load { kind, tables, seconds, games } in options.loads() {
        println!("\n== {kind}: {tables} tables, a move a second at each, {seconds} s");
        let load =
            format!("exec '{}' {kind} '{}' {tables} {seconds} {games}", client.display(), program.display());
        // A socket is a file; two for each table, on both sides.
        Call::new("sh").args(["-c", &format!("{}; {load}", with_files(tables))]).run(&workspace.root)?;
    }
    Ok(())
}

/// A line for the shell that lets what follows have a socket for each client; where the system does not allow that, it says
/// what to change.
fn with_files(tables: u32) -> String {
    // The server keeps a part of its files for the archive and for requests.
    let wanted = 3 * tables + 1000;
    let refused = format!(
        "this load needs {wanted} open files a process, and this user may have $(ulimit -Hn); raise the hard limit \
         (ulimit -Hn {wanted} as root, or nofile in /etc/security/limits.conf), or choose fewer tables with --tables"
    );
    let set = format!("ulimit -Sn {wanted} 2>/dev/null");
    format!(
        "[ $(ulimit -Sn) = unlimited ] || [ $(ulimit -Sn) -ge {wanted} ] || {set} || {{ echo \"{refused}\" >&2; exit 1; }}"
    )
}
