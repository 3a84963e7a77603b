//! The twin against the recorded turns, and whole random games of the twin under every option.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

use std::collections::BTreeSet;
use std::io::Read;

use serde_json::Value;
use tercet_game::Rng;

use twin::{Mover, Twin, WhatIf, counts, slug};

fn records(bytes: &[u8]) -> Vec<Value> {
    let mut text = String::new();
    flate2::read::GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn what_if(record: &Value, compat: bool) -> WhatIf {
    Twin::what_if(record, compat).unwrap_or_else(|error| panic!("record {}: {error}", record["id"]))
}

fn numbers(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as u32).collect()
}

/// A field by seat of the players before the roll, for results that are only recorded where they change.
fn before<T>(record: &Value, field: &str, read: impl Fn(&Value) -> T) -> Vec<T> {
    record["players"].as_array().unwrap().iter().map(|player| read(&player[field])).collect()
}

/// The field of results, or what it was before.
fn after<T>(record: &Value, result: &str, field: &str, read: impl Fn(&Value) -> T) -> Vec<T> {
    match record[result].as_array() {
        Some(seats) => seats.iter().map(read).collect(),
        None => before(record, field, read),
    }
}

/// As a set: records list landmarks in orders of their own.
fn landmarks(value: &Value) -> Vec<String> {
    let mut slugs: Vec<String> =
        value.as_array().unwrap().iter().map(|name| slug(name.as_str().unwrap())).collect();
    slugs.sort();
    slugs
}

#[test]
fn the_recorded_turns_of_the_base_game() {
    let records = records(include_bytes!("fixtures/turns_public.jsonl.gz"));
    assert_eq!(records.len(), 1500);
    for record in &records {
        let result = what_if(record, false);
        assert_eq!(result.coins, numbers(&record["official_coins"]), "{record}");
        assert_eq!(result.cards, after(record, "official_cards", "cards", counts), "{record}");
    }
}

#[test]
fn the_recorded_turns_as_harmonictook_plays_them() {
    let records = records(include_bytes!("fixtures/turns_public.jsonl.gz"));
    let mut compared = 0;
    for record in &records {
        let reasons = record["reasons"].as_array().unwrap();
        if reasons.iter().any(|reason| reason == "bc_fires_twice_list_mutation") {
            continue;
        }
        let result = what_if(record, true);
        assert_eq!(result.coins, numbers(&record["ht_coins"]), "{record}");
        assert_eq!(result.cards, after(record, "ht_cards", "cards", counts), "{record}");
        compared += 1;
    }
    assert_eq!(compared, 1490);
}

#[test]
fn the_recorded_turns_of_the_expansions() {
    let records = records(include_bytes!("fixtures/turns_expansion_public.jsonl.gz"));
    assert_eq!(records.len(), 1000);
    for record in &records {
        let result = what_if(record, false);
        assert_eq!(result.coins, numbers(&record["coins"]), "{record}");
        let after_city_hall = numbers(&record["coins_after_city_hall"]);
        assert_eq!(result.coins_after_city_hall, after_city_hall, "{record}");
        assert_eq!(result.cards, after(record, "cards_after", "cards", counts), "{record}");
        assert_eq!(result.closed, after(record, "closed_after", "closed", counts), "{record}");
        let mut built = result.landmarks;
        for landmarks in &mut built {
            landmarks.sort();
        }
        assert_eq!(built, after(record, "landmarks_after", "landmarks", landmarks), "{record}");
    }
}

