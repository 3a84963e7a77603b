//! R30: custom cards, with every effect; cards that replace official ones.

use tercet_machi::Phase;

use crate::table::{Table, game};

/// A table with this card in the game.
fn with(card: &str, cities: &str) -> Table {
    Table::at(&[("expansions", "harbor,millionaires_row,promo"), ("cards", card)], cities)
}

#[test]
fn r30_a_custom_card_is_built_and_pays() {
    let mut table = with("Tea House|green|8|4|cup|bank 2 per wheat|2", "9 wheat_field*3 +train_station\n9");
    assert_eq!(table.shown()["tea_house"], 2);
    table.go(&["die 6", "build tea_house", "die 6", "pass", "roll 2", "dice 3 5"]);
    assert_eq!(table.coins(), [9 - 4 + 6, 9]);
    assert!(!table.game.cards().is_official(table.game.read_kind("tea_house").unwrap()));
}

#[test]
fn r30_bank_effects_of_custom_cards() {
    for (effect, beside, coins) in [
        ("bank 7", "", 7),
        ("bank 2 per cow", "ranch*3", 6),
        ("bank 1 per cup of all", "cafe", 3),
        ("bank 4 per card mine", "mine*2", 8),
        ("bank 3 if harbor", "", 0),
        ("bank 3 if harbor", "+harbor", 3),
        ("bank 3 if fewer than 2 landmarks", "+harbor", 0),
        ("bank 3 if roller has 2 landmarks", "+harbor", 3),
    ] {
        let card = format!("Lab|green|7|1|gear|{effect}|-");
        let mut table = with(&card, &format!("9 lab {beside} +train_station\n9 cafe*2"));
        table.roll("dice 3 4");
        assert_eq!(table.coins(), [9 + coins, 9], "{effect} with {beside}");
    }
}

#[test]
fn r30_then_close() {
    let mut table = with("Lab|green|7|1|gear|bank 5 then close|-", "9 lab*2 +train_station\n9");
    table.roll("dice 3 4");
    assert_eq!((table.coins(), table.cards(1)), (vec![19, 9], "lab*2/2".into()));
}

#[test]
fn r30_throws_without_a_condition() {
    let mut table = with("Raft|blue|7|1|boat|throw|-", "9 raft*2 +train_station\n9 raft");
    table.roll("dice 3 4");
    assert_eq!(table.state.phase(), Phase::Throw { exhibited: None });
    table.resolve("throw 3");
    assert_eq!(table.coins(), [15, 12]);
}

#[test]
fn r30_red_and_business() {
    let mut table = with("Bar|red|6|1|cup|take 3|-", "> 9\n9 bar*2");
    table.roll("die 6");
    assert_eq!(table.coins(), [3, 15]);
    let mut table = with("Bar|red|6|1|cup|take all if roller has 1 landmarks|-", "> 9 +harbor\n9 bar");
    table.roll("die 6");
    assert_eq!(table.coins(), [1, 18]);
    let mut table = with("Shark|green|1|1|business|loan 9 pay 4|-", "9 shark\n9");
    table.roll("die 1");
    assert_eq!(table.coins(), [5, 9]);
    table.play("build shark");
    assert_eq!(table.coins(), [5 - 1 + 9, 9]);
    let mut table = with("Wreckers|green|1|1|business|demolish 3|-", "9 wreckers +harbor\n9");
    table.roll("die 1");
    assert_eq!((table.coins(), table.landmarks(1).len()), (vec![12, 9], 0));
    let mut table = with("Movers|green|1|1|business|move 2|-", "9 movers ranch\n9");
    table.go(&["die 1", "move ranch 2"]);
    assert_eq!(table.coins(), [11, 9]);
}

#[test]
fn r30_purple_effects_and_their_order() {
    let cards = "Arena|purple|1|1|major|each 3|-;Cable|purple|1|1|major|one 4|-;Press|purple|1|1|major|each 2 per cow|-;\
                 Office|purple|1|1|major|tax 5|-;Commons|purple|1|1|major|share|-;Swap|purple|1|1|major|exchange|-;\
                 Paint|purple|1|1|major|renovate 2|-;Show|purple|1|1|major|exhibit|-";
    let own = "arena cable press office commons swap paint show";
    let mut table = with(cards, &format!("0 ranch {own}\n20 ranch*2"));
    table.roll("die 1");
    assert_eq!(table.legal(), own.split(' ').map(|name| format!("activate {name}")).collect::<Vec<_>>());
    table.play("activate arena");
    assert_eq!(table.coins(), [3, 17]);
    table.play("activate press");
    assert_eq!(table.coins(), [7, 13]);
    table.play("activate office");
    assert_eq!(table.coins(), [13, 7]);
    table.play("activate cable");
    assert_eq!(table.coins(), [17, 3]);
    table.go(&["activate paint", "renovate ranch"]);
    assert_eq!((table.coins(), table.cards(2)), (vec![20, 0], "ranch*2/2".into()));
    table.go(&["activate show", "exhibit ranch"]);
    assert_eq!((table.copies(1, "show"), table.copies(1, "ranch")), (0, 1));
    table.go(&["activate swap", "exchange 2"]);
    assert_eq!(table.coins(), [10, 10], "the last one is not asked for");
}

#[test]
fn r30_investing_in_a_custom_card() {
    let mut table = Table::at(&[("cards", "Bank|purple|1|1|major|invest|-")], "9\n9");
    table.go(&["die 6", "build bank", "invest", "die 6", "pass", "die 6", "pass", "invest"]);
    table.go(&["die 6", "pass", "die 1"]);
    assert_eq!(table.coins(), [9 - 1 - 2 + 2, 7]);
}

#[test]
fn r30_a_custom_card_replaces_an_official_one() {
    let mut table = Table::at(&[("cards", "mine|blue|1,6|2|gear|bank 9|3")], "9 mine\n9");
    assert_eq!((table.shown()["mine"], table.game.cards().len()), (2, 15));
    table.roll("die 6");
    assert_eq!(table.coins(), [18, 9]);
    table.play("build mine");
    assert_eq!(table.coins(), [16, 9]);
    let ranch = game(&[("cards", "Ranch|blue|2|1|sheep|bank 1|-")]);
    assert!(ranch.read_kind("Livestock Farm").is_ok(), "its other names stay");
}

#[test]
fn r30_sixty_four_kinds_may_be() {
    let cards: Vec<String> = (0..25).map(|n| format!("Lab {n}|green|7|1|gear|bank 1|-")).collect();
    let pairs = [("expansions", "harbor,millionaires_row,promo"), ("cards", &cards.join(";"))];
    assert_eq!(game(&pairs).cards().len(), 64);
    let mut table = Table::at(&pairs, "0 lab_24*6 lab_0 +train_station\n0");
    table.roll("dice 3 4");
    assert_eq!(table.coins(), [7, 0]);
}

#[test]
fn r30_the_order_is_asked_for_a_custom_card_beside_official_ones() {
    let mut table = Table::at(&[("cards", "Arena|purple|6|1|major|each 1|-")], "0 stadium arena\n9");
    table.roll("die 6");
    assert_eq!(table.legal(), ["activate stadium", "activate arena"]);
}
