//! R18: closed cards, each way to close and to open, and how they change hands.

use crate::table::{ALL, HARBOR, ROW, Table};

#[test]
fn r18_a_closed_copy_does_nothing_and_opens() {
    let mut table = Table::at(&[ROW], "0 ranch*3/2\n0 ranch*1/1");
    assert_eq!(
        table.roll("die 2")[1..5],
        [
            "seat 1 activates ranch x1",
            "seat 1 opens ranch x2",
            "seat 1 gets 1 for ranch",
            "seat 2 opens ranch x1",
        ]
    );
    assert_eq!(
        (table.coins(), table.cards(1), table.cards(2)),
        (vec![1, 0], "ranch*3".into(), "ranch".into())
    );
}

#[test]
fn r18_every_color_opens() {
    for (card, total, beside) in [
        ("wheat_field", "die 1", ""),
        ("bakery", "die 2", ""),
        ("loan_office", "die 5", ""),
        ("demolition_company", "die 4", "+train_station"),
        ("moving_company", "dice 3 6", "+train_station"),
        ("winery", "dice 3 6", "vineyard +train_station"),
    ] {
        let mut table = Table::at(&[ROW], &format!("3 {card}*2/2 {beside}\n0"));
        table.roll(total);
        assert_eq!(table.coins(), [3, 0], "{card}");
        assert!(table.cards(1).contains(&format!("{card}*2")), "{card}");
        assert!(!table.cards(1).contains('/'), "{card}: {}", table.cards(1));
    }
    let mut table = Table::at(&[ROW], "> 3\n0 cafe*2/2\n0 cafe*2/1");
    table.roll("die 3");
    assert_eq!(
        (table.coins(), table.cards(2), table.cards(3)),
        (vec![2, 0, 1], "cafe*2".into(), "cafe*2".into())
    );
}

#[test]
fn r18_a_card_whose_condition_does_not_hold_stays_closed() {
    let mut table = Table::at(&[ALL], "0 +train_station\n0 mackerel_boat*2/2");
    table.roll("dice 4 4");
    assert_eq!(table.cards(2), "mackerel_boat*2/2");
    let mut table = Table::at(&[ALL], "9\n0 sushi_bar*1/1");
    table.roll("die 1");
    assert_eq!(table.cards(2), "sushi_bar*1/1");
    let mut table = Table::at(&[HARBOR], "9\n0 sushi_bar*1/1 +harbor");
    table.roll("die 1");
    assert_eq!((table.cards(2), table.coins()), ("sushi_bar".into(), vec![9, 0]));
}

#[test]
fn r18_wineries_that_fired_close_and_closed_ones_open() {
    let mut table = Table::at(&[ROW], "0 winery*3/1 vineyard*2 +train_station\n0");
    let events = table.roll("dice 3 6");
    assert_eq!(
        events[1..5],
        [
            "seat 1 activates winery x2",
            "seat 1 opens winery x1",
            "seat 1 gets 24 for winery",
            "seat 1 closes winery x2",
        ]
    );
    assert_eq!(table.cards(1), "vineyard*2 winery*3/2");
}

#[test]
fn r18_a_winery_without_vineyards_closes_too() {
    let mut table = Table::at(&[ROW], "0 winery +train_station\n0");
    table.roll("dice 3 6");
    assert_eq!((table.coins(), table.cards(1)), (vec![0, 0], "winery*1/1".into()));
}

#[test]
fn r18_a_closed_winery_opens_and_fires_the_next_time() {
    let mut table = Table::at(&[ROW], "0 winery*1/1 vineyard +train_station\n0");
    table.roll("dice 3 6");
    assert_eq!((table.coins(), table.cards(1)), (vec![0, 0], "vineyard winery".into()));
    table.go(&["pass", "die 6", "pass", "roll 2", "dice 3 6"]);
    assert_eq!((table.coins(), table.cards(1)), (vec![6, 0], "vineyard winery*1/1".into()));
}

#[test]
fn r18_an_open_copy_changes_hands_before_a_closed_one() {
    let mut table = Table::at(&[ROW], "0 bakery*2/1 moving_company +train_station\n0");
    table.go(&["dice 4 6", "move bakery 2"]);
    assert_eq!((table.cards(1), table.cards(2)), ("bakery*1/1 moving_company".into(), "bakery".into()));
}

#[test]
fn r18_a_closed_copy_changes_hands_closed() {
    let mut table = Table::at(&[ROW], "0 bakery*1/1 moving_company +train_station\n0 bakery");
    table.go(&["dice 4 6", "move bakery 2"]);
    assert_eq!(table.cards(2), "bakery*2/1");
    let mut table = Table::at(&[ROW], "0 bakery*1/1 ranch business_center\n0 mine*2/2 cafe");
    table.go(&["die 6", "exchange 2", "give bakery", "take mine"]);
    assert_eq!(table.cards(1), "ranch mine*1/1 business_center");
    assert_eq!(table.cards(2), "mine*1/1 bakery*1/1 cafe");
}

#[test]
fn r18_an_open_copy_may_be_exchanged_for_a_closed_one_of_the_same_card() {
    let mut table = Table::at(&[ROW], "0 ranch*2/1 business_center\n0 ranch*1/1 cafe");
    table.go(&["die 6", "exchange 2", "take ranch"]);
    assert_eq!((table.cards(1), table.cards(2)), ("ranch*2/2 business_center".into(), "ranch cafe".into()));
}

#[test]
fn r18_copies_that_are_built_are_open() {
    let mut table = Table::at(&[ROW], "9 ranch*2/2\n0");
    table.go(&["die 6", "build ranch"]);
    assert_eq!(table.cards(1), "ranch*3/2");
}
