//! R7 to R10: actions, what is legal, what placing does and what follows.

use tercet_game::{Game, Seats, Turn};
use tercet_triangle::{Action, Config, Illegal, Piece, Setup};

use crate::table::{Table, custom, row, two_rows};

#[test]
fn r7_actions_are_slots_and_cells_in_the_order_of_their_numbers() {
    let table = Table::dealt(&Config::default(), "4 4 0");
    let mut actions = Vec::new();
    table.game.legal_actions(&table.state, tercet_game::Seat::FIRST, &mut actions);
    let number = |action: &Action| usize::from(action.slot) * 120 + usize::from(action.anchor);
    let numbers: Vec<usize> = actions.iter().map(number).collect();
    assert!(numbers.is_sorted() && numbers.len() == 3 * 48 && numbers[143] < 360);
    assert_eq!((numbers[0], numbers[48]), (4, 124), "the first cell that points down is 0,4");
}

#[test]
fn r7_nothing_else_can_be_done() {
    let table = Table::dealt(&Config::default(), "0 0 0");
    assert_eq!((table.game.seats(), table.game.window(&table.state)), (1, None));
    let (mut state, mut heard) = (table.state, Vec::new());
    assert_eq!(table.game.expire(&mut state, &mut heard), Err(Illegal::NoWindow));
    assert_eq!((state, heard), (table.state, Vec::new()));
}

#[test]
fn r8_what_is_refused_and_why() {
    let mut table = Table::new(&Config::default());
    assert_eq!(table.refuses(0, 0, 18), Illegal::ShapesOwed);
    table.deal("0 2");
    assert_eq!(table.refuses(0, 0, 18), Illegal::ShapesOwed, "in the middle of a deal");
    assert_eq!(table.legal(), Vec::<String>::new());
    table.deal("4");
    assert_eq!(table.refuses(1, 0, 3), Illegal::NotYourTurn);
    assert_eq!(table.refuses(0, 3, 3), Illegal::NoSuchSlot(3));
    assert_eq!(table.refuses(0, 255, 3), Illegal::NoSuchSlot(255));
    assert_eq!(table.refuses(0, 0, 120), Illegal::NoSuchCell(120));
    assert_eq!(table.refuses(0, 0, u16::MAX), Illegal::NoSuchCell(u16::MAX));
    assert_eq!(table.refuses(0, 0, 4), Illegal::DoesNotFit, "the cell points down");
    assert_eq!(table.refuses(0, 0, 1), Illegal::DoesNotFit, "a death zone");
    assert_eq!(table.refuses(0, 1, 108), Illegal::DoesNotFit, "half of it lies below the grid");
    table.play("place 1 1 4");
    assert_eq!(table.refuses(0, 0, 5), Illegal::EmptySlot(0));
    assert_eq!(table.refuses(0, 1, 3), Illegal::DoesNotFit, "the cell is filled");
}

#[test]
fn r8_after_the_end_everything_is_refused() {
    let table = Table::dealt(&row(1), "0");
    assert_eq!(table.turn(), Turn::Over);
    assert_eq!(table.refuses(0, 0, 0), Illegal::GameOver);
    assert_eq!(table.refuses(1, 9, 9), Illegal::GameOver);
    assert_eq!(table.refuses_piece(Piece(0)), Illegal::GameOver);
}

#[test]
fn r8_equal_shapes_in_two_slots_are_two_actions() {
    let table = Table::dealt(&Config { slots: 2, ..row(3) }, "4 4");
    assert_eq!(table.legal(), ["place 1 1 1", "place 1 1 3", "place 2 1 1", "place 2 1 3"]);
}

#[test]
fn r9_lines_are_cleared_together_and_a_cell_counts_once() {
    let setup = Setup { filled: vec![0, 2, 4, 5], slots: vec![Some(Piece(0))], ..Setup::default() };
    let mut table = Table::set_up(&two_rows(), &setup);
    assert_eq!(table.board(), "#.#/.##");
    let events = table.play("place 1 1 2");
    assert_eq!(events, ["placed 0 from 1: 1,2", "cleared: 1,1 1,2 1,3 2,2 2,3"]);
    assert_eq!((table.board().as_str(), table.counts()), (".../...", [1, 0, 1, 5]));
}

#[test]
fn r9_nothing_falls_and_other_cells_stay() {
    let setup = Setup { filled: vec![0, 2, 3], slots: vec![Some(Piece(0))], ..Setup::default() };
    let mut table = Table::set_up(&two_rows(), &setup);
    assert_eq!(table.play("place 1 1 2"), ["placed 0 from 1: 1,2", "cleared: 1,1 1,2 1,3"]);
    assert_eq!(table.board(), ".../#..");
}

#[test]
fn r9_a_shape_leaves_its_slot_and_fills_its_cells() {
    let mut table = Table::dealt(&Config::default(), "15 0 4");
    assert_eq!(table.play("place 1 2 5"), ["placed 15 from 1: 2,5 3,3 3,4 3,5"]);
    assert_eq!((table.hand().as_str(), table.counts()), ("- 0 4", [1, 1, 4, 0]));
}

#[test]
fn r10_the_new_hand_decides_whether_the_game_goes_on() {
    let mut table = Table::dealt(&Config { min_line: 128, ..row(3) }, "0");
    assert_eq!(table.play("place 1 1 2"), ["placed 0 from 1: 1,2"]);
    assert_eq!((table.turn(), table.end(), table.counts()), (Turn::Chance, None, [1, 0, 1, 0]));
    let mut other = Table { game: tercet_game::Game::new(table.game.config()).unwrap(), ..table };
    assert_eq!(other.deal("4"), ["dealt 4 to 1"]);
    assert_eq!((other.turn(), other.counts()), (Turn::Seats(Seats::first(1)), [1, 1, 1, 0]));
    assert_eq!(other.play("place 1 1 1"), ["placed 4 from 1: 1,1"]);
    assert_eq!(other.deal("0"), ["dealt 0 to 1", "over finished"]);
    assert_eq!((other.turn(), other.counts()), (Turn::Over, [2, 1, 2, 0]));
}

#[test]
fn r10_cells_are_freed_before_the_end_is_looked_for() {
    let mut table = Table::dealt(&Config { slots: 2, ..row(3) }, "10 10");
    assert_eq!(table.play("place 1 1 1"), ["placed 10 from 1: 1,1 1,2 1,3", "cleared: 1,1 1,2 1,3"]);
    assert_eq!((table.legal(), table.counts()), (vec!["place 2 1 1".to_owned()], [1, 1, 3, 3]));
    let grid = custom(4, &[(0, 4)]);
    let mut stuck = Table::dealt(&Config { slots: 2, grid, ..row(3) }, "10 10");
    assert_eq!(stuck.play("place 1 1 1"), ["placed 10 from 1: 1,1 1,2 1,3", "over finished"]);
}
