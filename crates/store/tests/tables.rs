//! Tables that a server holds: kept change by change, all or none of a batch.

use tercet_catalog::CATALOG;
use tercet_game::{Deal, Seat};
use tercet_store::{Archive, BestRow, Change, FinishedGame, Move, OldGame, SHARED, SeatRow, StoreError};

fn a_move(number: u64) -> Move {
    let why = (number > 1).then(|| "it fits".to_owned());
    Move { number, input: format!("seat 1 place 1 {number} 1"), state: u64::MAX - number, made_ms: 5, why }
}

fn open(archive: &mut Archive, name: &str) -> i64 {
    let change = Change::Open { name: name.to_owned(), body: "{}".to_owned(), made_ms: 7 };
    archive.keep(&[change]).unwrap()[0]
}

#[test]
fn a_table_and_its_moves_are_read_as_they_were_kept() {
    let dir = tempfile::tempdir().unwrap();
    let mut archive = Archive::open(dir.path(), CATALOG).unwrap();
    let table = open(&mut archive, "first");
    let moves = [Change::Move { table, what: a_move(1) }, Change::Move { table, what: a_move(2) }];
    archive.keep(&moves).unwrap();
    let body = Change::Body { table, body: r#"{"a":1}"#.to_owned(), changed_ms: 8 };
    archive.keep(&[body]).unwrap();
    drop(archive);
    let archive = Archive::open(dir.path(), CATALOG).unwrap();
    let kept = archive.table("first").unwrap().unwrap();
    assert_eq!((kept.id, kept.body.as_str(), kept.made_ms), (table, r#"{"a":1}"#, 7));
    assert_eq!(archive.moves(table).unwrap(), [a_move(1), a_move(2)]);
    assert_eq!(archive.table("second").unwrap(), None);
    assert_eq!(archive.game_of_table(table).unwrap(), None);
}

#[test]
fn of_a_bad_batch_nothing_is_kept() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let table = open(&mut archive, "first");
    archive.keep(&[Change::Move { table, what: a_move(1) }]).unwrap();
    let twice = [Change::Move { table, what: a_move(2) }, Change::Move { table, what: a_move(1) }];
    let error = archive.keep(&twice).unwrap_err();
    assert!(matches!(error, StoreError::Sqlite { .. }), "{error:?}");
    assert_eq!(archive.moves(table).unwrap(), [a_move(1)]);
}

fn puzzle_options() -> Vec<(String, String)> {
    tercet_catalog::CATALOG.table_options("triangle", &[], 1).unwrap()
}

/// A puzzle played to its end, always at the first place.
fn puzzle(seed: u64) -> Box<dyn tercet_entry::AnyGame> {
    let options = puzzle_options();
    let pairs: Vec<(&str, &str)> =
        options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let mut game = tercet_catalog::CATALOG.begin("triangle", &pairs, Deal::stream(seed)).unwrap();
    while let Some(action) = game.legal_actions(Seat::FIRST).first() {
        game.play(Seat::FIRST, &action.clone()).unwrap();
    }
    game
}

/// The puzzle of this seed as somebody's game that counts.
fn finished(seed: u64, name: &str) -> FinishedGame {
    let game = puzzle(seed);
    let seat = SeatRow {
        label: name.to_owned(),
        bot: "person".to_owned(),
        points: game.scores().points()[0],
        finish: game.finishes()[0],
        assisted: false,
    };
    FinishedGame {
        record: game.record(),
        seats: vec![seat],
        rated: true,
        daily: None,
        spent_ms: 61_000,
        finished_ms: 70_000,
    }
}

/// The same with help.
fn helped(seed: u64, name: &str) -> FinishedGame {
    let mut helped = finished(seed, name);
    helped.seats[0].assisted = true;
    helped
}

#[test]
fn a_game_that_is_over_has_a_number_and_its_day() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let table = open(&mut archive, "first");
    let daily = Some("2026-11-16".to_owned());
    let finished = FinishedGame { rated: false, daily, ..finished(1, "Ana") };
    let game = puzzle(1);
    let id = archive.keep(&[Change::Finish { table, game: Box::new(finished) }]).unwrap()[0];
    assert_eq!(archive.record(id).unwrap(), game.record());
    assert_eq!(archive.game_of_table(table).unwrap(), Some(id));
    let day = archive.daily("triangle", "2026-11-16").unwrap();
    assert_eq!((day.len(), day[0].game, day[0].name.as_str()), (1, id, "Ana"));
    assert_eq!((day[0].points, day[0].spent_ms), (game.scores().points()[0], 61_000));
    assert_eq!(archive.daily("set", "2026-11-16").unwrap(), []);
}

#[test]
fn best_scores_are_kept_by_name_and_only_of_games_that_count() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let table = open(&mut archive, "first");
    let mut points: Vec<(i32, u64)> = (1..=4).map(|seed| (puzzle(seed).scores().points()[0], seed)).collect();
    points.sort_unstable();
    let [worst, third, second, first] = points[..] else { unreachable!() };
    assert!(worst < third && third < second && second < first, "{points:?}");
    let chosen = FinishedGame { rated: false, ..finished(first.1, "Cai") };
    let games = [
        finished(second.1, "Ana"),
        finished(worst.1, "Ana"),
        finished(third.1, "Ben"),
        helped(first.1, "Cai"),
        chosen,
    ];
    let changes = games.map(|game| Change::Finish { table, game: Box::new(game) });
    let ids = archive.keep(&changes).unwrap();
    let row = |game: i64, name: &str, points: i32| BestRow { game, name: name.to_owned(), points };
    let best = archive.best("triangle", &puzzle_options(), 10).unwrap();
    assert_eq!(best, [row(ids[0], "Ana", second.0), row(ids[2], "Ben", third.0)]);
    assert_eq!(archive.best("triangle", &puzzle_options(), 1).unwrap().len(), 1);
    assert_eq!(archive.best("triangle", &[], 10).unwrap(), []);
    assert_eq!(archive.best("set", &puzzle_options(), 10).unwrap(), []);
}

