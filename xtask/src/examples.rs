//! `cargo xtask examples`: the crates in `examples/` and a new game of `tercet new` are built and tested as strangers would, but for
//! the folder of what is built, which they share with us.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::process::Call;
use crate::workspace::Workspace;

/// The game that is begun anew. No game may have its name.
const FRESH: &str = "fresh_game";

/// Builds and tests all examples and a new game.
///
/// # Errors
/// At the first that fails.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    for example in crates(workspace)? {
        cargo(workspace, "test --locked --offline", &example).run(&workspace.root)?;
        is_named_nowhere(workspace, &example)?;
    }
    let home = workspace.root.join("target/fresh");
    let _ = fs::remove_dir_all(&home);
    fs::create_dir_all(&home)?;
    Call::cargo("run --quiet --manifest-path ../../Cargo.toml --bin tercet -- new")
        .args([FRESH])
        .run(&home)?;
    let fresh = home.join(FRESH);
    cargo(workspace, "test --offline", &fresh).run(&workspace.root)?;
    let play =
        cargo(workspace, "run --quiet --offline", &fresh).args(["--", "simulate", FRESH, "--games", "100"]);
    play.run(&workspace.root)
}

/// The folders of `examples/` that are crates.
fn crates(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let folder = workspace.root.join("examples");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let folders = entries.flatten().map(|entry| entry.path());
    let mut crates: Vec<PathBuf> = folders.filter(|path| path.join("Cargo.toml").is_file()).collect();
    crates.sort();
    Ok(crates)
}

fn cargo(workspace: &Workspace, words: &str, folder: &std::path::Path) -> Call {
    let target = workspace.root.join("target").display().to_string();
    let manifest = folder.join("Cargo.toml").display().to_string();
    Call::cargo(words).args(["--manifest-path", &manifest, "--target-dir", &target])
}

/// An example adds nothing outside of its folder: no code of ours names it.
fn is_named_nowhere(workspace: &Workspace, example: &std::path::Path) -> Result<()> {
    let name = example.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let search =
        Call::new("git").args(["grep", "--ignore-case", "--word-regexp", "--files-with-matches", name]);
    let search = search.args(["--", "*.rs", "*.js", "*.py", "*.toml", ":!examples"]);
    if search.succeeds(&workspace.root) {
        bail!("something outside of examples/ names `{name}`; see `{search}`");
    }
    Ok(())
}
