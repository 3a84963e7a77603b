//! `tercet play triangle`, `debug triangle`, `simulate triangle`, and records of the puzzle.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::shell::{Call, golden, tercet};

/// All that can be typed, right and wrong.
const TYPED: &str = "help
hint
1 3 4
1 3 4
place 2 3 4
place 2 4 8
undo
place 4 1 1
place 1 9 1
foo
save
toggle 1 4
legal
3 5 3
2 6 9
board
restart
undo
quit
";

#[test]
fn golden_session() {
    let ascii = tercet("play triangle --seed 42 --ascii").input(TYPED).prints();
    assert!(ascii.is_ascii());
    golden("session_triangle.txt", &ascii);
    let small = tercet("play triangle --seed 7 --deal mt19937 --option slots=2")
        .word("--option")
        .word("grid=triangle 3")
        .input("hint\n1 1 4\n2 1 4\nhint\n");
    golden("session_triangle_small.txt", &small.prints());
}

const TRIED: &str = "help
toggle 1 4
toggle 1 1
toggle 9 9
shapes 0:0 - 4:8
shapes 99:0 - -
shapes 0:0
legal 1
legal 3
legal 4
lines 1 4
lines 1 1
lines 9 1
encode 3 8 15
encode 4 1 1
decode 359
decode 360
place 1 1 6
shapes - - -
legal
undo
state
";

#[test]
fn golden_debugging() {
    golden("debug_triangle.txt", &tercet("debug triangle --seed 42 --ascii").input(TRIED).prints());
}

/// Fills the first row by hand: the line is cleared.
#[test]
fn a_line_that_is_filled_by_hand_is_cleared() {
    let typed: Vec<String> = (4..=12).map(|col| format!("toggle 1 {col}")).collect();
    let session = tercet("debug triangle --seed 42").input(typed.join("\n")).prints();
    let cleared = "cleared 9: 1 4, 1 5, 1 6, 1 7, 1 8, 1 9, 1 10, 1 11, 1 12\n";
    assert_eq!(session.matches("cleared 9").count(), 1);
    let (before, after) = session.split_once(cleared).unwrap();
    assert!(before.contains("▲ ▼ ▲ ▼ ▲ ▼ ▲ ▼ △\n"));
    assert!(after.contains("  1        △ ▽ △ ▽ △ ▽ △ ▽ △\n"), "{after}");
    assert!(after.ends_with("triangle, deal `stream 42`: points 0, steps 0, cleared 0\n"), "{after}");
}

#[test]
fn golden_quiet_games() {
    golden("quiet_triangle.txt", &tercet("play triangle --quiet --seed 42").prints());
    let random = "play triangle --quiet --policy random --seed 42 --deal mt19937 --json";
    golden("quiet_triangle.json", &tercet(random).prints());
}

/// A directory with the record of a whole game.
fn with_record() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let words = "play triangle --quiet --policy random --seed 3 --record game.record";
    tercet(words).dir(dir.path()).prints();
    dir
}

fn read(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(name)).unwrap()
}

#[test]
fn golden_replay() {
    let dir = with_record();
    let replay = |words: &str| tercet(&format!("replay game.record {words}")).dir(dir.path()).prints();
    golden("replay_triangle.txt", &replay("--ascii"));
    golden("replay_triangle_at.txt", &replay("--at 5"));
    golden("replay_triangle_at.json", &replay("--at 5 --json"));
    assert!(replay("--verify").starts_with("verified: triangle, rules 1, "));
    let output: Value = serde_json::from_str(&replay("--json")).unwrap();
    assert_eq!(output["game"], "triangle");
}

#[test]
fn a_game_typed_by_hand_is_the_same_game() {
    let dir = with_record();
    let record = read(dir.path(), "game.record");
    let plays: Vec<&str> = record.lines().filter_map(|line| line.strip_prefix("seat 1 ")).collect();
    let typed = plays.join("\n") + "\n";
    let session =
        tercet("play triangle --seed 3 --record typed.record").dir(dir.path()).input(typed).prints();
    assert_eq!(read(dir.path(), "typed.record"), record);
    let over =
        "the game is over: no shape fits anywhere; `undo`, `restart` or `quit`\ntriangle, deal `stream 3`: ";
    assert_eq!(session.matches(over).count(), 1, "{session}");
    assert!(session.ends_with("\nthe record is in typed.record\n"), "{session}");
}

#[test]
fn saved_games_go_on_where_they_were() {
    let dir = tempfile::tempdir().unwrap();
    let call = |words: &str| -> Call { tercet(words).dir(dir.path()) };
    let edited = "toggle 1 4\nshapes 0:0 - 4:8\nsave a.record\n1 2 3\nsave b.record\n";
    call("debug triangle --seed 5 --deal mt19937").input(edited).prints();
    call("play triangle --load a.record --record c.record").input("1 2 3\n").prints();
    assert_eq!(read(dir.path(), "c.record"), read(dir.path(), "b.record"));
    let set = call("play set --quiet --seed 1 --record set.record");
    set.prints();
    let refused = call("play triangle --load set.record").refuses();
    assert!(refused.starts_with("set.record: "), "{refused}");
}

