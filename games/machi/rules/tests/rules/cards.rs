//! R3, R7: each card of each set does what its row of the table says, on its totals and on no others.

use crate::table::{ALL, Table};

/// The coins after a roll of this total, of a roller with the one city and two others with the other, who has
/// no Harbor to be asked about. No card of these asks anything.
fn after(total: u8, roller: &str, others: &str) -> Vec<u32> {
    let cities = format!("20 {roller} +train_station\n20 {others}\n20");
    let mut table = Table::at(&[ALL], &cities);
    match total {
        1..=6 => table.roll(&format!("die {total}")),
        7.. => table.roll(&format!("dice {} {}", total - 6, 6)),
        0 => unreachable!("no dice fall to nothing"),
    };
    if table.legal().first().is_some_and(|first| first == "add_two") {
        table.play("stay");
    }
    table.coins()
}

/// Checks the coins on all totals from 1 to 12.
fn pays_on(name: &str, totals: &[u8], roller: &str, others: &str, coins: [u32; 3]) {
    for total in 1..=12 {
        let expected = if totals.contains(&total) { coins } else { [20; 3] };
        assert_eq!(after(total, roller, others), expected, "{name} on {total}");
    }
}

#[test]
fn r9_blue_cards() {
    for (name, totals, coins) in [
        ("wheat_field", &[1][..], 1),
        ("ranch", &[2], 1),
        ("forest", &[5], 1),
        ("mine", &[9], 5),
        ("apple_orchard", &[10], 3),
        ("flower_garden", &[4], 1),
        ("corn_field", &[3, 4], 1),
        ("vineyard", &[7], 3),
    ] {
        pays_on(name, totals, &format!("{name}*2"), name, [20 + 2 * coins, 20 + coins, 20]);
    }
    pays_on("mackerel_boat", &[8], "mackerel_boat*2", "mackerel_boat +harbor", [20, 23, 20]);
}

#[test]
fn r11_green_cards() {
    for (name, totals, beside, coins) in [
        ("bakery", &[2, 3][..], "", 1),
        ("convenience_store", &[4], "", 3),
        ("cheese_factory", &[7], "ranch*2 wheat_field", 6),
        ("furniture_factory", &[8], "forest mine*2", 9),
        ("farmers_market", &[11, 12], "wheat_field apple_orchard flower_garden corn_field vineyard", 10),
        ("flower_shop", &[6], "flower_garden*2", 2),
        ("food_warehouse", &[12], "cafe family_restaurant bakery", 4),
        ("general_store", &[2], "", 2),
        ("winery", &[9], "vineyard*2", 12),
        ("soda_bottling_plant", &[11], "cafe*2 pizza_joint", 3),
    ] {
        for copies in [1, 2] {
            let mine = format!("{name}*{copies} {beside}");
            for total in totals {
                let blue = after(*total, beside, "");
                let coins = vec![blue[0] + copies * coins, 20, 20];
                assert_eq!(after(*total, &mine, ""), coins, "{name} on {total}");
            }
            for total in (1..=12).filter(|total| !totals.contains(total)) {
                assert_eq!(after(total, &mine, ""), after(total, beside, ""), "{name} on {total}");
            }
        }
        pays_on(name, &[], "", name, [20; 3]);
    }
}

#[test]
fn r11_soda_counts_the_cups_of_all() {
    assert_eq!(after(11, "soda_bottling_plant", "cafe*3 bakery"), [23, 20, 20]);
    assert_eq!(after(11, "soda_bottling_plant cafe", "sushi_bar members_only_club*2"), [24, 20, 20]);
}

#[test]
fn r8_red_cards() {
    for (name, totals, coins) in [
        ("cafe", &[3][..], 1),
        ("family_restaurant", &[9, 10], 2),
        ("pizza_joint", &[7], 1),
        ("hamburger_stand", &[8], 1),
    ] {
        pays_on(name, totals, name, &format!("{name}*3"), [20 - 3 * coins, 20 + 3 * coins, 20]);
    }
    pays_on("sushi_bar", &[1], "", "sushi_bar*2 +harbor", [14, 26, 20]);
    pays_on("french_restaurant", &[5], "+shopping_mall", "french_restaurant*2", [10, 30, 20]);
    // Twelve is asked about with Harbor; the coin is City Hall's.
    pays_on(
        "members_only_club",
        &[12],
        "+shopping_mall +radio_tower",
        "members_only_club",
        [20; 3].map(|_| 20),
    );
}

#[test]
fn r15_purple_cards_that_ask_nothing() {
    pays_on("stadium", &[6], "stadium", "stadium", [24, 18, 18]);
    pays_on("publisher", &[7], "publisher", "bakery*2 convenience_store flower_shop", [24, 16, 20]);
    pays_on("tax_office", &[8, 9], "tax_office", "", [40, 10, 10]);
    pays_on("tech_startup", &[10], "tech_startup $3", "", [26, 17, 17]);
}
