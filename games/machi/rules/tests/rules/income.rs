//! R7 to R13, R17: the order of income, red, blue, green, throws, conditions, the Shopping Mall, business cards.

use tercet_machi::Phase;

use crate::table::{ALL, HARBOR, ROW, Table};

#[test]
fn r7_red_then_blue_then_green_then_purple() {
    let cities = "1 corn_field bakery +train_station\n0 cafe corn_field";
    let mut table = Table::at(&[ROW], cities);
    assert_eq!(
        table.roll("die 3"),
        [
            "seat 1 rolls 3",
            "seat 2 activates cafe x1",
            "seat 2 collects 1 from seat 1 for cafe",
            "seat 1 activates corn_field x1",
            "seat 1 gets 1 for corn_field",
            "seat 2 activates corn_field x1",
            "seat 2 gets 1 for corn_field",
            "seat 1 activates bakery x1",
            "seat 1 gets 1 for bakery",
            "seat 1 has 2",
        ]
    );
    let mut table = Table::at(
        &[ALL],
        "0 vineyard publisher\n0 pizza_joint*2 vineyard +train_station\n> 1 publisher +train_station",
    );
    table.roll("dice 3 4");
    assert_eq!(table.coins(), [3, 2, 2], "red takes the coin and blue gives 3 before the Publisher takes 2");
}

#[test]
fn r7_a_payer_pays_what_he_has_and_the_rest_is_forgiven() {
    let mut table = Table::at(&[], "1 bakery*3\n0 cafe*3");
    table.roll("die 3");
    assert_eq!(table.coins(), [3, 1], "the income of the same roll comes after red");
}

#[test]
fn r8_the_previous_player_is_paid_first() {
    let mut table = Table::at(&[], "> 3\n0 cafe\n0 cafe*2\n0 cafe");
    table.roll("die 3");
    assert_eq!(table.coins(), [0, 0, 2, 1]);
    let mut table = Table::at(&[], "0 cafe\n> 2\n0 cafe\n0 cafe");
    table.roll("die 3");
    assert_eq!(table.coins(), [1, 0, 0, 1], "seat 1, then 4, then 3");
}

#[test]
fn r8_each_is_paid_for_all_of_his_cards_before_the_next() {
    let mut table = Table::at(
        &[ROW, ("expansions", "harbor,millionaires_row")],
        "> 9 +train_station +shopping_mall +amusement_park\n5 members_only_club\n0 members_only_club",
    );
    table.roll("dice 6 6");
    assert_eq!(table.coins(), [1, 5, 9], "the previous player has taken all; City Hall's coin");
}

#[test]
fn r8_the_rollers_own_red_cards_do_nothing() {
    let mut table = Table::at(&[], "3 cafe*2\n3");
    table.roll("die 3");
    assert_eq!(table.coins(), [3, 3]);
}

#[test]
fn r9_blue_pays_everybody_on_any_roll() {
    let mut table = Table::at(&[], "0 ranch*2\n> 0 ranch\n0 ranch*3");
    table.roll("die 2");
    assert_eq!(table.coins(), [2, 1, 3]);
}

#[test]
fn r10_one_throw_for_everybodys_boats_after_the_other_blue_cards() {
    let cities = "0 tuna_boat +harbor +train_station\n0 tuna_boat*2 +harbor\n0 tuna_boat";
    let mut table = Table::at(&[HARBOR], cities);
    table.go(&["dice 6 6", "stay"]);
    assert_eq!(table.outcomes().len(), 11);
    assert_eq!(table.outcomes()[..2], ["1 throw 2", "2 throw 3"]);
    assert_eq!(table.outcomes()[5], "6 throw 7");
    assert_eq!(
        table.resolve("throw 5"),
        [
            "seat 1 throws 5",
            "seat 1 activates tuna_boat x1",
            "seat 1 gets 5 for tuna_boat",
            "seat 2 activates tuna_boat x2",
            "seat 2 gets 10 for tuna_boat",
            "seat 1 has 5",
        ]
    );
    assert_eq!(table.coins(), [5, 10, 0], "no Harbor, no fish");
}

