//! `tercet odds machi`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use serde_json::{Value, json};
use tercet_machi_play::bots::insight::{InsightOptions, insight};
use tercet_machi_play::json::odds::insight_json;
use tercet_odds::Model;

use crate::shell::{Call, golden, tercet};

fn recorded() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../games/machi/odds/tests/fixtures/pmf_public.jsonl.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Every number of the record is in the answer, within 1e-9; where the record says so, a neighbour will do.
fn same(ours: &Value, recorded: &Value, room: f64, name: &str) {
    if let (Value::Object(ours), Value::Object(recorded)) = (ours, recorded) {
        for (key, value) in recorded {
            let ours = ours.get(key).cloned().unwrap_or(json!(0.0));
            same(&ours, value, room, &format!("{name}.{key}"));
        }
        return;
    }
    let (ours, recorded) = (ours.as_f64().unwrap(), recorded.as_f64().unwrap());
    assert!((ours - recorded).abs() <= room + 1e-9, "{name}: {ours}, recorded {recorded}");
}

#[test]
fn lines_are_answered_as_recorded() {
    let records = recorded();
    let mut input = String::new();
    for record in &records {
        writeln!(input, "{}", json!({ "id": record["id"], "players": record["players"] })).unwrap();
    }
    let answers = tercet("odds machi --jsonl --model harmonictook").input(input).prints();
    assert_eq!(answers.lines().count(), 300);
    for (answer, record) in answers.lines().zip(&records) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        for (seat, recorded) in record["out"].as_array().unwrap().iter().enumerate() {
            let ours = &answer["out"][seat];
            let name = format!("position {}, player {seat}", record["id"]);
            assert_eq!(ours.as_object().unwrap().len(), 17, "{name}");
            let is_near = |field: &str| !recorded[field].as_array().unwrap().is_empty();
            for (key, value) in recorded.as_object().unwrap() {
                if ours.get(key).is_none() || key.contains("percentile") && is_near("percentile_boundary") {
                    continue;
                }
                let rounds = key.starts_with("tuv_") || key == "finish_score";
                let room = if rounds && is_near("tuv_boundary") { 1.0 } else { 0.0 };
                same(&ours[key], value, room, &format!("{name}.{key}"));
            }
        }
    }
}

#[test]
fn bad_lines_are_answered_with_what_is_wrong() {
    let good = r#"{"players":[{"coins":0,"cards":{},"landmarks":[]},{"coins":0,"cards":{},"landmarks":[]}]}"#;
    let lines = [
        "x",
        "[]",
        "{}",
        r#"{"players":[{"coins":-1}]}"#,
        r#"{"players":[{"coins":1,"cards":{"Bank":1},"landmarks":[]},{"coins":0,"cards":{},"landmarks":[]}]}"#,
        r#"{"players":[{"coins":1,"cards":{},"landmarks":["Harbor"]},{"coins":0,"cards":{},"landmarks":[]}]}"#,
        r#"{"players":[{"coins":1,"cards":{},"landmarks":[]}]}"#,
        r#"{"rules":{"moon":true},"players":[]}"#,
        good,
    ];
    let done = tercet("odds machi --jsonl").input(lines.join("\n")).run();
    assert_eq!((done.code, done.err.as_str()), (2, ""));
    let answers: Vec<Value> = done.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let errors: Vec<&str> = answers.iter().filter_map(|answer| answer["error"].as_str()).collect();
    assert_eq!(
        errors,
        [
            "line 1: not JSON: expected value at column 1",
            "line 2: not an object",
            "line 3: missing field `players`",
            "line 4: `players[0].coins`: invalid value: integer `-1`, expected u32",
            "line 5: seat 1: `Bank`: this game has no such card",
            "line 6: seat 1: Harbor is not in this game",
            "line 7: config `players`: 1 is not from 2 to 4 (5 with the expansion harbor)",
            "line 8: `rules.moon`: rules are harbor, millionaires_row and promo",
        ]
    );
    same(&answers[8]["out"][0]["round_pmf"], &json!({ "0": 1.0 }), 0.0, "an empty table");
}

