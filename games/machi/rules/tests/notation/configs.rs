//! Options: round trips, and the exact complaint about each.

use tercet_game::{Game, Settings};
use tercet_machi::{Config, Expansion, MachiKoro, complaints};

fn set(key: &str, value: &str) -> Result<Config, String> {
    let mut config = Config::default();
    config.set(key, value).map(|()| config).map_err(|error| error.to_string())
}

fn refused(pairs: &[(&str, &str)]) -> String {
    MachiKoro::new(&Config::from_pairs(pairs.iter().copied()).unwrap()).unwrap_err().to_string()
}

#[test]
fn options_as_they_are_written() {
    let known = [
        ("players", "2"),
        ("expansions", "none"),
        ("market", "auto"),
        ("cards", "none"),
        ("supply", "none"),
        ("starting_coins", "3"),
        ("sushi_bar_cost", "2"),
        ("business_center", "optional"),
        ("flower_shop_mall", "per_garden"),
        ("amusement_park", "owned_at_roll"),
        ("turn_limit", "1000"),
        ("compat", "official"),
    ];
    let known = known.map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert_eq!(Config::default().pairs(), known);
}

#[test]
fn every_option_reads_back() {
    let cards = "Tea House|green|8|4|cup|bank 2 per wheat|-;Ranch|blue|2,12|1|cow|bank 2|9";
    for (key, value) in [
        ("players", "5"),
        ("expansions", "harbor,millionaires_row,promo"),
        ("expansions", "promo"),
        ("market", "hybrid"),
        ("cards", cards),
        ("supply", "mine:2,ranch:0,tea_house:20"),
        ("starting_coins", "99"),
        ("sushi_bar_cost", "4"),
        ("business_center", "mandatory"),
        ("flower_shop_mall", "none"),
        ("amusement_park", "bought_this_turn_counts"),
        ("turn_limit", "10000"),
        ("compat", "harmonictook"),
    ] {
        let config = set(key, value).unwrap();
        assert_eq!(config.get(key).as_deref(), Some(value));
        assert_eq!(Config::from_pairs(config.pairs()), Ok(config));
    }
    let sorted = set("expansions", "promo,harbor").unwrap();
    assert_eq!(sorted.expansions, [Expansion::Harbor, Expansion::Promo], "in their own order");
}

#[test]
fn values_that_are_none_are_refused() {
    let cards = "none, or cards as in `Tea House|green|8|4|cup|bank 2 per wheat|-`, separated by `;`";
    for (key, value, values) in [
        ("players", "four", "2 to 5"),
        ("players", "+4", "2 to 5"),
        ("expansions", "harbour", "none, or a list of harbor, millionaires_row, promo"),
        ("market", "free", "auto, total, variable, hybrid"),
        ("supply", "mine", "none, or a list as in mine:2,ranch:0"),
        ("supply", "mine:x", "none, or a list as in mine:2,ranch:0"),
        ("supply", ":2", "none, or a list as in mine:2,ranch:0"),
        ("starting_coins", "-1", "0 to 99"),
        ("sushi_bar_cost", "two", "2, 4"),
        ("business_center", "yes", "optional, mandatory"),
        ("flower_shop_mall", "all", "per_garden, none"),
        ("amusement_park", "always", "owned_at_roll, bought_this_turn_counts"),
        ("turn_limit", "70000", "1 to 10000"),
        ("compat", "other", "official, harmonictook"),
    ] {
        assert_eq!(set(key, value), Err(format!("config `{key}`: `{value}` is not one of {values}")));
    }
    assert!(Config::KEYS.iter().any(|key| key.name == "cards" && key.values == cards));
    assert_eq!(
        set("expansions", "promo,promo"),
        Err("config `expansions`: `promo,promo` names one twice".into())
    );
    let why = "config `cards`: `Lab`: a card is `name|color|rolls|cost|icon|effect|copies`";
    assert_eq!(set("cards", "Lab"), Err(why.into()));
    let names: Vec<&str> = Config::KEYS.iter().map(|key| key.name).collect();
    let unknown = set("colour", "red").unwrap_err();
    assert!(unknown.contains("colour") && unknown.contains(names[0]), "{unknown}");
}

