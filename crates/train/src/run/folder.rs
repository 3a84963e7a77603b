//! A run: a folder with checkpoints, buffers, configs and logs, open in one process at a time.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::run::files::{names, write_whole};
use crate::run::parts::{Part, read, write};
use crate::run::{CheckpointFolder, RunError};

/// The file that makes a folder a run. It holds the run's number among those beside it, so that the newest is known without a
/// clock.
const BIRTH: &str = "run.tercet";

/// How much of a run is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// How many checkpoints, beside the best and the final one.
    pub keep: usize,
    /// How many buffers.
    pub keep_buffers: usize,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions { keep: 5, keep_buffers: 2 }
    }
}

/// A run that is open here and nowhere else, until it is dropped.
#[derive(Debug)]
pub struct Run {
    dir: PathBuf,
    name: String,
    number: u64,
    checkpoints: CheckpointFolder,
    buffers: CheckpointFolder,
    /// Locked as long as the run is open; the system unlocks it, even after a crash.
    _lock: File,
}

impl Run {
    /// Begins a run. Without a name it is called by its number: `run-0001`.
    ///
    /// # Errors
    /// If it is there already, the name can't be, or the system refuses.
    pub fn begin(root: &Path, name: Option<&str>, options: RunOptions) -> Result<Run, RunError> {
        fs::create_dir_all(root).map_err(RunError::io(root))?;
        let mut number = numbered(root)?.last().map_or(1, |(number, _)| number + 1);
        let dir = match name {
            Some(name) => {
                check_name(name, "a run")?;
                root.join(name)
            }
            // Making a directory is what only one of several processes succeeds in.
            None => loop {
                let dir = root.join(format!("run-{number:04}"));
                match fs::create_dir(&dir) {
                    Ok(()) => break dir,
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                    Err(error) => return Err(RunError::Io { path: dir, error }),
                }
            },
        };
        if dir.join(BIRTH).exists() {
            return Err(RunError::Taken { path: dir });
        }
        fs::create_dir_all(dir.join("logs")).map_err(RunError::io(&dir))?;
        let number_text = number.to_string();
        write(&dir.join(BIRTH), &[Part::new("number", "text", number_text.as_bytes())])?;
        Run::open(dir, number, options)
    }

    /// Goes on with a run: by name, or the newest.
    ///
    /// # Errors
    /// If there is none, another process has it open, or the system refuses.
    pub fn resume(root: &Path, name: Option<&str>, options: RunOptions) -> Result<Run, RunError> {
        let Some(name) = name else {
            let newest = if root.is_dir() { numbered(root)?.pop() } else { None };
            let (number, name) = newest.ok_or_else(|| RunError::NoRun { path: root.to_owned() })?;
            return Run::open(root.join(name), number, options);
        };
        check_name(name, "a run")?;
        let dir = root.join(name);
        if !dir.join(BIRTH).exists() {
            return Err(RunError::NoRun { path: dir });
        }
        let number = number_of(&dir)?;
        Run::open(dir, number, options)
    }

    /// Is there a run of this name, or any?
    ///
    /// # Errors
    /// If the name can't be, or the system refuses.
    pub fn is_there(root: &Path, name: Option<&str>) -> Result<bool, RunError> {
        match name {
            Some(name) => check_name(name, "a run").map(|()| root.join(name).join(BIRTH).exists()),
            None => Ok(root.is_dir() && !numbered(root)?.is_empty()),
        }
    }

    fn open(dir: PathBuf, number: u64, options: RunOptions) -> Result<Run, RunError> {
        let path = dir.join(".lock");
        let lock = File::create(&path).map_err(RunError::io(&path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RunError::InUse { path: dir }),
            Err(TryLockError::Error(error)) => return Err(RunError::Io { path, error }),
        }
        let checkpoints = CheckpointFolder::open(dir.join("checkpoints"), options.keep)?;
        let buffers = CheckpointFolder::open(dir.join("buffers"), options.keep_buffers)?;
        let name = dir.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Run { dir, name, number, checkpoints, buffers, _lock: lock })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its number among the runs beside it.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Its checkpoints.
    pub fn checkpoints(&self) -> &CheckpointFolder {
        &self.checkpoints
    }

    /// Its buffers.
    pub fn buffers(&self) -> &CheckpointFolder {
        &self.buffers
    }

    /// Writes a text file of the folder, such as `configs.json`, whole or not at all.
    ///
    /// # Errors
    /// If the name can't be, or the system refuses.
    pub fn write_text(&self, name: &str, text: &str) -> Result<(), RunError> {
        check_name(name, "a file")?;
        write_whole(&self.dir.join(name), |file| file.write_all(text.as_bytes()))
    }

    /// Adds a line to a file in `logs`.
    ///
    /// # Errors
    /// As [`Run::write_text`].
    pub fn log(&self, name: &str, line: &str) -> Result<(), RunError> {
        check_name(name, "a log")?;
        let path = self.dir.join("logs").join(name);
        let mut file = File::options().create(true).append(true).open(&path).map_err(RunError::io(&path))?;
        file.write_all(format!("{line}\n").as_bytes()).map_err(RunError::io(&path))
    }
}

fn check_name(name: &str, what: &'static str) -> Result<(), RunError> {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
    if first && name.chars().all(is_fit) {
        return Ok(());
    }
    Err(RunError::Name { name: name.to_owned(), what })
}

/// The runs of a directory by their numbers.
fn numbered(root: &Path) -> Result<Vec<(u64, String)>, RunError> {
    let mut runs = Vec::new();
    for name in names(root)? {
        if root.join(&name).join(BIRTH).exists() {
            runs.push((number_of(&root.join(&name))?, name));
        }
    }
    runs.sort();
    Ok(runs)
}

fn number_of(dir: &Path) -> Result<u64, RunError> {
    let path = dir.join(BIRTH);
    let parts = read(&path)?;
    let text = parts.first().and_then(|part| str::from_utf8(&part.bytes).ok());
    text.and_then(|text| text.parse().ok())
        .ok_or_else(|| RunError::Damaged { path, why: "it does not say the run's number".to_owned() })
}
