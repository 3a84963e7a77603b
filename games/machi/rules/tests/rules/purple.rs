//! R14 to R16, R19 to R21: purple cards.

use tercet_machi::Phase;

use crate::table::{ALL, HARBOR, ROW, Table};

#[test]
fn r14_purple_cards_fire_for_the_roller_only() {
    let mut table = Table::at(&[], "> 5\n5 stadium tv_station business_center\n5");
    table.roll("die 6");
    assert_eq!((table.coins(), table.state.phase()), (vec![5, 5, 5], Phase::Build));
}

#[test]
fn r14_stadium_tv_station_and_business_center_fire_in_the_order_of_the_table() {
    let cities = "0 wheat_field bakery stadium tv_station business_center\n9 ranch\n9 mine";
    let mut table = Table::at(&[], cities);
    table.roll("die 6");
    assert_eq!(
        (table.coins(), table.legal()),
        (vec![4, 7, 7], vec!["target 2".to_owned(), "target 3".into()])
    );
    table.play("target 3");
    assert_eq!(table.legal(), ["exchange 2", "exchange 3", "decline"]);
    table.go(&["exchange 3", "give bakery"]);
    assert_eq!(
        table.cards(1),
        "wheat_field mine stadium tv_station business_center",
        "one answer is not asked for"
    );
    assert_eq!(table.coins(), [9, 7, 2]);
}

#[test]
fn r14_the_order_is_asked_where_it_matters() {
    let mut table = Table::at(&[ALL], "0 tax_office renovation_company +train_station\n12 ranch*3");
    table.roll("dice 2 6");
    assert_eq!(table.legal(), ["activate tax_office", "activate renovation_company"]);
    let mut tax_last = table.clone();
    table.go(&["activate tax_office", "renovate ranch"]);
    assert_eq!(table.coins(), [6 + 3, 12 - 6 - 3]);
    tax_last.go(&["activate renovation_company", "renovate ranch"]);
    assert_eq!(tax_last.coins(), [3, 9], "nine coins are not taxed");
}

#[test]
fn r14_the_order_of_exhibit_hall_and_tech_startup_is_asked() {
    let mut table = Table::at(&[ALL], "0 ranch tech_startup exhibit_hall $2 +train_station\n9");
    table.roll("dice 4 6");
    assert_eq!(table.legal(), ["activate tech_startup", "activate exhibit_hall"]);
    table.play("activate tech_startup");
    assert_eq!(
        (table.coins(), table.legal()),
        (vec![2, 7], vec!["exhibit ranch".to_owned(), "decline".into()])
    );
}

#[test]
fn r14_one_purple_card_is_not_asked_about() {
    let mut table = Table::at(&[ALL], "0 tax_office +train_station\n12");
    table.roll("dice 2 6");
    assert_eq!((table.coins(), table.state.phase()), (vec![6, 6], Phase::Build));
}

#[test]
fn r15_a_tv_station_takes_five_from_one() {
    let mut table = Table::at(&[], "0 tv_station\n9\n9\n9");
    table.roll("die 6");
    assert_eq!(table.legal(), ["target 2", "target 3", "target 4"]);
    assert_eq!(table.play("target 4")[0], "seat 1 takes 5 from seat 4 for tv_station");
    assert_eq!(table.coins(), [5, 9, 9, 4]);
    let mut table = Table::at(&[], "9\n> 0 tv_station\n9");
    table.roll("die 6");
    assert_eq!(table.legal(), ["target 1", "target 3"]);
}

#[test]
fn r15_with_one_opponent_the_target_is_not_asked() {
    let mut table = Table::at(&[], "0 tv_station\n9");
    table.roll("die 6");
    assert_eq!(table.coins(), [5, 4]);
}

