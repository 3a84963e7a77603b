//! Files of a run by step: the newest that can be read, the best, the final one, and how many are kept.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::files::names;
use crate::run::parcel::{OwnedPart, Part, read, write};
use crate::run::{RunError, files};

const EXTENSION: &str = ".tercet";

/// A directory of files by step. Those of the newest steps are kept, and those with a mark.
#[derive(Debug)]
pub struct Shelf {
    dir: PathBuf,
    keep: usize,
}

/// What was kept of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The step.
    pub step: u64,
    /// What was saved.
    pub parts: Vec<OwnedPart>,
    /// Newer files that can't be read, the newest first.
    pub skipped: Vec<Skipped>,
}

/// A file that can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its step.
    pub step: u64,
    /// What is wrong with it.
    pub why: String,
}

impl Shelf {
    /// The shelf in a directory, which is made if it is not there. What was left of files under way is removed.
    ///
    /// # Errors
    /// If the system refuses, or nothing is to be kept.
    pub fn open(dir: PathBuf, keep: usize) -> Result<Shelf, RunError> {
        if keep == 0 {
            return Err(RunError::Keep);
        }
        fs::create_dir_all(&dir).map_err(RunError::io(&dir))?;
        files::sweep(&dir)?;
        Ok(Shelf { dir, keep })
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The file of a step.
    pub fn path(&self, step: u64) -> PathBuf {
        self.dir.join(format!("step-{step:012}{EXTENSION}"))
    }

    /// The steps, from the first to the newest.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn steps(&self) -> Result<Vec<u64>, RunError> {
        let step = |name: &String| name.strip_prefix("step-")?.strip_suffix(EXTENSION)?.parse().ok();
        let mut steps: Vec<u64> = names(&self.dir)?.iter().filter_map(step).collect();
        steps.sort_unstable();
        Ok(steps)
    }

    /// Saves parts as those of a step. With a score higher than all before, the step is marked as the best. Then old files
    /// without a mark are removed.
    ///
    /// # Errors
    /// If the system refuses, or the score can't be compared; the files of before are as they were then.
    pub fn save(&self, step: u64, parts: &[Part<'_>], score: Option<f64>) -> Result<PathBuf, RunError> {
        if let Some(score) = score.filter(|score| !score.is_finite()) {
            return Err(RunError::Score { score });
        }
        let path = self.path(step);
        write(&path, parts)?;
        if let Some(score) = score
            && self.best()?.is_none_or(|(_, best)| score > best)
        {
            self.mark("best", step, &score.to_string())?;
        }
        self.prune()?;
        Ok(path)
    }

    /// Marks the newest step as the final one.
    ///
    /// # Errors
    /// If there is none, or the system refuses.
    pub fn finish(&self) -> Result<u64, RunError> {
        let newest = self.steps()?.pop().ok_or(RunError::NoMark { dir: self.dir.clone(), mark: "latest" })?;
        self.mark("final", newest, "")?;
        Ok(newest)
    }

    /// The step of the highest score, and the score; `None` before there is any.
    ///
    /// # Errors
    /// If the system refuses. A mark that can't be read is none.
    pub fn best(&self) -> Result<Option<(u64, f64)>, RunError> {
        Ok(self.marked("best")?.and_then(|(step, note)| Some((step, note.parse().ok()?))))
    }

    /// The final step; `None` before there is one.
    ///
    /// # Errors
    /// As [`Shelf::best`].
    pub fn last(&self) -> Result<Option<u64>, RunError> {
        Ok(self.marked("final")?.map(|(step, _)| step))
    }

    fn mark(&self, mark: &str, step: u64, note: &str) -> Result<(), RunError> {
        let step = step.to_string();
        let parts = [Part::new("step", "text", step.as_bytes()), Part::new("note", "text", note.as_bytes())];
        write(&self.dir.join(mark), &parts)
    }

    fn marked(&self, mark: &str) -> Result<Option<(u64, String)>, RunError> {
        let path = self.dir.join(mark);
        if !path.exists() {
            return Ok(None);
        }
        let parts = match read(&path) {
            Err(RunError::Damaged { .. }) => return Ok(None),
            parts => parts?,
        };
        let text = |at: usize| parts.get(at).and_then(|part| str::from_utf8(&part.bytes).ok());
        let step = text(0).and_then(|step| step.parse().ok());
        Ok(step.zip(text(1)).map(|(step, note)| (step, note.to_owned())))
    }

    fn prune(&self) -> Result<(), RunError> {
        let marked = [self.best()?.map(|(step, _)| step), self.last()?];
        let steps = self.steps()?;
        for &step in &steps[..steps.len().saturating_sub(self.keep)] {
            if !marked.contains(&Some(step)) {
                let path = self.path(step);
                fs::remove_file(&path).map_err(RunError::io(&path))?;
            }
        }
        Ok(())
    }

    /// What was saved of a step.
    ///
    /// # Errors
    /// If there is nothing of it, or it can't be read.
    pub fn load(&self, step: u64) -> Result<Kept, RunError> {
        let path = self.path(step);
        if !path.exists() {
            let steps: Vec<String> = self.steps()?.iter().map(u64::to_string).collect();
            let there = if steps.is_empty() { "none".to_owned() } else { steps.join(", ") };
            return Err(RunError::NoStep { dir: self.dir.clone(), step, there });
        }
        Ok(Kept { step, parts: read(&path)?, skipped: Vec::new() })
    }

    /// What was saved of the step with a mark, `best` or `final`.
    ///
    /// # Errors
    /// If no step has the mark, or it can't be read.
    pub fn load_marked(&self, mark: &'static str) -> Result<Kept, RunError> {
        let (step, _) = self.marked(mark)?.ok_or(RunError::NoMark { dir: self.dir.clone(), mark })?;
        self.load(step)
    }

    /// The newest that can be read, and what was passed over to find it; `None` if nothing was saved.
    ///
    /// # Errors
    /// If there are files and none can be read.
    pub fn newest(&self) -> Result<Option<Kept>, RunError> {
        let steps = self.steps()?;
        let mut skipped = Vec::new();
        for &step in steps.iter().rev() {
            match self.load(step) {
                Ok(kept) => return Ok(Some(Kept { skipped, ..kept })),
                Err(error) => skipped.push(Skipped { step, why: error.to_string() }),
            }
        }
        match skipped.first() {
            None => Ok(None),
            Some(Skipped { why, .. }) => {
                let (dir, count, first) = (self.dir.clone(), skipped.len(), why.clone());
                Err(RunError::NoneLeft { dir, count, first })
            }
        }
    }
}
