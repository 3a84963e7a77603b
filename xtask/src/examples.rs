//! `cargo xtask examples`: the crates in `examples/` and the game of the chapter «Your own game» are built and tested as strangers would,
//! but for the folder of what is built, which they share with us.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::chapter;
use crate::process::Call;
use crate::workspace::{self, Workspace};

/// Builds and tests all examples, and does what the chapter says.
///
/// # Errors
/// At the first that fails.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    for example in crates(workspace)? {
        has_a_fresh_lock(workspace, &example)?;
        cargo(workspace, "test --locked --offline", &example).run(&workspace.root)?;
        is_named_nowhere(workspace, &example)?;
    }
    workspace::program().run(&workspace.root)?;
    chapter::run(workspace)
}

/// The folders of `examples/` that are crates.
pub(crate) fn crates(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let folder = workspace.root.join("examples");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let folders = entries.flatten().map(|entry| entry.path());
    let mut crates: Vec<PathBuf> = folders.filter(|path| path.join("Cargo.toml").is_file()).collect();
    crates.sort();
    Ok(crates)
}

/// Builds an example's program.
///
/// # Errors
/// If it does not build.
pub(crate) fn build(workspace: &Workspace, example: &Path) -> Result<PathBuf> {
    cargo(workspace, "build --locked --offline --bins", example).run(&workspace.root)?;
    let name = format!("{}{}", name_of(example), std::env::consts::EXE_SUFFIX);
    Ok(workspace.target.join("debug").join(name))
}

/// The examples that are games: those whose rules stand beside them.
///
/// # Errors
/// If the folder can't be read.
pub(crate) fn games(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    Ok(crates(workspace)?.into_iter().filter(|example| example.join("RULES.md").is_file()).collect())
}

/// What an example is called.
pub(crate) fn name_of(example: &Path) -> &str {
    example.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

fn cargo(workspace: &Workspace, words: &str, folder: &Path) -> Call {
    let target = workspace.target.display().to_string();
    let manifest = folder.join("Cargo.toml").display().to_string();
    Call::cargo(words).args(["--manifest-path", &manifest, "--target-dir", &target])
}

/// An example's lock file follows what Tercet itself depends on.
fn has_a_fresh_lock(workspace: &Workspace, example: &Path) -> Result<()> {
    let lock = example.join("Cargo.lock");
    let read = || fs::read_to_string(&lock).with_context(|| lock.display().to_string());
    let before = read()?;
    // The dependencies that the example does not have yet are taken as our own lock file has them.
    let manifest = example.join("Cargo.toml").display().to_string();
    Call::cargo("tree --offline --quiet --depth 0 --manifest-path")
        .args([manifest])
        .output(&workspace.root)?;
    if read()? != before {
        bail!("{} was out of date and is written anew; commit it", workspace.relative(&lock));
    }
    Ok(())
}

/// An example adds nothing outside of its folder: no code of ours names it. One whose manifest says that its name is an everyday word is
/// looked for as a folder, a crate and a game instead.
fn is_named_nowhere(workspace: &Workspace, example: &Path) -> Result<()> {
    let name = name_of(example);
    let manifest = fs::read_to_string(example.join("Cargo.toml"))?;
    let names = if manifest.lines().any(|line| line.trim() == "everyday-word = true") {
        format!(
            "examples/{name}\\b|\\b{name}::ENTRY|tercet_{name}\\b|\\b(game|play|simulate|tournament) {name}\\b"
        )
    } else {
        format!("\\b{name}\\b")
    };
    let search =
        Call::new("git").args(["grep", "--ignore-case", "--extended-regexp", "--files-with-matches", &names]);
    let search = search.args(["--", "*.rs", "*.js", "*.py", "*.toml", ":!examples"]);
    if search.succeeds(&workspace.root) {
        bail!("something outside of examples/ names `{name}`; see `{search}`");
    }
    Ok(())
}
