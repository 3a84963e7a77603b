//! R22: Exhibit Hall, with a card of each color.

use tercet_game::Seat;
use tercet_machi::Phase;

use crate::table::{ALL, Table};

/// A roller with an Exhibit Hall and these cards, who exhibits one of them; the others have some too.
fn exhibited(own: &str, others: &str, name: &str) -> Table {
    let mut table = Table::at(&[ALL], &format!("5 {own} exhibit_hall +train_station\n20 {others}"));
    table.go(&["dice 4 6"]);
    table.play(&format!("exhibit {name}"));
    table
}

fn is_back(table: &Table) -> bool {
    table.copies(1, "exhibit_hall") == 0 && table.shown()["exhibit_hall"] == 2
}

#[test]
fn r22_the_own_kinds_that_are_not_purple_may_be_named() {
    let mut table = Table::at(&[ALL], "0 ranch mine stadium exhibit_hall +train_station\n0 cafe");
    table.roll("dice 4 6");
    assert_eq!(table.legal(), ["exhibit ranch", "exhibit mine", "decline"]);
}

#[test]
fn r22_declined_it_stays() {
    let mut table = Table::at(&[ALL], "5 ranch exhibit_hall +train_station\n0");
    table.roll("dice 4 6");
    assert_eq!(table.play("decline"), ["seat 1 declines exhibit_hall", "seat 1 has 5"]);
    assert_eq!((table.copies(1, "exhibit_hall"), table.shown()["exhibit_hall"]), (1, 1));
}

#[test]
fn r22_without_another_card_nothing_is_asked() {
    let mut table = Table::at(&[ALL], "5 stadium exhibit_hall +train_station\n0");
    table.roll("dice 4 6");
    assert_eq!((table.state.phase(), table.copies(1, "exhibit_hall")), (Phase::Build, 1));
}

#[test]
fn r22_blue_pays_the_roller_alone() {
    let table = exhibited("mine*2", "mine", "mine");
    assert_eq!(table.coins(), [15, 20]);
    assert!(is_back(&table));
    let table = exhibited("mackerel_boat", "mackerel_boat +harbor", "mackerel_boat");
    assert_eq!(table.coins(), [5, 20], "by its own rules: no Harbor, no fish");
    let table = exhibited("corn_field", "", "corn_field");
    assert_eq!(table.coins(), [6, 20]);
}

#[test]
fn r22_tuna_boats_are_thrown_for_alone() {
    let mut table =
        Table::at(&[ALL], "5 tuna_boat*2 exhibit_hall +train_station +harbor\n20 tuna_boat +harbor");
    table.go(&["dice 4 6", "stay", "exhibit tuna_boat"]);
    let tuna = table.game.read_kind("tuna_boat").unwrap();
    assert_eq!(table.state.phase(), Phase::Throw { exhibited: Some(tuna) });
    assert_eq!(table.copies(1, "exhibit_hall"), 1, "it goes back when the boats have paid");
    table.resolve("throw 8");
    assert_eq!(table.coins(), [21, 20]);
    assert!(is_back(&table));
    let table = exhibited("tuna_boat", "tuna_boat +harbor", "tuna_boat");
    assert_eq!(
        (table.coins(), table.state.phase()),
        (vec![5, 20], Phase::Build),
        "without Harbor nothing is thrown"
    );
    assert!(is_back(&table));
}

#[test]
fn r22_green_pays_by_its_own_rules() {
    let table = exhibited("cheese_factory*2 ranch*3", "", "cheese_factory");
    assert_eq!(table.coins(), [23, 20]);
    let table = exhibited("winery*3/1 vineyard", "", "winery");
    assert_eq!((table.coins(), table.cards(1)), (vec![17, 20], "vineyard winery*3/2".into()));
    let table = exhibited("loan_office*2", "", "loan_office");
    assert_eq!(table.coins(), [1, 20]);
    let table = exhibited("soda_bottling_plant", "cafe*3", "soda_bottling_plant");
    assert_eq!(table.coins(), [8, 20]);
    let mut table = Table::at(&[ALL], "5 bakery*2 exhibit_hall +train_station +shopping_mall\n20");
    table.go(&["dice 4 6", "exhibit bakery"]);
    assert_eq!(table.coins(), [9, 20]);
}

#[test]
fn r22_demolition_companies_demolish() {
    let mut table = Table::at(&[ALL], "5 demolition_company exhibit_hall +train_station +shopping_mall\n20");
    table.go(&["dice 4 6", "exhibit demolition_company"]);
    assert_eq!(table.legal(), ["demolish train_station", "demolish shopping_mall"]);
    assert_eq!(table.copies(1, "exhibit_hall"), 1);
    table.play("demolish shopping_mall");
    assert_eq!((table.coins(), table.landmarks(1)), (vec![13, 20], vec!["train_station"]));
    assert!(is_back(&table));
}

#[test]
fn r22_moving_companies_move_once_more() {
    // On a ten they fire by the roll first.
    let mut table = Table::at(&[ALL], "5 bakery*3 moving_company exhibit_hall +train_station\n20");
    table.go(&["dice 4 6", "move bakery 2"]);
    assert_eq!(table.legal(), ["exhibit bakery", "exhibit moving_company", "decline"]);
    table.go(&["exhibit moving_company", "move bakery 2"]);
    assert_eq!((table.coins(), table.cards(2)), (vec![13, 20], "bakery*2".into()));
    assert!(is_back(&table));
}

#[test]
fn r22_red_does_nothing_but_closed_ones_open() {
    let table = exhibited("cafe*3/2", "", "cafe");
    assert_eq!((table.coins(), table.cards(1)), (vec![5, 20], "cafe*3".into()));
    assert!(is_back(&table));
    let table = exhibited("sushi_bar*2/1", "", "sushi_bar");
    assert_eq!(table.cards(1), "sushi_bar*2", "also where its condition does not hold");
}

#[test]
fn r22_closed_copies_open_instead_of_paying() {
    let table = exhibited("mine*2/1", "", "mine");
    assert_eq!((table.coins(), table.cards(1)), (vec![10, 20], "mine*2".into()));
}

#[test]
fn r22_the_hall_may_be_built_again() {
    let mut table = exhibited("mine*2", "", "mine");
    assert!(table.legal().contains(&"build exhibit_hall".to_owned()));
    table.play("build exhibit_hall");
    assert_eq!((table.coins(), table.copies(1, "exhibit_hall")), (vec![8, 20], 1));
}

#[test]
fn r22_it_comes_back_face_up_into_a_dealt_market() {
    let market = "wheat_field ranch forest mine apple_orchard bakery cafe stadium tv_station winery";
    let mut table = Table::dealt(&[ALL], "5 ranch exhibit_hall +train_station\n20", market);
    table.go(&["dice 4 6", "exhibit ranch"]);
    assert_eq!((table.shown()["exhibit_hall"], table.shown().len()), (1, 11));
    assert_eq!(table.deck()["exhibit_hall"], 1);
    table.play("build bakery");
    assert_eq!(table.state.roller(), Seat(1), "ten different cards lie open still: nothing is dealt");
}
