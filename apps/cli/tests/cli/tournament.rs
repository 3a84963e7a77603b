//! `tercet tournament` and `tercet sprt`.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

use crate::kills::{at, read, survives_kills, whole};
use crate::shell::{golden, tercet};

const SWISS: &str = "set --entrants racer:1,racer:3,racer:3,first,uniform --seed 1 --days 2";

#[test]
fn golden_tables() {
    let [printed, _, stats] = whole(SWISS);
    golden("tournament_swiss.txt", &printed);
    golden("tournament_swiss.json", &stats);
    let robin = "set --entrants racer:2,racer:4,racer:5 --format round-robin --table 3 --seed 1";
    golden("tournament_round_robin.txt", &whole(robin)[0]);
    let knockout = "triangle --entrants greedy,random,random --format knockout --seed 1 --ascii";
    golden("tournament_knockout.txt", &whole(knockout)[0]);
}

#[test]
fn finishes_by_turns_until_victory_are_shown_as_they_are() {
    let words =
        "tournament machi --entrants impatient,random --format round-robin --games 2 --seed 1 --finish tuv";
    let dir = tempfile::tempdir().unwrap();
    let printed = at(dir.path(), words).prints();
    // The better of the two won both games, and a win is 50.
    let first: Vec<&str> = printed.lines().nth(2).unwrap().split_whitespace().collect();
    assert_eq!((first[1], first[3], first[6]), ("impatient", "2", "50.0"), "{printed}");
    let answer: Value = serde_json::from_str(&at(dir.path(), &format!("{words} --json")).prints()).unwrap();
    assert_eq!(answer["standings"][0]["finish"], 50.0);
    assert!(answer["standings"][1]["finish"].as_f64().unwrap() < 50.0);
}

#[test]
fn nothing_depends_on_the_number_of_jobs() {
    let alone = whole(&format!("{SWISS} --jobs 1"));
    for jobs in [2, 5] {
        assert_eq!(whole(&format!("{SWISS} --jobs {jobs}")), alone, "{jobs} jobs");
    }
}

#[test]
fn every_game_of_a_tournament_verifies_and_none_is_missing() {
    let dir = tempfile::tempdir().unwrap();
    at(dir.path(), &format!("tournament {SWISS} --records games.jsonl")).prints();
    let lines = read(&dir, "games.jsonl");
    let fixtures: Vec<u64> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["fixture"].as_u64().unwrap())
        .collect();
    assert_eq!(fixtures, (0..38).collect::<Vec<_>>());
    for id in [1, 19, 38] {
        let verified = at(dir.path(), &format!("replay {id} --verify")).prints();
        assert!(verified.starts_with("verified: set, rules 1, "), "{verified}");
    }
    let other = tempfile::tempdir().unwrap();
    let imported = at(other.path(), "import -").input(lines).prints();
    assert_eq!(imported, "imported: 38, there before: 0\n");
}

