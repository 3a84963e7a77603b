//! Options: what each may be, and what fits together.

use tercet_game::{ConfigError, Game, Rng, Settings};
use tercet_set::{Config, DealRule, Exhausted, Guarantee, Refill, SetGame, Variant};

fn set(key: &str, value: &str) -> Result<Config, String> {
    let mut config = Config::default();
    let outcome = config.set(key, value).map_err(|error: ConfigError| error.to_string());
    if outcome.is_err() {
        assert_eq!(config, Config::default(), "a refused option changes nothing");
    }
    outcome.map(|()| config)
}

#[test]
fn the_options_in_order() {
    let names: Vec<&str> = Config::KEYS.iter().map(|key| key.name).collect();
    let expected = "variant seats capacity guarantee redeals exhausted deal_rule refill penalty call_ms \
                    puzzle_sets limit";
    assert_eq!(names.join(" "), expected);
    let pairs: Vec<String> =
        Config::default().pairs().into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    let expected = "variant=standard seats=1 capacity=12 guarantee=initial redeals=20 exhausted=force \
                    deal_rule=free refill=compact penalty=1 call_ms=0 puzzle_sets=6 limit=10000";
    assert_eq!(pairs.join(" "), expected);
    assert_eq!(Config::default().get("colour"), None);
}

#[test]
fn every_word_of_every_option_is_read() {
    for variant in Variant::ALL {
        assert_eq!(set("variant", variant.name()), Ok(Config::of(variant)));
    }
    for guarantee in Guarantee::ALL {
        assert_eq!(set("guarantee", guarantee.name()), Ok(Config { guarantee, ..Config::default() }));
    }
    for exhausted in Exhausted::ALL {
        assert_eq!(set("exhausted", exhausted.name()), Ok(Config { exhausted, ..Config::default() }));
    }
    for deal_rule in DealRule::ALL {
        assert_eq!(set("deal_rule", deal_rule.name()), Ok(Config { deal_rule, ..Config::default() }));
    }
    for refill in Refill::ALL {
        assert_eq!(set("refill", refill.name()), Ok(Config { refill, ..Config::default() }));
    }
    assert_eq!(set("call_ms", "600000").unwrap().call_ms, 600_000);
    assert_eq!(set("limit", "60000").unwrap().limit, 60_000);
}

#[test]
fn the_words_are_those_of_the_documentation() {
    assert_eq!(Variant::ALL.map(Variant::name), ["standard", "junior", "chain", "ultra", "puzzle"]);
    assert_eq!(Guarantee::ALL.map(Guarantee::name), ["none", "initial", "initial_and_refill"]);
    assert_eq!(Exhausted::ALL.map(Exhausted::name), ["force", "error"]);
    assert_eq!(DealRule::ALL.map(DealRule::name), ["free", "only_if_no_set", "penalty"]);
    assert_eq!(Refill::ALL.map(Refill::name), ["compact", "in_place", "on_deal"]);
}

#[test]
fn any_config_reads_back() {
    let mut rng = Rng::new(4);
    for _ in 0..500 {
        let mut pick = |count: usize| rng.below(count as u32) as usize;
        let config = Config {
            variant: Variant::ALL[pick(5)],
            seats: pick(9) as u8,
            capacity: pick(30) as u8,
            guarantee: Guarantee::ALL[pick(3)],
            redeals: pick(256) as u8,
            exhausted: Exhausted::ALL[pick(2)],
            deal_rule: DealRule::ALL[pick(3)],
            refill: Refill::ALL[pick(3)],
            penalty: pick(3) as u8,
            call_ms: pick(700_000) as u32,
            puzzle_sets: pick(10) as u8,
            limit: pick(65_536) as u16,
        };
        assert_eq!(Config::from_pairs(config.pairs()), Ok(config));
    }
}

#[test]
fn an_unknown_option_is_told_with_the_known_ones() {
    let known = "variant, seats, capacity, guarantee, redeals, exhausted, deal_rule, refill, penalty, call_ms, \
                 puzzle_sets, limit";
    let why = format!("config `colour`: there is no such option; the options are {known}");
    assert_eq!(set("colour", "red"), Err(why));
    assert!(set("Variant", "junior").is_err() && set("", "").is_err());
}

#[test]
fn a_bad_value_is_told_with_the_good_ones() {
    for (key, value, values) in [
        ("variant", "Junior", "standard, junior, chain, ultra, puzzle"),
        ("seats", "two", "1 to 8"),
        ("seats", "256", "1 to 8"),
        ("seats", "01", "1 to 8"),
        ("seats", "+1", "1 to 8"),
        ("capacity", "", "3 to 21"),
        ("capacity", "-3", "3 to 21"),
        ("guarantee", "all", "none, initial, initial_and_refill"),
        ("redeals", "256", "0 to 255"),
        ("exhausted", "void", "force, error"),
        ("deal_rule", "never", "free, only_if_no_set, penalty"),
        ("refill", "in place", "compact, in_place, on_deal"),
        ("penalty", "yes", "0 or 1"),
        ("call_ms", "5s", "0 to 600000"),
        ("puzzle_sets", "6 ", "1 to 8"),
        ("limit", "70000", "100 to 60000"),
    ] {
        assert_eq!(set(key, value), Err(format!("config `{key}`: `{value}` is not one of {values}")));
    }
}

