//! R11 to R13: the end, the counts, the limit.

use tercet_game::{End, Game, Turn};
use tercet_triangle::{Config, Piece, Setup, SetupError};

use crate::table::{Table, custom, row, two_rows};

#[test]
fn r11_a_game_can_be_over_after_the_first_deal() {
    let mut table = Table::new(&Config { grid: custom(3, &[(1, 1), (3, 3)]), ..Config::default() });
    assert_eq!(table.turn(), Turn::Chance, "it is dealt to once");
    let events = table.deal("0 4 7");
    assert_eq!(events, ["dealt 0 to 1", "dealt 4 to 2", "dealt 7 to 3", "over finished"]);
    assert_eq!((table.end(), table.counts(), table.points()), (Some(End::Finished), [0; 4], 0));
}

#[test]
fn r11_one_shape_that_fits_is_enough() {
    let config = Config { slots: 3, ..row(1) };
    assert_eq!(Table::dealt(&config, "0 0 4").end(), None);
    assert_eq!(Table::dealt(&config, "0 0 0").end(), Some(End::Finished));
}

#[test]
fn r11_an_end_is_never_taken_back() {
    let mut table = Table::dealt(&row(2), "9");
    assert_eq!(table.end(), Some(End::Finished));
    assert_eq!(table.edit("shapes 4:0"), ["set 4:0"]);
    assert_eq!((table.end(), table.turn(), table.legal()), (Some(End::Finished), Turn::Over, vec![]));
}

#[test]
fn r12_points_are_two_a_triangle_a_hundred_a_cleared_one_and_one_a_step_survived() {
    let mut table = Table::dealt(&Config { slots: 2, ..two_rows() }, "10 0");
    table.play("place 1 1 1");
    assert_eq!((table.counts(), table.points()), ([1, 1, 3, 3], 307));
    table.play("place 2 1 2");
    assert_eq!((table.counts(), table.points()), ([2, 1, 4, 3], 309), "not survived before the refill");
    table.deal("0 0");
    assert_eq!((table.counts(), table.points()), ([2, 2, 4, 3], 310));
}

#[test]
fn r12_the_step_that_ends_the_game_is_not_survived_and_an_edit_takes_nothing_back() {
    let mut table = Table::dealt(&Config { slots: 2, ..row(4) }, "0 0");
    table.play("place 1 1 2");
    assert_eq!((table.counts(), table.points()), ([1, 1, 1, 0], 3));
    assert_eq!(table.edit("toggle 1 4"), ["filled 1,4", "over finished"]);
    assert_eq!((table.counts(), table.points()), ([1, 1, 1, 0], 3));
}

#[test]
fn r12_points_stop_at_the_largest_number() {
    let filled = Setup { slots: vec![Some(Piece(0))], ..Setup::default() };
    let most = SetupError::MOST;
    for (placed, cleared) in [(0, most), (most, most), (most, 21_474_836)] {
        let table = Table::set_up(&Config::default(), &Setup { placed, cleared, ..filled.clone() });
        assert_eq!(table.points(), i32::MAX, "{placed} {cleared}");
    }
    let table = Table::set_up(&Config::default(), &Setup { cleared: 21_474_836, ..filled });
    assert_eq!(table.points(), 2_147_483_600);
}

#[test]
fn r13_the_play_that_reaches_the_limit_is_the_last() {
    let mut table = Table::dealt(&Config { limit: 1, ..row(5) }, "4");
    assert_eq!(table.play("place 1 1 1"), ["placed 4 from 1: 1,1", "over limit"]);
    assert_eq!((table.end(), table.state.owed(), table.turn()), (Some(End::Limit), 0, Turn::Over));
    assert_eq!((table.counts(), table.points()), ([1, 0, 1, 0], 2));
}

#[test]
fn r13_shapes_that_are_left_and_fit_nowhere_finish_the_game() {
    let config = Config { limit: 1, slots: 2, ..row(4) };
    let mut stuck = Table::dealt(&config, "0 9");
    assert_eq!(stuck.play("place 1 1 2"), ["placed 0 from 1: 1,2", "over finished"]);
    let mut free = Table::dealt(&config, "0 0");
    assert_eq!(free.play("place 1 1 2"), ["placed 0 from 1: 1,2", "over limit"]);
}

#[test]
fn r13_lines_are_cleared_by_the_last_play_too() {
    let mut table = Table::dealt(&Config { limit: 1, ..row(3) }, "10");
    let events = table.play("place 1 1 1");
    assert_eq!(events, ["placed 10 from 1: 1,1 1,2 1,3", "cleared: 1,1 1,2 1,3", "over limit"]);
    assert_eq!(table.game.limit(), 1);
}

#[test]
fn r13_an_edit_after_the_limit_leaves_the_reason() {
    let mut table = Table::dealt(&Config { limit: 1, ..row(5) }, "4");
    table.play("place 1 1 1");
    assert_eq!(table.edit("toggle 1 3"), ["filled 1,3"]);
    assert_eq!(table.edit("shapes -"), ["set -"]);
    assert_eq!(table.end(), Some(End::Limit));
}