#[test]
fn a_position_is_told_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("city.json");
    let player = |coins: u32| json!({ "coins": coins, "cards": { "Wheat Field": 2 }, "landmarks": [] });
    fs::write(&path, json!({ "players": [player(3), player(0)] }).to_string()).unwrap();
    let output = tercet("odds machi --ascii --games 0 --model seed --position").word(&path).prints();
    let first: Vec<&str> = output.lines().take(9).collect();
    assert_eq!(
        first,
        [
            "model seed",
            "",
            "seat 1: 3 coins, 4 landmarks to build for 52 coins",
            "  own turn  mean 0.33, spread 0.75",
            "  round     mean 0.67, spread 1.05",
            "            10 % 0, 25 % 0, 50 % 0, 75 % 2, 90 % 2",
            "       0  69.4 % ##############################",
            "       2  27.8 % ############",
            "       4   2.8 % #",
        ]
    );
    assert_eq!(output.lines().last(), Some("no win chances: no games were asked for"));
}

#[test]
fn a_city_without_income_never_wins() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("city.json");
    let idle = json!({ "coins": 3, "cards": { "Cheese Factory": 1 }, "landmarks": [] });
    let start = json!({ "coins": 3, "cards": { "Wheat Field": 1, "Bakery": 1 }, "landmarks": [] });
    fs::write(&path, json!({ "players": [idle, start] }).to_string()).unwrap();
    for model in ["seed", "exact"] {
        let output =
            tercet(&format!("odds machi --ascii --games 0 --model {model} --position")).word(&path).prints();
        let line =
            |start: &str| output.lines().find(|line| line.trim_start().starts_with(start)).unwrap().trim();
        assert_eq!(line("turns until"), "turns until victory never, unless something changes");
        assert_eq!(line("if only"), "if only landmarks are built, it may never end");
        assert!(line("wheat_field").ends_with(" never to 150"), "{}", line("wheat_field"));
        assert!(line("cheese_factory").ends_with(" +0"), "{}", line("cheese_factory"));
        assert!(!output.contains("inf") && !output.contains("NaN"), "{output}");
        let output =
            tercet(&format!("odds machi --json --games 0 --model {model} --position")).word(&path).prints();
        let output: Value = serde_json::from_str(&output).unwrap();
        let player = &output["players"][0];
        assert_eq!([&player["tuv_expected"], &player["turns_percentile"]["0.1"]], [&Value::Null; 2]);
        assert_eq!(player["finish_score"], json!(-950.0));
        let purchases = player["purchases"].as_array().unwrap();
        let field = purchases.iter().find(|one| one["name"] == "wheat_field").unwrap();
        assert_eq!((&field["tuv_after"], &field["delta_tuv"]), (&json!(150.0), &Value::Null));
        let ordered = &output["players"][1]["turns_percentile"];
        assert!(ordered["0.1"].as_f64() < ordered["0.9"].as_f64(), "{ordered}");
    }
}

#[test]
fn json_has_purchases_and_win_chances() {
    let output: Value = serde_json::from_str(&tercet("odds machi --json --games 100").prints()).unwrap();
    assert_eq!(output["model"], "exact");
    let player = &output["players"][1];
    assert_eq!(player["purchases"].as_array().unwrap().len(), 19);
    assert_eq!(player["purchases"][0]["name"], "convenience_store");
    let chances: f64 =
        (0..2).map(|seat| output["players"][seat]["win_chance"]["chance"].as_f64().unwrap()).sum();
    assert!((chances - 1.0).abs() < 1e-12, "{chances}");
}

#[test]
fn golden_a_bot_says_what_it_would_build() {
    let output = tercet("odds machi --ascii --model seed --games 20 --bot impatient").prints();
    golden("odds_machi_bot.txt", &output);
}

#[test]
fn a_recorded_position_is_asked_about_and_a_bot_says_what_it_would_do() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.record");
    tercet("play machi --seed 42 --record").word(&record).input("ranch\n").prints();
    let at = |words: &str| {
        let output = tercet("odds machi --json --model seed --games 0 --replay").word(&record);
        let output = words.split_whitespace().fold(output, Call::word).prints();
        serde_json::from_str::<Value>(&output).unwrap()
    };
    // The first roll has fallen after one input; the person built a Ranch with the second.
    let before = at("--at 1 --bot search");
    let compared = before["advice"]["compared"].as_array().unwrap();
    assert_eq!(before["advice"]["measure"], "chance to win");
    assert_eq!(compared[0]["action"], before["advice"]["action"]);
    assert!(compared.iter().any(|one| one["action"] == "pass"));
    let mean = |output: &Value| output["players"][0]["round_mean"].as_f64().unwrap();
    assert!(mean(&at("--at 2")) > mean(&before), "a Ranch earns");
    let message = tercet("odds machi --at 999 --replay").word(&record).refuses();
    assert!(message.ends_with("inputs, and --at asks for 999"), "{message}");
}

