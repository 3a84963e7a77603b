//! Where the archive is.

use std::env;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, ValueHint};
use tercet_catalog::games;
use tercet_store::Archive;

use crate::failure::{Failure, FailureExt};

/// The option that says where the archive is.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Data {
    /// The directory of the archive; `TERCET_DATA`, or the user's data directory, if not given
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    data: Option<PathBuf>,
}

impl Data {
    /// Opens the archive; it is made if it is not there.
    pub(crate) fn open(&self) -> Result<Archive, Failure> {
        let archive = Archive::open(&self.directory()?, games()).or_failed()?;
        tracing::debug!(archive = %archive.path().display(), "opened");
        Ok(archive)
    }

    /// Opens the archive to read it. Where there is none it is empty, and none is made; but a directory that was named must be
    /// there.
    pub(crate) fn read(&self) -> Result<Archive, Failure> {
        let directory = self.directory()?;
        if self.data.is_some() && !directory.is_dir() {
            let missing = anyhow!("--data: there is no directory `{}`", directory.display());
            return Err(missing).or_usage();
        }
        if directory.join(Archive::FILE).exists() {
            return self.open();
        }
        Archive::in_memory(games()).or_failed()
    }

    /// The directory: as given, as the environment says, or where programs of this system keep their data.
    pub(crate) fn directory(&self) -> Result<PathBuf, Failure> {
        let given = self.data.clone().or_else(|| variable("TERCET_DATA"));
        let missing =
            || anyhow!("there is no data directory for the archive; name one with --data or TERCET_DATA");
        given.or_else(user_directory).ok_or_else(missing).or_usage()
    }
}

fn variable(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn user_directory() -> Option<PathBuf> {
    let base = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("tercet"))
}
