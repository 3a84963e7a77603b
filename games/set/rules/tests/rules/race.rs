//! R10 to R12: several seats, no turns.

use tercet_game::{Game, Seat, Seats};
use tercet_set::{Config, DealRule, Illegal, Phase, Refill, Variant};

use crate::table::{NO_SET, ONE_SET, Table, plain};

fn race(seats: u8) -> Config {
    Config { seats, ..plain() }
}

fn calls(seats: u8) -> Config {
    Config { call_ms: 5000, ..race(seats) }
}

#[test]
fn r10_whoever_is_first_takes_the_set() {
    let mut table = Table::with_full_deck(&race(3), ONE_SET);
    assert_eq!(table.acting(), [1, 2, 3]);
    assert_eq!(table.play("seat 2 claim 1 2 3"), ["seat 2 claimed 1 2 3: 1rsd 2rsd 3rsd"]);
    assert_eq!((table.points(), table.state.phase()), (vec![0, 1, 0], Phase::Refilling));
    assert_eq!(table.refuses("seat 3 claim 1 2 3"), Illegal::CardsOwed);
}

#[test]
fn r10_any_three_cards_may_be_claimed() {
    let table = Table::with_full_deck(&race(2), ONE_SET);
    let legal = table.legal(2);
    assert_eq!(legal.len(), 12 * 11 * 10 / 6 + 1);
    assert_eq!((legal[0].as_str(), legal[1].as_str()), ("claim 1 2 3", "claim 1 2 4"));
    assert_eq!((legal[219].as_str(), legal[220].as_str()), ("claim 10 11 12", "deal"));
    assert_eq!(table.claims(), ["1 2 3"], "the solver tells what the legal list does not");
}

#[test]
fn r10_what_can_not_be_claimed_is_refused_and_not_punished() {
    let table = Table::with_full_deck(&race(2), ONE_SET);
    assert_eq!(table.refuses("seat 1 claim 1 2 13"), Illegal::OutOfRange("13".parse().unwrap()));
    assert_eq!(table.refuses("seat 1 claim 1 2 3 4"), Illegal::WrongCount { expected: 3 });
    let in_place = Config { refill: Refill::InPlace, ..race(2) };
    let table = Table::at(&in_place, "1rsd ---- 2rsd 3rsd", "");
    assert_eq!(table.refuses("seat 1 claim 1 2 3"), Illegal::EmptyCell("2".parse().unwrap()));
    assert_eq!(table.legal(1), ["claim 1 3 4"]);
}

#[test]
fn r10_a_wrong_claim_costs_the_penalty_and_locks_the_seat() {
    for penalty in [0, 1] {
        let mut table = Table::with_full_deck(&Config { penalty, ..race(2) }, ONE_SET);
        let before = table.board();
        assert_eq!(table.play("seat 1 claim 1 2 4"), ["seat 1 wrong 1 2 4: 1rsd 2rsd 1gsd"]);
        assert_eq!(table.points(), [-i32::from(penalty), 0]);
        assert_eq!((table.board(), table.acting()), (before, vec![2]));
        assert_eq!(table.state.locked(), Seats::one(Seat(0)));
        assert_eq!(table.refuses("seat 1 claim 1 2 3"), Illegal::NotYourTurn(Seat(0)));
        assert_eq!(table.refuses("seat 1 deal"), Illegal::NotYourTurn(Seat(0)));
        assert!(table.legal(1).is_empty());
    }
}

#[test]
fn r10_locks_open_when_the_board_changes() {
    let mut table = Table::with_full_deck(&race(3), ONE_SET);
    table.play("seat 1 claim 1 2 4");
    table.play("seat 3 claim 1 2 4");
    table.play("seat 2 claim 1 2 3");
    assert_eq!(table.state.locked(), Seats::NONE);
    table.deal("1pes 2pes 3pes");
    assert_eq!((table.acting(), table.points()), (vec![1, 2, 3], vec![-1, 1, -1]));
    // Three more cards change it too.
    table.play("seat 1 claim 1 2 3");
    table.play("seat 2 deal");
    table.play("seat 3 deal");
    assert_eq!(table.state.locked(), Seats::NONE);
}

#[test]
fn r10_a_seat_that_is_not_at_the_table_may_not_act() {
    let table = Table::with_full_deck(&race(2), ONE_SET);
    for seat in [3, 8, 9, 16, 17, 255] {
        let line = format!("seat {seat} claim 1 2 3");
        assert_eq!(table.refuses(&line), Illegal::NotYourTurn(Seat(seat - 1)));
        assert!(table.legal(seat).is_empty());
    }
}

#[test]
fn r10_two_to_eight_seats() {
    for seats in 2..=8 {
        let table = Table::with_full_deck(&race(seats), ONE_SET);
        assert_eq!(table.acting(), (1..=seats).collect::<Vec<_>>());
        assert_eq!((table.game.seats(), table.points().len()), (seats, seats.into()));
    }
}

