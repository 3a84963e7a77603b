//! Why a run's folder can't be used.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a run's folder, or a file in it, can't be used.
#[derive(Debug, Error)]
pub enum RunError {
    /// The system refused.
    #[error("{path}: {error}", path = .path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// A file that is not what was written.
    #[error("{path}: {why}", path = .path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A name that would lead out of the folder, or is none.
    #[error(
        "`{name}` is no name for {what}: letters, digits, `-`, `_` and `.` make one, and it begins with none of the last"
    )]
    Name {
        /// What it was.
        name: String,
        /// Of what.
        what: &'static str,
    },
    /// There is no such run.
    #[error("{path}: there is no run; begin one first", path = .path.display())]
    NoRun {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// There is such a run already.
    #[error("{path}: the run is there already; resume it or take another name", path = .path.display())]
    Taken {
        /// Where.
        path: PathBuf,
    },
    /// Another process writes into it.
    #[error("{path}: another process has this run open", path = .path.display())]
    InUse {
        /// Where.
        path: PathBuf,
    },
    /// There is nothing of the step.
    #[error("{dir}: there is nothing of step {step}; there is of {there}", dir = .dir.display())]
    NoStep {
        /// Where.
        dir: PathBuf,
        /// Which step.
        step: u64,
        /// Which steps there are.
        there: String,
    },
    /// There is nothing of the mark.
    #[error("{dir}: nothing was marked as `{mark}` yet", dir = .dir.display())]
    NoMark {
        /// Where.
        dir: PathBuf,
        /// Which mark.
        mark: &'static str,
    },
    /// None of the files can be read.
    #[error("{dir}: none of {count} files can be read: {first}", dir = .dir.display())]
    NoneLeft {
        /// Where.
        dir: PathBuf,
        /// How many there are.
        count: usize,
        /// What is wrong with the newest.
        first: String,
    },
    /// A score that can't be compared.
    #[error("score: {score} can't be compared with others; give a finite number")]
    Score {
        /// What it was.
        score: f64,
    },
    /// Keeping nothing.
    #[error("keep: at least 1 is kept")]
    Keep,
}

impl RunError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> RunError {
        let path = path.to_owned();
        move |error| RunError::Io { path, error }
    }
}
