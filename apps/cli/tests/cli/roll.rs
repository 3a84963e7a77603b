//! `tercet roll machi`.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use serde_json::Value;

use crate::shell::tercet;

fn recorded(name: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/machi/rules/tests/fixtures").join(name);
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text
}

fn values(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn all_recorded_turns_are_answered_as_recorded() {
    let check = |name: &str, words: &str, fields: &[(&str, &str)]| {
        let text = recorded(name);
        let answers = values(&tercet(&format!("roll machi --jsonl {words}")).input(text.clone()).prints());
        let records = values(&text);
        assert_eq!(answers.len(), records.len());
        for (answer, record) in answers.iter().zip(&records) {
            if words.contains("harmonictook") && record["reasons"].to_string().contains("list_mutation") {
                continue;
            }
            for (ours, theirs) in fields {
                assert_eq!(answer[ours], record[theirs], "record {}", record["id"]);
            }
        }
    };
    check("turns_public.jsonl.gz", "", &[("coins", "official_coins")]);
    check("turns_public.jsonl.gz", "--compat harmonictook", &[("coins", "ht_coins")]);
    let both = [("coins", "coins"), ("coins_after_city_hall", "coins_after_city_hall")];
    check("turns_expansion_public.jsonl.gz", "", &both);
}

const LINE: &str = r#"{"players":[{"coins":1,"cards":{"TV Station":1,"Ranch":2},"landmarks":[]},{"coins":4,"cards":{"Cafe":2},"landmarks":[]},{"coins":4,"cards":{},"landmarks":[]}],"active":0"#;

#[test]
fn an_answer_has_everything_by_seats() {
    let answer = tercet("roll machi --jsonl").input(format!("{LINE},\"dice\":[2]}}\n")).prints();
    let expected = r#"{"coins":[3,4,4],"cards":[{"Ranch":2,"TV Station":1},{"Cafe":2},{}],"closed":[{},{},{}],"landmarks":[[],[],[]],"coins_after_city_hall":[3,4,4],"events":[{"seat":0,"type":"card_activates","card":"Ranch","copies":2},{"seat":0,"type":"payout","card":"Ranch","payer":null,"payee":0,"amount":2},{"seat":0,"type":"bank_status","coins":3}]}"#;
    assert_eq!(answer, format!("{expected}\n"));
}

#[test]
fn bad_lines_are_answered_in_their_place() {
    let lines = [
        "x".to_owned(),
        format!("{LINE},\"dice\":[6]}}"),
        format!("{LINE},\"dice\":[2]}}"),
        format!("{LINE}}}"),
        "{\"players\":[{\"coins\":-1,\"cards\":{},\"landmarks\":[]}],\"active\":0}".to_owned(),
        "{\"players\":[{\"coins\":1,\"cards\":{},\"landmark\":[]}],\"active\":0}".to_owned(),
    ];
    let done = tercet("roll machi --jsonl").input(lines.join("\n")).run();
    let answers = values(&done.out);
    let output: Vec<Option<&str>> = answers.iter().map(|answer| answer["error"].as_str()).collect();
    let expected = [
        Some("line 1: not JSON: expected value at column 1"),
        Some("line 2: TV Station asks for a decision, and none is given"),
        None,
        Some("line 4: `dice`: is missing; it is a list, as in [3,4]"),
        Some("line 5: `players[0].coins`: invalid value: integer `-1`, expected u32"),
        Some(
            "line 6: unknown field `landmark`, expected one of `coins`, `cards`, `landmarks`, `closed`, \
             `investment`",
        ),
    ];
    assert_eq!(output, expected);
    assert_eq!((done.code, done.err.as_str()), (2, ""));
}

#[test]
fn one_roll_is_told_in_words() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.json"), format!("{LINE},\"choices\":{{\"tv_target\":2}}}}")).unwrap();
    let roll = |dice: &str| tercet(&format!("roll machi --position a.json --dice {dice}")).dir(dir.path());
    let output = "  seat 3: -4 to seat 1: TV Station\n  seat 1: +4 from seat 3: TV Station\ncoins: seat 1 5, seat 2 4, seat 3 0\n";
    assert_eq!(roll("6").prints(), output);
    let output =
        "  seat 1: -1 to seat 2: Cafe\n  seat 2: +1 from seat 1: Cafe\ncoins: seat 1 0, seat 2 5, seat 3 4\n";
    assert_eq!(roll("1,2").prints(), output);
    assert_eq!(roll("1").prints(), "  nothing happens\ncoins: seat 1 1, seat 2 4, seat 3 4\n");
    assert_eq!(roll("1,2,3").refuses(), "a.json: `dice`: it is a list of one or two dice");
    assert_eq!(roll("7").refuses(), "a.json: the dice are one or two numbers from 1 to 6");
}

#[test]
fn wrong_usage_is_refused() {
    assert_eq!(
        tercet("roll machi").refuses(),
        "--position FILE with --dice 3,4 asks about one roll, --jsonl about many"
    );
    assert_eq!(
        tercet("roll machi --jsonl --compat chess").refuses(),
        "invalid value 'chess' for '--compat <RULES>'\n  [possible values: official, harmonictook]\n\nFor more information, try '--help'."
    );
}
