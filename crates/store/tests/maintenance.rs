//! The file: who may read it, whether it is whole, copies of it.

mod played;

use std::fs;
use std::path::Path;

use played::races;
use tercet_catalog::CATALOG;
use tercet_store::{Archive, Change, Filter, Move};

fn archive(dir: &Path, games: u64) -> Archive {
    let mut archive = Archive::open(dir, CATALOG).unwrap();
    for race in races(&["racer:2", "first"], 0..games) {
        archive.add(&[race.new_game(None)]).unwrap();
    }
    archive
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_what_we_make() {
    use std::os::unix::fs::PermissionsExt as _;

    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("a/b");
    let archive = archive(&data, 1);
    assert_eq!([mode(&data), mode(data.parent().unwrap())], [0o700; 2]);
    archive.backup(&data.join("copy")).unwrap();
    let files: Vec<_> = fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 4, "the archive, its log, the log's index and the copy: {files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}

#[test]
fn a_backup_is_an_archive_of_that_moment() {
    let dir = tempfile::tempdir().unwrap();
    let mut archive = archive(dir.path(), 3);
    let mut other = Archive::open(dir.path(), CATALOG).unwrap();
    let to = dir.path().join("copies");
    fs::create_dir(&to).unwrap();
    archive.backup(&to.join(Archive::FILE)).unwrap();
    other.add(&[races(&["first", "first"], 9..10)[0].new_game(None)]).unwrap();
    let again = archive.backup(&to.join(Archive::FILE)).unwrap_err().to_string();
    assert!(again.ends_with("can't be opened: there is a file of that name"), "{again}");
    assert_eq!(fs::read_dir(&to).unwrap().count(), 1, "nothing lies beside it");
    let copy = Archive::open(&to, CATALOG).unwrap();
    assert_eq!(copy.games(&Filter::default()).unwrap().len(), 3);
    assert_eq!(archive.games(&Filter::default()).unwrap().len(), 4);
    archive.vacuum().unwrap();
    assert_eq!(archive.check().unwrap().games, 4);
}

#[test]
fn damage_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let mut archive = archive(dir.path(), 3);
    let open = Change::Open { name: "t".to_owned(), body: "{}".to_owned(), made_ms: 0 };
    let step = |number| Move { number, input: "expire".to_owned(), state: 0, made_ms: 0, why: None };
    let moves = [1, 2, 3].map(|number| Change::Move { table: 1, what: step(number) });
    archive.keep(std::iter::once(&open).chain(&moves)).unwrap();
    let whole = archive.check().unwrap();
    assert_eq!((whole.games, whole.faults), (3, Vec::<String>::new()));
    assert_eq!(archive.quick_check().unwrap(), Vec::<String>::new());
    let file = rusqlite::Connection::open(dir.path().join(Archive::FILE)).unwrap();
    let damage = "DELETE FROM moves WHERE number = 2; UPDATE records SET inputs = x'ff' WHERE game = 2; \
                  PRAGMA foreign_keys = off; DELETE FROM players WHERE label = 'first'";
    file.execute_batch(damage).unwrap();
    let faults = archive.check().unwrap().faults;
    assert_eq!(faults[0], "seats refers to rows of players that are not there");
    assert_eq!(faults[1], "table `t` has 2 moves, the last of them has number 3");
    assert!(faults[2].starts_with("game 2 of the archive is damaged: "), "{faults:?}");
}
