//! A bot is one player in the archive, however its name was spelled.

mod played;

use played::races;
use tercet_arena::{Format as Pairing, TournamentOptions};
use tercet_catalog::CATALOG;
use tercet_search::Limits;
use tercet_store::{Archive, Filter, Format, Table, counted, export, import, strengths};

/// Races of a bot under two names.
fn archive() -> Archive {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    for name in ["racer", "racer:player", "racer:3"] {
        for race in races(&[name, "first"], 0..2) {
            archive.add(&[race.new_game(None)]).unwrap();
        }
    }
    archive
}

#[test]
fn the_archive_counts_one_player() {
    let mut archive = archive();
    let names: Vec<String> = archive.players().unwrap().into_iter().map(|(_, label, _)| label).collect();
    assert_eq!(names, ["racer", "first"]);
    let mut counted = counted(&archive, "set", None).unwrap().names;
    counted.sort_unstable();
    assert_eq!(counted, ["first", "racer"]);
    let strong = strengths(&archive, "set", None).unwrap();
    assert_eq!(strong.rows().len(), 2);
    for player in ["racer", "racer:3", "racer:player"] {
        let filter = Filter { player: Some(player.to_owned()), ..Filter::default() };
        assert_eq!(archive.games(&filter).unwrap().len(), 6, "{player}");
    }
    let mut lines = Vec::new();
    export(&mut archive, Table::Games, Format::Jsonl, &Filter::default(), &mut lines).unwrap();
    let lines = String::from_utf8(lines).unwrap();
    assert!(!lines.contains("racer:"), "{lines}");
}

#[test]
fn a_person_who_is_called_as_a_bot_is_another_player() {
    let mut archive = Archive::in_memory(CATALOG).unwrap();
    let race = &races(&["perfect", "first"], 0..1)[0];
    archive.add(&[race.new_game(None)]).unwrap();
    let mut of_a_person = race.new_game(None);
    of_a_person.seats[0].bot = "person";
    archive.add(&[of_a_person]).unwrap();
    let strong = strengths(&archive, "set", None).unwrap();
    let mut names: Vec<String> = strong.rows().into_iter().map(|row| row.player).collect();
    names.sort_unstable();
    assert_eq!(names, ["first", "perfect", "perfect (person)"]);
}

#[test]
fn an_import_counts_one_player() {
    let mut source = archive();
    let mut lines = Vec::new();
    export(&mut source, Table::Games, Format::Jsonl, &Filter::default(), &mut lines).unwrap();
    let lines = String::from_utf8(lines).unwrap().replace("\"racer\"", "\"racer:player\"");
    // The three spellings played the same two games.
    let imported = import(&mut source, &lines, 5).unwrap();
    assert_eq!((imported.added, imported.known), (0, 6));
    let mut target = Archive::in_memory(CATALOG).unwrap();
    assert_eq!(import(&mut target, &lines, 5).unwrap().added, 2);
    assert_eq!(target.game(1).unwrap().seats[0].label, "racer");
}

#[test]
fn a_tournament_numbers_a_bot_that_enters_twice() {
    let options = TournamentOptions {
        entrants: ["racer", "racer:player", "racer:1", "racer:child", "first"].map(str::to_owned).into(),
        format: Pairing::RoundRobin,
        days: 1,
        games: None,
        table: None,
        is_striped: false,
        finish: None,
        options: Vec::new(),
        seed: 1,
        ratings: Vec::new(),
    };
    let plan = options.plan(CATALOG.game("set").unwrap(), Limits::LARGEST).unwrap().plan;
    let labels: Vec<&str> = plan.entrants.iter().map(|entrant| entrant.label.as_str()).collect();
    assert_eq!(labels, ["racer", "racer#2", "racer:1", "racer:1#2", "first"]);
}
