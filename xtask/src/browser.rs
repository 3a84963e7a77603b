//! `cargo xtask test --only browser`: the page in a real browser, against a real server.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::examples;
use crate::process::{Call, on_path};
use crate::workspace::Workspace;

/// Where the tests of the page stand.
const HOME: &str = "apps/server/page-tests";
/// What the browser is called, on Debian and elsewhere.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Installs the packages that the lock file names.
pub(crate) fn packages() -> Call {
    Call::new("npm").args(["ci", "--prefix", HOME])
}

/// Checks the types that the page's comments name.
pub(crate) fn types() -> Call {
    Call::new("npm").args(["run", "--silent", "--prefix", HOME, "check"])
}

/// Installs a browser where there is none.
///
/// # Errors
///
/// When there is none and `apt-get` can't install one; the error says what to install.
pub(crate) fn install(workspace: &Workspace) -> Result<()> {
    if browser().is_some() {
        return Ok(());
    }
    let missing = "there is no Chromium, and it could not be installed";
    let lists = Call::new("apt-get").args(["update", "--quiet"]);
    let install = Call::new("apt-get").args(["install", "--yes", "--no-install-recommends", "chromium"]);
    for call in [lists, install] {
        call.run(&workspace.root).context(missing)?;
    }
    if browser().is_none() {
        bail!("there is no Chromium; install it so that `chromium` can be started");
    }
    Ok(())
}

/// Plays the games in the browser.
///
/// # Errors
///
/// When there is no browser, or a test fails.
pub(crate) fn play(workspace: &Workspace) -> Result<()> {
    script("test", &own(workspace))?.run(&workspace.root)
}

/// Plays games that have no module of their own on the page: the examples, and the one of the chapter.
///
/// # Errors
///
/// As [`play`].
pub(crate) fn play_others(workspace: &Workspace) -> Result<()> {
    for example in examples::games(workspace)? {
        let program = examples::build(workspace, &example)?;
        let call = script("own", &program)?;
        call.env("OWN_GAME", examples::name_of(&example)).run(&workspace.root)?;
    }
    Ok(())
}

/// Takes the pictures of the page that README and docs show.
///
/// # Errors
///
/// When there is no browser, or something that is to be seen does not come.
pub(crate) fn pictures(workspace: &Workspace) -> Result<()> {
    Call::new("cargo").args(["build", "--quiet", "--bin", "tercet"]).run(&workspace.root)?;
    packages().run(&workspace.root)?;
    install(workspace)?;
    script("pictures", &own(workspace))?.run(&workspace.root)
}

/// Our own program.
fn own(workspace: &Workspace) -> PathBuf {
    workspace.target.join(format!("debug/tercet{}", std::env::consts::EXE_SUFFIX))
}

/// A script of the package with the server and the browser that it needs.
fn script(name: &str, server: &Path) -> Result<Call> {
    let browser = browser().context("there is no Chromium; install it so that `chromium` can be started")?;
    let call = Call::new("npm").args(["run", "--silent", "--prefix", HOME, name]);
    let call = call.env("TERCET", server.to_string_lossy()).env("CHROMIUM", browser.to_string_lossy());
    Ok(call)
}

fn browser() -> Option<PathBuf> {
    BROWSERS.into_iter().find_map(on_path)
}
