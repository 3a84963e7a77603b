//! `cargo xtask load`: many tables at once, over loopback, with the archive on.

use anyhow::{Result, bail};

use crate::process::Call;
use crate::workspace::Workspace;

/// What `cargo xtask load` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How long each load lasts
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    seconds: u32,
    /// Only the load of so many tables
    #[arg(long, value_name = "N")]
    tables: Option<u32>,
}

/// How many tables, each with two sockets and a move a second.
const LOADS: [u32; 2] = [1000, 5000];

/// Builds the program in release and puts each load on a server of its own.
///
/// # Errors
///
/// When something can't be built, or any table was refused or lost anything.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    if cfg!(not(target_os = "linux")) {
        bail!("what a process uses is read from /proc, which only Linux has");
    }
    Call::cargo("build --release --package tercet").run(&workspace.root)?;
    Call::cargo("build --release --package tercet-server --example load").run(&workspace.root)?;
    let release = workspace.target.join("release");
    let loads = options.tables.map_or(LOADS.to_vec(), |tables| vec![tables]);
    for tables in loads {
        println!("\n== {tables} tables, {} sockets, {tables} moves a second", 2 * tables);
        // A socket is a file; two for each table, on both sides.
        let program = release.join("tercet");
        let client = release.join("examples/load");
        let load =
            format!("exec '{}' '{}' {tables} 1000 {}", client.display(), program.display(), options.seconds);
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
