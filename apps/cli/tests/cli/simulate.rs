//! `tercet simulate set`, and why bots do what they do in any series.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::shell::{golden, tercet};

#[test]
fn golden_summaries() {
    golden("simulate_random.txt", &tercet("simulate set --games 2000 --seed 1").prints());
    golden("simulate_sweep.txt", &tercet("simulate set --games 500 --policy sweep --seed 1").prints());
    let race = "simulate set --games 50 --seed 1 --players racer:1,racer:2,first";
    golden("simulate_race.txt", &tercet(race).prints());
    golden(
        "simulate_first.json",
        &tercet("simulate set --games 500 --policy first --seed 1 --json").prints(),
    );
}

#[test]
fn the_numbers_do_not_depend_on_the_number_of_jobs() {
    for words in [
        "--games 3000 --policy random",
        "--games 300 --players racer:1,racer:4,uniform",
        "--games 1000 --variant junior",
    ] {
        let with = |jobs: u8| tercet(&format!("simulate set {words} --seed 7 --json --jobs {jobs}")).prints();
        let alone = with(1);
        for jobs in [2, 3, 7] {
            assert_eq!(with(jobs), alone, "{words}, {jobs} jobs");
        }
        assert_eq!(tercet(&format!("simulate set {words} --seed 7 --json")).prints(), alone);
    }
}

fn json(words: &str) -> Value {
    serde_json::from_str(&tercet(&format!("simulate set --json {words}")).prints()).unwrap()
}

fn share(tally: &Value, number: &str) -> f64 {
    let counts = tally["counts"].as_object().unwrap();
    let total: f64 = counts.values().map(|count| count.as_f64().unwrap()).sum();
    tally["counts"][number].as_f64().unwrap_or(0.0) / total
}

#[test]
fn random_games_leave_as_many_cards_as_is_known() {
    let summary = json("--games 20000 --policy random --seed 3");
    for (cards, known) in
        [("0", 0.012), ("3", 0.0), ("6", 0.468), ("9", 0.445), ("12", 0.074), ("15", 0.0008)]
    {
        let seen = share(&summary["cards_left"], cards);
        let noise = 4.0 * (known * (1.0 - known) / 20_000.0_f64).sqrt();
        assert!((seen - known).abs() <= noise + 0.0005, "{cards} cards left: {seen}, known {known}");
    }
    assert_eq!(
        (summary["ends"]["finished"].as_u64(), summary["ends"]["void"].as_u64()),
        (Some(20_000), Some(0))
    );
}

#[test]
fn a_game_yields_21_to_27_sets_but_never_26() {
    for policy in ["first", "random", "sweep"] {
        let sets = json(&format!("--games 5000 --policy {policy} --seed 5"))["sets"].clone();
        let seen: Vec<u64> =
            sets["counts"].as_object().unwrap().keys().map(|key| key.parse().unwrap()).collect();
        assert!(seen.iter().all(|sets| (21..=27).contains(sets) && *sets != 26), "{seen:?}");
    }
}

#[test]
fn a_drawn_seed_is_printed_and_deals_the_same_again() {
    let first = tercet("simulate set --games 20").prints();
    let seed = first.lines().next().unwrap().rsplit(' ').next().unwrap();
    assert_eq!(tercet(&format!("simulate set --games 20 --seed {seed}")).prints(), first);
}

#[test]
fn wrong_usage_is_refused() {
    let refuses =
        |words: &str| tercet(&format!("simulate set {words}")).refuses().lines().next().unwrap().to_owned();
    assert_eq!(refuses("--seed 1"), "the following required arguments were not provided:");
    assert_eq!(
        refuses("--games 0"),
        "invalid value '0' for '--games <N>': 0 is not in 1..18446744073709551615"
    );
    assert_eq!(refuses("--games 10 --jobs 0"), "invalid value '0' for '--jobs <N>': 0 is not in 1..=1024");
    assert_eq!(refuses("--games 10 --policy best"), "invalid value 'best' for '--policy <POLICY>'");
    let known = "there are first, random, sweep, racer, perfect, uniform";
    assert_eq!(
        refuses("--games 10 --players first,best"),
        format!("there is no bot `best` for set; {known}")
    );
    assert_eq!(
        refuses("--games 10 --players racer:7"),
        "`7` is no level of `racer`; levels are 1 to 5 in quarters, child, beginner, player, expert and champion, or auto, as in \
         `racer:3`"
    );
    assert_eq!(
        refuses("--games 10 --option seats=2"),
        "the game has 2 seats and 1 player; --players names one for each"
    );
    assert_eq!(
        refuses("--games 10 --option seats"),
        "invalid value 'seats' for '--option <KEY=VALUE>': an option is KEY=VALUE, as in `deal_rule=penalty`"
    );
    assert_eq!(
        refuses("--games 10 --option speed=9"),
        "config `speed`: there is no such option; the options are variant, seats, capacity, guarantee, redeals, exhausted, deal_rule, refill, penalty, call_ms, puzzle_sets, limit"
    );
    assert_eq!(refuses("--games 10 --variant poker"), "invalid value 'poker' for '--variant <VARIANT>'");
}

