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

/// Begins a tournament and waits until some of its games are in the archive.
fn begun(dir: &Path, words: &str, after: Duration) -> std::process::Child {
    let mut command: Command = at(dir, words).command();
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    thread::sleep(after);
    child
}

const LONG: &str =
    "set --entrants racer:1,racer:2,racer:3,first,random --format round-robin --games 60 --seed 9";

/// Kills a tournament at so many moments, going on each time, and compares the end with an uninterrupted one.
pub(crate) fn survives_kills(kills: u32) {
    let expected = whole(LONG);
    let start = Instant::now();
    whole(LONG);
    let usual = start.elapsed();
    let dir = tempfile::tempdir().unwrap();
    let mut resumed = format!("tournament {LONG}");
    for kill in 0..kills {
        // Moments all over the run, the very first ones included; no two alike.
        let after = usual.mul_f64(f64::from(kill * 7919 % 101) / 101.0 * 0.9 / f64::from(kills.min(5)));
        let mut child = begun(dir.path(), &resumed, after);
        child.kill().unwrap();
        child.wait().unwrap();
        let listed = at(dir.path(), "games --tournaments --json").prints();
        resumed =
            if listed.is_empty() { format!("tournament {LONG}") } else { "tournament --resume 1".to_owned() };
    }
    let printed = at(dir.path(), &format!("{resumed} {FILES}")).prints();
    assert_eq!([printed, read(&dir, "games.jsonl"), read(&dir, "stats.json")], expected);
    let listed: Value = serde_json::from_str(&at(dir.path(), "games --tournaments --json").prints()).unwrap();
    assert_eq!((&listed["games"], &listed["of"]), (&600.into(), &600.into()), "none lost, none twice");
}
