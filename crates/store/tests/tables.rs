//! Tables that a server holds: kept change by change, all or none of a batch.

use tercet_game::{Deal, Seat};
use tercet_store::{Archive, Change, Move, Sitting, StoreError};

fn a_move(number: u64) -> Move {
    Move { number, input: format!("seat 1 place 1 {number} 1"), state: u64::MAX - number, made_ms: 5 }
}

fn open(archive: &mut Archive, name: &str) -> i64 {
    let change = Change::Open { name: name.to_owned(), body: "{}".to_owned(), made_ms: 7 };
    archive.keep(&[change]).unwrap()[0]
}

#[test]
fn a_table_and_its_moves_are_read_as_they_were_kept() {
    let dir = tempfile::tempdir().unwrap();
    let mut archive = Archive::open(dir.path()).unwrap();
    let table = open(&mut archive, "first");
    let moves = [Change::Move { table, what: a_move(1) }, Change::Move { table, what: a_move(2) }];
    archive.keep(&moves).unwrap();
    let body = Change::Body { table, body: r#"{"a":1}"#.to_owned(), changed_ms: 8 };
    archive.keep(&[body]).unwrap();
    drop(archive);
    let archive = Archive::open(dir.path()).unwrap();
    let kept = archive.table("first").unwrap().unwrap();
    assert_eq!((kept.id, kept.body.as_str(), kept.made_ms), (table, r#"{"a":1}"#, 7));
    assert_eq!(archive.moves(table).unwrap(), [a_move(1), a_move(2)]);
    assert_eq!(archive.table("second").unwrap(), None);
    assert_eq!(archive.game_of_table(table).unwrap(), None);
}

#[test]
fn of_a_bad_batch_nothing_is_kept() {
    let mut archive = Archive::in_memory().unwrap();
    let table = open(&mut archive, "first");
    archive.keep(&[Change::Move { table, what: a_move(1) }]).unwrap();
    let twice = [Change::Move { table, what: a_move(2) }, Change::Move { table, what: a_move(1) }];
    let error = archive.keep(&twice).unwrap_err();
    assert!(matches!(error, StoreError::Sqlite { .. }), "{error:?}");
    assert_eq!(archive.moves(table).unwrap(), [a_move(1)]);
}

#[test]
fn a_game_that_is_over_has_a_number_and_its_day() {
    let mut archive = Archive::in_memory().unwrap();
    let table = open(&mut archive, "first");
    let options = tercet_catalog::table_options("triangle", &[], 1).unwrap();
    let pairs: Vec<(&str, &str)> =
        options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let mut game = tercet_catalog::begin("triangle", &pairs, Deal::stream(1)).unwrap();
    while let Some(action) = game.legal_actions(Seat::FIRST).first() {
        game.play(Seat::FIRST, &action.clone()).unwrap();
    }
    let sitting = Sitting {
        record: game.record(),
        seats: vec![("Ana".to_owned(), "person".to_owned(), game.finish()[0])],
        rated: false,
        assisted: true,
        daily: Some("2026-11-16".to_owned()),
        spent_ms: 61_000,
        finished_ms: 70_000,
    };
    let id = archive.keep(&[Change::Finish { table, game: Box::new(sitting) }]).unwrap()[0];
    assert_eq!(archive.record(id).unwrap(), game.record());
    assert_eq!(archive.game_of_table(table).unwrap(), Some(id));
    let day = archive.daily("triangle", "2026-11-16").unwrap();
    assert_eq!((day.len(), day[0].game, day[0].name.as_str(), day[0].assisted), (1, id, "Ana", true));
    assert_eq!((day[0].points, day[0].spent_ms), (game.scores().points()[0], 61_000));
    assert_eq!(archive.daily("set", "2026-11-16").unwrap(), []);
}
