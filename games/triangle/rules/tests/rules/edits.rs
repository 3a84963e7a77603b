//! R14 and R15: changes by hand.

use tercet_game::{End, Turn};
use tercet_triangle::{Config, Edit, Hand, Illegal, Painted, Piece};

use crate::table::{Table, custom, row, two_rows};

#[test]
fn r14_a_free_cell_is_filled_and_a_filled_one_freed() {
    let mut table = Table::dealt(&Config::default(), "0 0 0");
    let before = table.state;
    assert_eq!(table.edit("toggle 1 4"), ["filled 1,4"]);
    assert!(table.state.is_filled(3));
    assert_eq!(table.refuses(0, 0, 3), Illegal::DoesNotFit);
    assert_eq!(table.edit("toggle 1 4"), ["freed 1,4"]);
    assert_eq!(table.state, before);
}

#[test]
fn r14_where_there_is_nothing_to_toggle() {
    let table = Table::dealt(&Config::default(), "0 0 0");
    assert_eq!(table.refuses_edit(Edit::Toggle(0)), Illegal::DeathZone(0));
    assert_eq!(table.refuses_edit(Edit::Toggle(119)), Illegal::DeathZone(119));
    assert_eq!(table.refuses_edit(Edit::Toggle(120)), Illegal::NoSuchCell(120));
    assert_eq!(table.refuses_edit(Edit::Toggle(u16::MAX)), Illegal::NoSuchCell(u16::MAX));
}

#[test]
fn r14_lines_are_cleared_and_nothing_is_counted() {
    let mut table = Table::dealt(&two_rows(), "0");
    for edit in ["toggle 1 1", "toggle 1 3", "toggle 2 2", "toggle 2 3"] {
        table.edit(edit);
    }
    assert_eq!(table.edit("toggle 1 2"), ["filled 1,2", "cleared: 1,1 1,2 1,3 2,2 2,3"]);
    assert_eq!((table.board().as_str(), table.counts(), table.points()), (".../...", [0; 4], 0));
}

#[test]
fn r14_a_toggle_can_end_the_game() {
    let mut table = Table::dealt(&row(4), "10");
    assert_eq!(table.edit("toggle 1 1"), ["filled 1,1", "over finished"]);
    assert_eq!((table.turn(), table.end()), (Turn::Over, Some(End::Finished)));
}

#[test]
fn r14_after_the_end_the_board_is_still_edited() {
    let mut table = Table::dealt(&row(3), "9");
    assert_eq!(table.end(), Some(End::Finished));
    assert_eq!(table.edit("toggle 1 1"), ["filled 1,1"]);
    table.edit("toggle 1 2");
    assert_eq!(table.edit("toggle 1 3"), ["filled 1,3", "cleared: 1,1 1,2 1,3"]);
    assert_eq!((table.board().as_str(), table.end(), table.counts()), ("...", Some(End::Finished), [0; 4]));
}

#[test]
fn r14_during_a_deal_it_is_refused() {
    let mut table = Table::new(&Config::default());
    assert_eq!(table.refuses_edit(Edit::Toggle(3)), Illegal::ShapesOwed);
    assert_eq!(table.refuses_edit(Edit::Shapes([None; 16])), Illegal::ShapesOwed);
    table.deal("0 0");
    assert_eq!(table.refuses_edit(Edit::Toggle(0)), Illegal::ShapesOwed);
}

#[test]
fn r14_with_a_minimum_of_one_a_lone_cell_is_cleared_at_once() {
    let grid = custom(5, &[(0, 1), (4, 5)]);
    let mut table = Table::dealt(&Config { grid, min_line: 1, slots: 1, ..Config::default() }, "0");
    assert_eq!(table.edit("toggle 1 1"), ["filled 1,1", "cleared: 1,1"]);
}

fn painted(piece: u8) -> Painted {
    Painted { piece: Piece(piece), color: 0 }
}

#[test]
fn r15_shapes_are_set_slot_by_slot() {
    let mut table = Table::dealt(&Config::default(), "0 0 0");
    assert_eq!(table.edit("shapes 30:8 - 1:0"), ["set 30:8 - 0:0"]);
    assert_eq!((table.hand().as_str(), table.state.owed(), table.counts()), ("30 - 0", 0, [0; 4]));
    table.play("place 3 1 4");
    table.play("place 1 4 5");
    assert_eq!((table.turn(), table.state.owed()), (Turn::Chance, 3), "the hand is played to its end");
}

#[test]
fn r15_entries_beyond_the_slots_are_dropped() {
    let mut table = Table::dealt(&Config::default(), "0 0 0");
    let mut hand: Hand = [Some(painted(4)); 16];
    hand[1] = None;
    hand[9] = Some(painted(200));
    let mut heard = Vec::new();
    tercet_game::Game::edit(&table.game, &mut table.state, Edit::Shapes(hand), &mut heard).unwrap();
    let set = tercet_game::Notation::event_text(&table.game, &heard[0]);
    assert_eq!((set.as_str(), table.hand().as_str()), ("set 7:0 - 7:0", "7 - 7"));
    let read = tercet_game::Notation::read_event(&table.game, &set).unwrap();
    assert_eq!(read, heard[0], "the event has no more than the text");
}

#[test]
fn r15_an_empty_hand_ends_the_game_and_nothing_is_dealt() {
    let mut table = Table::dealt(&Config::default(), "0 0 0");
    assert_eq!(table.edit("shapes - - -"), ["set - - -", "over finished"]);
    assert_eq!((table.turn(), table.state.owed(), table.hand().as_str()), (Turn::Over, 0, "- - -"));
}

#[test]
fn r15_shapes_that_fit_nowhere_end_the_game() {
    let mut table = Table::dealt(&row(2), "4");
    assert_eq!(table.edit("shapes 10:0"), ["set 10:0", "over finished"]);
}

#[test]
fn r15_only_colours_that_the_config_has() {
    let table = Table::dealt(&Config { colors: 3, ..Config::default() }, "0 0 0");
    let mut hand: Hand = [None; 16];
    hand[0] = Some(Painted { color: 3, ..painted(0) });
    assert_eq!(table.refuses_edit(Edit::Shapes(hand)), Illegal::NoSuchColor(3));
}

#[test]
fn r15_only_shapes_that_the_config_names() {
    let spare = vec!["U0,2".parse().unwrap()];
    let config = Config { templates: vec!["U0,0".parse().unwrap()], spare, ..Config::default() };
    let mut table = Table::dealt(&config, "0 0 0");
    let mut hand: Hand = [None; 16];
    hand[2] = Some(painted(2));
    assert_eq!(table.refuses_edit(Edit::Shapes(hand)), Illegal::NoSuchShape(Piece(2)));
    hand[2] = Some(painted(255));
    assert_eq!(table.refuses_edit(Edit::Shapes(hand)), Illegal::NoSuchShape(Piece(255)));
    assert_eq!(table.edit("shapes s0:1 0:0 -"), ["set s0:1 0:0 -"]);
    assert_eq!(table.play("place 1 1 2"), ["placed s0 from 1: 1,4"], "a spare shape is placed as any other");
}

#[test]
fn r15_after_the_end_shapes_are_still_set() {
    let mut table = Table::dealt(&row(1), "0");
    assert_eq!(table.edit("shapes 4:3"), ["set 4:3"]);
    assert_eq!((table.hand().as_str(), table.end()), ("4", Some(End::Finished)));
    assert_eq!(table.refuses(0, 0, 0), Illegal::GameOver);
}