/// The options of a random game: every value of each comes up.
fn random_options(rng: &mut Rng) -> Vec<(&'static str, &'static str)> {
    let mut one_of = |values: &[&'static str]| values[rng.below(values.len() as u32) as usize];
    let expansions = one_of(&[
        "none",
        "none",
        "harbor",
        "millionaires_row",
        "promo",
        "harbor,millionaires_row",
        "harbor,promo",
        "millionaires_row,promo",
        "harbor,millionaires_row,promo",
        "harbor,millionaires_row,promo",
    ]);
    let is_base = expansions == "none";
    vec![
        ("expansions", expansions),
        (
            "players",
            one_of(if expansions.contains("harbor") { &["2", "3", "4", "5"] } else { &["2", "3", "4"] }),
        ),
        ("market", one_of(&["auto", "total", "variable", "hybrid"])),
        ("sushi_bar_cost", one_of(&["2", "4"])),
        ("business_center", one_of(&["optional", "mandatory"])),
        ("flower_shop_mall", one_of(&["per_garden", "none"])),
        ("amusement_park", one_of(&["owned_at_roll", "bought_this_turn_counts"])),
        ("starting_coins", one_of(&["0", "3", "3", "40"])),
        (
            "supply",
            one_of(&["none", "none", "mine:2,ranch:0", "stadium:6,tv_station:5,business_center:5,bakery:0"]),
        ),
        ("turn_limit", one_of(&["1", "60", "200", "400"])),
        ("compat", one_of(if is_base { &["official", "harmonictook"] } else { &["official"] })),
    ]
}

/// The copies of each card, wherever they are.
fn all_copies(twin: &Twin) -> Vec<(String, u32)> {
    let places = [twin.shown(), twin.deck(), twin.left()];
    let places: Vec<_> =
        places.into_iter().chain((0..twin.coins().len()).map(|seat| twin.cards(seat))).collect();
    let copies = |slug: &String| places.iter().map(|place| u32::from(*place.get(slug).unwrap_or(&0))).sum();
    twin.table.iter().map(|card| (card.slug.clone(), copies(&card.slug))).collect()
}

/// Whatever holds in every position of a game.
fn assert_sound(twin: &Twin, at_first: &[(String, u32)], place: &str) {
    assert_eq!(all_copies(twin), at_first, "{place}");
    for seat in 0..twin.coins().len() {
        assert!(twin.coins()[seat] <= 1_000_000, "{place}");
        let cards = twin.cards(seat);
        for (slug, copies) in twin.closed(seat) {
            assert!(copies <= cards.get(&slug).copied().unwrap_or(0), "{slug} of seat {}, {place}", seat + 1);
        }
        let is_second = |slug: &String| twin.card(slug).is_purple() && cards[slug] > 1;
        let second = cards.keys().find(|slug| is_second(slug));
        assert!(second.is_none() || twin.options.is_harmonictook, "{second:?}, {place}");
    }
    assert!((1..=twin.options.turn_limit).contains(&twin.turn()), "{place}");
}

/// Whatever holds when a seat is asked.
fn assert_fair_question(twin: &Twin, place: &str) {
    let legal = twin.legal();
    assert!(legal.len() >= 2, "{legal:?} at {place}");
    assert_eq!(legal.iter().collect::<BTreeSet<_>>().len(), legal.len(), "{legal:?} at {place}");
    assert!(twin.outcomes().is_empty(), "{place}");
    let kinds = twin.shown().len();
    if twin.options.market == "variable" {
        assert!(kinds >= 10 || twin.deck().is_empty(), "{kinds} kinds at {place}");
    }
}

/// One random input; its first word.
fn random_input(twin: &mut Twin, rng: &mut Rng, place: &str) -> String {
    let text = if twin.to_move() == Mover::Chance {
        let outcomes = twin.outcomes();
        assert!(twin.legal().is_empty(), "{place}");
        let mut drawn = rng.below(outcomes.iter().map(|(weight, _)| weight).sum());
        let falls = |(weight, _): &&(u32, String)| {
            let is_here = drawn < *weight;
            drawn = drawn.saturating_sub(*weight);
            is_here
        };
        let (_, text) = outcomes.iter().find(falls).unwrap().clone();
        twin.resolve(&text).unwrap();
        text
    } else {
        assert_eq!(twin.to_move(), Mover::Seat(twin.roller()), "{place}");
        assert_fair_question(twin, place);
        let legal = twin.legal();
        let text = legal[rng.below(legal.len() as u32) as usize].clone();
        twin.play(&text).unwrap();
        text
    };
    text.split(' ').next().unwrap().to_owned()
}

fn assert_sound_end(twin: &Twin, place: &str) {
    let full = if twin.options.has("harbor") { 6 } else { 4 };
    for seat in 0..twin.coins().len() {
        assert_eq!(twin.landmarks(seat).len() == full, twin.winner() == Some(seat), "{place}");
    }
    assert_eq!(twin.is_limit(), twin.winner().is_none(), "{place}");
    if twin.is_limit() {
        assert_eq!(twin.turn(), twin.options.turn_limit, "{place}");
    }
    assert!(twin.legal().is_empty() && twin.outcomes().is_empty(), "{place}");
}

#[test]
fn random_games_are_sound_and_end() {
    let (mut verbs, mut won, mut limit, mut left) = (BTreeSet::new(), 0, 0, 0);
    for number in 0..120 {
        let mut rng = Rng::stream(number, &[1]);
        let options = random_options(&mut rng);
        let mut twin = Twin::new(&options);
        let at_first = all_copies(&twin);
        let mut steps = 0;
        while twin.to_move() != Mover::Over {
            let place = format!("game {number}, step {steps}, {options:?}");
            verbs.insert(random_input(&mut twin, &mut rng, &place));
            assert_sound(&twin, &at_first, &place);
            steps += 1;
            assert!(steps < 20_000, "{place}");
        }
        assert_sound_end(&twin, &format!("the end of game {number}, {options:?}"));
        won += usize::from(twin.winner().is_some());
        limit += usize::from(twin.is_limit());
        left += usize::from(!twin.left().is_empty());
    }
    let all = "activate add_two build deal decline demolish dice die exchange exhibit give invest keep move pass \
               renovate reroll roll save stay take target throw";
    assert_eq!(verbs.into_iter().collect::<Vec<_>>().join(" "), all);
    assert!(won > 30 && limit > 30 && left > 3, "{won} won, {limit} by limit, {left} with cards out");
}