#[test]
fn help_is_kept_by_seat_and_told_in_lists_and_exports() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let table = open(&mut archive, "first");
    let daily = Some("2026-11-16".to_owned());
    let game = FinishedGame { daily, ..helped(1, "Ana") };
    let id = archive.keep(&[Change::Finish { table, game: Box::new(game) }]).unwrap()[0];
    assert!(archive.game(id).unwrap().seats[0].assisted);
    assert_eq!(archive.daily("triangle", "2026-11-16").unwrap(), [], "it is no result of the day");
    let mut line = Vec::new();
    let filter = tercet_store::Filter::default();
    tercet_store::export(
        &mut archive,
        tercet_store::Table::Games,
        tercet_store::Format::Jsonl,
        &filter,
        &mut line,
    )
    .unwrap();
    let line = String::from_utf8(line).unwrap();
    assert!(line.contains(r#""assisted":[1]"#), "{line}");
    let mut other = Archive::in_memory(CATALOG).unwrap();
    tercet_store::import(&mut other, &line, 9).unwrap();
    assert!(other.game(1).unwrap().seats[0].assisted, "and it is when it comes from elsewhere");
    other.for_each_table("triangle", None, |row| assert_eq!(row.assisted, [true])).unwrap();
}

#[test]
fn every_try_is_counted_by_list_and_game() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let begin = |list: &str, game: &str| Change::Try { list: list.to_owned(), game: game.to_owned() };
    let tries = [begin("a", "set test 1"), begin("a", "set test 1"), begin("b", "set test 1")];
    assert_eq!(archive.keep(&tries).unwrap(), [1, 2, 1]);
    assert_eq!(archive.keep(&[begin("a", "set test 2")]).unwrap(), [1]);
}

#[test]
fn a_table_that_was_left_goes_with_what_is_old() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let left = open(&mut archive, "left");
    let changed = archive.table("left").unwrap().unwrap().made_ms;
    assert_eq!(archive.oldest(i64::MAX, changed, 10).unwrap(), [], "something was done there at that moment");
    let oldest = archive.oldest(0, i64::MAX, 10).unwrap();
    assert_eq!(oldest, [OldGame { game: None, table: Some((left, "left".to_owned())) }]);
    archive.keep(&[oldest[0].deletion().unwrap()]).unwrap();
    assert_eq!(archive.table("left").unwrap(), None);
    assert_eq!(archive.oldest(i64::MAX, i64::MAX, 10).unwrap(), []);
}

#[test]
fn a_deleted_table_takes_its_moves_and_games_with_it() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let (first, second) = (open(&mut archive, "first"), open(&mut archive, "second"));
    let over = |table, seed, finished_ms| {
        let game = Box::new(FinishedGame { finished_ms, ..finished(seed, "Ana") });
        Change::Finish { table, game }
    };
    let moves =
        [Change::Move { table: first, what: a_move(1) }, Change::Move { table: second, what: a_move(1) }];
    archive.keep(&moves).unwrap();
    let ids = archive.keep(&[over(first, 1, 100), over(second, 2, 200)]).unwrap();
    assert_eq!(archive.oldest(100, 0, 10).unwrap(), [], "it was over at that moment, not before");
    let oldest = archive.oldest(101, 0, 10).unwrap();
    assert_eq!(oldest, [OldGame { game: Some(ids[0]), table: Some((first, "first".to_owned())) }]);
    assert_eq!(archive.oldest(i64::MAX, 0, 1).unwrap(), oldest, "the oldest first");
    let full = archive.used_bytes().unwrap();
    archive.keep(&[oldest[0].deletion().unwrap()]).unwrap();
    assert_eq!(archive.table("first").unwrap(), None);
    assert_eq!(archive.moves(first).unwrap(), []);
    assert!(archive.record(ids[0]).is_err() && archive.record(ids[1]).is_ok());
    assert_eq!(archive.moves(second).unwrap().len(), 1);
    assert!(archive.used_bytes().unwrap() <= full);
    archive.keep(&[Change::Move { table: first, what: a_move(2) }]).unwrap_err();
}