#[test]
fn duplicate_play_gives_everybody_the_same_deals() {
    let dir = tempfile::tempdir().unwrap();
    let words = "tournament triangle --entrants greedy,random --format round-robin --games 3 --seed 4";
    at(dir.path(), &format!("{words} --records games.jsonl")).prints();
    let games: Vec<Value> =
        read(&dir, "games.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 6);
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["deal"], pair[1]["deal"]);
        let mut players = [&pair[0]["players"], &pair[1]["players"]].map(Value::to_string);
        players.sort();
        assert_eq!(players, [r#"["greedy"]"#, r#"["random"]"#]);
    }
    assert_ne!(games[0]["deal"], games[2]["deal"]);
    let stats: Value = serde_json::from_str(&at(dir.path(), "stats triangle --json").prints()).unwrap();
    assert_eq!(stats[0]["statistics"]["tables"], 3, "the games of a deal are one table");
}

#[test]
fn ratings_are_carried_only_if_asked_for_and_go_on_in_the_archive() {
    let dir = tempfile::tempdir().unwrap();
    let words = "tournament set --entrants racer:1,racer:5 --format round-robin --seed 3 --json";
    let elo = |text: &str| -> f64 {
        let value: Value = serde_json::from_str(text).unwrap();
        value["standings"][0]["rating"]["elo"].as_f64().unwrap()
    };
    let first = at(dir.path(), words).prints();
    assert_eq!(at(dir.path(), words).prints(), first, "the same seed, the same table");
    let carried = at(dir.path(), &format!("{words} --carry")).prints();
    assert!(elo(&carried) > elo(&first) + 20.0, "{} {}", elo(&carried), elo(&first));
    let ladder: Value = serde_json::from_str(&at(dir.path(), "ratings set --json").prints()).unwrap();
    assert_eq!(ladder[0]["ratings"][0]["player"], "racer:5");
    assert_eq!(ladder[0]["ratings"][0]["rating"]["games"], 6);
    assert_eq!(ladder[0]["ratings"][0]["rating"]["elo"].as_f64(), Some(elo(&carried)));
}

/// The racers of SET: with Elo's K of 32 one stood above another that had beaten it in every game.
#[test]
fn ratings_order_the_racers_as_their_games_do() {
    let dir = tempfile::tempdir().unwrap();
    let words = "tournament set --entrants racer:3,racer:1,racer:5,racer:2,racer:4 --format round-robin --games 60 --seed 1";
    let table: Value = serde_json::from_str(&at(dir.path(), &format!("{words} --json")).prints()).unwrap();
    let racers = ["racer:5", "racer:4", "racer", "racer:2", "racer:1"];
    let players = |rows: &Value| -> Vec<String> {
        rows.as_array().unwrap().iter().map(|row| row["player"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(players(&table["standings"]), racers);
    let ladder: Value = serde_json::from_str(&at(dir.path(), "ratings set --json").prints()).unwrap();
    assert_eq!(players(&ladder[0]["ratings"]), racers);
    for (row, standing) in
        ladder[0]["ratings"].as_array().unwrap().iter().zip(table["standings"].as_array().unwrap())
    {
        let numbers = |row: &Value| {
            let strength = &row["strength"];
            [&strength["value"], &strength["interval"][0], &strength["interval"][1]]
                .map(|number| number.as_f64().unwrap())
        };
        let near =
            numbers(row).into_iter().zip(numbers(standing)).all(|(one, other)| (one - other).abs() < 1e-6);
        assert!(near, "one tournament, one fit: {row} {standing}");
    }
    for pair in table["statistics"]["head_to_head"].as_array().unwrap() {
        let place = |who: &Value| racers.iter().position(|racer| who == racer).unwrap();
        let (own, other) = (place(&pair["bot"]), place(&pair["against"]));
        assert_eq!(pair["won"].as_u64() > pair["lost"].as_u64(), own < other, "{pair}");
    }
    let anchored = at(dir.path(), "ratings set --anchor racer:3 --json").prints();
    let anchored: Value = serde_json::from_str(&anchored).unwrap();
    assert_eq!(anchored[0]["ratings"][2]["strength"]["value"], 1500.0);
    let svg = at(dir.path(), "ratings set --plot strengths.svg");
    svg.prints();
    let drawn = read(&dir, "strengths.svg");
    assert_eq!(drawn.matches("id=\"dot-").count(), 5, "a dot for each after one tournament");
}

/// Fillers play and are rated in the tournament, and nowhere else.
#[test]
fn fillers_are_called_so_and_have_no_rating_in_the_archive() {
    let dir = tempfile::tempdir().unwrap();
    let printed = at(dir.path(), "tournament set --entrants racer:1,racer:5 --seed 3").prints();
    assert_eq!(printed.lines().filter(|line| line.contains(" (filler) ")).count(), 10);
    assert!(printed.ends_with("on average 7.0; nobody met anybody twice in a day\n"), "{printed}");
    let rows = at(dir.path(), "export --format csv --table ratings").prints();
    assert_eq!((rows.lines().count(), rows.contains("RandomBot")), (9, false));
    let ladder: Value = serde_json::from_str(&at(dir.path(), "ratings set --json").prints()).unwrap();
    let players: Vec<&Value> =
        ladder[0]["ratings"].as_array().unwrap().iter().map(|row| &row["player"]).collect();
    assert_eq!(players, ["racer:5", "racer:1"]);
}

#[test]
fn a_killed_tournament_goes_on_and_ends_the_same() {
    survives_kills(6, 60);
}

/// Ctrl-C: what was begun is finished and kept, and the message says how to go on.
#[cfg(unix)]
#[test]
fn an_interrupted_tournament_stops_cleanly() {
    let long = "triangle --entrants greedy,random --format round-robin --games 100000 --seed 9";
    let dir = tempfile::tempdir().unwrap();
    let mut command = at(dir.path(), &format!("tournament {long}")).command();
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let games = || {
        let listed = at(dir.path(), "games --tournaments --json").run().out;
        serde_json::from_str::<Value>(&listed).ok().and_then(|event| event["games"].as_u64()).unwrap_or(0)
    };
    while games() == 0 {
        thread::yield_now();
    }
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signal.success());
    let output = child.wait_with_output().unwrap();
    let message = format!(
        "error: stopped after {} of 200000 games; go on with: tercet tournament --resume 1\n",
        games()
    );
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(1), message));
    assert!(output.stdout.is_empty());
}

#[test]
fn a_tournament_that_is_over_is_told_again() {
    let dir = tempfile::tempdir().unwrap();
    let words = "tournament set --entrants racer:1,racer:5 --format knockout --seed 3";
    let printed = at(dir.path(), words).prints();
    assert_eq!(at(dir.path(), "tournament --resume 1").prints(), printed);
    assert_eq!(at(dir.path(), "tournament set --resume 1").prints(), printed);
    let rows = at(dir.path(), "export --format csv --table ratings").prints();
    assert_eq!(rows.lines().count(), 3, "it is rated once");
}

#[test]
fn an_archive_that_can_not_be_is_an_error_or_a_warning() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("archive"), "a file in the way").unwrap();
    let words = "tournament set --entrants racer:1,racer:5 --format knockout --seed 3";
    let done = at(dir.path(), words).run();
    let why = "the archive `archive/archive.sqlite` can't be opened: File exists (os error 17)";
    assert_eq!((done.code, done.err), (1, format!("error: {why}\n")));
    let done = at(dir.path(), &format!("{words} --if-unwritable memory")).run();
    assert_eq!(done.err, format!(" WARN {why}; the tournament is kept in memory only\n"));
    let other = tempfile::tempdir().unwrap();
    assert_eq!((done.code, done.out), (0, at(other.path(), words).prints()));
}

