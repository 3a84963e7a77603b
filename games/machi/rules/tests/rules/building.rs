//! R23 to R25: City Hall, building, Airport.

use tercet_game::Game;
use tercet_game::Turn;

use crate::table::{ALL, HARBOR, Table};

#[test]
fn r23_city_hall_gives_a_coin_to_a_roller_without_one() {
    let mut table = Table::at(&[HARBOR], "0\n0");
    assert_eq!(table.roll("die 6"), ["seat 1 rolls 6", "seat 1 gets 1 from city_hall", "seat 1 has 1"]);
    let mut table = Table::at(&[HARBOR], "1\n0");
    assert_eq!(table.roll("die 6"), ["seat 1 rolls 6", "seat 1 has 1"]);
    let mut table = Table::at(&[("expansions", "millionaires_row")], "0\n0");
    assert!(!table.roll("die 6").iter().any(|event| event.contains("city_hall")), "with Harbor only");
}

#[test]
fn r23_it_comes_after_all_income() {
    let mut table = Table::at(&[ALL], "1 loan_office\n0 french_restaurant");
    table.roll("die 5");
    assert_eq!(table.coins(), [1, 0], "the loan takes the coin, City Hall gives one");
}

#[test]
fn r24_one_thing_that_can_be_paid() {
    let mut table = Table::at(&[], "4\n0");
    table.roll("die 6");
    assert_eq!(
        table.legal(),
        [
            "build wheat_field",
            "build ranch",
            "build forest",
            "build apple_orchard",
            "build bakery",
            "build convenience_store",
            "build furniture_factory",
            "build farmers_market",
            "build cafe",
            "build family_restaurant",
            "build train_station",
            "pass",
        ]
    );
    assert_eq!(table.play("build forest"), ["seat 1 builds forest for 3", "seat 2 turn 2"]);
    assert_eq!((table.coins(), table.copies(1, "forest"), table.shown()["forest"]), (vec![1, 0], 1, 5));
}

#[test]
fn r24_landmarks() {
    for (name, cost) in [
        ("train_station", 4),
        ("shopping_mall", 10),
        ("amusement_park", 16),
        ("radio_tower", 22),
        ("harbor", 2),
        ("airport", 30),
    ] {
        let mut table = Table::at(&[HARBOR], "30\n0");
        table.roll("die 6");
        assert_eq!(
            table.play(&format!("build {name}")),
            [format!("seat 1 builds {name} for {cost}"), "seat 2 turn 2".to_owned()]
        );
        assert_eq!((table.coins(), table.landmarks(1)), (vec![30 - cost, 0], vec![name]));
    }
}

#[test]
fn r24_a_purple_card_is_owned_once() {
    let mut table = Table::at(&[], "9 stadium\n0");
    table.roll("die 1");
    let legal = table.legal();
    assert!(!legal.contains(&"build stadium".to_owned()) && legal.contains(&"build tv_station".to_owned()));
}

#[test]
fn r24_what_is_sold_out_can_not_be_built() {
    let mut table = Table::at(&[("supply", "ranch:1")], "9\n9");
    table.go(&["die 6", "build ranch", "die 6"]);
    assert!(!table.legal().contains(&"build ranch".to_owned()));
    assert_eq!(table.shown().get("ranch"), None);
}

#[test]
fn r24_with_nothing_to_build_it_passes() {
    let mut table = Table::at(&[], "0\n3");
    assert_eq!(table.roll("die 6"), ["seat 1 rolls 6", "seat 1 has 0", "seat 1 passes", "seat 2 turn 2"]);
    assert_eq!(table.game.turn(&table.state), Turn::Chance);
}

#[test]
fn r25_an_airport_pays_for_building_nothing() {
    let mut table = Table::at(&[HARBOR], "5 +airport\n0");
    assert_eq!(
        table.go(&["die 6"]).play("pass"),
        ["seat 1 passes", "seat 1 gets 10 from airport", "seat 2 turn 2"]
    );
    assert_eq!(table.coins(), [15, 0]);
    let mut table = Table::at(&[HARBOR], "5 +airport\n0");
    table.go(&["die 6", "build ranch"]);
    assert_eq!(table.coins(), [4, 0]);
}

#[test]
fn r25_also_where_there_is_nothing_to_build() {
    let supply = ("supply", "wheat_field:0,ranch:0,bakery:0,pizza_joint:0,hamburger_stand:0,flower_shop:0");
    let mut table = Table::at(&[HARBOR, supply], "1 +airport\n0");
    let events = table.roll("die 6");
    assert_eq!(events[1..4], ["seat 1 has 1", "seat 1 passes", "seat 1 gets 10 from airport"]);
    assert_eq!((table.coins(), table.roller()), (vec![11, 0], 2));
}

#[test]
fn r25_the_airport_pays_before_a_coin_is_invested() {
    let mut table = Table::at(&[ALL], "0 tech_startup +airport\n0");
    table.go(&["die 6", "pass"]);
    assert_eq!((table.coins(), table.legal()), (vec![11, 0], vec!["invest".to_owned(), "save".into()]));
}
