//! The archive as programs use it: nothing lost, nothing twice, clear words when it can't be.

mod played;

use std::path::Path;
use std::process::Command;
use std::{env, fs, thread};

use played::races;
use tercet_arena::Rating;
use tercet_catalog::CATALOG;
use tercet_store::{Archive, Filter, RatingRow, Slot, StoreError};

fn all() -> Filter {
    Filter::default()
}

#[test]
fn a_record_comes_back_as_it_was_and_verifies() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let races = races(&["racer:1", "racer:5"], 0..20);
    let games: Vec<_> = races.iter().map(|race| race.new_game(None)).collect();
    let ids = archive.add(&games).unwrap();
    for (id, race) in ids.iter().zip(&races) {
        let record = archive.record(*id).unwrap();
        tercet_catalog::CATALOG.verify(&record).unwrap();
        let inputs = record.to_string();
        assert!(inputs.contains(&format!("\n\n{}\nend ", race.played.inputs)));
        let row = archive.game(*id).unwrap();
        assert_eq!(
            (row.plays, row.end.as_str(), row.state),
            (race.played.plays, "finished", race.played.state)
        );
        assert_eq!(row.seats[1].finish, race.played.finish[1]);
    }
    assert!(matches!(archive.record(21), Err(StoreError::NoGame(21))));
}

#[test]
fn games_survive_and_ids_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let races = races(&["first", "random"], 0..4);
    let put = |range: std::ops::Range<usize>| {
        let games: Vec<_> = races[range].iter().map(|race| race.new_game(None)).collect();
        Archive::open(&dir.path().join("deep/er"), CATALOG).unwrap().add(&games).unwrap()
    };
    assert_eq!((put(0..2), put(2..4)), (vec![1, 2], vec![3, 4]));
    let mut archive = Archive::open(&dir.path().join("deep/er"), CATALOG).unwrap();
    assert_eq!(archive.games(&all()).unwrap().len(), 4);
    tercet_catalog::CATALOG.verify(&archive.record(4).unwrap()).unwrap();
    assert_eq!(archive.counts().unwrap(), [("set".to_owned(), 4)]);
}

#[test]
fn a_place_in_a_tournament_is_taken_once_and_a_batch_goes_in_whole() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let tournament = archive.begin_tournament("set", "{}", 1).unwrap();
    let races = races(&["first", "random"], 0..3);
    let slot = |fixture| Some(Slot { tournament, fixture, part: 0 });
    archive.add(&[races[0].new_game(slot(7))]).unwrap();
    let batch = [races[1].new_game(slot(8)), races[2].new_game(slot(7))];
    let error = archive.add(&batch).unwrap_err();
    assert!(error.to_string().contains("UNIQUE constraint failed"), "{error}");
    assert_eq!(archive.games(&all()).unwrap().len(), 1, "nothing of the batch is there");
    archive.add(&batch[..1]).unwrap();
    let finishes = archive.tournament_finishes(tournament).unwrap();
    assert_eq!((finishes.len(), &finishes[&(8, 0)]), (2, &races[1].played.finish));
}

#[test]
fn lists_are_filtered() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let two = races(&["first", "random"], 0..5);
    let three = races(&["racer:2", "first", "racer:4"], 0..3);
    for (number, race) in two.iter().chain(&three).enumerate() {
        let mut game = race.new_game(None);
        game.finished_ms = 1_700_000_000_000 + 86_400_000 * number as i64;
        archive.add(&[game]).unwrap();
    }
    let ids =
        |filter: Filter| -> Vec<i64> { archive.games(&filter).unwrap().iter().map(|row| row.id).collect() };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(ids(Filter { newest: Some(3), ..all() }), [6, 7, 8]);
    assert_eq!(ids(Filter { player: text("racer:4"), ..all() }), [6, 7, 8]);
    assert_eq!(ids(Filter { player: text("nobody"), ..all() }), Vec::<i64>::new());
    assert_eq!(ids(Filter { game: text("triangle"), ..all() }), Vec::<i64>::new());
    // The first was over on 2023-11-14 at 22:13:20.
    assert_eq!(ids(Filter { since: text("2023-11-16"), until: text("2023-11-18"), ..all() }), [3, 4]);
    assert_eq!(ids(Filter { since: text("2023-11-21T22:13:20Z"), ..all() }), [8]);
    for wrong in ["yesterday", "2023-13-01", "17", "now", ""] {
        let error = archive.games(&Filter { since: text(wrong), ..all() }).unwrap_err();
        assert!(matches!(error, StoreError::Date(_)), "{wrong}: {error}");
    }
}