#[test]
fn wrong_usage_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let refuses = |words: &str| {
        at(dir.path(), &format!("tournament {words}")).refuses().lines().next().unwrap().to_owned()
    };
    assert_eq!(refuses("chess --entrants a,b"), "invalid value 'chess' for '[GAME]'");
    assert_eq!(
        refuses("set --entrants racer:1,best"),
        "there is no bot `best` for set; there are first, random, sweep, racer, perfect, uniform"
    );
    assert_eq!(
        refuses("set --entrants racer:1,rader:2"),
        "there is no bot `rader:2` for set; there are first, random, sweep, racer, perfect, uniform; did you mean `racer:2`?"
    );
    assert_eq!(
        refuses("set --entrants first --format knockout"),
        "1 is too small a field; a tournament needs at least 2 entrants"
    );
    assert_eq!(
        refuses("set --entrants first"),
        "1 is too small a field; a tournament needs at least 2 entrants"
    );
    assert_eq!(
        refuses("set --entrants first,random --format round-robin --table 3"),
        "tables of 3 can't be filled from 2 entrants; they are of 2 to 2"
    );
    let nine = "first,first,first,first,first,first,first,first,first";
    assert_eq!(
        refuses(&format!("set --entrants {nine} --format round-robin --table 9")),
        "9 can't sit at a table of set; it seats 2 to 8"
    );
    assert_eq!(
        refuses("set --entrants first,random --table 2"),
        "--table goes with --format round-robin; a Swiss day has tables of 2, 3 and 4, a knock-out of 2"
    );
    assert_eq!(
        refuses("set --entrants first,random --option seats=3"),
        "config `seats`: the tables decide how many sit at them"
    );
    assert_eq!(
        refuses("set --entrants first,random --finish tuv"),
        "set is not ranked by `tuv`; it is by points"
    );
    assert_eq!(refuses("--resume 7"), "there is no tournament 7 in the archive");
    assert_eq!(
        refuses("set --entrants first,random --records nowhere/games.jsonl"),
        "`nowhere/games.jsonl` can't be written: No such file or directory (os error 2)"
    );
    assert_eq!(at(dir.path(), "games --tournaments --json").prints(), "", "nothing was begun");
}

#[test]
fn golden_sprt() {
    golden("sprt.txt", &tercet("sprt set --new racer:3 --base racer:2 --elo1 50 --seed 1").prints());
    let done = tercet("sprt set --new first --base first --elo1 50 --seed 1 --games 4000").run();
    golden("sprt_not_better.txt", &done.out);
    assert_eq!((done.code, done.err.as_str()), (1, ""));
}

#[test]
fn the_test_does_not_depend_on_the_number_of_jobs() {
    let run = |jobs: u8| {
        let words = "sprt triangle --new greedy --base random --elo1 100 --seed 2 --json --option slots=2";
        tercet(&format!("{words} --jobs {jobs}")).prints()
    };
    let alone = run(1);
    assert_eq!(run(3), alone);
    let value: Value = serde_json::from_str(&alone).unwrap();
    assert_eq!(
        (&value["verdict"], &value["elo"]),
        (&"better".into(), &Value::Null),
        "greedy wins every pair"
    );
}

#[test]
fn a_test_that_can_not_be_is_refused() {
    let refuses = |words: &str| tercet(&format!("sprt set --new first --base racer:1 {words}")).refuses();
    assert_eq!(refuses("--elo0 10 --elo1 5"), "--elo0 10 must be below --elo1 5");
    assert_eq!(refuses("--alpha 0.7"), "--alpha 0.7 is not between 0 and 0.5");
    assert_eq!(refuses("--option seats=3"), "config `seats`: the tables decide how many sit at them");
}

#[test]
fn a_bot_in_two_spellings_is_one_player() {
    let dir = tempfile::tempdir().unwrap();
    let words = "tournament set --entrants racer:child,racer:1,first --format round-robin --seed 1 --json";
    let table: Value = serde_json::from_str(&at(dir.path(), words).prints()).unwrap();
    let players = table["standings"].as_array().unwrap().iter().map(|row| row["player"].as_str().unwrap());
    let mut players: Vec<&str> = players.collect();
    players.sort_unstable();
    assert_eq!(players, ["first", "racer:1", "racer:1#2"]);
    let called = |name: &str| at(dir.path(), &format!("games --player {name}")).prints();
    assert_eq!(called("racer:child"), called("racer:1"));
    let test = tercet("sprt set --new racer:champion --base racer:player --elo1 50 --seed 1 --json").prints();
    let test: Value = serde_json::from_str(&test).unwrap();
    assert_eq!((&test["new"], &test["base"]), (&Value::from("racer:5"), &Value::from("racer")));
}
