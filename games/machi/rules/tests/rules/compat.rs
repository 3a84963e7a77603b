//! R31: as harmonictook plays, beside the official rules.

use tercet_game::Seat;
use tercet_machi::Phase;

use crate::table::Table;

const COMPAT: (&str, &str) = ("compat", "harmonictook");

/// The coins after a roll, by official rules and by harmonictook's.
fn both(cities: &str, roll: &str) -> [Vec<u32>; 2] {
    [("compat", "official"), COMPAT].map(|compat| Table::at(&[compat], cities).go(&[roll]).coins())
}

#[test]
fn r31_red_is_paid_in_seat_order() {
    assert_eq!(both("> 1\n0 cafe\n0 cafe", "die 3"), [vec![0, 0, 1], vec![0, 1, 0]]);
    assert_eq!(both("0 cafe\n> 1\n0 cafe", "die 3"), [vec![1, 0, 0], vec![1, 0, 0]]);
}

#[test]
fn r31_every_stadium_in_play_pays_the_roller() {
    assert_eq!(both("> 0\n9 stadium\n9", "die 6"), [vec![0, 9, 9], vec![4, 7, 7]]);
    assert_eq!(both("> 0 stadium\n9 stadium\n3", "die 6"), [vec![4, 7, 1], vec![7, 5, 0]]);
}

#[test]
fn r31_the_mall_counts_for_three_cards_only() {
    assert_eq!(both("0 bakery +shopping_mall\n0", "die 2"), [vec![2, 0], vec![1, 0]]);
    assert_eq!(both("0 convenience_store +shopping_mall\n0", "die 4"), [vec![4, 0], vec![4, 0]]);
    assert_eq!(both("> 9\n0 cafe +shopping_mall", "die 3"), [vec![7, 2], vec![7, 2]]);
    assert_eq!(
        both("> 9 +train_station\n0 family_restaurant +shopping_mall", "dice 3 6"),
        [vec![6, 3], vec![6, 3]]
    );
}

#[test]
fn r31_a_declined_exchange_pays_five() {
    let mut table = Table::at(&[COMPAT], "0 bakery business_center\n0 mine\n0");
    table.roll("die 6");
    let events = table.play("decline");
    assert_eq!(events[..2], ["seat 1 declines business_center", "seat 1 gets 5 for business_center"]);
    assert_eq!(table.coins(), [5, 0, 0]);
}

#[test]
fn r31_purple_cards_may_be_exchanged_and_each_copy_fires() {
    let mut table = Table::at(&[COMPAT], "0 bakery tv_station business_center\n20 tv_station ranch");
    table.roll("die 6");
    assert_eq!(
        (table.coins(), table.legal()),
        (vec![5, 15], vec!["exchange 2".to_owned(), "decline".into()])
    );
    table.play("exchange 2");
    assert_eq!(table.legal(), ["give bakery", "give tv_station", "give business_center"]);
    table.play("give bakery");
    assert_eq!(table.legal(), ["take ranch", "take tv_station"]);
    table.go(&["take tv_station", "pass", "die 1", "pass"]);
    assert_eq!(table.cards(1), "tv_station*2 business_center");
    table.roll("die 6");
    assert_eq!(table.coins(), [15, 5], "both stations");
    let movable = table.game.exchangeable(table.state.city(Seat(0)));
    let names = movable.map(|(kind, copies)| (table.game.cards().slug(kind).to_owned(), copies));
    assert_eq!(names.collect::<Vec<_>>(), [("tv_station".to_owned(), 2), ("business_center".to_owned(), 1)]);
}

#[test]
fn r31_two_stations_may_take_from_two_players() {
    let cities = "0 bakery tv_station business_center\n20 tv_station ranch\n20";
    let mut table = Table::at(&[COMPAT], cities);
    table.go(&["die 6", "target 2", "exchange 2", "give bakery", "take tv_station", "pass"]);
    table.go(&["die 1", "pass", "die 1", "pass", "die 6", "target 2"]);
    assert!(matches!(table.state.phase(), Phase::Target { .. }), "the second one");
    table.play("target 3");
    assert_eq!(table.coins(), [15, 10, 15]);
}

#[test]
fn r31_a_park_bought_this_turn_counts() {
    for (compat, roller) in [(("compat", "official"), 2), (COMPAT, 1)] {
        let mut table = Table::at(&[compat], "16 +train_station\n0");
        table.go(&["dice 1 1", "build amusement_park"]);
        assert_eq!(table.roller(), roller);
    }
}
