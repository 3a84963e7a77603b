//! Tournaments that are killed and gone on with.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::shell::{Call, tercet};

/// A call with an archive in this directory, and this as the place for its files.
pub(crate) fn at(dir: &Path, words: &str) -> Call {
    tercet(words).dir(dir).word("--data").word("archive")
}

pub(crate) fn read(dir: &TempDir, name: &str) -> String {
    fs::read_to_string(dir.path().join(name)).unwrap()
}

pub(crate) const FILES: &str = "--records games.jsonl --stats stats.json";

/// What a tournament prints and writes.
pub(crate) fn whole(words: &str) -> [String; 3] {
    let dir = tempfile::tempdir().unwrap();
    let printed = at(dir.path(), &format!("tournament {words} {FILES}")).prints();
    [printed, read(&dir, "games.jsonl"), read(&dir, "stats.json")]
}

/// Begins a tournament and lets it run for a while.
fn begun(dir: &Path, words: &str, after: Duration) -> std::process::Child {
    let mut command: Command = at(dir, words).command();
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    thread::sleep(after);
    child
}

/// Kills a tournament at so many moments, going on each time, and compares the end with an uninterrupted one. With
/// `games` for each of its ten pairings it must be long enough that most kills hit it.
pub(crate) fn survives_kills(kills: u32, games: u32) {
    let field = "set --entrants racer:1,racer:2,racer:3,first,random --format round-robin --seed 9";
    let long = format!("{field} --games {games}");
    let start = Instant::now();
    let expected = whole(&long);
    let usual = start.elapsed();
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("archive")).unwrap();
    let mut resumed = format!("tournament {long}");
    let mut opening = Duration::ZERO;
    for kill in 0..kills {
        // Moments from the very first to nearly twice a fair share of the run; no two alike. Every fourth kill may hit a
        // program that has not yet opened its archive, the others go on for as long as opening it took.
        let share = f64::from(kill * 7919 % 101) / 101.0;
        let opening_too = if kill % 4 == 0 { Duration::ZERO } else { opening };
        let after = opening_too + usual.mul_f64(1.6 * share / f64::from(kills));
        let mut child = begun(dir.path(), &resumed, after);
        child.kill().unwrap();
        child.wait().unwrap();
        let start = Instant::now();
        if !at(dir.path(), "games --tournaments --json").prints().is_empty() {
            "tournament --resume 1".clone_into(&mut resumed);
        }
        opening = start.elapsed();
    }
    let printed = at(dir.path(), &format!("{resumed} {FILES}")).prints();
    assert_eq!([printed, read(&dir, "games.jsonl"), read(&dir, "stats.json")], expected);
    let listed: Value = serde_json::from_str(&at(dir.path(), "games --tournaments --json").prints()).unwrap();
    assert_eq!(
        (&listed["games"], &listed["of"]),
        (&(10 * games).into(), &(10 * games).into()),
        "none lost, none twice"
    );
}