#[test]
fn numbers_out_of_range_are_no_game() {
    assert_eq!(refused(&[("turn_limit", "0")]), "config `turn_limit`: 0 is not from 1 to 10000");
    assert_eq!(refused(&[("turn_limit", "10001")]), "config `turn_limit`: 10001 is not from 1 to 10000");
    assert_eq!(refused(&[("starting_coins", "100")]), "config `starting_coins`: 100 is not from 0 to 99");
    assert_eq!(refused(&[("sushi_bar_cost", "3")]), "config `sushi_bar_cost`: `3` is not one of 2, 4");
    let compat =
        "config `compat`: harmonictook knows the base game only, without expansions and custom cards";
    assert_eq!(refused(&[("compat", "harmonictook"), ("expansions", "promo")]), compat);
    assert_eq!(refused(&[("compat", "harmonictook"), ("cards", "Lab|green|1|1|gear|bank 1|-")]), compat);
}

#[test]
fn supplies_that_can_not_be_are_no_game() {
    assert_eq!(refused(&[("supply", "castle:2")]), "config `supply`: `castle` is no card of this game");
    assert_eq!(refused(&[("supply", "tuna_boat:2")]), "config `supply`: `tuna_boat` is no card of this game");
    assert_eq!(refused(&[("supply", "Mine:2")]), "config `supply`: `Mine` is written mine here");
    assert_eq!(refused(&[("supply", "mine:21")]), "config `supply`: 21 copies of mine are not from 0 to 20");
    assert_eq!(refused(&[("supply", "mine:2,mine:3")]), "config `supply`: `mine` is named twice");
}

#[test]
fn every_complaint_about_custom_cards() {
    for (card, why) in [
        (
            "|green|1|1|gear|bank 1|-",
            "card 1 (), name: `` is no name; it takes letters, and neither `|` nor `;`",
        ),
        (
            "Lab |green|1|1|gear|bank 1|-",
            "card 1 (Lab ), name: `Lab ` is no name; it takes letters, and neither `|` nor `;`",
        ),
        (
            "Lab|green|1|1|Big Gear|bank 1|-",
            "card 1 (Lab), icon: `Big Gear` is no icon; it is one word in lower case",
        ),
        (
            "The Laboratory of the Old Town!|green|1|1|gear|bank 1|-",
            "card 1 (The Laboratory of the Old Town!), name: `The Laboratory of the Old Town!` has 31 letters; 30 are the \
             most",
        ),
        (
            "Lab|green|1|1|gearsandmoregearsstill|bank 1|-",
            "card 1 (Lab), icon: `gearsandmoregearsstill` has 22 letters; 20 are the most",
        ),
        (
            "Lab|purple|1|1|gear|each 1 per cup or cow or gear or cup or cow|-",
            "card 1 (Lab), effect: it names 5 icons; 4 are the most",
        ),
        ("Lab|green|1|100|gear|bank 1|-", "card 1 (Lab), cost: 100 is not from 0 to 99"),
        ("Lab|green|1|1|gear|bank 1|0", "card 1 (Lab), copies: 0 is not from 1 to 20"),
        ("Lab|green|1|1|gear|bank 1|21", "card 1 (Lab), copies: 21 is not from 1 to 20"),
        ("Lab|red|1|1|gear|bank 1|-", "card 1 (Lab), effect: `bank 1` is for blue or green cards, not red"),
        (
            "Lab|blue|1|1|gear|bank 1 then close|-",
            "card 1 (Lab), effect: `bank 1 then close` is for green cards, not blue",
        ),
        ("Lab|green|1|1|gear|take 1|-", "card 1 (Lab), effect: `take 1` is for red cards, not green"),
        ("Lab|green|1|1|gear|share|-", "card 1 (Lab), effect: `share` is for purple cards, not green"),
        ("Lab|green|1|1|gear|throw|-", "card 1 (Lab), effect: `throw` is for blue cards, not green"),
        (
            "Lab|blue|1|1|gear|loan 1 pay 1|-",
            "card 1 (Lab), effect: `loan 1 pay 1` is for green cards, not blue",
        ),
        (
            "Train Station|green|1|1|gear|bank 1|-",
            "card 1 (Train Station), name: `Train Station` is a landmark",
        ),
        ("City Hall|green|1|1|gear|bank 1|-", "card 1 (City Hall), name: `City Hall` is a landmark"),
        (
            "Restaurant|green|1|1|gear|bank 1|-",
            "card 1 (Restaurant), name: `Restaurant` is another name of Family Restaurant",
        ),
        ("Lab|green|1|1|gear|bank 1 per sheep|-", "card 1 (Lab), effect: no card has the icon `sheep`"),
        (
            "Lab|green|1|1|gear|bank 1 per sheep of all|-",
            "card 1 (Lab), effect: no card has the icon `sheep`",
        ),
        (
            "Lab|purple|1|1|gear|each 1 per cup or sheep|-",
            "card 1 (Lab), effect: no card has the icon `sheep`",
        ),
        (
            "Lab|green|1|1|gear|bank 1 per card vineyard|-",
            "card 1 (Lab), effect: there is no card `vineyard`",
        ),
        (
            "Lab|green|1|1|gear|bank 1 if harbor|-",
            "card 1 (Lab), effect: `if harbor` needs the expansion harbor",
        ),
    ] {
        assert_eq!(refused(&[("cards", card)]), format!("config `cards`: {why}"));
    }
}

