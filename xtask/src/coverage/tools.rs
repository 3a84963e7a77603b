//! Finds `llvm-profdata` and `llvm-cov`, or installs them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process::{Call, on_path};

/// The oldest LLVM that reads what this compiler writes: raw profiles of format 10 came with LLVM 19, and
/// LLVM 22 (rustc 1.95) still writes them. A compiler that writes format 11 ends this.
const OLDEST: u32 = 19;

/// The newest version to look for under a name of its own (`llvm-cov-24`).
const NEWEST: u32 = 40;

/// The Debian package with both tools.
const PACKAGE: &str = "llvm-19";

/// A pair of tools of the same version.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tools {
    profdata: String,
    cov: String,
}

impl Tools {
    /// Takes `LLVM_PROFDATA` and `LLVM_COV`, else what rustup installed, else the newest on `PATH`, else
    /// installs Debian's.
    ///
    /// # Errors
    ///
    /// When there are none and we cannot install them: not on Debian, or not as root.
    pub(super) fn find(root: &Path) -> Result<Self> {
        let found = || from_variables().or_else(|| from_rustup(root)).or_else(|| newest(&on_path));
        if let Some(tools) = found() {
            return Ok(tools);
        }
        install(root).with_context(|| {
            format!(
                "llvm-cov and llvm-profdata {OLDEST} or newer are missing; install Debian's {PACKAGE} or \
                 rustup's llvm-tools, or set LLVM_COV and LLVM_PROFDATA"
            )
        })?;
        found().with_context(|| format!("{PACKAGE} is installed, but llvm-cov-{OLDEST} is not on PATH"))
    }

    /// The call that merges raw profiles into one file.
    pub(super) fn merge(&self, profiles: &[PathBuf], merged: &Path) -> Call {
        let profiles = profiles.iter().map(|path| path.to_string_lossy().into_owned());
        Call::new(&self.profdata)
            .args(["merge", "-sparse", "-o"])
            .args([merged.to_string_lossy()])
            .args(profiles)
    }

    /// The call that writes the summary of all files as JSON.
    pub(super) fn cov(&self, merged: &Path, binaries: &[String]) -> Call {
        let profile = format!("-instr-profile={}", merged.display());
        let objects = binaries.iter().flat_map(|binary| ["-object", binary]);
        Call::new(&self.cov).args(["export", "-summary-only", &profile]).args(objects)
    }
}

fn from_variables() -> Option<Tools> {
    Some(Tools { profdata: env::var("LLVM_PROFDATA").ok()?, cov: env::var("LLVM_COV").ok()? })
}

/// The component llvm-tools: the compiler's own version.
fn from_rustup(root: &Path) -> Option<Tools> {
    let directory = Call::new("rustc").args(["--print", "target-libdir"]).output(root).ok()?;
    let bin = Path::new(directory.trim()).parent()?.join("bin");
    pair(&|name| Some(bin.join(name)).filter(|path| path.is_file()), "")
}

fn newest(find: &dyn Fn(&str) -> Option<PathBuf>) -> Option<Tools> {
    (OLDEST..=NEWEST).rev().find_map(|version| pair(find, &format!("-{version}")))
}

fn pair(find: &dyn Fn(&str) -> Option<PathBuf>, suffix: &str) -> Option<Tools> {
    let tool = |name: &str| Some(find(&format!("{name}{suffix}"))?.to_string_lossy().into_owned());
    Some(Tools { profdata: tool("llvm-profdata")?, cov: tool("llvm-cov")? })
}

fn install(root: &Path) -> Result<()> {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    if !release.lines().any(|line| line == "ID=debian") {
        bail!("this is not Debian, so nothing was installed");
    }
    if Call::new("id").args(["-u"]).output(root)?.trim() != "0" {
        bail!("only root can install {PACKAGE}");
    }
    let apt = |words: &str| {
        Call::new("apt-get").args(words.split_whitespace()).env("DEBIAN_FRONTEND", "noninteractive")
    };
    let get = apt(&format!("install --yes --no-install-recommends {PACKAGE}"));
    println!("installing {PACKAGE}: {get}");
    if get.run(root).is_err() {
        apt("update").run(root)?;
        get.run(root)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_whole_pair_is_taken() {
        let names = ["llvm-cov-14", "llvm-profdata-14", "llvm-cov-19", "llvm-profdata-19", "llvm-cov-22"];
        let find = |name: &str| names.contains(&name).then(|| PathBuf::from(format!("/bin/{name}")));
        let expected =
            Tools { profdata: "/bin/llvm-profdata-19".to_owned(), cov: "/bin/llvm-cov-19".to_owned() };
        assert_eq!(newest(&find), Some(expected));
    }

    #[test]
    fn tools_that_are_too_old_are_not_taken() {
        let find = |name: &str| name.ends_with("-14").then(|| PathBuf::from(name));
        assert_eq!(newest(&find), None);
    }
}
