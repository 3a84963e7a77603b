//! Deals: a dealer's name and what it starts from.

use std::sync::Arc;

use tercet_game::{Deal, Deals, Game, Match};
use tercet_set::{AnyDealer, Card, Config, Guarantee, SetGame, Variant, given_deal, join};

fn standard() -> SetGame {
    SetGame::new(&Config { guarantee: Guarantee::None, ..Config::default() }).unwrap()
}

fn junior() -> SetGame {
    SetGame::new(&Config { guarantee: Guarantee::None, ..Config::of(Variant::Junior) }).unwrap()
}

fn complaint(game: &SetGame, deal: &str) -> String {
    game.dealer(&deal.parse().unwrap()).unwrap_err().to_string()
}

fn deck() -> Vec<Card> {
    Card::all().collect()
}

#[test]
fn the_dealers_by_name() {
    let game = standard();
    let dealer = |deal: &str| game.dealer(&deal.parse().unwrap()).unwrap();
    assert!(matches!(dealer("stream 18446744073709551615"), AnyDealer::Stream(_)));
    assert!(matches!(dealer("cpython -7"), AnyDealer::Cpython(_)));
    assert!(matches!(dealer(&given_deal(&deck()).to_string()), AnyDealer::Given(_)));
}

#[test]
fn an_unknown_dealer_is_told_with_the_known_ones() {
    let why = "deal: there is no dealer `shuffle`; there are stream, chacha20, cpython and given";
    assert_eq!(complaint(&standard(), "shuffle 1"), why);
    assert_eq!(complaint(&standard(), "Stream 1"), why.replace("shuffle", "Stream"));
}

#[test]
fn a_bad_seed_of_our_own_dealer_is_told() {
    for seed in ["x", "-1", "1.5", "18446744073709551616", "1 2", "0x10"] {
        let why = "it takes a whole number from 0 to 18446744073709551615";
        assert_eq!(
            complaint(&standard(), &format!("stream {seed}")),
            format!("deal: `{seed}` is not a seed of `stream`; {why}")
        );
    }
}

#[test]
fn a_bad_seed_of_python_is_told() {
    for seed in ["x", "-", "1.5", "--1", "+1", "1 2", "0x10", &"1".repeat(4301)] {
        let why = "it takes a whole number of up to 4300 digits";
        assert_eq!(
            complaint(&standard(), &format!("cpython {seed}")),
            format!("deal: `{seed}` is not a seed of `cpython`; {why}")
        );
    }
}

#[test]
fn python_takes_whole_numbers_of_any_size_and_sign() {
    let board = |seed: &str| {
        let deal = Deal { name: "cpython".to_owned(), argument: seed.to_owned() };
        let table = Match::new(Arc::new(standard()), deal, &mut ()).unwrap();
        table.state().cards().map(|(_, card)| card).collect::<Vec<_>>()
    };
    assert_eq!(board("-42"), board("42"));
    assert_eq!(board("0042"), board("42"));
    assert_ne!(board("42"), board("43"));
    assert_ne!(board(&"9".repeat(4300)), board(&"9".repeat(4299)));
}

#[test]
fn python_deals_the_whole_deck_only() {
    let why = "deal: `cpython` deals the deck of 81 cards, not the junior one";
    assert_eq!(complaint(&junior(), "cpython 1"), why);
    for variant in [Variant::Chain, Variant::Ultra, Variant::Puzzle] {
        let game = SetGame::new(&Config::of(variant)).unwrap();
        assert!(game.dealer(&"cpython 1".parse().unwrap()).is_ok());
    }
}

#[test]
fn a_given_order_may_be_written_in_any_form_of_one_word() {
    let ids: Vec<String> = (0..81).map(|id| id.to_string()).collect();
    let game = standard();
    let by_id = game.dealer(&format!("given {}", ids.join(" ")).parse().unwrap()).unwrap();
    assert_eq!(by_id, game.dealer(&given_deal(&deck())).unwrap());
}

#[test]
fn a_given_card_twice_is_told() {
    let mut order = deck();
    order[80] = order[0];
    let why = "deal: 1rsd (one red solid diamond) is there twice";
    assert_eq!(complaint(&standard(), &given_deal(&order).to_string()), why);
    order.push(order[3]);
    assert_eq!(complaint(&standard(), &given_deal(&order).to_string()), why, "the first fault is told");
}

#[test]
fn a_missing_card_is_told() {
    let order = &deck()[..80];
    let why = "deal: the order has 80 cards, the deck has 81; 3peo (three purple open ovals) is missing";
    assert_eq!(complaint(&standard(), &given_deal(order).to_string()), why);
    let why = "deal: the order has 2 cards, the deck has 81; 1rsd (one red solid diamond) is missing";
    assert_eq!(complaint(&standard(), "given 2rsd 3rsd"), why);
}

#[test]
fn a_junior_order_has_the_solid_cards_only() {
    assert!(junior().dealer(&given_deal(&deck()[..27])).is_ok());
    let why = "deal: 1rtd (one red striped diamond) is not in this variant's deck";
    assert_eq!(complaint(&junior(), &given_deal(&deck()[..28]).to_string()), why);
    assert_eq!(complaint(&junior(), &given_deal(&deck()).to_string()), why);
    let why = "deal: the order has 26 cards, the deck has 27; 3pso (three purple solid ovals) is missing";
    assert_eq!(complaint(&junior(), &given_deal(&deck()[..26]).to_string()), why);
}

#[test]
fn a_given_word_that_is_no_card_is_told() {
    let how = "a card is `2rto`, `two red striped ovals` or an id from 0 to 80";
    let why = format!("deal: `xxxx`: unknown word `xxxx`; {how}");
    assert_eq!(complaint(&standard(), &format!("given {} xxxx", join(&deck()[..80]))), why);
}

#[test]
fn a_deal_needs_a_name_and_a_start() {
    let why = "a deal is a dealer's name and its seed, as in `stream 42`";
    for text in ["stream", "", "stream ", " 42"] {
        assert_eq!(text.parse::<Deal>().unwrap_err().to_string(), format!("`{text}`: {why}"));
    }
}
