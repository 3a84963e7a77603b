//! Each reason to refuse once: its code, its text, and nothing has changed.

use std::collections::BTreeSet;

use tercet_game::{Game, Refusal, Seat};
use tercet_machi::{Action, Illegal};

use crate::table::{ALL, Table};

/// The roller before building, with these coins and cards.
fn building(city: &str) -> Table {
    let mut table = Table::at(&[ALL], &format!("{city}\n9 ranch stadium"));
    table.roll("die 6");
    table
}

fn code_and_text(illegal: &Illegal) -> (&'static str, String) {
    (illegal.code(), illegal.to_string())
}

/// Every reason, with its code and text.
fn all() -> Vec<(Illegal, &'static str, &'static str)> {
    let mut over = Table::at(&[("turn_limit", "1")], "9\n9");
    over.go(&["die 6", "pass"]);
    let before = Table::at(&[ALL], "9\n9");
    let rich = building("9 tv_station");
    let mut target = Table::at(&[ALL], "9 tv_station\n9\n9");
    target.roll("die 6");
    let mut exchange =
        Table::at(&[ALL, ("business_center", "mandatory")], "9 ranch bakery business_center\n9 mine\n9 cafe");
    exchange.roll("die 6");
    let mut demolish = Table::at(&[ALL], "9 demolition_company +harbor +airport\n9");
    demolish.roll("die 4");
    let mut state = before.state;
    let window = before.game.expire(&mut state, &mut ()).unwrap_err();
    vec![
        (over.refuses("pass"), "game_over", "the game is over"),
        (before.refuses("pass"), "chance_first", "dice or cards are to fall first"),
        (rich.refuses_of(Seat(1), Action::Pass), "not_your_turn", "it is not the turn of seat 2"),
        (rich.refuses("keep"), "not_asked", "now is the time to `build` something or `pass`"),
        (target.refuses("target 1"), "not_a_target", "seat 1 can't be chosen here"),
        (
            exchange.clone().go(&["exchange 2"]).refuses("give mine"),
            "not_a_card",
            "that card can't be chosen here",
        ),
        (demolish.refuses("demolish train_station"), "not_a_landmark", "Train Station is not built"),
        (sold_out("mine").refuses("build mine"), "not_in_market", "that card does not lie in the market"),
        (
            rich.refuses("build tv_station"),
            "owned_already",
            "a purple card can be owned once, and you have it",
        ),
        (
            building("9 +harbor").refuses("build harbor"),
            "built_already",
            "Harbor is built already, or not in this game",
        ),
        (building("3").refuses("build train_station"), "too_dear", "it costs 4, and you have 3"),
        (exchange.refuses("decline"), "mandatory", "it must not be declined in this game"),
        (rich.refuses_chance("die 1"), "no_chance", "nothing is left to chance now"),
        (before.refuses_chance("dice 1 2"), "impossible", "one die is to fall: `die 1` to `die 6`"),
        (window, "no_window", "no clock runs in this game"),
    ]
}

/// The roller before building, in a game without this card.
fn sold_out(name: &str) -> Table {
    let mut table = Table::at(&[ALL, ("supply", &format!("{name}:0"))], "9\n9");
    table.roll("die 6");
    table
}

#[test]
fn every_refusal_has_its_code_and_its_text() {
    let all = all();
    for (illegal, code, text) in &all {
        assert_eq!(code_and_text(illegal), (*code, (*text).to_owned()));
    }
    let codes: BTreeSet<&str> = all.iter().map(|(illegal, ..)| illegal.code()).collect();
    assert_eq!(codes.len(), 15, "each once");
}

#[test]
fn every_phase_says_what_it_waits_for() {
    let waits = |table: &Table| table.refuses("pass").to_string().replace("now is the time to ", "");
    let asked = |cities: &str, lines: &[&str]| waits(Table::at(&[ALL], cities).go(lines));
    let three = "\n9 mine\n9 cafe";
    let at = |city: &str, lines: &[&str]| asked(&format!("9 {city}{three}"), lines);
    assert_eq!(at("+train_station", &[]), "choose the number of dice: `roll 1` or `roll 2`");
    assert_eq!(at("+radio_tower", &["die 1"]), "`keep` the dice or `reroll`");
    assert_eq!(at("+harbor +train_station", &["dice 5 5"]), "`add_two` or `stay`");
    assert_eq!(at("demolition_company +harbor +airport", &["die 4"]), "`demolish` a landmark");
    assert_eq!(at("moving_company ranch +train_station", &["dice 4 5"]), "`move` a card to a seat");
    assert_eq!(
        at("tax_office renovation_company +train_station", &["dice 4 4"]),
        "`activate` the next purple card"
    );
    assert_eq!(at("tv_station", &["die 6"]), "`target` a seat");
    assert_eq!(at("business_center ranch", &["die 6"]), "`exchange` with a seat or `decline`");
    assert_eq!(at("business_center ranch bakery", &["die 6", "exchange 2"]), "`give` a card");
    let take = "9 business_center ranch bakery\n9 mine cafe";
    assert_eq!(asked(take, &["die 6", "exchange 2", "give ranch"]), "`take` a card");
    assert_eq!(at("renovation_company +train_station", &["dice 4 4"]), "`renovate` a card");
    assert_eq!(at("exhibit_hall ranch +train_station", &["dice 4 6"]), "`exhibit` a card or `decline`");
    assert_eq!(at("tech_startup", &["die 6", "pass"]), "`invest` or `save`");
}

#[test]
fn dice_and_cards_that_can_not_fall_are_refused() {
    let mut table = Table::at(&[ALL], "9 +train_station\n0 tuna_boat +harbor");
    table.play("roll 2");
    let two = "two dice are to fall, the lower first: `dice 2 5`";
    assert_eq!(table.refuses_chance("die 3").to_string(), two);
    table.resolve("dice 6 6");
    let throw = "two dice are thrown for boats: `throw 2` to `throw 12`";
    assert_eq!(table.refuses_chance("throw 1").to_string(), throw);
    assert_eq!(table.refuses_chance("dice 1 2").to_string(), throw);
    let table = Table::new(&[ALL, ("supply", "mine:0")]);
    assert_eq!(table.refuses_chance("die 1").to_string(), "a card is to be dealt: `deal ranch`");
    let none = "no copy of that card can come into the market now";
    assert_eq!(table.refuses_chance("deal mine").to_string(), none);
}

#[test]
fn what_another_phase_offers_is_refused_by_name() {
    let mut table = Table::at(&[ALL], "9 moving_company ranch stadium +train_station\n9\n9");
    table.roll("dice 4 5");
    assert_eq!(code_and_text(&table.refuses("move stadium 2")).0, "not_a_card");
    assert_eq!(code_and_text(&table.refuses("move mine 2")).0, "not_a_card");
    assert_eq!(code_and_text(&table.refuses("move ranch 1")).0, "not_a_target");
    assert_eq!(code_and_text(&table.refuses("move ranch 4")).0, "not_a_target");
    let mut table = Table::at(&[("expansions", "none")], "9\n9");
    table.roll("die 6");
    assert_eq!(code_and_text(&table.refuses("build harbor")).0, "built_already", "not in this game");
    let mut table = Table::at(&[ALL], "9 ranch business_center\n9 mine\n9 stadium");
    table.roll("die 6");
    assert_eq!(code_and_text(&table.refuses("exchange 3")).0, "not_a_target", "he has purple cards only");
}
