//! `tercet play machi`, `simulate machi`, and records and logs of Machi Koro.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::shell::{Call, golden, tercet};

/// All that can be typed, right and wrong.
const TYPED: &str = "?

market
cities
ranch
build mine
build barn
foo
0
99
log
log x
1
undo
undo
undo
save
build bakery
roll 2
pass
";

#[test]
fn golden_session() {
    let session = tercet("play machi --seed 42 --ascii").input(TYPED).prints();
    assert!(session.is_ascii());
    golden("session_machi.txt", &session);
}

#[test]
fn golden_bots_say_why() {
    let words = "play machi --seed 42 --ascii --fast --explain --players me,impatient";
    golden("session_machi_explain.txt", &tercet(words).input("ranch\nquit\n").prints());
}

#[test]
fn nothing_is_wider_than_a_terminal() {
    let typed = "?\nmarket\ncities\nlog 9\n".to_owned() + &"1\n2\n".repeat(60);
    let session = tercet("play machi --seed 5 --players me,random,random,uniform,random --expansions")
        .word("harbor,millionaires_row,promo")
        .input(typed)
        .prints();
    let wide: Vec<&str> = session.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(wide, Vec::<&str>::new());
}

/// A whole game by always taking the first option, then the last.
fn whole_game(dir: &Path, words: &str) -> String {
    let typed = "1\n".repeat(3000);
    tercet(&format!("play machi {words}")).dir(dir).input(typed).prints()
}

#[test]
fn golden_whole_game_ends_with_the_finish_scores() {
    let dir = tempfile::tempdir().unwrap();
    let game = whole_game(dir.path(), "--seed 3 --fast --record game.record --option turn_limit=14");
    golden("session_machi_fast.txt", &game);
    let verified = tercet("replay game.record --verify").dir(dir.path()).prints();
    assert!(verified.starts_with("verified: machi, rules 1, "), "{verified}");
}

#[test]
fn people_take_turns_at_one_keyboard() {
    let typed = "1\nundo\n1\n1\nundo\nquit\n";
    let session = tercet("play machi --seed 9 --players me,me --fast").input(typed).prints();
    let refusal = "dice or cards have fallen since the last decision, and others have seen them\n";
    assert_eq!(session.matches(refusal).count(), 2, "{session}");
    assert!(session.contains("seat 2, "), "{session}");
    assert!(session.contains("\nseat 1 "), "{session}");
}

/// Several decisions without dice between them may be taken back by whoever made them.
#[test]
fn the_last_decision_of_ones_own_turn_may_be_taken_back() {
    let dir = tempfile::tempdir().unwrap();
    let call = |words: &str| -> Call { tercet(words).dir(dir.path()) };
    let options = "--option starting_coins=99 --option supply=business_center:2";
    let mut typed = "business center\nbusiness center\n".to_owned();
    typed += &"pass\n".repeat(100);
    let session =
        call(&format!("play machi --seed 1 --players me,me {options} --record a.record")).input(typed);
    let output = session.prints();
    let at = output.find("Business Center: with whom?").expect("a 6 comes within a hundred turns");
    let passes = output[..at].matches("what do you build?").count() - 2;
    let typed = format!("business center\nbusiness center\n{}1\nundo\nundo\n", "pass\n".repeat(passes));
    let again = call(&format!("play machi --seed 1 --players me,me {options}")).input(typed).prints();
    assert_eq!(again.matches("taken back; turn ").count(), 1, "{again}");
    assert_eq!(again.matches("Business Center: with whom?").count(), 2, "{again}");
}

