//! R27, R32: winning, the limit, points, and what is not asked.

use tercet_game::{End, Game, Seat};
use tercet_machi::{Illegal, Phase};

use crate::table::{ALL, HARBOR, Table};

#[test]
fn r27_the_last_landmark_wins_at_once() {
    let mut table = Table::at(&[], "30 ranch*2 +train_station +shopping_mall +amusement_park\n90 mine*3\n0");
    let events = table.go(&["dice 1 1"]).play("build radio_tower");
    assert_eq!(events, ["seat 1 builds radio_tower for 22", "seat 1 wins", "over finished"]);
    assert_eq!(
        (table.end(), table.winners(), table.state.winner()),
        (Some(End::Finished), vec![1], Some(Seat(0)))
    );
    // 52 for landmarks, two ranches, what two of them paid, and the winner's 25.
    assert_eq!(table.points(), [3 * 52 + 2 * 2 + 10 + 25, 90 + 2 * 18, 0]);
    assert_eq!(table.refuses("pass"), Illegal::GameOver);
    assert_eq!(table.refuses_chance("die 1"), Illegal::GameOver);
    assert!(table.legal().is_empty() && table.outcomes().is_empty());
}

#[test]
fn r27_with_harbor_six_landmarks_are_needed() {
    let four = "+train_station +shopping_mall +amusement_park +radio_tower";
    let mut table = Table::at(&[HARBOR], &format!("40 {four}\n0"));
    table.go(&["die 6", "keep", "build harbor", "die 6", "pass", "die 6", "keep"]);
    assert_eq!(table.end(), None);
    table.play("build airport");
    assert_eq!((table.end(), table.winners()), (Some(End::Finished), vec![1]));
}

#[test]
fn r27_the_winner_is_first_whatever_the_points() {
    let mut table = Table::at(&[], "22 +train_station +shopping_mall +amusement_park\n900");
    table.go(&["die 6", "build radio_tower"]);
    assert_eq!((table.points(), table.winners()), (vec![181, 900], vec![1]));
    assert_eq!(table.game.scores(&table.state).place(Seat(1)), 2);
}

#[test]
fn r27_the_limit_ends_the_game_and_points_decide() {
    let mut table = Table::at(&[("turn_limit", "3")], "0 mine\n5 +train_station\n4");
    table.go(&["die 6", "roll 1", "die 6", "pass", "die 6"]);
    assert_eq!(table.end(), None);
    assert_eq!(table.play("pass"), ["seat 3 passes", "over limit"]);
    assert_eq!((table.end(), table.points(), table.winners()), (Some(End::Limit), vec![12, 17, 4], vec![2]));
    assert_eq!(table.state.winner(), None);
    let scores = table.game.scores(&table.state);
    assert_eq!([0, 1, 2].map(|seat| scores.place(Seat(seat))), [2, 1, 3]);
}

#[test]
fn r27_equal_points_share_the_first_place() {
    let mut table = Table::at(&[("turn_limit", "1")], "5\n0\n5");
    table.go(&["die 6", "pass"]);
    assert_eq!(table.winners(), [1, 3]);
}

#[test]
fn r27_the_limit_comes_before_another_turn() {
    let mut table = Table::at(&[("turn_limit", "2")], "5 +train_station +amusement_park\n5");
    table.go(&["dice 1 1", "pass", "roll 2", "dice 1 1", "pass"]);
    assert_eq!((table.end(), table.state.turn()), (Some(End::Limit), 2));
}

#[test]
fn r27_points_stand_before_the_end() {
    let table = Table::at(&[ALL], "7 mine*2 exhibit_hall +harbor\n0 loan_office");
    assert_eq!((table.points(), table.end()), (vec![7 + 2 * (12 + 7) + 6, 0], None));
}

#[test]
fn r32_what_has_one_answer_is_not_asked() {
    // One target, one landmark to demolish, one card to move to one seat, nothing to build.
    let mut table = Table::at(&[ALL], "3 tv_station\n9");
    table.roll("die 6");
    assert_eq!(table.coins(), [8, 4]);
    let mut table = Table::at(&[ALL], "0 demolition_company +train_station\n9");
    table.roll("die 4");
    assert_eq!((table.coins(), table.state.phase()), (vec![8, 9], Phase::Build));
    let mut table = Table::at(&[ALL], "0 moving_company +train_station\n9");
    table.roll("dice 4 6");
    assert_eq!((table.coins(), table.cards(2)), (vec![4, 9], "moving_company".into()));
}
