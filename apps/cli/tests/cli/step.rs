//! `tercet step triangle`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use serde_json::{Value, json};

use crate::shell::tercet;

fn recorded(name: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/triangle/rules/tests/fixtures").join(name);
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text
}

/// A recorded game with nothing left in it but what is played.
fn question(record: &Value, deal: &str) -> Value {
    let mut question =
        json!({ "id": record["id"], "kind": record["kind"], "config_id": record["config_id"] });
    question["config"] = record["config"].clone();
    question["seed"] = record["seed"].clone();
    if record.get("setup").is_some() {
        question["setup"] = record["setup"].clone();
    }
    let given = deal == "given";
    if given {
        question["initial_shapes"] = record["initial_shapes"].clone();
    }
    let list = if record.get("ops").is_some() { "ops" } else { "steps" };
    let keys = ["op", "r", "c", "arg", "action"].into_iter().chain(given.then_some("refill"));
    let entry = |entry: &Value| {
        let is_reset = given && entry["op"] == "reset";
        let kept = keys.clone().chain(is_reset.then_some("shapes"));
        kept.filter_map(|key| Some((key.to_owned(), entry.get(key)?.clone()))).collect::<Value>()
    };
    question[list] = record[list].as_array().unwrap().iter().map(entry).collect();
    question
}

#[test]
fn all_recorded_games_are_answered_as_recorded() {
    for name in ["public.jsonl.gz", "public_debug_ops.jsonl.gz"] {
        let text = recorded(name);
        let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for deal in ["mt19937", "given"] {
            let mut questions = String::new();
            for record in &records {
                writeln!(questions, "{}", question(record, deal)).unwrap();
            }
            let answers = tercet(&format!("step triangle --jsonl --deal {deal}")).input(questions).prints();
            assert_eq!(answers.lines().count(), records.len());
            for (answer, record) in answers.lines().zip(&records) {
                assert_eq!(serde_json::from_str::<Value>(answer).unwrap(), *record, "{deal}");
            }
        }
        let whole = tercet("step triangle --jsonl").input(text.clone()).prints();
        for (answer, record) in whole.lines().zip(&records) {
            assert_eq!(serde_json::from_str::<Value>(answer).unwrap(), *record, "whole");
        }
    }
}

#[test]
fn games_are_read_from_a_file_too() {
    let dir = tempfile::tempdir().unwrap();
    let line = "{\"seed\":42,\"steps\":[{\"action\":-1}]}\n";
    fs::write(dir.path().join("games.jsonl"), line).unwrap();
    let answer = tercet("step triangle --jsonl --input games.jsonl").dir(dir.path()).prints();
    assert_eq!(answer, tercet("step triangle --jsonl").input(line).prints());
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["final"]["reason"], "Invalid action provided: -1");
    assert_eq!(answer["final"]["score"], json!(-10.0));
}

#[test]
fn bad_lines_are_answered_in_their_place() {
    let lines = [
        "x",
        "[]",
        "{}",
        "{\"seed\":-1}",
        "{\"seed\":1,\"steps\":[{\"action\":1},{}]}",
        "{\"seed\":1,\"steps\":[{\"action\":\"a\"}]}",
        "{\"seed\":1,\"config\":{\"rows\":9}}",
        "{\"seed\":1,\"config\":{\"slots\":0}}",
        "{\"seed\":1,\"config\":{\"row\":9}}",
        "{\"seed\":1,\"setup\":[[\"turn\",1]]}",
    ];
    let done = tercet("step triangle --jsonl").input(lines.join("\n")).run();
    let expected = [
        "line 1: not JSON: expected value at column 1",
        "line 2: not an object",
        "line 3: `seed`: is missing; `mt19937` needs it",
        "line 4: `seed`: invalid value: integer `-1`, expected u32",
        "line 5: `steps[1]`: missing field `action`",
        "line 6: `steps[0].action`: invalid type: string \"a\", expected i64",
        "line 7: `config.ranges`: 8 ranges for 9 rows",
        "line 8: config `slots`: 0 is not from 1 to 16",
        "line 9: unknown field `row`, expected one of `rows`, `cols`, `ranges`, `slots`, `min_line`, \
         `reward_placed`, `reward_cleared`, `reward_alive`, `penalty`",
        "line 10: `setup[0]`: a setup is [\"toggle\", row, column] or [\"set_shapes\", shapes]",
    ];
    let answers: Vec<Value> = done.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let output: Vec<&str> = answers.iter().map(|answer| answer["error"].as_str().unwrap()).collect();
    assert_eq!(output, expected);
    assert_eq!((done.code, done.err.as_str()), (2, ""));
    let given = tercet("step triangle --jsonl --deal given").input("{\"steps\":[]}\n").run();
    let missing = "{\"error\":\"line 1: `initial_shapes`: is missing; `given` needs it\"}\n";
    assert_eq!((given.out.as_str(), given.code), (missing, 2));
}

#[test]
fn wrong_usage_is_refused() {
    assert_eq!(tercet("step triangle").refuses(), "games are read line by line; --jsonl says so");
    assert_eq!(
        tercet("step triangle --jsonl --input nowhere.jsonl").refuses(),
        "`nowhere.jsonl` can't be read: No such file or directory (os error 2)"
    );
    let first = tercet("step triangle --jsonl --deal cards").refuses();
    assert_eq!(first.lines().next(), Some("invalid value 'cards' for '--deal <DEAL>'"));
}
