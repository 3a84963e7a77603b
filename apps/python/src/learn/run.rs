//! A run's folder.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use tercet_train::learn;
use tercet_train::run::{self, Checkpoint, CheckpointFolder, OwnedPart, Part, RunOptions};

use crate::errors::{Class, OrRaise};
use crate::learn::replay::Replay;

/// A run that is open here and nowhere else, until it is closed.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct Run {
    run: Option<run::Run>,
}

/// Step, parts, and steps that were passed over with the reason.
type Loaded<'py> = (u64, Vec<(String, String, Bound<'py, PyBytes>)>, Vec<(u64, String)>);

/// Step, replay, and steps that were passed over with the reason.
type Buffered = (u64, Replay, Vec<(u64, String)>);

impl Run {
    fn get(&self, py: Python<'_>) -> PyResult<&run::Run> {
        self.run.as_ref().ok_or_else(|| Class::Closed.error(py, "the run is closed"))
    }

    fn folder(&self, py: Python<'_>) -> PyResult<&CheckpointFolder> {
        Ok(self.get(py)?.checkpoints())
    }
}

#[pymethods]
impl Run {
    /// Begins a run, or goes on with one; without a name, a new one or the newest.
    #[new]
    #[pyo3(signature = (root, name, is_resumed, keep, keep_buffers))]
    fn new(
        py: Python<'_>,
        root: PathBuf,
        name: Option<String>,
        is_resumed: bool,
        keep: usize,
        keep_buffers: usize,
    ) -> PyResult<Run> {
        let (options, name) = (RunOptions { keep, keep_buffers }, name.as_deref());
        let open = if is_resumed { run::Run::resume } else { run::Run::begin };
        let run = py.detach(|| open(&root, name, options));
        Ok(Run { run: Some(run.or_raise(py)?) })
    }

    /// Is there a run of this name, or any?
    #[staticmethod]
    #[pyo3(signature = (root, name=None))]
    fn is_there(py: Python<'_>, root: PathBuf, name: Option<String>) -> PyResult<bool> {
        run::Run::is_there(&root, name.as_deref()).or_raise(py)
    }

    /// The run's folder.
    #[getter]
    fn path(&self, py: Python<'_>) -> PyResult<PathBuf> {
        Ok(self.get(py)?.dir().to_owned())
    }

    /// The run's name.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.get(py)?.name().to_owned())
    }

    /// The steps that checkpoints are kept of, ascending.
    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        self.folder(py)?.steps().or_raise(py)
    }

    /// The step of the best checkpoint and its score, if one has a score.
    #[getter]
    fn best(&self, py: Python<'_>) -> PyResult<Option<(u64, f64)>> {
        self.folder(py)?.best().or_raise(py)
    }

    /// Saves parts (name, kind, bytes) as the checkpoint of a step: its file.
    #[pyo3(signature = (step, parts, score=None))]
    fn save(
        &self,
        py: Python<'_>,
        step: u64,
        parts: Vec<(String, String, PyBackedBytes)>,
        score: Option<f64>,
    ) -> PyResult<PathBuf> {
        let folder = self.folder(py)?;
        let parts: Vec<Part<'_>> =
            parts.iter().map(|(name, kind, bytes)| Part::new(name, kind, bytes)).collect();
        py.detach(|| folder.save(step, &parts, score)).or_raise(py)
    }

    /// The newest checkpoint that can be read; `None` if there is none.
    fn newest<'py>(&self, py: Python<'py>) -> PyResult<Option<Loaded<'py>>> {
        let folder = self.folder(py)?;
        Ok(py.detach(|| folder.newest()).or_raise(py)?.map(|kept| loaded(py, kept)))
    }

    /// The checkpoint of a step, or of a mark: `best` or `final`.
    #[pyo3(signature = (step=None, mark=None))]
    fn load<'py>(&self, py: Python<'py>, step: Option<u64>, mark: Option<&str>) -> PyResult<Loaded<'py>> {
        let folder = self.folder(py)?;
        let mark = mark.map(|mark| if mark == "final" { "final" } else { "best" });
        let kept = py.detach(|| match (step, mark) {
            (Some(step), _) => folder.load(step),
            (None, mark) => folder.load_marked(mark.unwrap_or("best")),
        });
        Ok(loaded(py, kept.or_raise(py)?))
    }

    /// Marks the newest checkpoint as the final one: its step.
    fn finish(&self, py: Python<'_>) -> PyResult<u64> {
        self.folder(py)?.finish().or_raise(py)
    }

    /// Saves a replay as the buffer of a step.
    fn save_buffer(&self, py: Python<'_>, step: u64, replay: PyRef<'_, Replay>) -> PyResult<PathBuf> {
        let (folder, replay) = (self.get(py)?.buffers(), &replay.replay);
        py.detach(|| replay.with_parts(|parts| folder.save(step, parts, None))).or_raise(py)
    }

    /// The newest buffer that can be read: step, replay, and what was passed over.
    fn load_buffer(&self, py: Python<'_>) -> PyResult<Option<Buffered>> {
        let folder = self.get(py)?.buffers();
        let Some(kept) = py.detach(|| folder.newest()).or_raise(py)? else { return Ok(None) };
        let skipped = passed_over(&kept);
        let replay = learn::Replay::from_parts(kept.parts).or_raise(py)?;
        Ok(Some((kept.step, Replay { replay }, skipped)))
    }

    /// Writes a text file of the folder, whole or not at all.
    fn write_text(&self, py: Python<'_>, name: &str, text: &str) -> PyResult<()> {
        self.get(py)?.write_text(name, text).or_raise(py)
    }

    /// Adds a line to a file in `logs`.
    fn log(&self, py: Python<'_>, name: &str, line: &str) -> PyResult<()> {
        self.get(py)?.log(name, line).or_raise(py)
    }

    /// Gives the folder free for other processes.
    fn close(&mut self) {
        self.run = None;
    }
}

fn passed_over(kept: &Checkpoint) -> Vec<(u64, String)> {
    kept.skipped.iter().map(|skipped| (skipped.step, skipped.why.clone())).collect()
}

fn loaded(py: Python<'_>, kept: Checkpoint) -> Loaded<'_> {
    let skipped = passed_over(&kept);
    let part = |OwnedPart { name, kind, bytes }: OwnedPart| (name, kind, PyBytes::new(py, &bytes));
    (kept.step, kept.parts.into_iter().map(part).collect(), skipped)
}