#[test]
fn a_shared_game_keeps_its_number_and_takes_nobody_elses() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let copy = |number: i64| Change::Copy {
        game: SHARED + number,
        table: SHARED + 7,
        name: "shared".to_owned(),
        finished: Box::new(finished(1, "Ana")),
    };
    assert_eq!(archive.newest_shared().unwrap(), None);
    let version = archive.version().unwrap();
    assert_eq!(archive.keep(&[copy(1), copy(3), copy(1)]).unwrap(), [SHARED + 1, SHARED + 3, SHARED + 1]);
    assert_eq!(archive.newest_shared().unwrap(), Some(SHARED + 3));
    assert_eq!(archive.record(SHARED + 3).unwrap(), puzzle(1).record());
    let shared = archive.version().unwrap();
    let table = open(&mut archive, "own");
    let own = archive.keep(&[Change::Finish { table, game: Box::new(finished(2, "Bo")) }]).unwrap()[0];
    assert_eq!((table, own), (1, 1), "own numbers go on from own numbers");
    assert!(version != shared && shared != archive.version().unwrap(), "either is news");
    archive.keep(&[Change::DeleteTable { table: SHARED + 7 }]).unwrap();
    assert_eq!(archive.newest_shared().unwrap(), None);
}

#[test]
fn a_review_is_kept_by_version_and_goes_with_its_game() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let table = open(&mut archive, "first");
    let id = archive.keep(&[Change::Finish { table, game: Box::new(finished(1, "Ana")) }]).unwrap()[0];
    assert_eq!(archive.review(id, 1).unwrap(), None);
    archive.keep_review(id, 1, "{\"a\":1}").unwrap();
    assert_eq!(archive.review(id, 1).unwrap().as_deref(), Some("{\"a\":1}"));
    archive.keep_review(id, 2, "{\"a\":2}").unwrap();
    assert_eq!((archive.review(id, 1).unwrap(), archive.review(id, 2).unwrap().is_some()), (None, true));
    archive.keep_review(id + 1, 2, "{}").unwrap();
    assert_eq!(archive.review(id + 1, 2).unwrap(), None, "there is no such game");
    archive.keep(&[Change::DeleteGame { game: id }]).unwrap();
    assert_eq!(archive.review(id, 2).unwrap(), None);
}

#[test]
fn times_of_a_game_leave_out_what_was_taken_back() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let table = open(&mut archive, "first");
    let finished = finished(1, "Ana");
    let plays: Vec<String> = finished
        .record
        .inputs
        .iter()
        .filter(|input| matches!(input, tercet_game::Input::Play(..)))
        .map(ToString::to_string)
        .collect();
    let mut inputs = vec![plays[0].clone(), "seat 1 undo".to_owned()];
    inputs.extend(plays.iter().cloned());
    let change = |(nth, input): (usize, &String)| {
        let what = Move {
            number: nth as u64 + 1,
            input: input.clone(),
            state: 0,
            made_ms: 1007 + 1000 * nth as i64,
            why: None,
        };
        Change::Move { table, what }
    };
    let changes: Vec<Change> = inputs.iter().enumerate().map(change).collect();
    archive.keep(&changes).unwrap();
    let record = finished.record.clone();
    let id = archive.keep(&[Change::Finish { table, game: Box::new(finished) }]).unwrap()[0];
    let row = archive.game(id).unwrap();
    let facts = archive.review_facts(&row, &record).unwrap();
    let times = facts.times.unwrap();
    assert_eq!((times.len(), facts.names), (record.inputs.len(), vec!["Ana".to_owned()]));
    let first = record.inputs.iter().position(|input| matches!(input, tercet_game::Input::Play(..))).unwrap();
    assert_eq!((times[0], times[first]), (0, 3000), "the third thing that was done is the first that stands");
    assert_eq!(*times.last().unwrap(), 1000 * inputs.len() as u64);
}

#[test]
fn past_paces_are_those_of_earlier_games_under_the_same_name() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let table = open(&mut archive, "first");
    let mut finish = |finished: FinishedGame| {
        archive.keep(&[Change::Finish { table, game: Box::new(finished) }]).unwrap()[0]
    };
    let first = finished(1, "Ana");
    let pace = 61.0 / f64::from(first.seats[0].points);
    finish(first);
    finish(helped(2, "Ana"));
    finish(finished(3, "Ben"));
    let last = finish(finished(4, "Ana"));
    finish(finished(5, "Ana"));
    assert_eq!(archive.past_paces(last, "Ana").unwrap(), [pace]);
}
