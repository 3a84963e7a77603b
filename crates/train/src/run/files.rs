//! Files that are either whole or not there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::run::RunError;

/// How the names of files under way begin; what is left of them was torn, and nobody reads it.
const UNDER_WAY: &str = ".part-";

/// Writes a file under another name, makes sure that it is on disk, and gives it its name: whoever looks sees the old file or the
/// new one, never half of one.
///
/// # Errors
/// If the system refuses; the old file is as before then.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), RunError> {
    let under_way = under_way(path);
    let written = written(&under_way, write).and_then(|()| fs::rename(&under_way, path));
    written.map_err(|error| {
        // What could not be written is in nobody's way; that it can't be removed either changes nothing.
        let _ = fs::remove_file(&under_way);
        RunError::Io { path: path.to_owned(), error }
    })?;
    sync_dir(path).map_err(RunError::io(path))
}

fn under_way(path: &Path) -> PathBuf {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    path.with_file_name(format!("{UNDER_WAY}{}-{name}", std::process::id()))
}

fn written(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    write(&mut file)?;
    file.flush()?;
    file.get_ref().sync_all()
}

/// A new name is on disk once its directory is.
fn sync_dir(path: &Path) -> io::Result<()> {
    match path.parent().filter(|dir| cfg!(unix) && !dir.as_os_str().is_empty()) {
        Some(dir) => File::open(dir)?.sync_all(),
        None => Ok(()),
    }
}

/// Removes what writers left behind that did not come to their end.
pub(crate) fn sweep(dir: &Path) -> Result<(), RunError> {
    for name in names(dir)? {
        if name.starts_with(UNDER_WAY) {
            let path = dir.join(name);
            fs::remove_file(&path).map_err(RunError::io(&path))?;
        }
    }
    Ok(())
}

/// The names in a directory, in order.
pub(crate) fn names(dir: &Path) -> Result<Vec<String>, RunError> {
    let entries = fs::read_dir(dir).map_err(RunError::io(dir))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry.map_err(RunError::io(dir))?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}
