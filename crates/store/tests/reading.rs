//! Long lists: read page by page, no faster than they are taken, and not at all once nobody wants them.

mod played;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use played::races;
use tercet_arena::Rating;
use tercet_catalog::CATALOG;
use tercet_conformance::allocation::{Counting, most_held};
use tercet_store::{
    Archive, Filter, Format, GameRow, RatingRow, Slot, StoreError, Table, Wanted, counted, export, strengths,
};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// An archive with so many games: every other one of a tournament.
fn archive(games: usize) -> Archive {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let tournament = archive.begin_tournament("set", "{}", 1).unwrap();
    let races = races(&["racer:2", "first"], 0..4);
    let slot = |number: usize| {
        number.is_multiple_of(2).then_some(Slot { tournament, fixture: number as u64, part: 0 })
    };
    let all: Vec<_> = (0..games).map(|number| races[number % races.len()].new_game(slot(number))).collect();
    archive.add(&all).unwrap();
    archive
}

fn ids(games: &[GameRow]) -> Vec<i64> {
    games.iter().map(|game| game.id).collect()
}

#[test]
fn pages_have_every_game_once_and_end_where_the_list_began() {
    let mut archive = archive(600);
    let filters = [
        (Filter::default(), (1..=600).collect::<Vec<i64>>()),
        (Filter { tournament: Some(1), ..Filter::default() }, (1..=600).step_by(2).collect()),
        (Filter { newest: Some(300), ..Filter::default() }, (301..=600).collect()),
        (Filter { newest: Some(3), tournament: Some(1), ..Filter::default() }, vec![595, 597, 599]),
        (Filter { player: Some("first".to_owned()), newest: Some(2), ..Filter::default() }, vec![599, 600]),
        (Filter { game: Some("machi".to_owned()), ..Filter::default() }, Vec::new()),
        (Filter { outside_tournaments: true, ..Filter::default() }, (2..=600).step_by(2).collect()),
        (Filter { outside_tournaments: true, newest: Some(2), ..Filter::default() }, vec![598, 600]),
        (Filter { tournament: Some(9), ..Filter::default() }, Vec::new()),
    ];
    for (filter, expected) in filters {
        assert_eq!(ids(&archive.games(&filter).unwrap()), expected, "{filter:?}");
        let mut shown = Vec::new();
        archive
            .for_each_game(&filter, |_, game| {
                shown.push(game.id);
                Ok(())
            })
            .unwrap();
        assert_eq!(shown, expected, "{filter:?}");
    }
    let mut pages = archive.pages(&Filter::default()).unwrap();
    let race = &races(&["first", "first"], 9..10)[0];
    archive.add(&[race.new_game(None)]).unwrap();
    let mut seen = Vec::new();
    loop {
        let page = archive.next_games(&mut pages).unwrap();
        if page.is_empty() {
            break;
        }
        assert!(page.len() <= 256, "{}", page.len());
        seen.extend(ids(&page));
    }
    assert_eq!(seen.last(), Some(&600), "what came later is of another list");
}

#[test]
fn a_page_ends_where_its_deals_are_long_and_the_list_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let mut archive = Archive::open(dir.path(), CATALOG).unwrap();
    let races = races(&["first", "first"], 0..20);
    archive.add(&races.iter().map(|race| race.new_game(None)).collect::<Vec<_>>()).unwrap();
    let file = rusqlite::Connection::open(dir.path().join(Archive::FILE)).unwrap();
    file.execute("UPDATE games SET deal = 'given ' || hex(zeroblob(150000))", ()).unwrap();
    let mut pages = archive.pages(&Filter::default()).unwrap();
    let first = archive.next_games(&mut pages).unwrap();
    assert_eq!(ids(&first), [1, 2, 3, 4], "four deals of 300 KB are more than a page of 1 MB");
    let (mut shown, mut held) = (Vec::new(), 0);
    archive
        .for_each_game(&Filter::default(), |_, game| {
            held = held.max(game.deal.len());
            shown.push(game.id);
            Ok(())
        })
        .unwrap();
    assert_eq!((shown, held), ((1..=20).collect(), 300_006));
}

/// Takes so many lines and is gone.
struct Leaves {
    lines: usize,
}

impl Write for Leaves {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let lines = bytes.split(|&byte| byte == b'\n').count() - 1;
        self.lines = self.lines.checked_sub(lines).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn no_game_is_read_before_the_one_before_it_was_taken() {
    let mut archive = archive(600);
    let looked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&looked);
    // It is asked once for a page and once for a game; a list of so few games asks nothing within a query.
    let wanted: Wanted = Arc::new(move || {
        counter.fetch_add(1, Ordering::Relaxed);
        true
    });
    archive.read_while(Some(wanted)).unwrap();
    let mut out = Leaves { lines: 3 };
    let error = export(&mut archive, Table::Games, Format::Jsonl, &Filter::default(), &mut out).unwrap_err();
    assert!(
        matches!(&error, StoreError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe),
        "{error}"
    );
    let looked = looked.load(Ordering::Relaxed);
    assert!(looked < 30, "{looked} looks for 4 games");
}

#[test]
fn a_reader_that_nobody_wants_stops_in_every_table_and_format() {
    let mut archive = archive(600);
    let row = RatingRow {
        game: "set".to_owned(),
        tournament: 1,
        day: 0,
        round: 0,
        label: "first".to_owned(),
        rating: Rating::default(),
    };
    archive.finish_tournament(1, &vec![row; 600], 2).unwrap();
    archive.read_while(Some(Arc::new(|| false))).unwrap();
    for table in Table::ALL {
        for format in Format::ALL {
            let mut out = Vec::new();
            let stopped = export(&mut archive, table, format, &Filter::default(), &mut out);
            assert!(matches!(stopped, Err(StoreError::Stopped)), "{table:?} {format:?}: {stopped:?}");
        }
    }
    assert!(matches!(counted(&archive, "set", None), Err(StoreError::Stopped)));
    assert!(matches!(strengths(&archive, "set", None), Err(StoreError::Stopped)));
    archive.read_while(None).unwrap();
    assert_eq!(archive.games(&Filter::default()).unwrap().len(), 600);
}

#[test]
fn what_an_export_holds_does_not_grow_with_the_archive() {
    let [mut small, mut large] = [archive(400), archive(2000)];
    let held = |archive: &mut Archive, table, format| {
        most_held(|| {
            export(archive, table, format, &Filter::default(), &mut io::sink()).unwrap();
        })
    };
    for table in [Table::Games, Table::Moves, Table::Events] {
        for format in [Format::Jsonl, Format::Csv] {
            let [few, many] = [&mut small, &mut large].map(|archive| held(archive, table, format));
            assert!(many < few + 64 * 1024, "{table:?} {format:?}: {few} bytes, then {many}");
        }
        let many = held(&mut large, table, Format::Parquet);
        assert!(many < 40 << 20, "{table:?}: {many} bytes");
    }
}

#[test]
fn a_version_changes_with_games_and_ratings_alone() {
    let mut archive = archive(2);
    let first = archive.version().unwrap();
    let open = tercet_store::Change::Open { name: "t".to_owned(), body: "{}".to_owned(), made_ms: 0 };
    archive.keep(&[open]).unwrap();
    assert_eq!(archive.version().unwrap(), first);
    archive.add(&[races(&["first", "first"], 0..1)[0].new_game(None)]).unwrap();
    assert_ne!(archive.version().unwrap(), first);
}
