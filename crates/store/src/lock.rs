//! One server for a directory. It holds the tables in memory, so that a second one would not see what the first does.
//!
//! Commands that read, add games or play tournaments need no lock: `SQLite` keeps them apart.

use std::fmt::Write as _;
use std::fs::{File, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::Path;

use crate::private::{make_directory, open_file};
use crate::{Archive, StoreError, now_ms, rfc3339};

/// The right to serve a directory, until it is dropped or the process ends, however it does.
#[derive(Debug)]
pub struct DirectoryLock {
    _file: File,
}

impl DirectoryLock {
    /// The name of the file in the directory. It says who holds the lock, and stays there afterwards; only the system knows
    /// whether anybody does.
    pub const FILE: &'static str = "server.lock";

    /// Takes the lock of a directory, which is made if it is not there.
    ///
    /// # Errors
    /// If another has it, or the directory can't be written.
    pub fn take(directory: &Path) -> Result<DirectoryLock, StoreError> {
        let path = directory.join(DirectoryLock::FILE);
        let failed = |error: std::io::Error| StoreError::Open { path: path.clone(), why: error.to_string() };
        make_directory(directory).map_err(|error| {
            let path = directory.join(Archive::FILE);
            StoreError::Open { path, why: error.to_string() }
        })?;
        let mut file = open_file(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Served { path: directory.to_owned(), holder: holder(&mut file) });
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let own = format!("process {} since {}\n", std::process::id(), rfc3339(now_ms()));
        file.set_len(0).and_then(|()| file.write_all(own.as_bytes())).map_err(failed)?;
        Ok(DirectoryLock { _file: file })
    }
}

/// Who holds it, as he wrote it down.
fn holder(file: &mut File) -> String {
    let mut text = String::new();
    // Some systems don't let others read a locked file.
    let _ = file.read_to_string(&mut text);
    if text.trim().is_empty() {
        let _ = write!(text, "another process");
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_second_is_told_who_was_first() {
        let dir = tempfile::tempdir().unwrap();
        let first = DirectoryLock::take(dir.path()).unwrap();
        let error = DirectoryLock::take(dir.path()).unwrap_err().to_string();
        let begin = format!("`{}` is served by process {} since 2", dir.path().display(), std::process::id());
        let end = "Z: stop it, or name another directory with --data";
        assert!(error.starts_with(&begin) && error.ends_with(end), "{error}");
        drop(first);
        DirectoryLock::take(dir.path()).unwrap();
    }
}