#[test]
fn setting_the_variant_sets_its_capacity() {
    let pairs = |pairs: &[(&str, &str)]| Config::from_pairs(pairs.iter().copied()).unwrap().capacity;
    assert_eq!(pairs(&[("variant", "junior")]), 9);
    assert_eq!(pairs(&[("variant", "junior"), ("capacity", "6")]), 6);
    assert_eq!(pairs(&[("capacity", "6"), ("variant", "junior")]), 9);
    assert_eq!(pairs(&[("variant", "junior"), ("variant", "ultra")]), 12);
}

fn fault(config: &Config) -> String {
    SetGame::new(config).unwrap_err().to_string()
}

#[test]
fn numbers_out_of_range_are_no_game() {
    let with = |key: &str, value: &str| fault(&set(key, value).unwrap());
    assert_eq!(with("seats", "0"), "config `seats`: 0 is not from 1 to 8");
    assert_eq!(with("seats", "9"), "config `seats`: 9 is not from 1 to 8");
    assert_eq!(with("capacity", "2"), "config `capacity`: 2 is not from 3 to 21");
    assert_eq!(with("capacity", "22"), "config `capacity`: 22 is not from 3 to 21");
    assert_eq!(with("penalty", "2"), "config `penalty`: 2 is not from 0 to 1");
    assert_eq!(with("call_ms", "600001"), "config `call_ms`: 600001 is not from 0 to 600000");
    assert_eq!(with("puzzle_sets", "0"), "config `puzzle_sets`: 0 is not from 1 to 8");
    assert_eq!(with("puzzle_sets", "9"), "config `puzzle_sets`: 9 is not from 1 to 8");
    assert_eq!(with("limit", "99"), "config `limit`: 99 is not from 100 to 60000");
    assert_eq!(with("limit", "60001"), "config `limit`: 60001 is not from 100 to 60000");
    let junior = Config { capacity: 13, ..Config::of(Variant::Junior) };
    assert_eq!(fault(&junior), "config `capacity`: 13 is not from 3 to 12");
}

#[test]
fn options_that_do_not_fit_are_no_game() {
    let puzzle = Config { capacity: 11, ..Config::of(Variant::Puzzle) };
    assert_eq!(fault(&puzzle), "config `capacity`: a puzzle has 12 cards, not 11");
    let ultra = Config { capacity: 3, ..Config::of(Variant::Ultra) };
    assert_eq!(fault(&ultra), "config `capacity`: an ultraset has four cards, so at least 4");
    let race = Config { seats: 2, refill: Refill::OnDeal, ..Config::default() };
    let why = "config `refill`: `on_deal` is for one seat; a race takes `compact` or `in_place`";
    assert_eq!(fault(&race), why);
    let alone = Config { call_ms: 1, ..Config::default() };
    let why = "config `call_ms`: calls are for races; a game of one seat has none, so 0";
    assert_eq!(fault(&alone), why);
}

#[test]
fn the_ends_of_every_range_are_a_game() {
    let ends = [
        Config { seats: 8, capacity: 3, penalty: 0, call_ms: 600_000, limit: 60_000, ..Config::default() },
        Config { capacity: 21, redeals: 255, puzzle_sets: 8, limit: 100, ..Config::default() },
        Config { capacity: 12, puzzle_sets: 1, redeals: 0, ..Config::of(Variant::Junior) },
        Config { capacity: 4, ..Config::of(Variant::Ultra) },
    ];
    for config in ends {
        assert_eq!(SetGame::new(&config).unwrap().config(), &config);
    }
}

#[test]
fn the_named_ways_to_play() {
    let ways = [Config::default(), Config::engine(), Config::plain(), Config::demo(), Config::race(4)];
    for config in ways.iter().chain(&Variant::ALL.map(Config::of)) {
        assert!(SetGame::new(config).is_ok());
    }
    let engine = Config::engine();
    assert_eq!((engine.redeals, engine.exhausted), (5, Exhausted::Error));
    assert_eq!(engine.guarantee, Guarantee::InitialAndRefill);
    let plain = Config::plain();
    assert_eq!((plain.guarantee, plain.deal_rule), (Guarantee::None, DealRule::OnlyIfNoSet));
    assert_eq!(Config::demo(), Config { refill: Refill::OnDeal, ..plain.clone() });
    assert_eq!(Config::race(4), Config { seats: 4, ..plain });
}

#[test]
fn sizes_follow_the_variant() {
    let sizes = Variant::ALL.map(|variant| {
        let config = Config::of(variant);
        (config.deck_size(), config.capacity, config.max_board(), config.claim_size())
    });
    let standard = (81, 12, 21, 3);
    assert_eq!(sizes, [standard, (27, 9, 12, 3), standard, (81, 12, 21, 4), standard]);
}