#[test]
fn r10_the_throw_activates_nothing() {
    let mut table = Table::at(&[HARBOR], "0 tuna_boat wheat_field +harbor +train_station\n0 pizza_joint");
    table.go(&["dice 6 6", "stay", "throw 7"]);
    assert_eq!(table.coins(), [7, 0]);
    assert_eq!(table.state.dice(), [6, 6]);
}

#[test]
fn r10_nothing_is_thrown_where_no_boat_would_pay() {
    for cities in
        ["0 +train_station\n0 tuna_boat", "0 +train_station\n0 tuna_boat*2/2 +harbor", "0 +train_station\n0"]
    {
        let mut table = Table::at(&[HARBOR], cities);
        table.roll("dice 6 6");
        assert_eq!((table.state.phase(), table.coins()), (Phase::Build, vec![1, 0]), "{cities}");
    }
    let mut table = Table::at(&[HARBOR], "0 +train_station\n0 tuna_boat*2/2 +harbor");
    assert_eq!(table.roll("dice 6 6")[1], "seat 2 opens tuna_boat x2");
    assert_eq!(table.cards(2), "tuna_boat*2");
}

#[test]
fn r11_green_pays_the_roller_only() {
    let mut table = Table::at(&[], "0 convenience_store*2\n> 0 convenience_store\n0 convenience_store*3");
    table.roll("die 4");
    assert_eq!(table.coins(), [0, 3, 0]);
}

#[test]
fn r11_business_comes_last() {
    let mut table = Table::at(&[ALL], "0 loan_office*2 flower_shop*3 flower_garden\n0");
    let events = table.roll("die 6");
    assert_eq!(events[1], "seat 1 activates flower_shop x3");
    assert_eq!(events[3], "seat 1 activates loan_office x2");
    assert_eq!(table.coins(), [1, 0], "three flowers, four to pay of them, and City Hall's coin");
    let mut table = Table::at(&[ALL], "0 convenience_store demolition_company +train_station +harbor\n0");
    assert_eq!(table.roll("die 4")[1], "seat 1 activates convenience_store x1");
}

#[test]
fn r12_harbor_opens_boats_and_sushi_bars() {
    for (landmark, mackerel, sushi) in [("", 0, 0), ("+harbor", 6, 3)] {
        let mut table = Table::at(&[HARBOR], &format!("5 +train_station\n0 mackerel_boat*2 {landmark}"));
        table.roll("dice 4 4");
        assert_eq!(table.coins(), [5, mackerel]);
        let mut table = Table::at(&[HARBOR], &format!("> 5\n0 sushi_bar {landmark}"));
        table.roll("die 1");
        assert_eq!(table.coins(), [5 - sushi, sushi]);
    }
}

#[test]
fn r12_the_rollers_harbor_does_not_open_anothers_boats() {
    let mut table = Table::at(&[HARBOR], "0 +train_station +harbor\n0 mackerel_boat sushi_bar");
    table.roll("dice 4 4");
    assert_eq!(table.coins(), [1, 0]);
}

#[test]
fn r12_fewer_than_two_landmarks_of_the_owner() {
    for (landmarks, coins) in [
        ("", 1),
        ("+train_station", 1),
        ("+train_station +harbor", 0),
        ("+train_station +harbor +airport", 0),
    ] {
        let mut table = Table::at(&[ALL], &format!("5\n0 corn_field {landmarks}"));
        table.roll("die 4");
        assert_eq!(table.coins(), [5, coins], "{landmarks}");
        let mut table = Table::at(&[ALL], &format!("5 general_store {landmarks}\n0"));
        table.roll("die 2");
        assert_eq!(table.coins(), [5 + 2 * coins, 0], "{landmarks}");
    }
}

