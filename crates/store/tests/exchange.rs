//! Exports and imports.

mod played;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use played::races;
use tercet_arena::Rating;
use tercet_catalog::CATALOG;
use tercet_store::{
    Archive, Export, Filter, Format, RatingRow, Slot, Table, export, export_tournament, import,
};

/// An archive with a tournament of three games and one game beside it.
fn archive() -> Archive {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let tournament = archive.begin_tournament("set", "{}", 1).unwrap();
    let races = races(&["racer:2", "first"], 0..4);
    // Fixtures are over in any order.
    for (race, fixture) in races.iter().zip([Some(2), Some(0), None, Some(1)]) {
        archive.add(&[race.new_game(fixture.map(|fixture| Slot { tournament, fixture, part: 0 }))]).unwrap();
    }
    let row = |label: &str, elo| RatingRow {
        game: "set".to_owned(),
        tournament,
        day: 0,
        round: 0,
        label: label.to_owned(),
        rating: Rating { elo, games: 3, information: 0.75, ..Rating::default() },
    };
    archive.finish_tournament(tournament, &[row("first", 1530.5), row("racer:2", 1469.5)], 2).unwrap();
    archive
}

fn exported(archive: &mut Archive, table: Table, format: Format) -> (Vec<u8>, Export) {
    let mut out = Vec::new();
    let export = export(archive, table, format, &Filter::default(), &mut out).unwrap();
    (out, export)
}

fn text(archive: &mut Archive, table: Table, format: Format) -> String {
    String::from_utf8(exported(archive, table, format).0).unwrap()
}

#[test]
fn games_go_out_and_come_in_again() {
    let mut source = archive();
    let lines = text(&mut source, Table::Games, Format::Jsonl);
    assert_eq!(lines.lines().count(), 4);
    let mut target = Archive::in_memory(CATALOG).unwrap();
    let imported = import(&mut target, &lines, 5).unwrap();
    assert_eq!((imported.added, imported.known, imported.unchecked), (4, 0, 0));
    for id in 1..=4 {
        assert_eq!(target.record(id).unwrap(), source.record(id).unwrap());
        assert_eq!(target.game(id).unwrap().seats, source.game(id).unwrap().seats);
    }
    let again = import(&mut target, &lines, 6).unwrap();
    assert_eq!((again.added, again.known), (0, 4));
    assert_eq!(target.games(&Filter::default()).unwrap().len(), 4);
}

#[test]
fn a_single_record_is_imported_too() {
    let mut archive = archive();
    let record = archive.record(1).unwrap().to_string();
    let mut target = Archive::in_memory(CATALOG).unwrap();
    assert_eq!(import(&mut target, &record, 5).unwrap().added, 1);
    assert_eq!(target.record(1).unwrap().to_string(), record);
    assert_eq!(target.game(1).unwrap().seats[0].label, "unknown");
}

#[test]
fn one_wrong_line_and_nothing_is_imported() {
    let mut source = archive();
    let lines = text(&mut source, Table::Games, Format::Jsonl);
    let mut target = Archive::in_memory(CATALOG).unwrap();
    let mut complaint = |text: &str| import(&mut target, text, 5).unwrap_err().to_string();
    assert_eq!(complaint(&format!("{lines}nonsense\n")), "line 5: expected ident at line 1 column 2");
    let mut forged: Vec<&str> = lines.lines().collect();
    let scores = forged[2].split("\"scores\":").nth(1).unwrap().split(']').next().unwrap().to_owned() + "]";
    let wrong = forged[2].replace(&format!("\"scores\":{scores}"), "\"scores\":[99,1]");
    forged[2] = &wrong;
    let why = complaint(&forged.join("\n"));
    assert!(why.starts_with("line 3: line ") && why.ends_with("the record says `99 1`"), "{why}");
    let chess = lines.replace("\"game\":\"set\"", "\"game\":\"chess\"");
    assert_eq!(complaint(&chess), "line 1: there is no game `chess`; the games are set, machi, triangle");
    assert!(target.games(&Filter::default()).unwrap().is_empty());
}

