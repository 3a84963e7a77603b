//! A run's folder under everything that can happen to files.

use std::fs;
use std::path::Path;

use tercet_train::run::{Checkpoint, OwnedPart, Part, Run, RunError, RunOptions, Skipped};

fn begin(root: &Path) -> Run {
    Run::begin(root, Some("a"), RunOptions { keep: 2, keep_buffers: 1 }).unwrap()
}

fn save(run: &Run, step: u64, score: Option<f64>) {
    let text = step.to_string();
    run.checkpoints().save(step, &[Part::new("step", "text", text.as_bytes())], score).unwrap();
}

fn newest(run: &Run) -> (u64, Vec<Skipped>) {
    let Checkpoint { step, parts, skipped } = run.checkpoints().newest().unwrap().unwrap();
    let expected =
        OwnedPart { name: "step".to_owned(), kind: "text".to_owned(), bytes: step.to_string().into_bytes() };
    assert_eq!(parts, [expected]);
    (step, skipped)
}

#[test]
fn the_newest_and_those_with_a_mark_are_kept() {
    let room = tempfile::tempdir().unwrap();
    let run = begin(room.path());
    assert_eq!(run.checkpoints().newest().unwrap(), None);
    for (step, score) in [(1, 0.5), (2, 3.0), (3, 1.0), (4, 3.0), (5, 2.0)] {
        save(&run, step, Some(score));
    }
    assert_eq!(run.checkpoints().steps().unwrap(), [2, 4, 5]);
    assert_eq!(run.checkpoints().best().unwrap(), Some((2, 3.0)));
    assert_eq!(run.checkpoints().load_marked("best").unwrap().step, 2);
    assert_eq!((run.checkpoints().finish().unwrap(), run.checkpoints().last().unwrap()), (5, Some(5)));
    for step in 6..10 {
        save(&run, step, None);
    }
    assert_eq!(run.checkpoints().steps().unwrap(), [2, 5, 8, 9]);
    assert_eq!(newest(&run), (9, vec![]));
}

#[test]
fn a_learner_who_went_back_goes_on_from_there() {
    let room = tempfile::tempdir().unwrap();
    let run = begin(room.path());
    save(&run, 100, None);
    save(&run, 300, None);
    fs::write(run.checkpoints().path(300).unwrap(), b"torn").unwrap();
    save(&run, 200, None);
    assert_eq!(newest(&run), (200, vec![]));
    save(&run, 250, None);
    assert_eq!(run.checkpoints().steps().unwrap(), [200, 250]);
    save(&run, 200, None);
    assert_eq!((run.checkpoints().steps().unwrap(), newest(&run)), (vec![250, 200], (200, vec![])));
    assert_eq!(fs::read_dir(run.checkpoints().dir()).unwrap().count(), 2);
}

#[test]
fn every_way_to_cut_a_file_short_is_found_and_the_one_before_it_is_taken() {
    let room = tempfile::tempdir().unwrap();
    let run = begin(room.path());
    save(&run, 1, None);
    save(&run, 2, None);
    let path = run.checkpoints().path(2).unwrap();
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let (step, skipped) = newest(&run);
        assert_eq!((step, skipped.len(), skipped[0].step), (1, 1, 2), "{length}");
        let start = format!("{}: the file is cut short", path.display());
        assert!(skipped[0].why.starts_with(&start), "{length}: {}", skipped[0].why);
    }
    fs::write(&path, &whole[..40]).unwrap();
    let why = format!("{}: the file is cut short: 40 of {} bytes", path.display(), whole.len());
    assert_eq!(newest(&run).1[0].why, why);
}

#[test]
fn every_changed_bit_is_found() {
    let room = tempfile::tempdir().unwrap();
    let run = begin(room.path());
    save(&run, 1, None);
    save(&run, 2, None);
    let path = run.checkpoints().path(2).unwrap();
    let whole = fs::read(&path).unwrap();
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, bytes).unwrap();
        assert_eq!(newest(&run).0, 1, "bit {bit}");
    }
    let mut longer = whole.clone();
    longer.push(0);
    fs::write(&path, longer).unwrap();
    assert_eq!(newest(&run).0, 1);
    fs::write(&path, whole).unwrap();
    assert_eq!(newest(&run), (2, vec![]));
}

