//! `/api/runs`: values that are being learned, or were: what `tercet train` writes into a run's folder.

use std::fs;
use std::io::Read as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use axum::extract::{ConnectInfo, State};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tercet_store::Archive;

use crate::app::App;
use crate::heavy::heavy;
use crate::limits::LimitedAction;
use crate::refusal::Refusal;
use crate::studies::JsonBody;

/// The file in which a run reports on itself, in its folder.
const FILE: &str = "run.json";

/// The most runs that are listed, the largest file that is read for one, and how much is read for all of them.
const MOST: usize = 100;
const LARGEST: u64 = 1 << 20;
const LARGEST_OF_ALL: u64 = 4 << 20;

/// A run, as its file describes it; unknown fields are not passed on.
#[derive(Debug, Serialize, Deserialize)]
struct Run {
    #[serde(default)]
    name: String,
    game: String,
    about: String,
    measure: String,
    seed: String,
    games: u64,
    moves: u64,
    cpu_seconds: f64,
    is_over: bool,
    curve: Vec<Point>,
    best: Option<Best>,
}

/// A moment of a run at which it was measured.
#[derive(Debug, Serialize, Deserialize)]
struct Point {
    games: u64,
    cpu_seconds: f64,
    score: f64,
    error: f64,
}

/// The best game of a run's evaluations: its score, and its number in the archive where it was kept.
#[derive(Debug, Serialize, Deserialize)]
struct Best {
    score: f64,
    game: Option<i64>,
    #[serde(skip_serializing)]
    digest: Option<String>,
}

/// `GET /api/runs`: the runs of the directory that the server was started with, the newest first.
pub(crate) async fn runs(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
) -> Result<JsonBody, Refusal> {
    app.limiter.count(address.ip(), LimitedAction::Study)?;
    let dir = app.runs.clone();
    let mut runs = heavy(move || Ok(read(&dir))).await?;
    let check = move |archive: &mut Archive| {
        for run in &mut runs {
            run.best = run.best.take().map(|best| best.known(archive));
        }
        Ok(JsonBody::of(&json!({ "runs": runs })))
    };
    app.tables.blocking(check).await
}

impl Best {
    /// The number counts only if the archive has that very game under it: the run may have kept it in another archive.
    fn known(self, archive: &Archive) -> Best {
        let digest = self.digest.as_ref().and_then(|digest| u64::from_str_radix(digest, 16).ok());
        let is_there = |&number: &i64| archive.game(number).is_ok_and(|row| Some(row.state) == digest);
        Best { game: self.game.filter(is_there), ..self }
    }
}

/// The runs of a directory, the one that was written last first, as far as there is room for them. What is no run, or can't be read, is
/// passed over.
fn read(dir: &Path) -> Vec<Run> {
    let folders = fs::read_dir(dir).into_iter().flatten().flatten();
    let mut files: Vec<RunFile> = folders
        .filter_map(|folder| RunFile::of(&folder.path(), folder.file_name().into_string().ok()?))
        .collect();
    files.sort_by_key(|file| std::cmp::Reverse(file.written));
    let (mut runs, mut left) = (Vec::new(), LARGEST_OF_ALL);
    for file in files {
        if runs.len() == MOST || file.length > left {
            break;
        }
        left -= file.length;
        runs.extend(file.read());
    }
    runs
}

/// A file that may describe a run.
struct RunFile {
    name: String,
    path: PathBuf,
    length: u64,
    written: SystemTime,
}

impl RunFile {
    fn of(folder: &Path, name: String) -> Option<RunFile> {
        let path = folder.join(FILE);
        let facts = fs::metadata(&path).ok().filter(|facts| facts.is_file() && facts.len() <= LARGEST)?;
        Some(RunFile { name, path, length: facts.len(), written: facts.modified().ok()? })
    }

    fn read(self) -> Option<Run> {
        // It may have grown since it was looked at.
        let mut bytes = Vec::new();
        fs::File::open(&self.path).ok()?.take(LARGEST).read_to_end(&mut bytes).ok()?;
        let run: Run = serde_json::from_slice(&bytes).ok()?;
        Some(Run { name: self.name, ..run })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_read_and_all_else_is_passed_over() {
        let room = tempfile::tempdir().unwrap();
        assert!(read(&room.path().join("missing")).is_empty());
        let put = |name: &str, text: &str| {
            fs::create_dir(room.path().join(name)).unwrap();
            fs::write(room.path().join(name).join(FILE), text).unwrap();
        };
        let run = json!({
            "game": "triangle", "about": "the usual", "measure": "mean score", "seed": "7", "games": 10, "moves": 200,
            "cpu_seconds": 1.5, "is_over": true, "best": { "score": 3.5, "game": null, "digest": null }, "private": 1,
            "curve": [{ "games": 10, "cpu_seconds": 1.5, "score": 3.0, "error": 0.5 }],
        });
        put("first", &run.to_string());
        put("broken", "{");
        put("large", &" ".repeat(1 + LARGEST as usize));
        fs::write(room.path().join("no-folder"), "").unwrap();
        let runs = read(room.path());
        assert_eq!(runs.len(), 1);
        let run = serde_json::to_value(&runs[0]).unwrap();
        assert_eq!((&run["name"], &run["curve"][0]["score"]), (&json!("first"), &json!(3.0)));
        assert!(run.get("private").is_none() && run["best"].get("digest").is_none(), "{run}");
    }

    #[test]
    fn no_more_is_read_than_there_is_room_for_and_the_newest_first() {
        let room = tempfile::tempdir().unwrap();
        let run = json!({
            "game": "triangle", "about": "x".repeat(LARGEST as usize / 2), "measure": "mean score", "seed": "7", "games": 10,
            "moves": 200, "cpu_seconds": 1.5, "is_over": true, "best": null, "curve": [],
        });
        let most = (LARGEST_OF_ALL / run.to_string().len() as u64) as usize;
        for number in 0..most + 3 {
            let folder = room.path().join(format!("{number:03}"));
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join(FILE), run.to_string()).unwrap();
            let written = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(number as u64);
            fs::File::options().write(true).open(folder.join(FILE)).unwrap().set_modified(written).unwrap();
        }
        let names: Vec<String> = read(room.path()).into_iter().map(|run| run.name).collect();
        let newest: Vec<String> = (3..most + 3).rev().map(|number| format!("{number:03}")).collect();
        assert_eq!(names, newest);
    }
}