#[test]
fn all_complaints_are_told_at_once() {
    let cards =
        "Lab|red|1|100|gear|bank 1|0;Lab|green|1|1|gear|bank 1|-;Airport|green|1|1|gear|bank 1 per sheep|-";
    assert_eq!(
        refused(&[("cards", cards)]),
        "config `cards`: card 1 (Lab), cost: 100 is not from 0 to 99; card 1 (Lab), copies: 0 is not from 1 to 20; \
         card 1 (Lab), effect: `bank 1` is for blue or green cards, not red; card 2 (Lab), name: `Lab` is the name of \
         card 1 too; card 3 (Airport), name: `Airport` is a landmark; card 3 (Airport), effect: no card has the icon \
         `sheep`"
    );
    let config = set("cards", cards).unwrap();
    let found = complaints(&config.cards, &[]);
    assert_eq!(
        found.iter().map(|each| (each.card, each.field)).collect::<Vec<_>>(),
        [(0, "cost"), (0, "copies"), (0, "effect"), (1, "name"), (2, "name"), (2, "effect"),]
    );
}

#[test]
fn one_card_is_invested_in_and_sixty_four_kinds_are_the_most() {
    let row = ("expansions", "millionaires_row");
    let invest = "Bank|purple|1|1|major|invest|-";
    let why = "config `cards`: card 1 (Bank), effect: only one kind of card may be invested in";
    assert_eq!(refused(&[row, ("cards", invest)]), why);
    assert!(MachiKoro::new(&set("cards", invest).unwrap()).is_ok(), "without Tech Startup it may");
    let two = format!("{invest};Fund|purple|1|1|major|invest|-");
    assert!(refused(&[("cards", &two)]).starts_with("config `cards`: card 1 (Bank), effect: only one kind"));
    let cards: Vec<String> = (0..50).map(|n| format!("Lab {n}|green|7|1|gear|bank 1|-")).collect();
    let why = "config `cards`: card 50 (Lab 49), name: a game has at most 64 kinds";
    assert_eq!(refused(&[("cards", &cards.join(";"))]), why);
}

#[test]
fn the_ends_of_every_range_are_a_game() {
    for pairs in [
        &[("starting_coins", "0"), ("turn_limit", "1")][..],
        &[("starting_coins", "99"), ("turn_limit", "10000"), ("players", "4")],
        &[("players", "5"), ("expansions", "harbor"), ("sushi_bar_cost", "4")],
        &[("supply", "mine:20,ranch:0")],
    ] {
        let config = Config::from_pairs(pairs.iter().copied()).unwrap();
        assert_eq!(MachiKoro::new(&config).unwrap().config(), &config);
    }
}
