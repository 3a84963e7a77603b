//! `cargo xtask wheel`: the package as pip installs it. One wheel for all Pythons (abi3), tried in a fresh environment of each Python
//! that is found; free-threaded ones, which know no abi3, get a wheel each. With `--sdist` the source archive is made, unpacked into an
//! empty folder and built there, too.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process::{Call, on_path};
use crate::python::{REQUIREMENTS, Venv, text};
use crate::workspace::Workspace;

/// What `cargo xtask wheel` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The profile that it is built with
    #[arg(long, default_value = "release")]
    profile: String,
    /// Build the source archive and a wheel from it as well
    #[arg(long)]
    sdist: bool,
}

/// The oldest Python that the package takes: 3.OLDEST.
const OLDEST: u32 = 10;

/// What an installed package must do: the environments step, the command answers.
const TRIAL: &str = "import subprocess, sys, sysconfig, os, tercet
batch = tercet.vector.make('triangle', 4, seed=1)
batch.reset()
assert batch.rollout(10).steps == 40
command = os.path.join(sysconfig.get_path('scripts'), 'tercet')
for call in ([command], [sys.executable, '-m', 'tercet']):
    output = subprocess.run([*call, '--version'], capture_output=True, text=True, check=True).stdout
    assert output.strip() == f'tercet {tercet.__version__}', output
print('python', sys.version.split()[0], 'has', output.strip())";

/// Builds the wheel and tries it.
///
/// # Errors
///
/// When it does not build, or fails in one of the Pythons.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let venv = Venv::make(workspace, "python-tests", REQUIREMENTS)?;
    let out = empty(&workspace.target.join("wheel"))?;
    venv.python(&["-m", "maturin", "build", "--profile", &options.profile, "--out", text(&out)?])?;
    let wheel = only(&out, "whl")?;
    let pythons = pythons();
    if pythons.is_empty() {
        bail!("no Python from 3.{OLDEST} on is on the PATH or in pyenv's versions");
    }
    for python in &pythons {
        if is_free_threaded(python) {
            let own = free_threaded(&venv, python, &out, &options.profile)?;
            trial(workspace, python, &own)?;
        } else {
            trial(workspace, python, &wheel)?;
        }
    }
    if options.sdist {
        from_source(&venv, &out, &options.profile)?;
    }
    println!("wheel: {}", workspace.relative(&wheel));
    Ok(())
}

/// Builds the wheel of a Python that runs without the interpreter lock.
fn free_threaded(venv: &Venv<'_>, python: &Path, out: &Path, profile: &str) -> Result<PathBuf> {
    let name = python.ancestors().find_map(version).unwrap_or_default();
    let own = empty(&out.join(name))?;
    let interpreter = ["--interpreter", text(python)?, "--profile", profile, "--out", text(&own)?];
    venv.python(&[&["-m", "maturin", "build"], &interpreter[..]].concat())?;
    only(&own, "whl")
}

/// The name of a Python or of pyenv's directory of it, if it ends in its version: `python3.14t`, `3.14.0t`.
fn version(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let number = name.strip_prefix("python").unwrap_or(name);
    number.starts_with("3.").then(|| name.to_owned())
}

/// Does this Python run without the interpreter lock? Its name, or that of pyenv's directory, says so.
fn is_free_threaded(python: &Path) -> bool {
    python.ancestors().filter_map(version).any(|name| name.ends_with('t'))
}

/// Installs the wheel into an environment that has nothing else, and uses it.
fn trial(workspace: &Workspace, python: &Path, wheel: &Path) -> Result<()> {
    let dir = empty(&workspace.target.join("wheel-trial"))?;
    Call::new(text(python)?).args(["-m", "venv", text(&dir)?]).run(&workspace.root)?;
    let own = Venv::at(workspace, dir.clone());
    own.pip(&[text(wheel)?])?;
    own.python(&["-c", TRIAL]).with_context(|| format!("the wheel fails in {}", python.display()))?;
    fs::remove_dir_all(&dir).with_context(|| format!("cannot remove {}", dir.display()))
}

/// Makes the source archive, unpacks it where nothing else is, and builds a wheel there.
fn from_source(venv: &Venv<'_>, out: &Path, profile: &str) -> Result<()> {
    venv.python(&["-m", "maturin", "sdist", "--out", text(out)?])?;
    let archive = only(out, "gz")?;
    let bare = empty(&out.join("source"))?;
    let unpack = "import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2], filter='data')";
    venv.python(&["-c", unpack, text(&archive)?, text(&bare)?])?;
    let root = fs::read_dir(&bare)?.next().context("the source archive is empty")??.path();
    let manifest = root.join("apps/python/Cargo.toml");
    let built = bare.join("wheels");
    let build = ["build", "--profile", profile, "--manifest-path", text(&manifest)?, "--out", text(&built)?];
    venv.python(&[&["-m", "maturin"], &build[..]].concat())
}

/// Every Python that is new enough: on the PATH by its version, and pyenv's.
fn pythons() -> Vec<PathBuf> {
    let minors = OLDEST..OLDEST + 10;
    let names = minors.flat_map(|minor| [format!("python3.{minor}"), format!("python3.{minor}t")]);
    let named = names.filter_map(|name| on_path(&name));
    let home = env::var_os("PYENV_ROOT").map(PathBuf::from);
    let home = home.or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(".pyenv")));
    let versions = home.and_then(|home| fs::read_dir(home.join("versions")).ok());
    let kept = versions.into_iter().flatten().flatten().map(|entry| entry.path());
    let kept = kept.filter(|path| is_new_enough(path)).map(|path| path.join("bin/python"));
    let mut all: Vec<PathBuf> = named.filter_map(|path| path.canonicalize().ok()).collect();
    all.extend(kept.filter_map(|path| path.canonicalize().ok()));
    // A shim of pyenv's is no Python itself.
    all.retain(|path| {
        !path.components().any(|part| part.as_os_str() == "shims" || part.as_os_str() == "libexec")
    });
    all.sort();
    all.dedup();
    all
}

/// Is this directory of pyenv's named by a version from 3.OLDEST on?
fn is_new_enough(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let minor = name.strip_prefix("3.").and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
    minor.is_some_and(|minor| minor >= OLDEST)
}

/// The directory, with nothing in it.
fn empty(dir: &Path) -> Result<PathBuf> {
    if dir.exists() {
        fs::remove_dir_all(dir).with_context(|| format!("cannot empty {}", dir.display()))?;
    }
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    Ok(dir.to_owned())
}

/// The only file of this kind.
fn only(dir: &Path, kind: &str) -> Result<PathBuf> {
    let files = fs::read_dir(dir)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files = files.filter(|path| path.extension().is_some_and(|end| end == kind));
    files.next().with_context(|| format!("maturin made no .{kind}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_threaded_pythons_are_told_by_their_names() {
        for (path, is_free) in [
            ("/usr/bin/python3.13", false),
            ("/usr/bin/python3.13t", true),
            ("/home/me/.pyenv/versions/3.14.0t/bin/python3.14", true),
            ("/home/me/.pyenv/versions/3.14.0/bin/python3.14", false),
            ("/opt/tools/bin/python", false),
        ] {
            assert_eq!(is_free_threaded(Path::new(path)), is_free, "{path}");
        }
    }
}
