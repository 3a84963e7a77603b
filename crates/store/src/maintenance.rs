//! Looking after the file: is it whole, a copy of it, no more room than it needs.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use crate::archive::PATIENCE;
use crate::private::new_file;
use crate::{Archive, Filter, StoreError};

/// The most errors that are listed of a damaged file.
const MOST: usize = 20;

/// What a check came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many games were read.
    pub games: u64,
    /// What is wrong, in words; the first of it, if it is much.
    pub faults: Vec<String>,
}

impl Archive {
    /// Looks at the pages of the file, not at what games say; what is wrong with them. It reads all of a file, so that who
    /// has little time bounds it by [`Archive::read_while`].
    ///
    /// # Errors
    /// If the file can't be read, or time was up.
    pub fn quick_check(&self) -> Result<Vec<String>, StoreError> {
        self.faults(&format!("PRAGMA quick_check({MOST})"))
    }

    /// Looks at everything: pages, indices, references, that each game's record can be read, and that no move of a table is
    /// missing.
    ///
    /// # Errors
    /// If the file can't be read at all.
    pub fn check(&mut self) -> Result<Checked, StoreError> {
        let mut checked =
            Checked { games: 0, faults: self.faults(&format!("PRAGMA integrity_check({MOST})"))? };
        let orphans = "SELECT DISTINCT \"table\" || ' refers to rows of ' || parent || ' that are not there' \
                       FROM pragma_foreign_key_check";
        checked.faults.extend(self.rows(orphans, |row| row.get(0))?);
        let gaps = "SELECT 'table `' || t.name || '` has ' || count(*) || ' moves, the last of them has number ' \
                    || max(m.number) FROM moves m JOIN tables t ON t.id = m.table_id GROUP BY m.table_id \
                    HAVING count(*) <> max(m.number)";
        checked.faults.extend(self.rows(gaps, |row| row.get(0))?);
        self.for_each_game(&Filter::default(), |archive, row| {
            checked.games += 1;
            if let Err(error) = archive.record_of(&row) {
                checked.faults.push(error.to_string());
            }
            Ok(())
        })?;
        checked.faults.truncate(MOST);
        Ok(checked)
    }

    fn faults(&self, pragma: &str) -> Result<Vec<String>, StoreError> {
        let mut output: Vec<String> = self.rows(pragma, |row| row.get(0))?;
        output.retain(|line| line != "ok");
        Ok(output)
    }

    /// Copies the archive into a new file, as it is at this moment, while others go on to write. The copy is checked, and is
    /// there whole or not at all.
    ///
    /// # Errors
    /// If the file is there already, or can't be written.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let failed = |error: std::io::Error| StoreError::Open { path: to.to_owned(), why: error.to_string() };
        if to.exists() {
            return Err(StoreError::Open {
                path: to.to_owned(),
                why: "there is a file of that name".to_owned(),
            });
        }
        let mut part = to.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        drop(new_file(&part).map_err(failed)?);
        let copied = self.copy_to(&part).and_then(|()| fs::rename(&part, to).map_err(failed));
        if copied.is_err() {
            let _ = fs::remove_file(&part);
        }
        copied
    }

    fn copy_to(&self, part: &Path) -> Result<(), StoreError> {
        let sqlite = |error: rusqlite::Error| StoreError::of(part, &error);
        let mut copy = Connection::open(part).map_err(sqlite)?;
        let start = Instant::now();
        let backup = Backup::new(&self.connection, &mut copy).map_err(sqlite)?;
        // All pages in one step: between two, a writer would make it begin again.
        while backup.step(-1).map_err(sqlite)? != StepResult::Done {
            if start.elapsed() > PATIENCE {
                return Err(StoreError::Busy { path: self.path.clone() });
            }
            sleep(Duration::from_millis(10));
        }
        drop(backup);
        // One file, without a write-ahead log beside it.
        copy.pragma_update(None, "journal_mode", "delete").map_err(sqlite)?;
        let state: String = copy.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(sqlite)?;
        if state != "ok" {
            return Err(StoreError::Sqlite {
                path: self.path.clone(),
                why: format!("its copy is damaged: {state}"),
            });
        }
        copy.close().map_err(|(_, error)| sqlite(error))
    }

    /// Writes the file anew, without the room that is empty in it. Who writes meanwhile waits for it.
    ///
    /// # Errors
    /// If there is no room for it beside the old one, or others don't let go of it.
    pub fn vacuum(&mut self) -> Result<(), StoreError> {
        let work = "VACUUM; PRAGMA wal_checkpoint(TRUNCATE);";
        self.connection.execute_batch(work).map_err(self.complaint())
    }
}
