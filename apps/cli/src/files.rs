//! Files: read whole, written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tercet_game::Record;

/// Reads a text; `-` is stdin.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let read = || {
        if path.as_os_str() == "-" {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text)?;
            return Ok(text);
        }
        fs::read_to_string(path)
    };
    read().map_err(|error: io::Error| anyhow::anyhow!("`{}` can't be read: {error}", path.display()))
}

/// Reads a record; `-` is stdin.
pub(crate) fn read_record(path: &Path) -> Result<Record> {
    let text = read_text(path)?;
    text.parse().with_context(|| path.display().to_string())
}

/// A file that a text will be written to, whole each time.
#[derive(Clone, Debug)]
pub(crate) struct WholeFile {
    path: PathBuf,
    /// What it holds, for complaints.
    what: &'static str,
}

impl WholeFile {
    /// Makes sure that the file can be written, so that nobody plays in vain. Whatever is there stays until the
    /// first text is written.
    pub(crate) fn prepare(path: &Path, what: &'static str) -> Result<WholeFile> {
        let file = WholeFile { path: path.to_owned(), what };
        if path.is_dir() {
            bail!("{}", file.complaint("it is a directory"));
        }
        if is_replaced(path) {
            let draft = draft_of(&settled(path));
            let tried = File::create(&draft).and_then(|_| fs::remove_file(&draft));
            tried.map_err(|error| anyhow::anyhow!(file.complaint(error)))?;
        }
        Ok(file)
    }

    /// Writes the text in one go.
    pub(crate) fn write(&self, text: &str) -> Result<()> {
        write_whole(&self.path, text.as_bytes()).map_err(|error| anyhow::anyhow!(self.complaint(error)))
    }

    fn complaint(&self, why: impl std::fmt::Display) -> String {
        format!("the {} can't be written to `{}`: {why}", self.what, self.path.display())
    }
}

/// The file that the record of a running game is written to, if somebody asked for one.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordFile(Option<WholeFile>);

const RECORD: &str = "record";

impl RecordFile {
    /// Makes sure that the file can be written.
    pub(crate) fn prepare(path: Option<&Path>) -> Result<RecordFile> {
        path.map(|path| WholeFile::prepare(path, RECORD)).transpose().map(RecordFile)
    }

    /// Writes the record as far as it goes. A failure here is a warning: the end tries again.
    pub(crate) fn keep(&self, record: impl FnOnce() -> Record) {
        if let Some(Err(error)) = self.0.as_ref().map(|file| file.write(&record().to_string())) {
            tracing::warn!("{error:#}");
        }
    }

    /// Writes the record for good; where to, if anywhere.
    pub(crate) fn close(&self, record: impl FnOnce() -> Record) -> Result<Option<String>> {
        let Some(file) = &self.0 else { return Ok(None) };
        file.write(&record().to_string())?;
        Ok(Some(file.path.display().to_string()))
    }
}

/// Writes the record once, and says how that went.
pub(crate) fn save(path: &Path, record: &Record) -> String {
    match WholeFile::prepare(path, RECORD).and_then(|file| file.write(&record.to_string())) {
        Ok(()) => format!("saved to {}", path.display()),
        Err(error) => error.to_string(),
    }
}

/// Writes bytes to a file beside its place, then moves it there: nobody ever sees half of it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if !is_replaced(path) {
        return fs::write(path, bytes);
    }
    let path = settled(path);
    let draft = draft_of(&path);
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&draft, &path)).inspect_err(|_| {
        // Nothing to do if there is no draft to take away.
        let _ = fs::remove_file(&draft);
    })
}

/// Devices and pipes are written to, not replaced.
fn is_replaced(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |there| there.is_file())
}

/// Where a link leads, so that the link stays one.
fn settled(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn draft_of(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.draft", std::process::id()))
}
