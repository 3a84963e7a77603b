//! R7, R15: whoever has too little pays what he has, for every payer.

use crate::table::{ALL, HARBOR, ROW, Table};

/// The coins after a roll.
fn after(cities: &str, roll: &[&str]) -> Vec<u32> {
    Table::at(&[ALL], cities).go(roll).coins()
}

#[test]
fn r8_red_in_the_order_of_owners() {
    assert_eq!(
        after(
            "> 5 +train_station\n0 family_restaurant*2\n0 family_restaurant\n0 family_restaurant",
            &["dice 3 6"]
        ),
        [1, 1, 2, 2]
    );
    assert_eq!(
        after("> 1\n0 cafe\n0 cafe\n0 cafe\n0 cafe", &["die 3"]),
        [1, 0, 0, 0, 1],
        "and City Hall's coin"
    );
    assert_eq!(after("0 cafe*2\n0 cafe\n> 2\n0 cafe\n0 cafe", &["die 3"]), [1, 1, 1, 0, 0], "seat 2, then 1");
    assert_eq!(after("> 4 +harbor\n0 sushi_bar*2 +harbor", &["die 1"]), [1, 4]);
}

#[test]
fn r8_two_kinds_of_one_owner() {
    let cities =
        "> 4 +train_station +shopping_mall +amusement_park\n0 members_only_club +harbor\n0 members_only_club";
    assert_eq!(after(cities, &["dice 6 6"]), [1, 0, 4]);
}

#[test]
fn r8_a_roller_without_coins_pays_nobody() {
    let mut table = Table::at(&[], "> 0\n0 cafe");
    assert_eq!(
        table.roll("die 3")[..3],
        ["seat 1 rolls 3", "seat 2 activates cafe x1", "seat 1 has 0"],
        "no event of nothing"
    );
}

#[test]
fn r15_stadium_tv_publisher_and_tax() {
    assert_eq!(after("0 stadium\n1\n0\n2\n3", &["die 6"]), [5, 0, 0, 0, 1]);
    assert_eq!(after("0 tv_station\n4\n9", &["die 6", "target 2"]), [4, 0, 9]);
    assert_eq!(after("0 tv_station\n0\n9", &["die 6", "target 2"]), [1, 0, 9], "and City Hall's coin");
    assert_eq!(
        after("0 publisher +train_station\n1 bakery*3\n0 cafe\n2 cafe*2", &["dice 3 4"]),
        [3, 0, 0, 0]
    );
    assert_eq!(after("0 tax_office +train_station\n0\n9\n10", &["dice 4 5"]), [5, 0, 9, 5]);
}

#[test]
fn r19_renovation() {
    let cities = "0 renovation_company +train_station\n1 ranch*3\n0 ranch*2\n5 ranch";
    let mut table = Table::at(&[ALL], cities);
    table.go(&["dice 2 6", "renovate ranch"]);
    assert_eq!(table.coins(), [2, 0, 0, 4]);
    assert_eq!(
        [2, 3, 4].map(|seat| table.cards(seat)),
        ["ranch*3/3", "ranch*2/2", "ranch*1/1"],
        "they close all the same"
    );
}

#[test]
fn r20_tech_startup() {
    assert_eq!(after("0 tech_startup $7 +train_station\n3\n0\n9", &["dice 4 6"]), [10, 0, 0, 2]);
}

#[test]
fn r17_loan_office() {
    let mut table = Table::at(&[ROW], "3 loan_office*2\n0");
    table.roll("die 5");
    assert_eq!(table.coins(), [0, 0]);
    let mut table = Table::at(&[HARBOR, ("expansions", "harbor,millionaires_row")], "0 loan_office\n0");
    table.roll("die 5");
    assert_eq!(table.coins(), [1, 0], "and City Hall's coin");
}

#[test]
fn r32_what_is_beyond_a_full_purse_is_not_paid() {
    assert_eq!(after("999999 mine +train_station\n0", &["dice 3 6"]), [1_000_000, 0]);
    assert_eq!(
        after("999999 stadium\n5\n5", &["die 6"]),
        [1_000_000, 4, 5],
        "who need not pay keeps his coins"
    );
    assert_eq!(after("> 1000000\n999999 cafe*3", &["die 3"]), [999_999, 1_000_000]);
    let mut table = Table::at(&[ALL], "999995 +airport\n0");
    table.roll("die 6");
    assert_eq!(table.play("pass")[..2], ["seat 1 passes", "seat 1 gets 5 from airport"]);
    let mut table = Table::at(&[ALL], "999998\n0");
    table.go(&["die 6", "build loan_office"]);
    assert_eq!(table.coins(), [1_000_000, 0]);
}