#[test]
fn saved_games_go_on_where_they_were() {
    let dir = tempfile::tempdir().unwrap();
    let call = |words: &str| -> Call { tercet(words).dir(dir.path()) };
    let moves = "1\n".repeat(12);
    call("play machi --seed 7 --record whole.record").input(format!("{moves}{moves}")).prints();
    call("play machi --seed 7").input(format!("{moves}save half.record\n")).prints();
    let resumed = call("play machi --load half.record --record resumed.record").input(moves).prints();
    assert!(
        resumed.starts_with("Machi Koro, deal `stream 7`. `?` lists what you can type.\nyou: "),
        "{resumed}"
    );
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!(read("resumed.record"), read("whole.record"));
    let refused = call("play machi --load half.record --players me,random,random").refuses();
    assert_eq!(refused, "half.record: the game has 2 players and --players names 3; it names one for each");
}

fn with_record() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    whole_game(dir.path(), "--seed 3 --record game.record --option turn_limit=12");
    dir
}

#[test]
fn golden_replay() {
    let dir = with_record();
    let replay = |words: &str| tercet(&format!("replay game.record {words}")).dir(dir.path()).prints();
    golden("replay_machi.txt", &replay(""));
    golden("replay_machi_at.txt", &replay("--at 9"));
    golden("replay_machi_at.json", &replay("--at 9 --json"));
    let output: Value = serde_json::from_str(&replay("--json")).unwrap();
    assert_eq!((&output["game"], &output["end"]), (&"machi".into(), &"limit".into()));
}

