//! How many files, and so how many connections, the system lets the program open.

/// The most that is kept back for the archive, tournaments and pipes.
const MOST_RESERVED: usize = 1024;
/// The least.
const LEAST_RESERVED: usize = 64;

/// Raises the number of files that the program may open as far as the system allows without more rights.
///
/// # Errors
/// If the system refuses.
#[cfg(unix)]
pub fn raise_open_files() -> std::io::Result<()> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    Ok(setrlimit(Resource::Nofile, limit)?)
}

/// Raises the number of files that the program may open; here there is no such number.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn raise_open_files() -> std::io::Result<()> {
    Ok(())
}

/// How many connections there is room for beside the archive's files.
pub(super) fn room_for_connections() -> usize {
    room(open_files())
}

fn room(files: usize) -> usize {
    let reserved = (files / 8).clamp(LEAST_RESERVED, MOST_RESERVED);
    // With hardly any files at all, half of them are kept back.
    files.saturating_sub(reserved).max(files / 2)
}

#[cfg(unix)]
fn open_files() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    limit.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX)
}

#[cfg(not(unix))]
fn open_files() -> usize {
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_archive_always_has_files_left() {
        assert_eq!([64, 256, 1024, 20_000].map(room), [32, 192, 896, 18_976]);
        assert_eq!(room(usize::MAX), usize::MAX - 1024);
    }
}