#[test]
fn statistics_see_every_game_of_their_kind_in_order() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let tournament = archive.begin_tournament("set", "{}", 1).unwrap();
    let races = races(&["racer:2", "first", "racer:4"], 0..10);
    for (number, race) in races.iter().enumerate() {
        let slot = (number % 2 == 0).then_some(Slot { tournament, fixture: number as u64, part: 0 });
        archive.add(&[race.new_game(slot)]).unwrap();
    }
    let seen = |game: &str, tournament: Option<i64>| {
        let mut seen = Vec::new();
        archive
            .for_each_table(game, tournament, |row| seen.push((row.players.to_vec(), row.finish.to_vec())))
            .unwrap();
        seen
    };
    let expected: Vec<_> = races.iter().map(|race| (vec![1, 2, 3], race.played.finish.clone())).collect();
    assert_eq!(seen("set", None), expected);
    assert_eq!(seen("set", Some(tournament)).len(), 5);
    assert!(seen("machi", None).is_empty());
    let bots: Vec<String> = archive.players().unwrap().into_iter().map(|(_, _, bot)| bot).collect();
    assert_eq!(bots, ["racer:2", "first", "racer:4"]);
}

#[test]
fn ratings_go_on_from_event_to_event() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let row = |tournament, day, label: &str, elo| RatingRow {
        game: "set".to_owned(),
        tournament,
        day,
        round: 0,
        label: label.to_owned(),
        rating: Rating { elo, games: 3, ..Rating::default() },
    };
    let first = archive.begin_tournament("set", "{}", 1).unwrap();
    let rows = [row(first, 0, "a", 1510.0), row(first, 0, "b", 1490.0), row(first, 1, "a", 1525.5)];
    archive.finish_tournament(first, &rows, 2).unwrap();
    archive.finish_tournament(first, &rows, 3).unwrap();
    let second = archive.begin_tournament("set", "{}", 4).unwrap();
    archive.finish_tournament(second, &[row(second, 0, "b", 1600.0)], 5).unwrap();
    assert_eq!(archive.ratings(None, None).unwrap().len(), 4, "a tournament is finished once");
    assert_eq!(archive.ratings(Some("triangle"), None).unwrap(), []);
    assert_eq!(
        archive.latest_ratings("set").unwrap(),
        [row(second, 0, "b", 1600.0), row(first, 1, "a", 1525.5)]
    );
    let all = archive.tournaments().unwrap();
    assert_eq!((all[0].finished_ms, all[1].finished_ms), (Some(2), Some(5)));
    assert!(matches!(archive.tournament(9), Err(StoreError::NoTournament(9))));
}

#[test]
fn an_event_is_copied_with_its_games() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    archive.begin_tournament("set", "{}", 1).unwrap();
    let tournament = archive.begin_tournament("set", "{\"plan\":1}", 1).unwrap();
    let races = races(&["first", "random"], 0..3);
    for (fixture, race) in races.iter().enumerate() {
        archive.add(&[race.new_game(Some(Slot { tournament, fixture: fixture as u64, part: 0 }))]).unwrap();
    }
    let mut memory = Archive::in_memory(CATALOG).unwrap();
    let copy = archive.copy_tournament(tournament, &mut memory).unwrap();
    assert_eq!(memory.tournament(copy).unwrap().plan, "{\"plan\":1}");
    assert_eq!(memory.tournament_finishes(copy).unwrap(), archive.tournament_finishes(tournament).unwrap());
    assert_eq!(memory.record(3).unwrap(), archive.record(3).unwrap());
}

#[test]
fn what_can_not_be_opened_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "x").unwrap();
    let error = Archive::open(&file, CATALOG).unwrap_err();
    assert!(error.is_about_writing() && error.to_string().contains("can't be opened: "), "{error}");
    fs::write(dir.path().join(Archive::FILE), "no database at all, but some text ".repeat(60)).unwrap();
    let error = Archive::open(dir.path(), CATALOG).unwrap_err();
    assert!(matches!(error, StoreError::NotAnArchive { .. }), "{error}");
}

/// Threads with connections of their own stand for processes here; `SQLite` locks the same way.
#[test]
fn two_writers_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let races = races(&["first", "random"], 0..40);
    thread::scope(|scope| {
        for half in races.chunks(20) {
            let dir = dir.path();
            scope.spawn(move || {
                let mut archive = Archive::open(dir, CATALOG).unwrap();
                for race in half {
                    archive.add(&[race.new_game(None)]).unwrap();
                }
            });
        }
    });
    let mut archive = Archive::open(dir.path(), CATALOG).unwrap();
    let rows = archive.games(&all()).unwrap();
    assert_eq!(rows.len(), 40);
    for row in rows {
        tercet_catalog::CATALOG.verify(&archive.record_of(&row).unwrap()).unwrap();
    }
}

/// Real processes: this test runs itself again, twice at once.
#[test]
fn two_processes_on_one_file_do_not_corrupt_it() {
    const DIR: &str = "TERCET_TEST_ARCHIVE";
    if let Some(dir) = env::var_os(DIR) {
        let mut archive = Archive::open(Path::new(&dir), CATALOG).unwrap();
        for race in races(&["first", "random"], 0..30) {
            archive.add(&[race.new_game(None)]).unwrap();
        }
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let run = || {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "two_processes_on_one_file_do_not_corrupt_it"]).env(DIR, dir.path());
        command.stdout(std::process::Stdio::null()).spawn().unwrap()
    };
    for mut child in [run(), run()] {
        assert!(child.wait().unwrap().success());
    }
    let archive = Archive::open(dir.path(), CATALOG).unwrap();
    assert_eq!(archive.games(&all()).unwrap().len(), 60);
}
