//! Rules that no record covers, one by one, so that the twin is known to read them as they are written.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

use twin::{Mover, Step, Twin};

const ALL: (&str, &str) = ("expansions", "harbor,millionaires_row,promo");
const TOTAL: (&str, &str) = ("market", "total");

/// A game with all copies on the table and everybody's purse as given.
fn game(coins: &[u32], more: &[(&str, &str)]) -> Twin {
    let players = coins.len().to_string();
    let mut twin = Twin::new(&[&[("players", players.as_str()), ALL, TOTAL], more].concat());
    for (player, &coins) in twin.players.iter_mut().zip(coins) {
        player.coins = coins;
    }
    twin
}

fn own(twin: &mut Twin, seat: usize, cards: &[(&str, u8)]) {
    twin.players[seat].cards = cards.iter().map(|&(slug, copies)| (slug.to_owned(), copies)).collect();
}

fn close(twin: &mut Twin, seat: usize, slug: &str, copies: u8) {
    twin.players[seat].closed.insert(slug.to_owned(), copies);
}

fn build(twin: &mut Twin, seat: usize, landmarks: &[&str]) {
    twin.players[seat].landmarks = landmarks.iter().map(|&landmark| landmark.to_owned()).collect();
}

/// The roller's dice fall so.
fn roll(twin: &mut Twin, text: &str) {
    let dice = text.split(' ').count() - 1;
    twin.todo = vec![Step::Roll(dice)];
    twin.resolve(text).unwrap();
}

fn play(twin: &mut Twin, texts: &[&str]) {
    for text in texts {
        twin.play(text).unwrap();
    }
}

fn closed(twin: &Twin, seat: usize, slug: &str) -> u8 {
    twin.closed(seat).get(slug).copied().unwrap_or(0)
}

#[test]
fn r5_r6_the_second_roll_and_two_more_are_asked_in_this_order() {
    let mut twin = game(&[0, 0], &[]);
    build(&mut twin, 0, &["train_station", "radio_tower", "harbor"]);
    roll(&mut twin, "dice 4 6");
    assert_eq!(twin.legal(), ["keep", "reroll"]);
    play(&mut twin, &["reroll"]);
    assert_eq!(twin.legal(), ["roll 1", "roll 2"]);
    play(&mut twin, &["roll 2"]);
    twin.resolve("dice 5 5").unwrap();
    assert_eq!(twin.legal(), ["add_two", "stay"]);
    play(&mut twin, &["add_two"]);
    assert_eq!(twin.total, 12);
}

#[test]
fn r10_nothing_is_thrown_for_closed_boats_but_they_open() {
    let mut twin = game(&[3, 3], &[]);
    build(&mut twin, 1, &["harbor"]);
    own(&mut twin, 0, &[("tuna_boat", 1)]);
    own(&mut twin, 1, &[("tuna_boat", 2)]);
    close(&mut twin, 0, "tuna_boat", 1);
    close(&mut twin, 1, "tuna_boat", 2);
    let mut other = twin.clone();
    roll(&mut twin, "dice 6 6");
    assert_eq!((twin.to_move(), closed(&twin, 1, "tuna_boat")), (Mover::Seat(0), 0));
    assert_eq!(closed(&twin, 0, "tuna_boat"), 1, "without Harbor it is not activated");
    close(&mut other, 1, "tuna_boat", 1);
    roll(&mut other, "dice 6 6");
    other.resolve("throw 9").unwrap();
    assert_eq!((other.coins(), closed(&other, 1, "tuna_boat")), (vec![3, 12], 0));
}

#[test]
fn r11_a_loan_is_paid_after_the_other_green_cards() {
    let mut twin = game(&[0, 0], &[]);
    own(&mut twin, 0, &[("loan_office", 1), ("flower_shop", 1), ("flower_garden", 3)]);
    roll(&mut twin, "die 6");
    assert_eq!(twin.coins(), [1, 0]);
}

#[test]
fn r13_the_mall_adds_a_copy_or_a_garden() {
    for (option, flowers) in [("per_garden", 2 * 3 * 2), ("none", 2 * 3)] {
        let mut twin = game(&[0, 0], &[("flower_shop_mall", option)]);
        own(&mut twin, 0, &[("flower_shop", 2), ("flower_garden", 3)]);
        build(&mut twin, 0, &["shopping_mall"]);
        roll(&mut twin, "die 6");
        assert_eq!(twin.coins(), [flowers, 0], "{option}");
    }
    let mut twin = game(&[0, 0], &[]);
    own(&mut twin, 0, &[("general_store", 2), ("bakery", 1)]);
    build(&mut twin, 0, &["shopping_mall"]);
    roll(&mut twin, "die 2");
    assert_eq!(twin.coins(), [2 * 3 + 2, 0]);
}

