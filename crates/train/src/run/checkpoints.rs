//! Files of a run by step: the newest that can be read, the best, the final one, and how many are kept.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::files::names;
use crate::run::parts::{OwnedPart, Part, read, write};
use crate::run::{RunError, files};

const EXTENSION: &str = ".tercet";

/// A directory of files by step. The last that were saved are kept, and those with a mark.
///
/// A file's name has the number of its saving before its step: `000007-step-300.tercet`. So the newest is the one that was saved last, even where
/// a learner went back to an earlier step, and saving needs no second file to say so.
#[derive(Debug)]
pub struct CheckpointFolder {
    dir: PathBuf,
    keep: usize,
}

/// What was kept of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
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

/// A file of a folder: the number of its saving, and the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Numbered {
    number: u64,
    step: u64,
}

impl Numbered {
    fn name(self) -> String {
        format!("{:06}-step-{}{EXTENSION}", self.number, self.step)
    }

    fn from_name(name: &str) -> Option<Numbered> {
        let (number, step) = name.strip_suffix(EXTENSION)?.split_once("-step-")?;
        Some(Numbered { number: number.parse().ok()?, step: step.parse().ok()? })
    }
}

impl CheckpointFolder {
    /// The folder in a directory, which is made if it is not there. What was left of files under way is removed.
    ///
    /// # Errors
    /// If the system refuses, or nothing is to be kept.
    pub fn open(dir: PathBuf, keep: usize) -> Result<CheckpointFolder, RunError> {
        if keep == 0 {
            return Err(RunError::Keep);
        }
        fs::create_dir_all(&dir).map_err(RunError::io(&dir))?;
        files::sweep(&dir)?;
        Ok(CheckpointFolder { dir, keep })
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The file of a step.
    ///
    /// # Errors
    /// If there is none, or the system refuses.
    pub fn path(&self, step: u64) -> Result<PathBuf, RunError> {
        let files = self.files()?;
        let of_step = files.iter().rev().find(|file| file.step == step);
        of_step.map(|&file| self.dir.join(file.name())).ok_or_else(|| {
            let steps: Vec<String> = files.iter().map(|file| file.step.to_string()).collect();
            let there = if steps.is_empty() { "none".to_owned() } else { steps.join(", ") };
            RunError::NoStep { dir: self.dir.clone(), step, there }
        })
    }

    /// The steps, in the order in which they were saved.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn steps(&self) -> Result<Vec<u64>, RunError> {
        Ok(self.files()?.into_iter().map(|file| file.step).collect())
    }

    fn files(&self) -> Result<Vec<Numbered>, RunError> {
        let mut files: Vec<Numbered> =
            names(&self.dir)?.iter().filter_map(|name| Numbered::from_name(name)).collect();
        files.sort_unstable();
        Ok(files)
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
        let number = self.files()?.last().map_or(1, |last| last.number + 1);
        let path = self.dir.join(Numbered { number, step }.name());
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
    /// As [`CheckpointFolder::best`].
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

    /// Removes what is neither among the last nor marked, and older files of a step that was saved again.
    fn prune(&self) -> Result<(), RunError> {
        let marked = [self.best()?.map(|(step, _)| step), self.last()?];
        let files = self.files()?;
        let old = files.len().saturating_sub(self.keep);
        for (nth, file) in files.iter().enumerate() {
            let is_replaced = files[nth + 1..].iter().any(|later| later.step == file.step);
            if is_replaced || (nth < old && !marked.contains(&Some(file.step))) {
                let path = self.dir.join(file.name());
                fs::remove_file(&path).map_err(RunError::io(&path))?;
            }
        }
        Ok(())
    }

    /// What was saved of a step.
    ///
    /// # Errors
    /// If there is nothing of it, or it can't be read.
    pub fn load(&self, step: u64) -> Result<Checkpoint, RunError> {
        Ok(Checkpoint { step, parts: read(&self.path(step)?)?, skipped: Vec::new() })
    }

    /// What was saved of the step with a mark, `best` or `final`.
    ///
    /// # Errors
    /// If no step has the mark, or it can't be read.
    pub fn load_marked(&self, mark: &'static str) -> Result<Checkpoint, RunError> {
        let (step, _) = self.marked(mark)?.ok_or(RunError::NoMark { dir: self.dir.clone(), mark })?;
        self.load(step)
    }

    /// The newest that can be read, and what was passed over to find it; `None` if nothing was saved.
    ///
    /// # Errors
    /// If there are files and none can be read.
    pub fn newest(&self) -> Result<Option<Checkpoint>, RunError> {
        let mut skipped = Vec::new();
        for file in self.files()?.into_iter().rev() {
            let step = file.step;
            match read(&self.dir.join(file.name())) {
                Ok(parts) => return Ok(Some(Checkpoint { step, parts, skipped })),
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