#[test]
fn a_game_that_is_over_is_said_to_be() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.record");
    let play = "play machi --players me,impatient --seed 42 --record";
    tercet(play).word(&record).input("pass\n".repeat(400)).prints();
    let output = tercet("odds machi --model seed --replay").word(&record).prints();
    assert!(output.contains("\nthe game is over: ") && output.contains("; won by seat 2\n"), "{output}");
    assert!(output.contains("  nothing is left to build\n"), "{output}");
    let json = tercet("odds machi --json --model seed --replay").word(&record).prints();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert!(json["over"].as_str().unwrap().ends_with("won by seat 2"), "{json}");
    assert_eq!(json["players"][1]["purchases"], serde_json::json!([]));
}

#[test]
fn what_can_be_built_has_the_numbers_of_the_library() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.record");
    let play = "play machi --seed 42 --market variable --record";
    tercet(play).word(&record).input("pass\npass\n").prints();
    let text: tercet_game::Record = fs::read_to_string(&record).unwrap().parse().unwrap();
    let first = text.inputs.iter().position(|input| matches!(input, tercet_game::Input::Play(..))).unwrap();
    let ask = format!("odds machi --json --model harmonictook --games 40 --seed 3 --at {first} --replay");
    let output: Value = serde_json::from_str(&tercet(&ask).word(&record).prints()).unwrap();
    let mut replay = tercet_game::Replay::<tercet_machi::MachiKoro>::open(&text).unwrap();
    replay.run_to(first, &mut ()).unwrap();
    let wanted = InsightOptions { games: 40, seed: 3, ..InsightOptions::new(Model::Harmonictook) };
    let found = insight(replay.game(), replay.state(), &wanted).unwrap();
    let ours = insight_json(replay.game(), &found, &wanted);
    assert_eq!((&output["options"], &output["seat"]), (&ours["options"], &ours["seat"]));
    assert!(found.options.len() > 2, "{ours}");
    assert_eq!(output["players"][1]["win_chance"], ours["players"][1]["win"]);
    // Nobody can buy what is not for sale.
    let shown = replay.state().market().cards().count();
    for player in output["players"].as_array().unwrap() {
        assert!(player["purchases"].as_array().unwrap().len() <= shown + 4);
    }
}

#[test]
fn a_bot_that_is_none_is_refused() {
    let message = tercet("odds machi --bot best").refuses();
    assert!(message.starts_with("there is no bot `best` for machi; there are random, "), "{message}");
}

#[test]
fn wrong_files_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("city.json");
    fs::write(&path, "{\n  \"players\": 3\n}").unwrap();
    let message = tercet("odds machi --position").word(&path).refuses();
    let expected = format!("{}: `players`: invalid type: integer `3`, expected a sequence", path.display());
    assert_eq!(message, expected);
}

#[test]
fn what_is_too_much_work_is_refused_with_what_to_raise() {
    let instead = "raise that limit, or ask the model `seed`";
    let done = tercet("odds machi --games 0 --budget 1 --rounds 1000").run();
    let steps = format!("the exact numbers of this position take more than 1 million steps; {instead}");
    assert_eq!((done.code, done.out.as_str()), (1, ""));
    assert!(done.err.contains(&steps), "{}", done.err);
    tercet("odds machi --games 0 --budget 1 --model seed").prints();
    let city = r#"{"coins":3,"cards":{"Cafe":3,"Family Restaurant":3,"Stadium":1,"TV Station":1,"Tax Office":1,"Park":1,"Pizza Joint":3,"Sushi Bar":2,"Forest":3,"Mine":3},"landmarks":["Train Station","Amusement Park","Radio Tower","Harbor"]}"#;
    let players = [city; 5].join(",");
    let line =
        format!("{{\"players\":[{players}],\"rules\":{{\"harbor\":true,\"millionaires_row\":true}}}}\n");
    let output = tercet("odds machi --jsonl --budget 1").input(line.repeat(2)).run();
    let error = format!("{{\"error\":\"line 1: {steps}\"}}\n{{\"error\":\"line 2: {steps}\"}}\n");
    assert_eq!(output.out, error);
    let output = tercet("odds machi --jsonl").input(line).run();
    assert!(output.out.contains("need more than 256 MB of memory; raise that limit"), "{}", output.out);
}