#[test]
fn what_is_wrong_is_told() {
    let room = tempfile::tempdir().unwrap();
    let run = begin(room.path());
    save(&run, 1, None);
    let path = run.checkpoints().path(1).unwrap();
    let (whole, shown) = (fs::read(&path).unwrap(), path.display().to_string());
    let output = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        run.checkpoints().load(1).unwrap_err().to_string().replace(&shown, "FILE")
    };
    let mut changed = whole.clone();
    changed[34] ^= 1;
    assert_eq!(output(&changed), "FILE: the file was changed: its checksum does not fit");
    let mut newer = whole.clone();
    newer[8] = 2;
    assert_eq!(output(&newer), "FILE: the file has version 2; this release reads version 1");
    assert_eq!(output(b"something else"), "FILE: this is no file of a run");
    let none_left = run.checkpoints().newest().unwrap_err().to_string();
    let dir = run.checkpoints().dir().display();
    assert_eq!(none_left, format!("{dir}: none of 1 files can be read: {shown}: this is no file of a run"));
    let missing = run.checkpoints().load(7).unwrap_err().to_string();
    assert_eq!(missing, format!("{dir}: there is nothing of step 7; there is of 1"));
    let unmarked = run.checkpoints().load_marked("best").unwrap_err().to_string();
    assert_eq!(unmarked, format!("{dir}: nothing was marked as `best` yet"));
    let score = run.checkpoints().save(2, &[], Some(f64::NAN)).unwrap_err();
    assert_eq!(score.to_string(), "score: NaN can't be compared with others; give a finite number");
    assert_eq!(run.checkpoints().steps().unwrap(), [1]);
}

#[test]
fn what_a_crash_left_is_swept_and_a_torn_mark_is_none() {
    let room = tempfile::tempdir().unwrap();
    let run = begin(room.path());
    save(&run, 1, Some(1.0));
    let dir = run.checkpoints().dir().to_owned();
    fs::write(dir.join(".part-77-000002-step-2.tercet"), b"half").unwrap();
    fs::write(dir.join("best"), b"half").unwrap();
    drop(run);
    let run = Run::resume(room.path(), Some("a"), RunOptions::default()).unwrap();
    assert!(!dir.join(".part-77-000002-step-2.tercet").exists());
    assert_eq!(run.checkpoints().best().unwrap(), None);
    save(&run, 2, Some(0.5));
    assert_eq!(run.checkpoints().best().unwrap(), Some((2, 0.5)));
}

#[test]
fn a_write_that_fails_leaves_the_old_file() {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("file");
    tercet_train::run::write_whole(&path, |file| file.write_all(b"old")).unwrap();
    let failed = tercet_train::run::write_whole(&path, |file| {
        file.write_all(b"new")?;
        Err(std::io::Error::other("the disk is full"))
    });
    assert_eq!(failed.unwrap_err().to_string(), format!("{}: the disk is full", path.display()));
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(room.path()).unwrap().count(), 1);
}

#[test]
fn runs_are_numbered_and_the_newest_is_resumed() {
    let room = tempfile::tempdir().unwrap();
    let root = room.path().join("runs");
    let usual = RunOptions::default();
    assert!(matches!(Run::resume(&root, None, usual), Err(RunError::NoRun { .. })));
    let names: Vec<String> =
        (0..2).map(|_| Run::begin(&root, None, usual).unwrap().name().to_owned()).collect();
    assert_eq!(names, ["run-0001", "run-0002"]);
    drop(Run::begin(&root, Some("aaa"), usual).unwrap());
    let newest = Run::resume(&root, None, usual).unwrap();
    assert_eq!((newest.name(), newest.number()), ("aaa", 3));
    assert!(matches!(Run::begin(&root, Some("aaa"), usual), Err(RunError::Taken { .. })));
    assert!(matches!(Run::resume(&root, Some("aaa"), usual), Err(RunError::InUse { .. })));
    assert!(matches!(Run::resume(&root, Some("bbb"), usual), Err(RunError::NoRun { .. })));
    for name in ["", "..", "a/b", ".hidden", "a b"] {
        assert!(matches!(Run::begin(&root, Some(name), usual), Err(RunError::Name { .. })), "{name}");
    }
    assert!(matches!(Run::begin(&root, Some("c"), RunOptions { keep: 0, ..usual }), Err(RunError::Keep)));
}

#[test]
fn texts_and_logs() {
    let room = tempfile::tempdir().unwrap();
    let run = begin(room.path());
    run.write_text("configs.json", "{}\n").unwrap();
    run.log("metrics.jsonl", "one").unwrap();
    run.log("metrics.jsonl", "two").unwrap();
    assert_eq!(fs::read_to_string(run.dir().join("configs.json")).unwrap(), "{}\n");
    assert_eq!(fs::read_to_string(run.dir().join("logs/metrics.jsonl")).unwrap(), "one\ntwo\n");
    assert!(matches!(run.log("../configs.json", "x"), Err(RunError::Name { .. })));
}