#[test]
fn r12_city_hall_is_no_landmark_in_any_count() {
    // With Harbor everybody has it, and one landmark is still fewer than two.
    let mut table = Table::at(&[ALL], "0 +train_station\n0 corn_field +train_station");
    table.roll("die 3");
    assert_eq!(table.coins(), [1, 1]);
    assert_eq!(table.landmarks(1), ["train_station"]);
}

#[test]
fn r12_landmarks_of_the_roller() {
    for (landmarks, french, club) in [
        ("+train_station", 0, 0),
        ("+train_station +harbor", 5, 0),
        ("+train_station +harbor +airport", 5, 9),
    ] {
        let mut table = Table::at(&[ALL], &format!("> 9 {landmarks}\n0 french_restaurant"));
        table.roll("die 5");
        assert_eq!(table.coins(), [9 - french, french], "{landmarks}");
        let mut table = Table::at(&[ALL], &format!("> 9 {landmarks}\n0 members_only_club"));
        table.roll("dice 6 6");
        if table.legal()[0] == "add_two" {
            table.play("stay");
        }
        let left = if club == 9 { 1 } else { 9 };
        assert_eq!(table.coins(), [left, club], "{landmarks}");
    }
}

#[test]
fn r12_closed_copies_are_counted() {
    let mut table = Table::at(&[ROW], "0 cheese_factory ranch*3/2 +train_station\n0");
    table.roll("dice 3 4");
    assert_eq!(table.coins(), [9, 0]);
}

#[test]
fn r13_bread_and_cup_pay_one_more_a_copy() {
    let mut table = Table::at(&[], "0 bakery*2 convenience_store +shopping_mall\n0");
    table.roll("die 3");
    assert_eq!(table.coins(), [4, 0]);
    let mut table = Table::at(&[], "0 bakery*2 convenience_store*2 ranch +shopping_mall\n0");
    table.roll("die 4");
    assert_eq!(table.coins(), [8, 0]);
    let mut table = Table::at(&[], "> 9\n0 cafe*2 +shopping_mall");
    table.roll("die 3");
    assert_eq!(table.coins(), [5, 4], "the owner's Mall");
    let mut table = Table::at(&[], "> 9 +shopping_mall\n0 cafe*2");
    table.roll("die 3");
    assert_eq!(table.coins(), [7, 2], "not the roller's");
}

#[test]
fn r13_other_icons_pay_as_ever() {
    let cities = "0 wheat_field ranch*2 cheese_factory +train_station +shopping_mall\n0";
    let mut table = Table::at(&[], cities);
    table.roll("dice 3 4");
    assert_eq!(table.coins(), [6, 0]);
    let mut table = Table::at(&[], cities);
    table.roll("die 1");
    assert_eq!(table.coins(), [1, 0]);
}

#[test]
fn r13_a_card_that_does_not_pay_gets_nothing_more() {
    let mut table = Table::at(&[ALL], "> 9\n0 sushi_bar +shopping_mall");
    table.roll("die 1");
    assert_eq!(table.coins(), [9, 0]);
    let mut table = Table::at(&[ALL], "0 general_store +shopping_mall\n0");
    table.roll("die 2");
    assert_eq!(table.coins(), [3, 0]);
    let mut table = Table::at(&[ALL], "0 general_store +shopping_mall +harbor\n0");
    table.roll("die 2");
    assert_eq!(table.coins(), [1, 0], "City Hall's coin only");
}

#[test]
fn r13_a_flower_shop_pays_one_more_a_garden_or_none() {
    for (option, coins) in [("per_garden", 12), ("none", 6)] {
        let pairs = [HARBOR, ("flower_shop_mall", option)];
        let mut table = Table::at(&pairs, "0 flower_shop*2 flower_garden*3 +shopping_mall\n0");
        table.roll("die 6");
        assert_eq!(table.coins(), [coins, 0], "{option}");
        let mut table = Table::at(&pairs, "0 flower_shop*2 flower_garden*3\n0");
        table.roll("die 6");
        assert_eq!(table.coins(), [6, 0], "{option}");
        let mut table = Table::at(&pairs, "0 bakery +shopping_mall\n0");
        table.roll("die 2");
        assert_eq!(table.coins(), [2, 0], "{option}");
    }
}

