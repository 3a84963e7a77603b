//! `cargo xtask doc`: the documentation of all packages, warnings refused, and the reference of the Python package.

use anyhow::Result;

use crate::process::Call;
use crate::python;
use crate::workspace::Workspace;

/// What `cargo xtask doc` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Open it in the browser
    #[arg(long)]
    open: bool,
    /// Only that of the Rust packages
    #[arg(long)]
    rust: bool,
}

/// The call that builds the documentation; a broken link or a missing text fails it.
pub(crate) fn call() -> Call {
    Call::cargo("doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings")
}

/// Builds the documentation and prints where it starts.
///
/// # Errors
///
/// When rustdoc warns or fails, or the Python package does not build.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let open = options.open.then_some("--open");
    call().args(open).run(&workspace.root)?;
    println!("doc: {}", workspace.relative(&workspace.target.join("doc").join(first_page(workspace))));
    if !options.rust {
        let first = python::reference(workspace)?;
        println!("doc: {}", workspace.relative(&first));
    }
    Ok(())
}

/// The page of the contract, or of the first library; its sidebar lists the others.
fn first_page(workspace: &Workspace) -> String {
    let is_contract = |package: &&cargo_metadata::Package| workspace.home(package) == "engine/game";
    let first = workspace.packages.iter().find(is_contract).or(workspace.packages.first());
    let name = first.map(|package| package.name.replace('-', "_")).unwrap_or_default();
    format!("{name}/index.html")
}