#[test]
fn golden_explanations() {
    let dir = tempfile::tempdir().unwrap();
    for (name, words) in [
        ("set", "set --games 1 --players racer:1,racer:3 --variant junior"),
        ("machi", "machi --games 2 --players impatient,fromage,random --set turn_limit=3"),
        ("triangle", "triangle --games 2 --policy greedy --option limit=3"),
    ] {
        let plain = tercet(&format!("simulate {words} --seed 1")).prints();
        let explained = format!("simulate {words} --seed 1 --jobs 2 --explain why.jsonl");
        assert_eq!(tercet(&explained).dir(dir.path()).prints(), plain, "{words}");
        let why = std::fs::read_to_string(dir.path().join("why.jsonl")).unwrap();
        golden(&format!("simulate_{name}_explain.jsonl"), &why);
    }
}

#[test]
fn events_and_explanations_are_written_of_the_same_games() {
    let dir = tempfile::tempdir().unwrap();
    let call =
        |words: &str| tercet(&format!("simulate machi --games 3 --seed 2 {words}")).dir(dir.path()).prints();
    let plain = call("--log a.jsonl --explain a.why");
    assert_eq!(call("--log b.jsonl"), plain);
    assert_eq!(call("--explain b.why"), plain);
    let text = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!((text("a.jsonl"), text("a.why")), (text("b.jsonl"), text("b.why")));
    let last: Value = serde_json::from_str(text("a.why").lines().last().unwrap()).unwrap();
    assert_eq!(last["game"], 2);
}

#[test]
fn explanations_that_cant_be_written_are_refused_before_anything_is_played() {
    for game in ["set", "machi", "triangle"] {
        assert_eq!(
            tercet(&format!("simulate {game} --games 1 --explain nowhere/why.jsonl")).refuses().trim_end(),
            "the explanations can't be written to `nowhere/why.jsonl`: No such file or directory (os error 2)"
        );
    }
}

#[test]
fn players_can_move_round_the_table() {
    let words = "simulate set --games 60 --seed 1 --players racer:5,racer:1 --rotate --json";
    let text = tercet(&format!("{words} --jobs 1")).prints();
    assert_eq!(tercet(&format!("{words} --jobs 3")).prints(), text);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["seats"], serde_json::Value::Null);
    let first = &value["players"][0];
    assert_eq!((&first["player"], &first["won"]), (&"racer:5".into(), &60.into()));
    let printed = tercet("simulate machi --games 40 --seed 1 --players ev,random --rotate").prints();
    assert!(printed.contains("\nplayer 1 ev "), "{printed}");
    let alone = tercet("simulate set --games 1 --rotate").run();
    assert_eq!(alone.code, 2, "{}", alone.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_bot_in_the_middle_of_a_move_and_what_is_written_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("events.jsonl");
    // One decision of this bot takes hours.
    let words = "simulate machi --players mcts:playouts=100000000,random --games 5 --memory 100000 --log";
    let call = tercet(words).word(&log);
    let mut child = call.command().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The file is made once the signal is heard.
    while !log.exists() {
        assert_eq!(child.try_wait().unwrap(), None);
        std::thread::yield_now();
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let done = child.wait_with_output().unwrap();
    let output = String::from_utf8(done.stderr).unwrap();
    assert_eq!((done.status.code(), output.as_str()), (Some(1), "error: stopped before a game was over\n"));
    let written = std::fs::read_to_string(&log).unwrap();
    assert!(written.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{written}");
}

#[test]
fn one_game_has_no_standard_error() {
    for words in ["set --players racer:1,racer:5", "machi --players ev,random", "triangle"] {
        let printed = tercet(&format!("simulate {words} --games 1 --seed 1")).prints();
        let of_games = || printed.lines().filter(|line| line.contains("won 0") || line.contains("won 1"));
        assert!(!printed.contains("%    0.00") && of_games().all(|line| line.contains("se -")), "{printed}");
    }
}

#[test]
fn a_bot_is_called_by_its_shortest_name() {
    let printed = tercet("simulate set --players racer:player,racer:champion --games 2 --seed 1").prints();
    assert!(printed.starts_with("games: 2, players: racer, racer:5, seed: 1\n"), "{printed}");
    let short = tercet("simulate set --players racer,racer:5 --games 2 --seed 1").prints();
    assert_eq!(printed, short);
}