#[test]
fn r11_cards_come_when_every_seat_has_asked() {
    let mut table = Table::with_full_deck(&race(3), NO_SET);
    assert_eq!(table.play("seat 3 deal"), ["seat 3 asked for cards"]);
    assert_eq!((table.state.asking(), table.state.phase()), (Seats::one(Seat(2)), Phase::Playing));
    table.play("seat 1 deal");
    assert_eq!(table.acting(), [1, 2, 3]);
    table.play("seat 2 deal");
    assert_eq!((table.state.phase(), table.state.owed()), (Phase::Adding, 3));
    assert_eq!(table.state.asking(), Seats::NONE);
}

#[test]
fn r11_a_seat_asks_once_a_board() {
    let mut table = Table::with_full_deck(&race(2), NO_SET);
    table.play("seat 1 deal");
    assert_eq!(table.refuses("seat 1 deal"), Illegal::AlreadyAsked(Seat(0)));
    assert_eq!(table.legal(1).last().map(String::as_str), Some("claim 10 11 12"));
    table.play("seat 2 deal");
    table.deal("1rts 2rts 1gts");
    assert_eq!(table.play("seat 1 deal"), ["seat 1 asked for cards"]);
}

#[test]
fn r11_locked_seats_need_not_ask() {
    let mut table = Table::with_full_deck(&race(3), NO_SET);
    table.play("seat 2 claim 1 2 3");
    table.play("seat 1 deal");
    table.play("seat 3 deal");
    assert_eq!(table.state.phase(), Phase::Adding);
}

#[test]
fn r11_cards_come_when_the_only_one_who_has_not_asked_is_locked() {
    let mut table = Table::with_full_deck(&race(3), NO_SET);
    table.play("seat 1 deal");
    table.play("seat 3 deal");
    assert_eq!(table.play("seat 2 claim 1 2 3"), ["seat 2 wrong 1 2 3: 1rsd 2rsd 1gsd"]);
    assert_eq!((table.state.phase(), table.state.owed()), (Phase::Adding, 3));
}

#[test]
fn r11_a_claim_withdraws_nothing() {
    let mut table = Table::with_full_deck(&race(2), NO_SET);
    table.play("seat 1 deal");
    table.play("seat 1 claim 1 2 3");
    assert_eq!(table.state.asking(), Seats::one(Seat(0)));
    assert_eq!(table.state.phase(), Phase::Playing, "seat 2 is not locked and has not asked");
    table.play("seat 2 deal");
    assert_eq!(table.state.phase(), Phase::Adding);
}

#[test]
fn r11_a_set_taken_ends_the_asking() {
    let mut table = Table::with_full_deck(&race(2), ONE_SET);
    table.play("seat 1 deal");
    table.play("seat 2 claim 1 2 3");
    assert_eq!(table.state.asking(), Seats::NONE);
}

#[test]
fn r11_the_deal_rules_hold_for_asking() {
    let only = Table::with_full_deck(&Config { deal_rule: DealRule::OnlyIfNoSet, ..race(2) }, ONE_SET);
    assert_eq!(only.refuses("seat 2 deal"), Illegal::SetOnBoard);
    assert_eq!(only.legal(2).len(), 220);
    let mut penalty = Table::with_full_deck(&Config { deal_rule: DealRule::Penalty, ..race(3) }, ONE_SET);
    penalty.play("seat 2 claim 1 2 4");
    assert_eq!(penalty.play("seat 1 deal"), ["seat 1 asked for cards"]);
    let heard = ["seat 3 asked for cards", "seat 1 fined", "seat 3 fined"];
    assert_eq!(penalty.play("seat 3 deal"), heard);
    assert_eq!(penalty.points(), [-1, -1, -1], "seat 2 paid for its wrong claim");
}

#[test]
fn r11_under_penalty_whoever_asked_pays_though_it_is_locked_since() {
    let mut table = Table::with_full_deck(&Config { deal_rule: DealRule::Penalty, ..race(2) }, ONE_SET);
    table.play("seat 1 deal");
    table.play("seat 1 claim 1 2 4");
    assert_eq!(table.play("seat 2 deal")[1..], ["seat 1 fined", "seat 2 fined"]);
    assert_eq!(table.points(), [-2, -1]);
    // Without anything to claim nobody pays.
    let mut table = Table::with_full_deck(&Config { deal_rule: DealRule::Penalty, ..race(2) }, NO_SET);
    table.play("seat 1 deal");
    table.play("seat 2 deal");
    assert_eq!(table.points(), [0, 0]);
}