#[test]
fn r17_a_loan_is_paid_out_when_it_is_built_and_costs_two_a_copy() {
    let mut table = Table::at(&[ROW], "1\n0");
    assert_eq!(
        table.go(&["die 6"]).play("build loan_office"),
        ["seat 1 builds loan_office for 0", "seat 1 gets 5 for loan_office", "seat 2 turn 2"]
    );
    assert_eq!(table.coins(), [6, 0]);
    let mut table = Table::at(&[ROW], "9 loan_office*3/1\n0");
    table.roll("die 5");
    assert_eq!((table.coins(), table.cards(1)), (vec![5, 0], "loan_office*3".to_owned()));
    let mut table = Table::at(&[ROW], "9\n9 loan_office");
    table.roll("die 5");
    assert_eq!(table.coins(), [9, 9], "on its owner's roll only");
}

#[test]
fn r17_demolition_companies_take_a_landmark_each() {
    let mut table = Table::at(&[ALL], "0 demolition_company*2 +train_station +harbor +airport\n0");
    table.roll("die 4");
    assert_eq!(table.legal(), ["demolish train_station", "demolish harbor", "demolish airport"]);
    assert_eq!(
        table.play("demolish harbor"),
        ["seat 1 demolishes harbor", "seat 1 gets 8 for demolition_company"]
    );
    assert_eq!(table.legal(), ["demolish train_station", "demolish airport"]);
    table.play("demolish airport");
    assert_eq!((table.coins(), table.landmarks(1)), (vec![16, 0], vec!["train_station"]));
}

#[test]
fn r17_demolition_without_landmarks_does_nothing() {
    let mut table = Table::at(&[ALL], "3 demolition_company\n0 +harbor");
    table.roll("die 4");
    assert_eq!((table.coins(), table.state.phase()), (vec![3, 0], Phase::Build));
    // City Hall can't be demolished, and two companies with one landmark demolish one.
    let mut table = Table::at(&[ALL], "3 demolition_company*2 +harbor\n0");
    table.roll("die 4");
    assert_eq!((table.coins(), table.landmarks(1).len()), (vec![11, 0], 0));
}

#[test]
fn r17_moving_companies_give_a_card_for_four_coins() {
    let mut table = Table::at(&[ROW], "0 bakery moving_company stadium +train_station\n0\n0");
    table.roll("dice 4 6");
    assert_eq!(
        table.legal(),
        ["move bakery 2", "move bakery 3", "move moving_company 2", "move moving_company 3"],
        "no purple card"
    );
    assert_eq!(
        table.play("move bakery 3")[..2],
        ["seat 1 moves bakery to seat 3", "seat 1 gets 4 for moving_company"]
    );
    assert_eq!(
        (table.cards(1), table.cards(3)),
        (
            "moving_company stadium".replace("moving_company stadium", "stadium moving_company"),
            "bakery".into()
        )
    );
    assert_eq!(table.coins(), [4, 0, 0]);
}

#[test]
fn r17_the_copies_are_counted_once() {
    let mut table = Table::at(&[ROW], "0 bakery moving_company*2 +train_station\n0");
    table.go(&["dice 4 6", "move moving_company 2"]);
    assert_eq!(table.legal(), ["move bakery 2", "move moving_company 2"], "the second fires all the same");
    table.play("move moving_company 2");
    assert_eq!(
        (table.coins(), table.cards(1), table.cards(2)),
        (vec![8, 0], "bakery".into(), "moving_company*2".into())
    );
}
