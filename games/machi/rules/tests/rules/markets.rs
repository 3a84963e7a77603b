//! R26: markets, their refills, and how they run out.

use tercet_game::{Game, Turn};
use tercet_machi::Phase;

use crate::table::{ALL, Table, game};

#[test]
fn r26_everything_lies_open_in_the_total_market() {
    let table = Table::new(&[ALL, ("market", "total"), ("players", "3")]);
    assert_eq!((table.shown().len(), table.deck().len()), (39, 0));
    assert_eq!(table.shown().values().map(|&copies| u32::from(copies)).sum::<u32>(), 30 * 6 + 9 * 3);
}

#[test]
fn r26_auto_is_total_for_the_base_game_and_variable_with_an_expansion() {
    for (expansions, phase) in [
        ("none", Phase::Roll { dice: 1 }),
        ("harbor", Phase::Deal { row: 0 }),
        ("millionaires_row", Phase::Deal { row: 0 }),
        ("promo", Phase::Deal { row: 0 }),
    ] {
        assert_eq!(Table::new(&[("expansions", expansions)]).state.phase(), phase, "{expansions}");
    }
}

#[test]
fn r26_variable_deals_until_ten_kinds_lie_open() {
    let mut table = Table::new(&[("market", "variable")]);
    assert_eq!(table.outcomes()[..2], ["6 deal wheat_field", "6 deal ranch"]);
    assert_eq!(table.outcomes()[12], "2 deal stadium");
    assert_eq!(table.resolve("deal ranch"), ["dealt ranch"]);
    assert_eq!(table.outcomes()[1], "5 deal ranch", "each card that is left is as likely as the others");
    table.go(&[
        "deal ranch",
        "deal ranch",
        "deal mine",
        "deal cafe",
        "deal forest",
        "deal bakery",
        "deal stadium",
    ]);
    table.go(&["deal tv_station", "deal business_center", "deal apple_orchard"]);
    assert_eq!((table.shown().len(), table.game.turn(&table.state)), (9, Turn::Chance));
    assert_eq!(table.resolve("deal wheat_field"), ["dealt wheat_field", "seat 1 turn 1"]);
    assert_eq!((table.shown().len(), table.shown()["ranch"]), (10, 3));
    assert_eq!(table.state.phase(), Phase::Roll { dice: 1 });
}

#[test]
fn r26_it_is_filled_at_once_when_the_last_copy_is_built() {
    let market =
        "wheat_field*2 ranch forest mine apple_orchard bakery cafe stadium tv_station family_restaurant";
    let mut table = Table::dealt(&[], "9\n9", market);
    table.go(&["die 6", "build wheat_field"]);
    assert_eq!(table.roller(), 2, "another copy lies open");
    table.go(&["die 6", "build ranch"]);
    assert_eq!((table.state.phase(), table.roller()), (Phase::Deal { row: 0 }, 2), "before the turn ends");
    assert!(table.outcomes().contains(&"5 deal ranch".to_owned()));
    table.resolve("deal wheat_field");
    assert_eq!(table.state.phase(), Phase::Deal { row: 0 }, "wheat lies open already");
    assert_eq!(
        table.resolve("deal cheese_factory"),
        ["dealt cheese_factory", "seat 1 turn 2"].map(|text| text.replace("turn 2", "turn 3"))
    );
}

#[test]
fn r26_a_coin_is_invested_after_the_refill() {
    let market = "wheat_field ranch forest mine apple_orchard bakery cafe stadium tv_station winery";
    let mut table = Table::dealt(&[ALL], "9 tech_startup\n9", market);
    table.go(&["die 6", "build ranch", "deal vineyard"]);
    assert_eq!(table.legal(), ["invest", "save"]);
}

#[test]
fn r26_hybrid_has_three_rows() {
    let mut table = Table::new(&[("market", "hybrid"), ALL]);
    let dealt =
        |table: &Table| table.outcomes().iter().map(|line| line.replace("6 deal ", "")).collect::<Vec<_>>();
    assert_eq!(
        dealt(&table),
        [
            "wheat_field",
            "ranch",
            "forest",
            "bakery",
            "convenience_store",
            "cafe",
            "flower_garden",
            "flower_shop",
            "sushi_bar",
            "corn_field",
            "general_store",
            "demolition_company",
            "loan_office",
            "french_restaurant",
        ]
    );
    table.go(&["deal wheat_field", "deal ranch", "deal cafe", "deal cafe", "deal loan_office"]);
    assert_eq!(table.outcomes().len(), 14, "four different ones");
    table.resolve("deal bakery");
    assert_eq!(table.outcomes()[0], "6 deal mine", "then the high ones");
    table.go(&["deal mine", "deal apple_orchard", "deal winery", "deal tuna_boat", "deal vineyard"]);
    assert_eq!(table.outcomes()[0], "2 deal stadium", "then the purple ones");
    table.go(&["deal park", "deal park", "deal stadium"]);
    assert_eq!((table.shown().len(), table.state.phase()), (12, Phase::Roll { dice: 1 }));
}

#[test]
fn r26_a_market_that_runs_out_stays_short() {
    let names = game(&[]).cards().iter().map(|(_, card)| card.slug()).collect::<Vec<_>>();
    let supply: Vec<String> =
        names.iter().enumerate().map(|(place, name)| format!("{name}:{}", u8::from(place < 11))).collect();
    let mut table =
        Table::new(&[("market", "variable"), ("supply", &supply.join(",")), ("starting_coins", "9")]);
    names[..10].iter().for_each(|name| drop(table.resolve(&format!("deal {name}"))));
    assert_eq!((table.shown().len(), table.deck().len()), (10, 1));
    table.go(&["die 6", "build ranch"]);
    table.go(&["deal cafe", "die 6", "build wheat_field"]);
    assert_eq!((table.roller(), table.shown().len()), (1, 9), "nothing is left to deal");
}

#[test]
fn r26_an_empty_market_is_no_end() {
    let supply: Vec<String> =
        game(&[]).cards().iter().map(|(_, card)| format!("{}:0", card.slug())).collect();
    for market in ["total", "variable", "hybrid"] {
        let mut table = Table::new(&[("market", market), ("supply", &supply.join(","))]);
        assert_eq!((table.shown().len(), table.state.phase()), (0, Phase::Roll { dice: 1 }));
        table.roll("die 1");
        assert_eq!(table.legal(), ["build train_station", "pass"]);
    }
}

#[test]
fn r26_a_purple_card_that_everybody_has_leaves_a_dealt_market() {
    let market =
        "wheat_field ranch forest mine apple_orchard bakery cafe stadium*2 tv_station family_restaurant";
    let supply = ("supply", "stadium:5");
    let mut table = Table::dealt(&[supply], "9\n9 stadium", market);
    assert_eq!(table.deck()["stadium"], 2);
    let events = table.go(&["die 1"]).play("build stadium");
    assert_eq!(events, ["seat 1 builds stadium for 6", "left stadium x3"]);
    assert_eq!((table.shown().get("stadium"), table.deck().get("stadium")), (None, None));
    assert_eq!(table.state.phase(), Phase::Deal { row: 0 }, "another kind takes its place");
}

#[test]
fn r26_in_the_total_market_it_lies_there_and_nobody_can_build_it() {
    let mut table = Table::at(&[("supply", "stadium:5")], "9\n9 stadium");
    table.go(&["die 1", "build stadium"]);
    assert_eq!(table.shown()["stadium"], 3);
    table.roll("die 1");
    assert!(!table.legal().contains(&"build stadium".to_owned()));
}
