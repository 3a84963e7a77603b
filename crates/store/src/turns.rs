//! Whose turn it is to write: those of one process that write to the same file wait for each other here. `SQLite` would have
//! them sleep and try again, longer each time, so that a short change could wait a tenth of a second for a shorter one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The files that this process has open, by the place where they are.
static FILES: Mutex<Option<HashMap<PathBuf, Weak<Mutex<()>>>>> = Mutex::new(None);

/// What is held while a file is written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns(Arc<Mutex<()>>);

impl Turns {
    /// Those of a file; what is no file has its own.
    pub(crate) fn of(path: &Path) -> Turns {
        let Ok(path) = path.canonicalize() else { return Turns::default() };
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let files = files.get_or_insert_default();
        files.retain(|_, turns| turns.strong_count() > 0);
        let known = files.get(&path).and_then(Weak::upgrade);
        let turns = Turns(known.unwrap_or_default());
        files.insert(path, Arc::downgrade(&turns.0));
        turns
    }

    pub(crate) fn wait(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_by_two_ways_is_one_and_others_are_others() {
        let directory = tempfile::tempdir().unwrap();
        let (here, there) = (directory.path().join("a"), directory.path().join("b"));
        std::fs::write(&here, "").unwrap();
        std::fs::write(&there, "").unwrap();
        let round = directory.path().join(".").join("a");
        let (turns, same, other) = (Turns::of(&here), Turns::of(&round), Turns::of(&there));
        let _held = turns.wait();
        assert!(same.0.try_lock().is_err());
        assert!(other.0.try_lock().is_ok());
        let memory = Path::new(":memory:");
        let (one, another) = (Turns::of(memory), Turns::of(memory));
        let _held = one.wait();
        assert!(another.0.try_lock().is_ok());
    }
}