#[test]
fn r11_when_all_are_locked_cards_are_dealt_whatever_the_rule() {
    for deal_rule in DealRule::ALL {
        let mut table = Table::with_full_deck(&Config { deal_rule, ..race(2) }, ONE_SET);
        table.play("seat 1 claim 1 2 4");
        let heard = ["seat 2 wrong 1 2 4: 1rsd 2rsd 1gsd", "unlocked"];
        assert_eq!(table.play("seat 2 claim 1 2 4"), heard);
        assert_eq!((table.state.phase(), table.state.owed()), (Phase::Adding, 3));
        table.deal("1rts 2rts 1gts");
        assert_eq!((table.acting(), table.points()), (vec![1, 2], vec![-1, -1]));
    }
}

#[test]
fn r11_when_all_are_locked_and_nothing_can_be_dealt_all_locks_open() {
    let mut table = Table::at(&race(2), ONE_SET, "");
    table.play("seat 1 claim 1 2 4");
    assert_eq!(table.play("seat 2 claim 1 2 4")[1..], ["unlocked"]);
    assert_eq!((table.state.phase(), table.acting()), (Phase::Playing, vec![1, 2]));
    let puzzle = Config { seats: 2, puzzle_sets: 1, ..Config::of(Variant::Puzzle) };
    let mut table = Table::with_full_deck(&puzzle, ONE_SET);
    table.play("seat 1 claim 1 2 4");
    table.play("seat 2 claim 1 2 4");
    assert_eq!(table.acting(), [1, 2]);
}

#[test]
fn r12_a_claim_needs_a_call() {
    let table = Table::with_full_deck(&calls(2), ONE_SET);
    assert_eq!(table.legal(1), ["deal", "call"]);
    assert_eq!(table.refuses("seat 1 claim 1 2 3"), Illegal::CallFirst);
    assert_eq!((table.game.window(&table.state), table.refuses_expire()), (None, Illegal::NoWindow));
}

#[test]
fn r12_from_the_call_on_only_the_caller_acts_and_only_claims() {
    let mut table = Table::with_full_deck(&calls(3), ONE_SET);
    assert_eq!(table.play("seat 2 call"), ["seat 2 called"]);
    assert_eq!((table.state.caller(), table.acting()), (Some(Seat(1)), vec![2]));
    assert_eq!(table.game.window(&table.state), Some(5000));
    for line in ["seat 1 claim 1 2 3", "seat 1 call", "seat 3 deal"] {
        assert!(matches!(table.refuses(line), Illegal::NotYourTurn(_)), "{line}");
    }
    assert_eq!(table.refuses("seat 2 deal"), Illegal::AlreadyCalled);
    assert_eq!(table.refuses("seat 2 call"), Illegal::AlreadyCalled);
    assert_eq!((table.legal(2).len(), table.legal(1).len()), (220, 0));
}

#[test]
fn r12_a_right_claim_closes_the_call() {
    let mut table = Table::with_full_deck(&calls(2), ONE_SET);
    table.play("seat 2 call");
    table.play("seat 2 claim 1 2 3");
    assert_eq!((table.state.caller(), table.points()), (None, vec![0, 1]));
    table.deal("1pes 2pes 3pes");
    assert_eq!((table.acting(), table.game.window(&table.state)), (vec![1, 2], None));
}

#[test]
fn r12_a_wrong_claim_closes_the_call_and_locks() {
    let mut table = Table::with_full_deck(&calls(2), ONE_SET);
    table.play("seat 2 call");
    table.play("seat 2 claim 1 2 4");
    assert_eq!((table.state.caller(), table.points(), table.acting()), (None, vec![0, -1], vec![1]));
    assert_eq!(table.refuses("seat 2 call"), Illegal::NotYourTurn(Seat(1)));
}

#[test]
fn r12_time_that_runs_out_counts_as_a_wrong_claim() {
    for penalty in [0, 1] {
        let mut table = Table::with_full_deck(&Config { penalty, ..calls(2) }, ONE_SET);
        table.play("seat 1 call");
        assert_eq!(table.expire(), ["seat 1 expired"]);
        assert_eq!((table.points(), table.acting()), (vec![-i32::from(penalty), 0], vec![2]));
        assert_eq!((table.state.caller(), table.state.plays()), (None, 1), "time is no play");
        // The other runs out of time as well: all are locked.
        table.play("seat 2 call");
        assert_eq!(table.expire(), ["seat 2 expired", "unlocked"]);
        assert_eq!(table.state.owed(), 3);
    }
}

#[test]
fn r12_a_call_that_runs_out_may_bring_the_cards_others_asked_for() {
    let mut table = Table::with_full_deck(&calls(2), NO_SET);
    table.play("seat 1 deal");
    table.play("seat 2 call");
    table.expire();
    assert_eq!(table.state.phase(), Phase::Adding);
}

#[test]
fn r12_without_calls_nobody_calls() {
    let table = Table::with_full_deck(&race(2), ONE_SET);
    assert_eq!(table.refuses("seat 1 call"), Illegal::NoCalls);
    let alone = Table::with_full_deck(&plain(), ONE_SET);
    assert_eq!(alone.refuses("call"), Illegal::NoCalls);
}
