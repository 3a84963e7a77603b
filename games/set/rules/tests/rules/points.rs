//! R17 to R19: points, the daily board, zen.

use std::sync::Arc;

use tercet_game::Game;
use tercet_game::{Deal, End, Match, Seat};
use tercet_set::{Config, Guarantee, SetGame, Setup, Status, Variant, ZenMode, daily_seed};

use crate::table::{ONE_SET, Table, cells, plain};

#[test]
fn r17_a_set_is_a_point_and_a_wrong_claim_takes_one() {
    let mut table = Table::at(&Config { seats: 2, ..plain() }, ONE_SET, "1pes 2pes 3pes");
    table.play("seat 2 claim 1 2 4");
    table.play("seat 1 claim 1 2 3");
    table.deal("1pes 2pes 3pes");
    assert_eq!(table.points(), [1, -1]);
    assert_eq!((table.state.sets(Seat(0)), table.state.lost(Seat(0))), (1, 0));
    assert_eq!((table.state.sets(Seat(1)), table.state.lost(Seat(1))), (0, 1));
    assert!(table.winners().is_empty(), "nobody has won before the end");
    table.play("seat 1 claim 10 11 12");
    assert_eq!((table.end(), table.winners()), (Some(End::Finished), vec![1]));
}

#[test]
fn r17_ties_share_the_win() {
    let setup = Setup { board: cells(ONE_SET), sets: vec![3, 4, 2], ..Setup::default() };
    let mut table = Table::set_up(&Config { seats: 3, ..plain() }, &setup);
    assert_eq!(table.points(), [3, 4, 2]);
    table.play("seat 1 claim 1 2 3");
    assert_eq!((table.points(), table.winners()), (vec![4, 4, 2], vec![1, 2]));
}

#[test]
fn r17_nobody_wins_a_void_game() {
    let config = Config { seats: 2, redeals: 0, guarantee: Guarantee::InitialAndRefill, ..Config::engine() };
    let mut table = Table::new(&config);
    table.deal(crate::table::NO_SET);
    assert_eq!((table.end(), table.winners()), (Some(End::Void), vec![]));
}

#[test]
fn r18_the_daily_seed_is_the_day_as_a_number() {
    assert_eq!(daily_seed(2026, 11, 5), 20_261_105);
    assert_eq!(daily_seed(1999, 12, 31), 19_991_231);
    assert_eq!(daily_seed(2000, 1, 1), 20_000_101);
}

#[test]
fn r18_a_day_has_one_board() {
    let board = |day| {
        let game = Arc::new(SetGame::new(&Config::of(Variant::Puzzle)).unwrap());
        let deal = Deal::stream(daily_seed(2026, 11, day));
        let table = Match::new(game, deal, &mut ()).unwrap();
        table.state().cards().collect::<Vec<_>>()
    };
    assert_eq!(board(5), board(5));
    assert_ne!(board(5), board(6));
}

#[test]
fn r19_goals_are_told_and_end_nothing() {
    let zen = ZenMode { target_min_sets: 1, time_limit_ms: Some(60_000) };
    let mut table = Table::at(&plain(), ONE_SET, "1pes 2pes 3pes");
    let begun = Status { is_done: false, sets_found: 0, is_target_met: false, is_time_up: false };
    assert_eq!(zen.status(&table.game, &table.state, 59_999), begun);
    assert_eq!(zen.status(&table.game, &table.state, 60_000), Status { is_time_up: true, ..begun });
    table.play("claim 1 2 3");
    table.deal("1pes 2pes 3pes");
    let met = Status { sets_found: 1, is_target_met: true, ..begun };
    assert_eq!(zen.status(&table.game, &table.state, 0), met);
    assert_eq!(table.legal(1), ["claim 10 11 12"], "the game goes on");
    table.play("claim 10 11 12");
    let done = Status { is_done: true, sets_found: 2, ..met };
    assert_eq!(zen.status(&table.game, &table.state, 0), done);
}

#[test]
fn r19_without_a_time_limit_time_is_never_up() {
    let zen = ZenMode { target_min_sets: 0, time_limit_ms: None };
    let table = Table::at(&plain(), ONE_SET, "");
    let status = zen.status(&table.game, &table.state, u64::MAX);
    assert!(status.is_target_met && !status.is_time_up);
    assert_eq!(ZenMode::default(), zen);
}