/// The lines of a log, each with its game.
fn lines(dir: &Path, name: &str) -> Vec<Value> {
    let text = fs::read_to_string(dir.join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_log_tells_a_game_by_itself() {
    let dir = tempfile::tempdir().unwrap();
    whole_game(dir.path(), "--seed 3 --log events.jsonl --option turn_limit=40");
    let log = lines(dir.path(), "events.jsonl");
    assert_eq!(log[0]["players"], serde_json::json!(["me", "random"]));
    assert_eq!(log[0]["deal"], "stream 3");
    assert_eq!(log[0]["options"]["turn_limit"], "40");
    let last = log.last().unwrap();
    assert_eq!((&last["type"], &last["end"]), (&"over".into(), &"limit".into()));
    // The purses that the coins of the log come to are those that the log says.
    let mut purses = [3, 3];
    for line in &log {
        let seat = |field: &str| line.get(field).and_then(Value::as_u64).map(|seat| seat as usize);
        let amount = line["amount"].as_i64().unwrap_or(0);
        if let Some(payer) = seat("payer") {
            purses[payer] -= amount;
        }
        if let Some(payee) = seat("payee") {
            purses[payee] += amount;
        }
        if line["type"] == "bank_status" {
            assert_eq!(line["coins"], purses[seat("seat").unwrap()], "{line}");
        }
    }
}

#[test]
fn a_log_has_no_turn_that_was_taken_back() {
    let dir = tempfile::tempdir().unwrap();
    let call = |words: &str| -> Call { tercet(words).dir(dir.path()) };
    call("play machi --seed 3 --log plain.jsonl").input("1\n2\n").prints();
    call("play machi --seed 3 --log undone.jsonl").input("2\nundo\n1\n2\n").prints();
    assert_eq!(lines(dir.path(), "plain.jsonl"), lines(dir.path(), "undone.jsonl"));
}

#[test]
fn a_series_writes_one_log() {
    let dir = tempfile::tempdir().unwrap();
    let call = |words: &str| -> Call { tercet(words).dir(dir.path()) };
    let plain = call("simulate machi --games 70 --seed 5 --players random,uniform").prints();
    let logged = "simulate machi --games 70 --seed 5 --players random,uniform --log a.jsonl --jobs 2";
    assert_eq!(call(logged).prints(), plain);
    let log = lines(dir.path(), "a.jsonl");
    let starts: Vec<&Value> = log.iter().filter(|line| line["type"] == "game_start").collect();
    assert_eq!(starts.len(), 70);
    assert_eq!((&starts[69]["game"], &log.last().unwrap()["game"]), (&69.into(), &69.into()));
    let wins = log.iter().filter(|line| line["type"] == "win" && line["seat"] == 0).count();
    let summary: Value = serde_json::from_str(
        &call("simulate machi --games 70 --seed 5 --players random,uniform --json").prints(),
    )
    .unwrap();
    assert_eq!(summary["seats"][0]["won"], wins);
}

/// The example of the schema is what the program writes.
#[test]
fn the_schemas_example_is_a_real_log() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/machi-events.md");
    let schema = fs::read_to_string(path).unwrap();
    let example = schema.split("```jsonl\n").nth(1).unwrap().split("```").next().unwrap();
    let dir = tempfile::tempdir().unwrap();
    tercet("simulate machi --players random,random --games 1 --seed 6 --log a.jsonl")
        .dir(dir.path())
        .prints();
    let log = fs::read_to_string(dir.path().join("a.jsonl")).unwrap();
    let rest = log.split_once('\n').unwrap().1;
    assert!(rest.starts_with(example), "the log begins so:\n{}", &rest[..example.len() + 500]);
    let types = schema.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let types: Vec<&str> = types.collect();
    let all =
        "simulate machi --players random,uniform,random --games 300 --seed 1 --log b.jsonl --expansions";
    tercet(all).word("harbor,millionaires_row,promo").dir(dir.path()).prints();
    for line in lines(dir.path(), "b.jsonl") {
        let kind = line["type"].as_str().unwrap();
        assert!(types.contains(&kind), "docs/machi-events.md has no `{kind}`");
    }
}

#[test]
fn golden_summaries() {
    golden("simulate_machi.txt", &tercet("simulate machi --games 500 --seed 1").prints());
    let words = "simulate machi --players random,uniform,random --games 200 --seed 1 --expansions \
                 harbor,millionaires_row --market variable";
    golden("simulate_machi_expansions.txt", &tercet(words).prints());
    let small = "simulate machi --players random,uniform --games 100 --seed 1 --json --set turn_limit=50";
    golden("simulate_machi.json", &tercet(small).prints());
}

#[test]
fn the_numbers_do_not_depend_on_the_number_of_jobs() {
    let with =
        |jobs: u8| tercet(&format!("simulate machi --games 1000 --seed 7 --json --jobs {jobs}")).prints();
    let alone = with(1);
    for jobs in [2, 5] {
        assert_eq!(with(jobs), alone, "{jobs} jobs");
    }
}

#[test]
fn wrong_usage_is_refused() {
    let refuses = |words: &str| tercet(words).refuses().lines().next().unwrap().to_owned();
    assert_eq!(
        refuses("play machi --players random,random"),
        "nobody is `me`; `tercet simulate machi` lets bots play among themselves"
    );
    assert_eq!(
        refuses("play machi --players me,best"),
        "there is no bot `best` for machi; there are random, uniform, kinematic, coverage, ev, marathon, thoughtful, \
         tuv, fromage, impatient, search, mcts"
    );
    assert_eq!(
        refuses("simulate machi --games 1 --players random,racer:3"),
        "there is no bot `racer:3` for machi; there are random, uniform, kinematic, coverage, ev, marathon, thoughtful, \
         tuv, fromage, impatient, search, mcts"
    );
    assert_eq!(
        refuses("play machi --players me"),
        "config `players`: 1 is not from 2 to 4 (5 with the expansion harbor)"
    );
    assert_eq!(
        refuses("play machi --option players=3"),
        "the game has 3 players and --players names 2; it names one for each"
    );
    assert_eq!(
        refuses("simulate machi --games 1 --expansions harbour"),
        "invalid value 'harbour' for '--expansions <LIST>'"
    );
    assert_eq!(
        refuses("simulate machi --games 1 --market open"),
        "invalid value 'open' for '--market <MARKET>'"
    );
    assert_eq!(
        refuses("simulate machi --games 1 --log nowhere/a.jsonl"),
        "the log can't be written to `nowhere/a.jsonl`: No such file or directory (os error 2)"
    );
    assert_eq!(
        refuses("play machi --log nowhere/a.jsonl"),
        "the log can't be written to `nowhere/a.jsonl`: No such file or directory (os error 2)"
    );
}
