//! Machi Koro's forms: recorded turns as questions, card files with their errors, positions and events.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use tercet_game::{Deal, Game, Match, Rng, Turn};
use tercet_machi::{Card, Compat, Config, Effect, Expansion, MachiKoro, official};
use tercet_machi_play::json::{
    CardFormat, EventLine, PositionJson, RollAnswerer, event_json, read_cards, write_cards,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn records(name: &str) -> Vec<String> {
    let path = root().join("games/machi/rules/tests/fixtures").join(name);
    let mut text = String::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn answer(answerer: &mut RollAnswerer, line: &str) -> Value {
    let answer = answerer.answer_line(line.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}"));
    serde_json::to_value(answer).unwrap()
}

/// What a record says of each player, where the roll changed nothing.
fn players(record: &Value, field: &str, none: &Value) -> Value {
    let players = record["players"].as_array().unwrap();
    players.iter().map(|player| player.get(field).unwrap_or(none).clone()).collect()
}

fn sorted(landmarks: &Value) -> Vec<Vec<String>> {
    let mut lists: Vec<Vec<String>> = serde_json::from_value(landmarks.clone()).unwrap();
    for list in &mut lists {
        list.sort();
    }
    lists
}

#[test]
fn base_turns_are_answered_as_recorded() {
    let mut answerer = RollAnswerer::default();
    let lines = records("turns_public.jsonl.gz");
    assert_eq!(lines.len(), 1500);
    for line in &lines {
        let record: Value = serde_json::from_str(line).unwrap();
        let output = answer(&mut answerer, line);
        assert_eq!(output["id"], record["id"]);
        assert_eq!(output["coins"], record["official_coins"], "{line}");
        assert_eq!(output["coins_after_city_hall"], record["official_coins"], "{line}");
        let owned = players(&record, "cards", &Value::Null);
        assert_eq!(output["cards"], *record.get("official_cards").unwrap_or(&owned), "{line}");
        assert_eq!(sorted(&output["landmarks"]), sorted(&players(&record, "landmarks", &Value::Null)));
    }
}

#[test]
fn compatible_turns_are_answered_as_recorded() {
    let mut answerer = RollAnswerer::new(Config { compat: Compat::Harmonictook, ..Config::default() });
    let mut checked = 0;
    for line in records("turns_public.jsonl.gz") {
        let record: Value = serde_json::from_str(&line).unwrap();
        if record["reasons"].as_array().unwrap().contains(&json!("bc_fires_twice_list_mutation")) {
            continue;
        }
        let output = answer(&mut answerer, &line);
        assert_eq!(output["coins"], record["ht_coins"], "{line}");
        checked += 1;
    }
    assert_eq!(checked, 1490);
}

#[test]
fn expansion_turns_are_answered_as_recorded() {
    let mut answerer = RollAnswerer::default();
    let lines = records("turns_expansion_public.jsonl.gz");
    assert_eq!(lines.len(), 1000);
    for line in &lines {
        let record: Value = serde_json::from_str(line).unwrap();
        let output = answer(&mut answerer, line);
        for field in ["coins", "coins_after_city_hall"] {
            assert_eq!(output[field], record[field], "{line}");
        }
        let after = |field: &str, none: Value| {
            let results = record.get(format!("{field}_after"));
            results.cloned().unwrap_or_else(|| players(&record, field, &none))
        };
        assert_eq!(output["cards"], after("cards", json!({})), "{line}");
        assert_eq!(output["closed"], after("closed", json!({})), "{line}");
        assert_eq!(sorted(&output["landmarks"]), sorted(&after("landmarks", json!([]))), "{line}");
    }
}

/// The coins of the events are the change of the purses.
#[test]
fn events_account_for_every_coin() {
    let mut answerer = RollAnswerer::default();
    for line in records("turns_expansion_public.jsonl.gz") {
        let record: Value = serde_json::from_str(&line).unwrap();
        let output = answer(&mut answerer, &line);
        let coins = |list: &Value| -> Vec<i64> { serde_json::from_value(list.clone()).unwrap() };
        let mut purses = coins(&players(&record, "coins", &Value::Null));
        for event in output["events"].as_array().unwrap() {
            let amount = event["amount"].as_i64().unwrap_or(0);
            if let Some(payer) = event.get("payer").and_then(Value::as_u64) {
                purses[payer as usize] -= amount;
            }
            if let Some(payee) = event.get("payee").and_then(Value::as_u64) {
                purses[payee as usize] += amount;
            }
        }
        assert_eq!(purses, coins(&output["coins_after_city_hall"]), "{line}");
    }
}

fn two(cards: &Value, other: &Value, rest: &Value) -> Value {
    let player = |cards: &Value| json!({ "coins": 20, "cards": cards, "landmarks": [] });
    let mut question = json!({ "players": [player(cards), player(other)], "active": 0 });
    question.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    question
}

#[test]
fn decisions_are_taken_from_the_choices() {
    let rules = json!({ "harbor": true, "millionaires_row": true, "promo": true });
    let coins = |cards: Value, rest: Value| {
        let mut question = two(&cards, &json!({ "Mine": 2 }), &rest);
        question["rules"] = rules.clone();
        answer(&mut RollAnswerer::default(), &question.to_string())["coins"].clone()
    };
    let hall = || json!({ "Exhibit Hall": 1, "Mine": 3 });
    assert_eq!(coins(hall(), json!({ "dice": [4, 6], "choices": { "exhibit": "mine" } })), json!([35, 20]));
    assert_eq!(coins(hall(), json!({ "dice": [4, 6], "choices": { "exhibit": null } })), json!([20, 20]));
    // The tax first leaves 10 coins for the renovation; the other order leaves 18, of which 9 are taxed.
    let both = || json!({ "Tax Office": 1, "Renovation Company": 1 });
    let order = |order: [&str; 2]| {
        let choices = json!({ "renovate": "Mine", "order": order });
        coins(both(), json!({ "dice": [4, 4], "choices": choices }))
    };
    assert_eq!(order(["Tax Office", "Renovation Company"]), json!([32, 8]));
    assert_eq!(order(["Renovation Company", "tax_office"]), json!([31, 9]));
    assert_eq!(coins(json!({ "Ranch": 1 }), json!({ "total": 2 })), json!([21, 20]));
}

#[test]
fn what_can_not_be_answered_says_why() {
    let mut answerer = RollAnswerer::default();
    let mut refused = |line: &str| answerer.answer_line(line.as_bytes()).unwrap_err().to_string();
    assert_eq!(refused("{"), "not JSON: EOF while parsing an object at column 1");
    assert_eq!(refused("[]"), "not an object");
    assert_eq!(refused("{\"active\":0}"), "missing field `players`");
    let tv = || json!({ "TV Station": 1, "Business Center": 1, "Bakery": 1, "Ranch": 1 });
    let mut ask =
        |cards: Value, rest: Value| refused(&two(&cards, &json!({ "Bakery": 1 }), &rest).to_string());
    assert_eq!(ask(json!({}), json!({})), "`dice`: is missing; it is a list, as in [3,4]");
    assert_eq!(ask(json!({}), json!({ "dice": [7] })), "the dice are one or two numbers from 1 to 6");
    assert_eq!(ask(json!({}), json!({ "dice": [1, 2], "roll": 4 })), "`roll`: 4, and the dice come to 3");
    assert_eq!(
        ask(json!({}), json!({ "dice": [1], "n_players": 3 })),
        "`n_players`: 3, and 2 players are given"
    );
    assert_eq!(
        ask(json!({ "Barn": 1 }), json!({ "dice": [1] })),
        "seat 1: `Barn`: this game has no such card"
    );
    assert_eq!(
        ask(json!({}), json!({ "dice": [1], "choices": { "tv": 1 } })),
        "unknown field `tv`, expected one of `tv_target`, `business_center`, `demolish`, `moving`, `renovate`, \
         `exhibit`, `order`"
    );
    assert_eq!(
        ask(tv(), json!({ "dice": [6], "choices": { "tv_target": 1 } })),
        "Business Center asks for a decision, and none is given"
    );
    let exchange = |give: &str| json!({ "dice": [6], "choices": { "tv_target": 1, "business_center": { "target": 1, "give": give, "take": "Bakery" } } });
    assert_eq!(
        ask(tv(), exchange("barn")),
        "`choices.business_center.give`: `barn`: this game has no such card"
    );
    let own = json!({ "target": 0, "give": "Ranch", "take": "Bakery" });
    assert_eq!(
        ask(tv(), json!({ "dice": [6], "choices": { "business_center": own } })),
        "seat 1 can't be chosen here"
    );
    assert_eq!(
        ask(json!({}), json!({ "dice": [1], "rules": { "harbour": true } })),
        "config `harbour`: there is no such option; the options are players, expansions, market, cards, supply, \
         starting_coins, sushi_bar_cost, business_center, flower_shop_mall, amusement_park, turn_limit, compat"
    );
    assert_eq!(
        ask(json!({}), json!({ "dice": [1], "rules": { "harbor": 1 } })),
        "config `harbor`: in `rules` it is true or false"
    );
}

#[test]
fn official_cards_are_written_and_read_back() {
    let plain = |card: &Card| Card { aliases: [].as_slice().into(), ..card.clone() };
    for format in [CardFormat::Toml, CardFormat::Json] {
        let text = write_cards(official(&Expansion::ALL), format);
        let cards: Vec<Card> = official(&Expansion::ALL).map(plain).collect();
        assert_eq!(read_cards(&text, format, &Expansion::ALL), Ok(cards));
    }
    let config = Config { cards: official(&[]).map(plain).collect(), ..Config::default() };
    let (own, box_of) = (MachiKoro::new(&config).unwrap(), MachiKoro::new(&Config::default()).unwrap());
    assert!(own.cards().iter().zip(box_of.cards().iter()).all(|(own, other)| own == other));
}

#[test]
fn the_examples_are_one_set_in_two_forms() {
    let read = |name: &str, format| {
        let text = fs::read_to_string(root().join("examples").join(name)).unwrap();
        assert_eq!(CardFormat::of(Path::new(name), &text), format);
        read_cards(&text, format, &[]).unwrap()
    };
    let cards = read("tea_house.toml", CardFormat::Toml);
    assert_eq!(cards, read("tea_house.json", CardFormat::Json));
    assert_eq!(cards[1].to_string(), "Toll Bridge|red|5,11-12|3|bridge|take 2 if roller has 1 landmarks|4");
}

/// All that can be wrong with cards, each in its line.
const WRONG: &str = r#"title = "mine"
[[card]]
name = "Tea House"
color = "green"
rolls = [0, 8]
cost = -4
icon = "cup"
effect = "tea 2"
price = 3

[[card]]
name = "Tea House"
colour = "red"
rolls = "15"
cost = "2"
icon = "Cup Cake"
effect = "bank 2 per tea"
copies = 0

[[card]]
name = "Harbor"
color = "pink"
rolls = []
cost = 1.5
icon = "gear"
effect = "take 1"

[[card]]
name = "Gas Station"
color = "blue"
rolls = [3]
icon = "gear"
effect = "bank 1 per gas"
"#;

fn complaints(text: &str, format: CardFormat) -> Vec<String> {
    let errors = read_cards(text, format, &[]).unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn a_card_file_gets_all_of_its_errors_at_once() {
    let no_effect = "there is no such effect; effects are bank, throw, take, loan, demolish, move, each, one, \
                     exchange, tax, renovate, invest, share and exhibit";
    let expected = [
        "1: title: there is no such field; a card file has only `card`".to_owned(),
        "5: card 1 (Tea House), rolls: 0 is not from 1 to 14".to_owned(),
        "6: card 1 (Tea House), cost: -4 is not from 0 to 99".to_owned(),
        format!("8: card 1 (Tea House), effect: `tea 2`: {no_effect}"),
        "9: card 1 (Tea House), price: there is no such field; a card has name, color (or colour), rolls, cost, \
         icon, effect and copies"
            .to_owned(),
        "12: card 2 (Tea House), name: `Tea House` is the name of card 1 too".to_owned(),
        "14: card 2 (Tea House), rolls: `15`: rolls are totals from 1 to 14, as in `9`, `2-3` or `2,5-6`".to_owned(),
        "15: card 2 (Tea House), cost: it is a whole number, not a text".to_owned(),
        "16: card 2 (Tea House), icon: `Cup Cake` is no icon; it is one word in lower case".to_owned(),
        "17: card 2 (Tea House), effect: `bank 2 per tea` is for blue or green cards, not red".to_owned(),
        "17: card 2 (Tea House), effect: no card has the icon `tea`".to_owned(),
        "18: card 2 (Tea House), copies: 0 is not from 1 to 20".to_owned(),
        "21: card 3 (Harbor), name: `Harbor` is a landmark".to_owned(),
        "22: card 3 (Harbor), color: `pink` is no color; colors are blue, green, red and purple".to_owned(),
        "23: card 3 (Harbor), rolls: it names no total; a card needs one at least".to_owned(),
        "24: card 3 (Harbor), cost: it is a whole number, not a number with a fraction".to_owned(),
        "28: card 4 (Gas Station), cost: it is missing".to_owned(),
        "33: card 4 (Gas Station), effect: no card has the icon `gas`".to_owned(),
    ];
    assert_eq!(complaints(WRONG, CardFormat::Toml), expected);
}

#[test]
fn json_errors_have_lines_too() {
    let text = "{\"cards\": [\n  {\"name\": \"Tea House\",\n   \"color\": \"green\", \"rolls\": [0],\n   \
                \"cost\": 100,\n   \"icon\": \"cup\", \"icon\": \"gear\",\n   \"effect\": \"bank 0\"},\n  7\n]}\n";
    let bank = "`bank` reads like `bank 3`, `bank 3 per cow`, `bank 1 per cup of all`, `bank 1 per card \
                flower_garden`, with `if harbor` or `if fewer than 2 landmarks`, then `then close`; numbers are 1 to 99";
    let expected = [
        "3: card 1 (Tea House), rolls: 0 is not from 1 to 14".to_owned(),
        "4: card 1 (Tea House), cost: 100 is not from 0 to 99".to_owned(),
        "5: card 1 (Tea House), icon: it is given twice".to_owned(),
        format!("6: card 1 (Tea House), effect: `bank 0`: {bank}"),
        "7: card 2: it is a table of fields, not a number".to_owned(),
    ];
    assert_eq!(complaints(text, CardFormat::Json), expected);
}

#[test]
fn what_is_no_card_file_says_where() {
    assert_eq!(complaints("{\"cards\": [\n  {]}", CardFormat::Json), ["2:4: key must be a string"]);
    assert_eq!(complaints("[]", CardFormat::Json), ["1: a card file is {\"cards\": [...]}, not a list"]);
    assert_eq!(complaints("{}", CardFormat::Json), ["1: there are no cards; they stand in the list `cards`"]);
    assert_eq!(
        complaints("{\"cards\": 3}", CardFormat::Json),
        ["1: cards: it is a list of cards, not a number"]
    );
    assert_eq!(complaints("", CardFormat::Toml), ["1: there are no cards; each begins with [[card]]"]);
    let broken = complaints("[[card]]\nname = \"Tea\nrolls = 3 4\n", CardFormat::Toml);
    assert_eq!(broken.len(), 2, "{broken:?}");
    assert!(broken[0].starts_with("2:") && broken[1].starts_with("3:"), "{broken:?}");
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    assert_eq!(complaints(&deep, CardFormat::Json), ["1: a card file is {\"cards\": [...]}, not a list"]);
}

/// A whole game: each position reads back, and each event is one line with a known type.
#[test]
fn positions_of_a_game_read_back() {
    let game = MachiKoro::new(&Config::everything(3)).unwrap();
    let mut table = Match::new(game.into(), Deal::stream(3), &mut ()).unwrap();
    let mut types: BTreeMap<&str, u32> = BTreeMap::new();
    for turn in 0..400u16 {
        let Turn::Seats(seats) = table.turn() else { break };
        let seat = seats.iter().next().unwrap();
        let actions = table.legal_actions(seat);
        let mut events = Vec::new();
        table.play(seat, actions[usize::from(turn) % actions.len()], &mut events).unwrap();
        let position = PositionJson::of(table.game(), table.state());
        let written = serde_json::to_value(&position).unwrap();
        assert_eq!(PositionJson::read(&written).unwrap(), position);
        let config = position.config(&Config::default()).unwrap();
        assert_eq!(config.expansions, table.game().config().expansions);
        for event in &events {
            let line = EventLine { game: 0, turn, event: event_json(table.game(), *event) }.line();
            assert!(line.starts_with(&format!("{{\"game\":0,\"turn\":{turn},")), "{line}");
            *types.entry(event_json(table.game(), *event).kind).or_default() += 1;
        }
    }
    assert!(types.len() >= 12, "{types:?}");
}

/// What the page on card files shows is what is read.
#[test]
fn the_page_on_card_files_is_right() {
    let page = fs::read_to_string(root().join("docs/machi-cards.md")).unwrap();
    let example = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let cards = read_cards(example, CardFormat::Toml, &[]).unwrap();
    assert_eq!(cards[0].to_string(), "Tea House|green|8|4|cup|bank 2 per wheat|-");
    let table = page.split("| effect | for | what it does |").nth(1).unwrap();
    let mut effects = 0;
    for row in table.lines().filter_map(|line| line.strip_prefix("| `")) {
        let cell = row.split(" | ").next().unwrap();
        for effect in cell.trim_end_matches('`').split("`, `").filter(|effect| !effect.starts_with('…')) {
            assert_eq!(effect.parse::<Effect>().unwrap().to_string(), effect);
            effects += 1;
        }
    }
    assert_eq!(effects, 20);
}

/// Broken files are refused with lines that are there, whatever is broken.
#[test]
fn no_text_is_too_broken_to_be_told_so() {
    let toml = write_cards(official(&[]), CardFormat::Toml);
    let json = write_cards(official(&[]), CardFormat::Json);
    let pieces =
        ["[", "]", "{", "}", "\"", "=", ":", ",", "\n", "0", "-", "x", "é", "\\", "[[card]]", "\u{0}"];
    let mut rng = Rng::new(1);
    let mut refused = 0;
    for round in 0..3000 {
        let (whole, format) = [(&toml, CardFormat::Toml), (&json, CardFormat::Json)][round % 2];
        let mut text = whole.clone();
        for _ in 0..=rng.below(4) {
            let at = rng.below(text.len() as u32) as usize;
            let piece = pieces[rng.below(pieces.len() as u32) as usize];
            match (rng.below(2), text.is_char_boundary(at) && text.is_char_boundary(at + 1)) {
                (0, true) => text.replace_range(at..=at, piece),
                (_, true) => text.insert_str(at, piece),
                _ => {}
            }
        }
        if let Err(errors) = read_cards(&text, format, &[]) {
            let lines = text.split('\n').count();
            assert!(errors.iter().all(|error| (1..=lines).contains(&error.line)), "{errors:?}\n{text}");
            assert!(errors.is_sorted_by_key(|error| error.line));
            refused += 1;
        }
    }
    assert!(refused > 1000, "{refused}");
}