#[test]
fn r15_a_stadium_takes_two_from_each_of_four() {
    let mut table = Table::at(&[HARBOR], "9\n9\n> 9 stadium\n9\n9");
    assert_eq!(
        table.roll("die 6")[2..6],
        [
            "seat 3 takes 2 from seat 4 for stadium",
            "seat 3 takes 2 from seat 5 for stadium",
            "seat 3 takes 2 from seat 1 for stadium",
            "seat 3 takes 2 from seat 2 for stadium",
        ],
        "in turn order after the roller"
    );
    assert_eq!(table.coins(), [7, 7, 17, 7, 7]);
}

#[test]
fn r15_a_publisher_counts_cups_and_bread() {
    let mut table = Table::at(
        &[ALL],
        "0 publisher bakery*3 +train_station\n9 bakery cafe*2 sushi_bar\n9 wheat_field\n9 flower_shop*2/1",
    );
    table.roll("dice 3 4");
    assert_eq!(table.coins(), [6, 5, 9, 7], "closed ones are counted too");
}

#[test]
fn r15_a_tax_office_takes_half_of_ten_or_more_rounded_down() {
    let mut table = Table::at(&[HARBOR], "30 tax_office +train_station\n9\n10\n11\n25");
    table.roll("dice 4 5");
    assert_eq!(table.coins(), [30 + 5 + 5 + 12, 9, 5, 6, 13]);
}

#[test]
fn r16_a_business_center_exchanges_cards() {
    let mut table = Table::at(&[], "0 wheat_field bakery*2 business_center\n0 mine stadium ranch\n0 cafe");
    table.roll("die 6");
    assert_eq!(table.legal(), ["exchange 2", "exchange 3", "decline"]);
    table.play("exchange 2");
    assert_eq!(table.legal(), ["give wheat_field", "give bakery"], "no purple card");
    table.play("give bakery");
    assert_eq!(table.legal(), ["take ranch", "take mine"]);
    assert_eq!(table.play("take mine")[0], "seat 1 swaps bakery for mine with seat 2");
    assert_eq!(table.cards(1), "wheat_field mine bakery business_center");
    assert_eq!(table.cards(2), "ranch bakery stadium");
}

#[test]
fn r16_an_exchange_may_be_declined_unless_it_is_mandatory() {
    let cities = "0 bakery business_center\n0 mine\n0 cafe";
    let mut table = Table::at(&[], cities);
    table.roll("die 6");
    assert_eq!(table.play("decline")[0], "seat 1 declines business_center");
    assert_eq!(table.cards(1), "bakery business_center");
    assert_eq!(table.coins(), [0, 0, 0]);
    let mut table = Table::at(&[("business_center", "mandatory")], cities);
    table.roll("die 6");
    assert_eq!(table.legal(), ["exchange 2", "exchange 3"]);
}

#[test]
fn r16_a_mandatory_exchange_with_one_answer_is_not_asked() {
    let mut table =
        Table::at(&[("business_center", "mandatory")], "0 bakery business_center\n0 mine stadium");
    let events = table.roll("die 6");
    assert_eq!(events[2], "seat 1 swaps bakery for mine with seat 2");
    assert_eq!((table.cards(1), table.cards(2)), ("mine business_center".into(), "bakery stadium".into()));
}

#[test]
fn r16_it_does_not_fire_where_no_exchange_is_possible() {
    for cities in ["0 bakery business_center\n0 stadium", "0 business_center\n0 mine"] {
        let mut table = Table::at(&[], cities);
        assert_eq!(table.roll("die 6"), ["seat 1 rolls 6", "seat 1 has 0", "seat 1 passes", "seat 2 turn 2"]);
    }
    let mut table = Table::at(&[], "0 bakery business_center\n0 stadium\n0 mine");
    table.roll("die 6");
    assert_eq!(table.legal(), ["exchange 3", "decline"]);
}

