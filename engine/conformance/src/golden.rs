//! Golden files: what the code does, kept as text that a person has read.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use tercet_game::{Notation, Record, Replay};

/// Set to `write`, it makes the checks write their files instead of comparing.
const MODE: &str = "TERCET_GOLDEN";
/// How many lines are shown before the first difference, and after it of each side.
const CONTEXT: usize = 3;

/// Compares a text with the file that holds it, or writes the file if `TERCET_GOLDEN=write` is set.
///
/// # Panics
/// If they differ, with the first difference; if the file is not there or can't be written.
pub fn check(path: &Path, text: &str) {
    let outcome = if env::var_os(MODE).is_some_and(|mode| mode == "write") {
        write(path, text)
    } else {
        compare(path, text)
    };
    if let Err(complaint) = outcome {
        panic!("{complaint}");
    }
}

/// Compares a record with the golden game `dir/name.play`, which must also replay to what it says.
///
/// # Panics
/// As [`check`], or if the file does not replay.
pub fn play<G: Notation>(dir: &Path, name: &str, record: &Record) {
    let path: PathBuf = dir.join(format!("{name}.play"));
    check(&path, &record.to_string());
    let kept = fs::read_to_string(&path).expect("it was read or written just now");
    if let Err(complaint) = verify::<G>(&kept) {
        panic!("{}: {complaint}", path.display());
    }
}

fn verify<G: Notation>(text: &str) -> Result<(), String> {
    let record: Record = text.parse().map_err(|error: tercet_game::RecordError| error.to_string())?;
    let mut replay = Replay::<G>::open(&record).map_err(|error| error.to_string())?;
    replay.verify(&mut ()).map(|_| ()).map_err(|error| error.to_string())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let complain = |error: std::io::Error| format!("{} can't be written: {error}", path.display());
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir).map_err(complain)?;
    }
    fs::write(path, text).map_err(complain)
}

fn compare(path: &Path, text: &str) -> Result<(), String> {
    let hint = "`cargo xtask golden` writes it anew; read the difference first";
    match fs::read_to_string(path) {
        Ok(kept) if kept == text => Ok(()),
        Ok(kept) => {
            Err(format!("{} is not what comes out now\n{}{hint}", path.display(), difference(&kept, text)))
        }
        Err(error) => Err(format!("{} can't be read: {error}\n{hint}", path.display())),
    }
}

/// The first lines that differ, with the lines before them.
fn difference(kept: &str, now: &str) -> String {
    let same = kept.split('\n').zip(now.split('\n')).take_while(|(a, b)| a == b).count();
    let before = same.saturating_sub(CONTEXT);
    [lines(' ', kept, before, same - before), lines('-', kept, same, CONTEXT), lines('+', now, same, CONTEXT)]
        .concat()
}

/// So many lines of a text from one on, with a sign and their numbers.
fn lines(sign: char, text: &str, first: usize, count: usize) -> String {
    let mut out = String::new();
    for (row, line) in text.split('\n').enumerate().skip(first).take(count) {
        writeln!(out, "{sign} {:>4} | {line}", row + 1).expect("a string takes any text");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    #[test]
    fn the_difference_shows_the_first_lines_that_differ() {
        let (kept, now) = ("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\nE\n");
        let before = "     2 | b\n     3 | c\n     4 | d\n";
        let after = "-    5 | e\n-    6 | f\n-    7 | \n+    5 | E\n+    6 | \n";
        assert_eq!(difference(kept, now), [before, after].concat());
    }

    #[test]
    fn a_missing_last_line_end_is_a_difference() {
        assert_eq!(difference("a\n", "a"), "     1 | a\n-    2 | \n");
    }

    const HINT: &str = "`cargo xtask golden` writes it anew; read the difference first";

    #[test]
    fn what_was_written_compares() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("golden/a.txt");
        write(&path, "one\ntwo\n").unwrap();
        assert_eq!(compare(&path, "one\ntwo\n"), Ok(()));
        let complaint = compare(&path, "one\n2\n").unwrap_err();
        let shown = "     1 | one\n-    2 | two\n-    3 | \n+    2 | 2\n+    3 | \n";
        assert_eq!(complaint, format!("{} is not what comes out now\n{shown}{HINT}", path.display()));
    }

    #[test]
    fn a_missing_file_is_told() {
        let path = Path::new("tests/golden/nowhere.txt");
        let complaint = compare(path, "").unwrap_err();
        let (first, hint) = complaint.split_once('\n').unwrap();
        assert!(first.starts_with("tests/golden/nowhere.txt can't be read: "), "{first}");
        assert_eq!(hint, HINT);
    }

    #[test]
    fn a_golden_game_must_replay() {
        let text = fs::read_to_string("tests/golden/race.play").unwrap();
        assert_eq!(verify::<Toy>(&text), Ok(()));
        let cut = text.replace("seat 1 grab", "seat 1 hold");
        assert!(verify::<Toy>(&cut).unwrap_err().contains("the text was altered"));
        let record = Record { scores: vec![1, 2], ..text.parse().unwrap() };
        let complaint = "line 31: the game replays to scores `13 9`, the record says `1 2`";
        assert_eq!(verify::<Toy>(&record.to_string()), Err(complaint.to_owned()));
    }
}
