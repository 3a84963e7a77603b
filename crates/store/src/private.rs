//! Files and directories that only their owner may read: an archive has people's names and what opens their seats.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

/// Makes a directory and those above it, as far as they are not there. Those that are stay as they are.
pub(crate) fn make_directory(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    builder.mode(0o700);
    builder.create(path)
}

/// Opens a file to read and write; it is made if it is not there.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    options().create(true).open(path)
}

/// Makes a file that must not be there yet.
pub(crate) fn new_file(path: &Path) -> io::Result<File> {
    options().create_new(true).open(path)
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    options.mode(0o600);
    options
}