#[test]
fn r14_the_order_is_asked_where_it_matters() {
    let mut twin = game(&[0, 20, 0], &[]);
    own(&mut twin, 0, &[("tax_office", 1), ("renovation_company", 1)]);
    own(&mut twin, 1, &[("mine", 1)]);
    let mut other = twin.clone();
    roll(&mut twin, "dice 2 6");
    assert_eq!(twin.legal(), ["activate tax_office", "activate renovation_company"]);
    play(&mut twin, &["activate renovation_company", "renovate mine"]);
    assert_eq!(twin.coins(), [1 + 9, 10, 0]);
    roll(&mut other, "dice 2 6");
    play(&mut other, &["activate tax_office", "renovate mine"]);
    assert_eq!(other.coins(), [10 + 1, 9, 0]);

    let mut base = game(&[0, 4, 9], &[]);
    own(&mut base, 0, &[("business_center", 1), ("tv_station", 1), ("stadium", 1), ("bakery", 1)]);
    roll(&mut base, "die 6");
    assert_eq!(
        (base.coins(), base.legal()),
        (vec![4, 2, 7], vec!["target 2".to_owned(), "target 3".to_owned()])
    );
    play(&mut base, &["target 3"]);
    assert_eq!(base.legal(), ["exchange 2", "exchange 3", "decline"]);
}

#[test]
fn r16_r18_an_exchange_takes_the_copies_as_they_lie() {
    let mut twin = game(&[0, 0], &[("business_center", "mandatory")]);
    own(&mut twin, 0, &[("business_center", 1), ("mine", 1), ("ranch", 1)]);
    own(&mut twin, 1, &[("mine", 1), ("park", 1)]);
    close(&mut twin, 1, "mine", 1);
    roll(&mut twin, "die 6");
    assert_eq!(twin.legal(), ["give ranch", "give mine"]);
    play(&mut twin, &["give mine"]);
    assert_eq!((closed(&twin, 0, "mine"), closed(&twin, 1, "mine")), (1, 0));
}

#[test]
fn r17_moving_companies_count_once_and_closed_cards_stay_closed() {
    let mut twin = game(&[0, 0, 0], &[]);
    own(&mut twin, 0, &[("moving_company", 3), ("ranch", 1)]);
    close(&mut twin, 0, "moving_company", 1);
    close(&mut twin, 0, "ranch", 1);
    roll(&mut twin, "dice 4 6");
    assert_eq!(
        twin.legal(),
        ["move ranch 2", "move ranch 3", "move moving_company 2", "move moving_company 3"]
    );
    play(&mut twin, &["move moving_company 2", "Move Livestock Farm 3"]);
    assert_eq!((twin.coins(), closed(&twin, 2, "ranch")), (vec![8, 0, 0], 1));
    assert_eq!((twin.cards(0)["moving_company"], closed(&twin, 0, "moving_company")), (2, 0));
    assert!(twin.legal().contains(&"pass".to_owned()));
}

#[test]
fn r17_demolition_with_one_landmark_left_asks_nothing() {
    let mut twin = game(&[0, 0], &[]);
    own(&mut twin, 0, &[("demolition_company", 3)]);
    build(&mut twin, 0, &["train_station", "airport"]);
    roll(&mut twin, "die 4");
    assert_eq!(twin.legal(), ["demolish train_station", "demolish airport"]);
    play(&mut twin, &["demolish airport"]);
    assert_eq!((twin.coins()[0], twin.landmarks(0).len()), (16, 0));
}

#[test]
fn r18_open_wineries_close_and_closed_ones_open() {
    let mut twin = game(&[0, 0], &[]);
    own(&mut twin, 0, &[("winery", 3), ("vineyard", 2)]);
    close(&mut twin, 0, "winery", 1);
    close(&mut twin, 0, "vineyard", 2);
    roll(&mut twin, "dice 3 6");
    assert_eq!((twin.coins()[0], closed(&twin, 0, "winery")), (24, 2));
}

