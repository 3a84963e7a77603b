//! What can go wrong with a file.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{ErrorCode, ffi};
use thiserror::Error;

/// Why the archive could not do what was asked; nothing is half done then.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file can't be opened or made.
    #[error("the archive `{path}` can't be opened: {why}")]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The file is none of ours.
    #[error("`{path}` is not an archive of Tercet; nothing in it was changed")]
    NotAnArchive {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by another version.
    #[error(
        "the archive `{path}` has schema {found}, this build reads {known}: export it with the build that wrote it and import \
         that, or use another file"
    )]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: u32,
        /// The one that this build reads.
        known: u32,
    },
    /// The disk is full.
    #[error("the archive `{path}` can't grow: the disk is full; what was announced before is safe")]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// The file or its directory can't be written to.
    #[error("the archive `{path}` can't be written to: the file or its directory is read-only")]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// Another process held it for too long.
    #[error("the archive `{path}` is in use by another process that does not let go of it")]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A server has the directory.
    #[error("`{path}` is served by {holder}: stop it, or name another directory with --data")]
    Served {
        /// The directory.
        path: PathBuf,
        /// Which process, and since when.
        holder: String,
    },
    /// There is no such game.
    #[error("there is no game {0} in the archive")]
    NoGame(i64),
    /// There is no such tournament.
    #[error("there is no tournament {0} in the archive")]
    NoTournament(i64),
    /// A text that is no date.
    #[error("`{0}` is not a date; dates are written 2026-11-30, with or without a time of day")]
    Date(String),
    /// What is in the file is not what was written there.
    #[error("game {game} of the archive is damaged: {why}")]
    Damaged {
        /// The game.
        game: i64,
        /// What is wrong.
        why: String,
    },
    /// Where an export goes can't be written to.
    #[error("the export can't be written")]
    Output(#[source] io::Error),
    /// So many players can't be compared in the time that there is.
    #[error(
        "{players} have played {game}; the strengths of {most} are fitted here at most, `tercet ratings` fits any number"
    )]
    Many {
        /// The game.
        game: String,
        /// How many have played it.
        players: usize,
        /// How many may have.
        most: usize,
    },
    /// Nobody waits any more for what was read, or its time was up.
    #[error("reading the archive was stopped before its end")]
    Stopped,
    /// Anything else that `SQLite` says.
    #[error("the archive `{path}`: {why}")]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What it says.
        why: String,
    },
}

impl StoreError {
    /// Can the run go on without the file?
    pub fn is_about_writing(&self) -> bool {
        matches!(
            self,
            StoreError::Open { .. }
                | StoreError::Full { .. }
                | StoreError::ReadOnly { .. }
                | StoreError::Busy { .. }
        )
    }

    /// `SQLite`'s word about this file.
    pub(crate) fn of(path: &Path, error: &rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => StoreError::Stopped,
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            // No room for the index of the log, which is made anew when the file is opened.
            _ if error
                .sqlite_error()
                .is_some_and(|error| error.extended_code == ffi::SQLITE_IOERR_SHMSIZE) =>
            {
                StoreError::Full { path }
            }
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            Some(ErrorCode::NotADatabase) => StoreError::NotAnArchive { path },
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StoreError::Open { path, why: error.to_string() }
            }
            _ => StoreError::Sqlite { path, why: error.to_string() },
        }
    }
}
