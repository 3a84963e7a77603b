//! R19: positions from outside.

use tercet_game::{End, Game, Turn};
use tercet_triangle::{Config, Dense, Piece, Puzzle, Setup, SetupError, Wide};

use crate::table::{Table, row, two_rows};

fn error(config: &Config, setup: &Setup) -> SetupError {
    let dense = Puzzle::<Dense>::new(config).unwrap().position(setup).unwrap_err();
    let wide = Puzzle::<Wide<1>>::new(config).unwrap().position(setup).unwrap_err();
    assert_eq!(dense, wide);
    dense
}

fn filled(cells: &[usize]) -> Setup {
    Setup { filled: cells.to_vec(), slots: vec![Some(Piece(0))], ..Setup::default() }
}

#[test]
fn r19_a_position_is_played_on_from() {
    let counts = Setup { steps: 5, survived: 4, placed: 12, cleared: 9, ..filled(&[4, 3]) };
    let mut table = Table::set_up(&Config::default(), &counts);
    assert_eq!((table.counts(), table.points(), table.end()), ([5, 4, 12, 9], 928, None));
    assert_eq!((table.hand().as_str(), table.state.owed()), ("0 - -", 0));
    assert!(table.state.is_filled(3) && table.state.is_filled(4) && !table.state.is_filled(5));
    table.play("place 1 1 6");
    assert_eq!((table.counts(), table.turn()), ([6, 4, 13, 9], Turn::Chance));
}

#[test]
fn r19_without_a_legal_action_it_is_over() {
    let config = row(3);
    assert_eq!(Table::set_up(&config, &filled(&[1])).end(), Some(End::Finished));
    assert_eq!(Table::set_up(&config, &filled(&[0, 2])).end(), None);
}

#[test]
fn r19_with_empty_slots_a_deal_is_under_way() {
    for slots in [vec![], vec![None], vec![None; 3]] {
        let setup = Setup { slots, ..filled(&[3]) };
        let mut table = Table::set_up(&Config::default(), &setup);
        assert_eq!((table.turn(), table.state.owed()), (Turn::Chance, 3));
        table.deal("0 0 0");
        assert_eq!(table.end(), None);
    }
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    assert_eq!(game.position(&Setup::default()).unwrap(), game.start());
}

#[test]
fn r19_occupied_cells_are_playable() {
    for cell in [0, 119, 120, 4000] {
        let complaint = error(&Config::default(), &filled(&[3, cell]));
        assert_eq!(complaint, SetupError::NotPlayable(cell));
        assert_eq!(complaint.to_string(), format!("the cell with the number {cell} is not playable"));
    }
    let complaint = error(&Config::default(), &filled(&[3, 4, 3]));
    assert_eq!(complaint, SetupError::Twice(3));
    assert_eq!(complaint.to_string(), "the cell with the number 3 is there twice");
}

#[test]
fn r19_no_line_is_complete() {
    let complaint = error(&two_rows(), &filled(&[0, 4, 2, 1]));
    assert_eq!(complaint, SetupError::FullLine(1));
    assert_eq!(complaint.to_string(), "a line is full with the cell with the number 1");
    let low = Config { min_line: 1, ..row(1) };
    assert_eq!(error(&low, &filled(&[0])), SetupError::FullLine(0));
    let none = Config { min_line: 4, ..row(3) };
    assert_eq!(Table::set_up(&none, &filled(&[0, 1, 2])).board(), "###", "no run is so long");
}

#[test]
fn r19_slots_hold_shapes_of_the_config() {
    let setup = Setup { slots: vec![None, Some(Piece(23))], ..Setup::default() };
    let complaint = error(&Config::default(), &setup);
    assert_eq!(complaint, SetupError::NoSuchShape(Piece(23)));
    assert_eq!(complaint.to_string(), "there is no shape 23");
    let setup = Setup { slots: vec![None; 4], ..Setup::default() };
    let complaint = error(&Config::default(), &setup);
    assert_eq!(complaint, SetupError::TooManySlots);
    assert_eq!(complaint.to_string(), "there are more slots than the config has");
    let spare = Config { spare: vec!["U0,2".parse().unwrap()], ..Config::default() };
    let spare = Config { templates: vec!["U0,0".parse().unwrap()], ..spare };
    let setup = Setup { slots: vec![None, Some(Piece(1))], ..Setup::default() };
    assert_eq!(Table::set_up(&spare, &setup).hand(), "- s0 -");
}

#[test]
fn r19_a_position_by_moves_and_from_outside_is_the_same_state() {
    let mut table = Table::dealt(&Config { slots: 2, ..Config::default() }, "2 4");
    table.play("place 1 1 4");
    let setup = Setup {
        filled: vec![18, 3],
        slots: vec![None, table.game.piece_of(4)],
        steps: 1,
        survived: 1,
        placed: 2,
        cleared: 0,
        end: None,
    };
    assert_eq!(table.game.position(&setup), Ok(table.state));
}

#[test]
fn r19_a_position_that_is_over_stays_so() {
    let config = Config { limit: 1, ..Config::default() };
    let mut table = Table::dealt(&config, "0 0 0");
    table.play("place 1 1 4");
    assert_eq!((table.end(), table.hand().as_str()), (Some(End::Limit), "- 0 0"));
    let setup = Setup {
        filled: vec![3],
        slots: vec![None, Some(Piece(0)), Some(Piece(0))],
        steps: 1,
        survived: 0,
        placed: 1,
        cleared: 0,
        end: Some(End::Limit),
    };
    assert_eq!(table.game.position(&setup), Ok(table.state));
    let bare = Setup { end: Some(End::Finished), ..Setup::default() };
    let table = Table::set_up(&config, &bare);
    assert_eq!((table.turn(), table.end()), (Turn::Over, Some(End::Finished)));
    let setup = Setup { steps: 2, ..bare };
    assert_eq!(error(&config, &setup), SetupError::Counts);
}

#[test]
fn r19_counts_leave_room_for_more() {
    let config = Config { limit: 50, ..Config::default() };
    for setup in [
        Setup { steps: 50, ..Setup::default() },
        Setup { placed: SetupError::MOST + 1, ..Setup::default() },
        Setup { cleared: u32::MAX, ..Setup::default() },
    ] {
        let complaint = error(&config, &setup);
        assert_eq!(complaint, SetupError::Counts);
        let text = "the steps are below the limit, and no count is above 1000000000";
        assert_eq!(complaint.to_string(), text);
    }
    let setup = Setup { steps: 49, placed: SetupError::MOST, ..Setup::default() };
    assert_eq!(Table::set_up(&config, &setup).counts()[0], 49);
}