#[test]
fn r19_a_renovation_company_closes_and_is_paid() {
    let mut table =
        Table::at(&[ALL], "0 renovation_company ranch +train_station\n9 ranch*3/1\n1 ranch*2\n9 mine");
    table.roll("dice 2 6");
    assert_eq!((table.legal().len(), table.legal()[0].as_str()), (30, "renovate wheat_field"));
    assert_eq!(
        table.play("renovate ranch"),
        [
            "seat 1 renovates ranch",
            "seat 1 closes ranch x1",
            "seat 2 closes ranch x2",
            "seat 1 takes 2 from seat 2 for renovation_company",
            "seat 3 closes ranch x2",
            "seat 1 takes 1 from seat 3 for renovation_company",
            "seat 1 has 3",
        ]
    );
    assert_eq!(table.coins(), [3, 7, 0, 9]);
    assert_eq!(table.cards(2), "ranch*3/3");
    assert_eq!(table.cards(1), "ranch*1/1 renovation_company");
}

#[test]
fn r19_a_card_that_nobody_has_may_be_named() {
    let mut table = Table::at(&[ROW], "3 renovation_company +train_station\n9 ranch");
    table.roll("dice 2 6");
    assert_eq!(table.play("renovate winery")[..1], ["seat 1 renovates winery"]);
    assert_eq!((table.coins(), table.cards(2)), (vec![3, 9], "ranch".into()));
}

#[test]
fn r20_a_coin_may_be_put_on_a_tech_startup_after_building() {
    let mut table = Table::at(&[ROW], "2 tech_startup\n0");
    table.go(&["die 6", "build ranch"]);
    assert_eq!(table.legal(), ["invest", "save"]);
    assert_eq!(table.play("invest"), ["seat 1 invests: 1", "seat 2 turn 2"]);
    assert_eq!((table.coins(), table.state.city(tercet_game::Seat(0)).invested()), (vec![0, 0], 1));
    let mut table = Table::at(&[ROW], "2 tech_startup\n0");
    assert_eq!(table.go(&["die 6", "pass"]).play("save"), ["seat 2 turn 2"]);
    assert_eq!(table.coins(), [2, 0]);
}

#[test]
fn r20_without_a_coin_nothing_is_asked() {
    let mut table = Table::at(&[ROW], "1 tech_startup\n0");
    table.go(&["die 6", "build ranch"]);
    assert_eq!((table.roller(), table.coins()), (2, vec![0, 0]));
}

#[test]
fn r20_it_is_asked_in_the_turn_in_which_it_is_built() {
    let mut table = Table::at(&[ROW], "2\n0");
    table.go(&["die 6", "build tech_startup"]);
    assert_eq!(table.legal(), ["invest", "save"]);
}

#[test]
fn r20_each_opponent_pays_what_lies_on_it_and_it_stays_there() {
    let mut table = Table::at(&[ROW], "0 tech_startup $4 +train_station\n9\n3");
    table.roll("dice 4 6");
    assert_eq!(table.coins(), [7, 5, 0]);
    assert_eq!(table.state.city(tercet_game::Seat(0)).invested(), 4);
    let mut table = Table::at(&[ROW], "> 0 tech_startup +train_station\n9\n3 tech_startup $5");
    table.roll("dice 4 6");
    assert_eq!(table.coins(), [0, 9, 3], "nothing lies on the roller's");
}

#[test]
fn r21_a_park_shares_all_coins_rounded_up() {
    for total in ["dice 5 6", "dice 6 6"] {
        let mut table = Table::at(&[ROW], "0 park +train_station\n11\n5");
        table.roll(total);
        assert_eq!(table.coins(), [6, 6, 6]);
    }
    let mut table = Table::at(&[ALL], "1 park +train_station +harbor\n0\n0\n0\n0");
    let events = table.go(&["dice 5 6"]).play("add_two");
    assert_eq!(table.coins(), [1; 5], "four of the five are the bank's");
    assert_eq!(events[2..6], [2, 3, 4, 5].map(|seat| format!("seat {seat} gets 1 for park")));
    let mut table = Table::at(&[ROW], "0 park +train_station\n0");
    table.roll("dice 5 6");
    assert_eq!(table.coins(), [0, 0]);
}