#[test]
fn r19_only_copies_that_close_are_paid_for() {
    let mut twin = game(&[0, 9, 1], &[]);
    own(&mut twin, 0, &[("renovation_company", 1), ("ranch", 1)]);
    own(&mut twin, 1, &[("ranch", 3)]);
    own(&mut twin, 2, &[("ranch", 2)]);
    close(&mut twin, 1, "ranch", 1);
    roll(&mut twin, "dice 2 6");
    // 39 kinds of which 9 are purple.
    assert_eq!((twin.legal().len(), twin.legal()[0].as_str()), (30, "renovate wheat_field"));
    play(&mut twin, &["renovate ranch"]);
    assert_eq!(twin.coins(), [3, 7, 0]);
    assert_eq!([0, 1, 2].map(|seat| closed(&twin, seat, "ranch")), [1, 3, 2]);
}

#[test]
fn r20_r25_the_airport_pays_before_the_coin_is_put_on_a_tech_startup() {
    let mut twin = game(&[0, 3], &[]);
    own(&mut twin, 0, &[("tech_startup", 1)]);
    build(&mut twin, 0, &["harbor", "airport"]);
    // Nothing can be built, so that passing is not asked.
    twin.shown.clear();
    roll(&mut twin, "die 6");
    assert_eq!((twin.coins()[0], twin.legal()), (11, vec!["invest".to_owned(), "save".to_owned()]));
    play(&mut twin, &["invest"]);
    assert_eq!((twin.coins()[0], twin.invested(0)), (10, 1));
}

#[test]
fn r22_exhibits_pay_the_roller_alone_and_the_hall_goes_back() {
    let hall = |card: (&str, u8), is_closed: bool| {
        let mut twin = game(&[5, 5], &[]);
        own(&mut twin, 0, &[("exhibit_hall", 1), card]);
        own(&mut twin, 1, &[("mine", 1)]);
        close(&mut twin, 0, card.0, u8::from(is_closed));
        roll(&mut twin, "dice 4 6");
        assert_eq!(twin.legal(), [format!("exhibit {}", card.0), "decline".to_owned()]);
        twin
    };
    let mut mine = hall(("mine", 2), true);
    play(&mut mine, &["exhibit mine"]);
    assert_eq!((mine.coins(), closed(&mine, 0, "mine")), (vec![10, 5], 0));
    assert_eq!((mine.cards(0).get("exhibit_hall"), mine.shown()["exhibit_hall"]), (None, 3));

    let mut cafe = hall(("cafe", 1), true);
    play(&mut cafe, &["exhibit cafe"]);
    assert_eq!((cafe.coins(), closed(&cafe, 0, "cafe")), (vec![5, 5], 0));

    let mut declined = hall(("mine", 1), false);
    play(&mut declined, &["decline"]);
    assert_eq!((declined.coins(), declined.cards(0)["exhibit_hall"]), (vec![5, 5], 1));
}

#[test]
fn r26_hybrid_deals_low_then_high_then_purple() {
    let mut twin = Twin::new(&[("players", "2"), ("market", "hybrid"), ("supply", "mine:1")]);
    let low: Vec<String> = twin.outcomes().into_iter().map(|(_, text)| text.replace("deal ", "")).collect();
    assert_eq!(low, ["wheat_field", "ranch", "forest", "bakery", "convenience_store", "cafe"]);
    let mut dealt = Vec::new();
    while twin.to_move() == Mover::Chance
        && !twin.deck().is_empty()
        && twin.outcomes()[0].1.starts_with("deal")
    {
        let (weight, text) = twin.outcomes()[0].clone();
        dealt.push(format!("{weight} {text}"));
        twin.resolve(&text).unwrap();
    }
    assert_eq!(dealt.len(), 6 * 4 + 1 + (1 + 3 * 6 + 1) + (2 + 1));
    assert_eq!((dealt[0].as_str(), dealt[25].as_str()), ("6 deal wheat_field", "1 deal mine"));
    assert_eq!(dealt[dealt.len() - 1], "2 deal tv_station");
    assert_eq!(twin.shown().len(), 12);
}