#[test]
fn results_of_other_rules_stand_without_a_replay() {
    let mut source = archive();
    let lines = text(&mut source, Table::Games, Format::Jsonl).replace("\"rules\":1", "\"rules\":99");
    let mut target = Archive::in_memory(CATALOG).unwrap();
    let imported = import(&mut target, &lines, 5).unwrap();
    assert_eq!((imported.added, imported.unchecked), (4, 4));
    let (_, export) = exported(&mut target, Table::Events, Format::Jsonl);
    assert_eq!(export, Export { rows: 0, skipped: 4 });
}

#[test]
fn a_tournaments_games_come_in_the_order_of_its_fixtures() {
    let mut archive = archive();
    let mut out = Vec::new();
    assert_eq!(export_tournament(&mut archive, 1, &mut out).unwrap(), 3);
    let out = String::from_utf8(out).unwrap();
    let beginning = |line: &str| line[..22].to_owned();
    let starts: Vec<String> = out.lines().map(beginning).collect();
    assert_eq!(
        starts,
        ["{\"fixture\":0,\"part\":0,", "{\"fixture\":1,\"part\":0,", "{\"fixture\":2,\"part\":0,"]
    );
}

#[test]
fn tables_as_csv() {
    let mut archive = archive();
    let ratings = text(&mut archive, Table::Ratings, Format::Csv);
    let mut lines = ratings.lines();
    assert_eq!(
        lines.next().unwrap(),
        "game,event,day,round,player,games,elo,elo_low,elo_high,glicko,deviation,volatility,mu,sigma"
    );
    assert!(lines.next().unwrap().starts_with("set,1,1,1,first,3,1530.5,1137.3"));
    let moves = text(&mut archive, Table::Moves, Format::Csv);
    assert!(moves.starts_with("game_id,number,kind,seat,text,why\n1,1,chance,,"), "{}", &moves[..80]);
    assert!(
        moves.lines().any(|line| line.starts_with("1,13,play,")),
        "the first claim comes after twelve cards"
    );
    let events = text(&mut archive, Table::Events, Format::Csv);
    assert!(events.starts_with("game_id,number,text\n1,1,"), "{}", &events[..80]);
    let games = text(&mut archive, Table::Games, Format::Csv);
    assert!(games.lines().nth(1).unwrap().contains(",racer:2;first,racer:2;first,"));
}

#[test]
fn parquet_reads_back_with_its_types() {
    let mut archive = archive();
    let (bytes, export) = exported(&mut archive, Table::Games, Format::Parquet);
    assert_eq!(export.rows, 4);
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 4);
    for (row, id) in rows.iter().zip(1..) {
        let game = archive.game(id).unwrap();
        assert_eq!(row.get_long(0).unwrap(), id);
        assert_eq!(row.get_timestamp_millis(2).unwrap(), 1_700_000_000_000);
        assert_eq!(row.get_string(5).unwrap(), "set");
        assert_eq!(row.get_list(9).unwrap().len(), 2);
        let scores = row.get_list(11).unwrap();
        let score = |at| parquet::record::ListAccessor::get_long(scores, at).unwrap();
        assert_eq!([score(0), score(1)], [0, 1].map(|seat| i64::from(game.seats[seat].points)));
        let inputs = archive.record(id).unwrap().inputs.len();
        assert_eq!(row.get_list(18).unwrap().len(), inputs);
    }
    assert_eq!(rows[0].get_long(1).unwrap(), 1);
    assert!(rows[2].get_long(1).is_err(), "a game of no tournament has none");
    for (table, columns) in [(Table::Moves, 6), (Table::Events, 3), (Table::Ratings, 14)] {
        let (bytes, export) = exported(&mut archive, table, Format::Parquet);
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let metadata = reader.metadata().file_metadata();
        assert_eq!(metadata.num_rows().cast_unsigned(), export.rows);
        assert_eq!(metadata.schema_descr().num_columns(), columns);
    }
}

#[test]
fn an_empty_archive_exports_empty_tables() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    for table in Table::ALL {
        assert_eq!(text(&mut archive, table, Format::Jsonl), "");
        let (bytes, _) = exported(&mut archive, table, Format::Parquet);
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
    }
}