#[test]
fn golden_summaries() {
    golden("simulate_triangle.txt", &tercet("simulate triangle --games 2000 --seed 1").prints());
    let greedy = "simulate triangle --games 16 --policy greedy --seed 1";
    golden("simulate_triangle_greedy.txt", &tercet(greedy).prints());
    let reference = "simulate triangle --games 2000 --deal mt19937 --seed 1";
    golden("simulate_triangle_mt19937.txt", &tercet(reference).prints());
    let small = tercet("simulate triangle --games 200 --seed 1 --json --option slots=1 --option");
    golden("simulate_triangle.json", &small.word("grid=triangle 3").prints());
}

#[test]
fn the_numbers_do_not_depend_on_the_number_of_jobs() {
    for words in [
        "--games 3000",
        "--games 3000 --deal mt19937",
        "--games 130 --policy greedy --option limit=20",
        "--games 130 --policy foresight:boards=500 --option limit=3",
    ] {
        let with =
            |jobs: u8| tercet(&format!("simulate triangle {words} --seed 7 --json --jobs {jobs}")).prints();
        let alone = with(1);
        for jobs in [2, 5] {
            assert_eq!(with(jobs), alone, "{words}, {jobs} jobs");
        }
    }
}

/// 50,000 games of the reference: length 19.846 (deviation 3.530), score 2.236 (3.381), 78.7 % clear nothing.
#[test]
fn random_games_are_as_long_as_is_known() {
    for deal in ["stream", "mt19937"] {
        let summary =
            tercet(&format!("simulate triangle --games 20000 --deal {deal} --seed 3 --json")).prints();
        let summary: Value = serde_json::from_str(&summary).unwrap();
        assert_eq!(summary["deal"], deal);
        let near = |value: &Value, known: f64, noise: f64| {
            let value = value.as_f64().unwrap();
            assert!((value - known).abs() < 4.0 * noise, "{value}, known {known}");
        };
        near(&summary["steps"]["mean"], 19.846, 3.53 / 20_000f64.sqrt() + 3.53 / 50_000f64.sqrt());
        near(&summary["score"]["mean"], 2.236, 3.381 / 20_000f64.sqrt() + 3.381 / 50_000f64.sqrt());
        let nothing = summary["cleared"]["counts"]["0"].as_f64().unwrap() / 20_000.0;
        assert!((nothing - 0.787).abs() < 0.015, "{nothing}");
    }
}

#[test]
fn drawn_seeds_are_printed_and_deal_the_same_again() {
    for dealer in ["stream", "mt19937"] {
        let first = tercet(&format!("play triangle --deal {dealer}")).input("quit\n").prints();
        let prefix = format!("The triangle puzzle, deal `{dealer} ");
        let seed = first.strip_prefix(&prefix).unwrap().split('`').next().unwrap();
        let again = tercet(&format!("play triangle --deal {dealer} --seed {seed}")).input("").prints();
        assert_eq!(again, first);
    }
}

#[test]
fn wrong_usage_is_refused() {
    let refuses = |words: &str| tercet(words).refuses().lines().next().unwrap().to_owned();
    assert_eq!(refuses("play triangle --option slots=17"), "config `slots`: 17 is not from 1 to 16");
    assert_eq!(
        refuses("play triangle --option slots"),
        "invalid value 'slots' for '--option <KEY=VALUE>': an option is KEY=VALUE, as in `slots=4`"
    );
    assert_eq!(
        refuses("simulate triangle --games 1 --option speed=9"),
        "config `speed`: there is no such option; the options are grid, slots, shapes, spare, colors, min_line, \
         limit"
    );
    assert_eq!(
        refuses("play triangle --deal mt19937 --seed 4294967296"),
        "deal: `4294967296` is not a seed of `mt19937`; it takes a whole number from 0 to 4294967295"
    );
    assert_eq!(
        tercet("debug triangle --seed 1 --deal").word("stream 42").refuses(),
        "--deal `stream 42` has all that it needs; --seed goes with a dealer's name alone"
    );
    assert_eq!(
        tercet("play triangle --deal").word("tarot 1").refuses(),
        "deal: there is no dealer `tarot`; there are stream, chacha20, mt19937 and given"
    );
    assert_eq!(refuses("play triangle --json"), "the following required arguments were not provided:");
    assert_eq!(
        refuses("simulate triangle --games 10 --policy best"),
        "invalid value 'best' for '--policy <NAME>': there is no bot `best` for triangle; there are random, greedy, beam, learned, foresight"
    );
    assert_eq!(
        refuses("simulate triangle --games 10 --deal given"),
        "invalid value 'given' for '--deal <DEAL>'"
    );
    assert_eq!(
        refuses("simulate triangle --games 10 --policy beam:width=0"),
        "invalid value 'beam:width=0' for '--policy <NAME>': `width=0` is no parameter of `beam`; it takes `width=` and a \
         number from 1 to 100000, and `value=` and a file of a learned value"
    );
    assert_eq!(
        refuses("play triangle --load nowhere.record"),
        "`nowhere.record` can't be read: No such file or directory (os error 2)"
    );
}