#[test]
fn r26_purple_cards_that_all_have_leave_the_dealt_markets() {
    let supply = ("supply", "stadium:5");
    let mut twin = Twin::new(&[("players", "2"), ("market", "variable"), ("starting_coins", "6"), supply]);
    while twin.outcomes()[0].1.starts_with("deal") {
        let text = twin.outcomes().pop().unwrap().1;
        twin.resolve(&text).unwrap();
    }
    own(&mut twin, 1, &[("stadium", 1)]);
    roll(&mut twin, "die 6");
    play(&mut twin, &["build stadium"]);
    assert_eq!(
        (twin.shown().get("stadium"), twin.deck().get("stadium"), twin.left()["stadium"]),
        (None, None, 4)
    );
    assert!(twin.outcomes()[0].1.starts_with("deal"), "a kind is missing now");
}

#[test]
fn r27_r28_turns_end_by_win_limit_or_another_turn() {
    let mut twin = game(&[40, 40], &[("turn_limit", "2")]);
    build(&mut twin, 0, &["train_station", "amusement_park"]);
    roll(&mut twin, "dice 5 5");
    play(&mut twin, &["pass"]);
    assert_eq!(
        (twin.turn(), twin.roller(), twin.legal()),
        (2, 0, vec!["roll 1".to_owned(), "roll 2".to_owned()])
    );
    let mut won = twin.clone();
    roll(&mut twin, "dice 5 5");
    play(&mut twin, &["pass"]);
    assert_eq!((twin.to_move(), twin.is_limit(), twin.winner()), (Mover::Over, true, None));
    // 60 for the landmarks, 4 for the two first cards.
    assert_eq!(twin.points(), [3 * 20 + 4 + 40, 4 + 40]);

    build(&mut won, 0, &["train_station", "shopping_mall", "amusement_park", "radio_tower", "harbor"]);
    roll(&mut won, "die 6");
    play(&mut won, &["keep", "build airport"]);
    assert_eq!((won.to_move(), won.is_limit(), won.winner()), (Mover::Over, false, Some(0)));
    assert_eq!(won.points(), [3 * 84 + 4 + 10 + 25, 4 + 40]);
}

#[test]
fn r28_a_park_bought_this_turn_counts_if_the_option_says_so() {
    for (option, roller) in [("owned_at_roll", 1), ("bought_this_turn_counts", 0)] {
        let mut twin = game(&[40, 40], &[("amusement_park", option)]);
        build(&mut twin, 0, &["train_station"]);
        roll(&mut twin, "dice 4 4");
        play(&mut twin, &["build Amusement Park"]);
        assert_eq!(twin.roller(), roller, "{option}");
    }
}

#[test]
fn what_is_not_legal_is_refused_and_changes_nothing() {
    let mut twin = game(&[3, 3], &[]);
    assert!(twin.play("pass").is_err() && twin.resolve("die 7").is_err());
    assert_eq!((twin.to_move(), twin.outcomes().len()), (Mover::Chance, 6));
    twin.resolve("die 1").unwrap();
    assert_eq!(twin.play("build mine").unwrap_err().split(';').next(), Some("\"build mine\" is not legal"));
    assert_eq!((twin.to_move(), twin.coins()), (Mover::Seat(0), vec![4, 4]));
}

#[test]
fn r31_harmonictook_pays_the_roller_for_every_stadium_and_for_a_declined_exchange() {
    let options = [("expansions", "none"), ("compat", "harmonictook"), ("players", "3")];
    let mut twin = Twin::new(&options);
    own(&mut twin, 0, &[("business_center", 1)]);
    own(&mut twin, 1, &[("stadium", 1)]);
    roll(&mut twin, "die 6");
    assert_eq!((twin.coins(), twin.legal().len()), (vec![7, 1, 1], 3));
    let mut swapped = twin.clone();
    play(&mut twin, &["decline"]);
    assert_eq!(twin.coins(), [12, 1, 1]);
    play(&mut swapped, &["exchange 2"]);
    assert_eq!(
        (swapped.cards(0).len(), swapped.cards(0)["stadium"], swapped.cards(1)["business_center"]),
        (1, 1, 1)
    );
}

#[test]
fn r32_what_is_beyond_a_full_purse_is_not_paid() {
    let mut twin = game(&[999_997, 5, 5], &[]);
    own(&mut twin, 0, &[("stadium", 1), ("mine", 1)]);
    let mut mine = twin.clone();
    roll(&mut twin, "die 6");
    assert_eq!(twin.coins(), [1_000_000, 3, 4]);
    roll(&mut mine, "dice 4 5");
    assert_eq!(mine.coins(), [1_000_000, 5, 5]);
}
