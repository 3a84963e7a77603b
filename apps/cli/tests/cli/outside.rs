//! Bots from outside: programs that answer over stdin and stdout, and what becomes of those that do not.

#![allow(clippy::float_cmp, reason = "the expected numbers are exact")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::serve::Serving;
use crate::shell::tercet;

/// A program that answers a decision by what this line of shell does with `$legal`, the first legal action.
fn program(dir: &Path, name: &str, decision: &str) -> String {
    let path = dir.join(name);
    let text = format!(
        r#"#!/bin/sh
while read -r line; do
  case "$line" in
    *'"type":"hello"'*) echo '{{"protocol":1,"reproducible":true}}' ;;
    *'"type":"decide"'*)
      legal=$(printf '%s\n' "$line" | sed 's/.*"legal":\["\([^"]*\)".*/\1/')
      {decision} ;;
  esac
done
"#
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("cmd:{}", path.display())
}

const FIRST: &str = r#"printf '{"action":"%s"}\n' "$legal""#;

/// A tournament of Machi Koro between a program and `random`: who stands where, and what is said beside that.
fn tournament(dir: &Path, bot: &str) -> (Vec<(String, f64)>, String) {
    let data = tempfile::tempdir_in(dir).unwrap();
    // A loaded machine is no fault of a program; one that hangs is given little time.
    let time = if bot.ends_with("hangs") { 500 } else { 600_000 };
    let words = format!("--format round-robin --games 2 --seed 1 --json --bot-time {time} --data");
    let line = format!("tournament machi --entrants {bot},random {words} {}", data.path().display());
    let done = tercet(&line).run();
    assert_eq!(done.code, 0, "{}", done.err);
    let output: Value = serde_json::from_str(&done.out).unwrap();
    let standing =
        |each: &Value| (each["player"].as_str().unwrap().to_owned(), each["points"].as_f64().unwrap());
    (output["standings"].as_array().unwrap().iter().map(standing).collect(), done.err)
}

#[test]
fn a_program_meets_a_bot_and_plays_the_same_games_again() {
    let dir = tempfile::tempdir().unwrap();
    let bot = program(dir.path(), "first", FIRST);
    let (once, err) = tournament(dir.path(), &bot);
    assert_eq!((tournament(dir.path(), &bot).0, err.as_str()), (once.clone(), ""));
    assert!(once.iter().any(|(name, _)| *name == bot), "{once:?}");
}

#[test]
fn who_dies_hangs_talks_nonsense_cheats_or_floods_loses_its_games_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let cases = [
        ("dies", "exit 3", "it ended"),
        ("nonsense", "echo hello", "it said what is no answer"),
        ("cheat", r#"echo '{"action":"fly"}'"#, "`fly` is no action"),
        ("flood", r#"yes '{"action":"fly"}'"#, "`fly` is no action"),
        ("hangs", "sleep 1000", "it gave no answer in 500 ms"),
        ("long", "head -c 100000 /dev/zero | tr '\\0' a", "it said what is no line of text"),
        ("list", r#"printf '["%s"]\n' "$legal""#, "it said what is no answer"),
        ("nul", r#"printf '\000{"action":"%s"}\n' "$legal""#, "it said what is no answer"),
        ("bytes", r"printf '\377\376\n'", "it said what is no answer"),
        ("deaf", "exec 0<&-", "it ended"),
        ("chatty", "yes >&2", "it wrote more than 1 MiB to stderr in a game"),
        (
            "twice",
            r#"printf '{"action":"%s"}\n{"action":"%s"}\n' "$legal" "$legal""#,
            "it spoke without being asked",
        ),
    ];
    for (name, decision, why) in cases {
        let bot = program(dir.path(), name, decision);
        let (standings, err) = tournament(dir.path(), &bot);
        assert_eq!(standings[0].0, "random", "{name}");
        assert_eq!(standings[1].1, 0.0, "{name}");
        assert!(err.contains(&format!("lost 2 games by its own fault: {why}")), "{err}");
    }
}

#[test]
fn who_ends_before_it_has_greeted_loses_too_and_its_last_words_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let bot = program(dir.path(), "leaves", FIRST);
    fs::write(&bot["cmd:".len()..], "#!/bin/sh\necho 'no book found' >&2\nprintf 'in words' >&2\n").unwrap();
    let (standings, err) = tournament(dir.path(), &bot);
    assert_eq!((standings[0].0.as_str(), standings[1].1), ("random", 0.0));
    assert!(err.contains("lost 2 games by its own fault: it ended"), "{err}");
    // Games are played side by side.
    for words in ["no book found\n", "in words\n"] {
        assert_eq!(err.matches(words).count(), 2, "{err}");
    }
}

#[test]
fn what_a_program_says_of_its_reasons_is_one_short_line() {
    let dir = tempfile::tempdir().unwrap();
    let bot = program(
        dir.path(),
        "talks",
        r#"printf '{"action":"%s","why":"\\u001b[2Jbecause\\nI can","delay_ms":4294967295}\n' "$legal""#,
    );
    let done = tercet(&format!("watch machi --seed 1 --plain --explain --players {bot},{bot}")).run();
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    assert!(done.out.contains(" [2Jbecause I can"), "{}", done.out);
    assert!(!done.out.contains('\u{1b}'), "{}", done.out);
}

#[test]
fn a_program_needs_a_command() {
    let error = tercet("tournament machi --entrants cmd:,random").refuses();
    assert!(error.contains("`cmd:` takes a command"), "{error}");
}

#[test]
fn a_program_plays_wherever_bots_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let bot = program(dir.path(), "first", FIRST);
    for line in [
        format!("simulate machi --games 3 --seed 1 --players {bot},random"),
        format!("simulate set --games 3 --seed 1 --players {bot},first"),
        format!("simulate triangle --games 3 --seed 1 --policy {bot}"),
        format!("watch machi --seed 1 --plain --players {bot},random"),
        format!("watch triangle --seed 1 --plain --players {bot}"),
        format!("play triangle --quiet --seed 1 --policy {bot}"),
        format!("sprt machi --new {bot} --base random --seed 1 --games 20"),
    ] {
        let once = tercet(&line).run();
        assert_eq!((once.code.clamp(0, 1), once.err.as_str()), (once.code, ""), "{line}: {}", once.out);
        assert_eq!(tercet(&line).run().out, once.out, "{line}");
    }
    let played =
        tercet(&format!("play machi --seed 1 --plain --players me,{bot}")).input("1\n1\n1\nquit\n").run();
    assert_eq!((played.code, played.err.as_str()), (0, ""), "{}", played.out);
}

#[test]
fn a_result_is_marked_if_a_program_does_not_promise_the_same_again() {
    let dir = tempfile::tempdir().unwrap();
    let told = |bot: &str, line: &str| {
        let done = tercet(&format!("{} --seed 1 --json", line.replace("BOT", bot))).run();
        let value: Value = serde_json::from_str(&done.out).unwrap_or_else(|_| panic!("{}", done.err));
        (value["reproducible"].clone(), done.err)
    };
    let promises = program(dir.path(), "promises", FIRST);
    let loose = program(dir.path(), "loose", FIRST);
    let path = loose.strip_prefix("cmd:").unwrap();
    let text = fs::read_to_string(path).unwrap().replace(r#","reproducible":true"#, "");
    fs::write(path, text).unwrap();
    for line in [
        "simulate triangle --games 2 --policy BOT",
        "simulate machi --games 2 --players random,BOT",
        "sprt machi --new BOT --base random --games 2",
    ] {
        assert_eq!(told(&promises, line), (Value::Null, String::new()), "{line}");
        let (mark, err) = told(&loose, line);
        assert_eq!(mark, json!(false), "{line}");
        let why = format!("not reproducible: `{loose}` does not promise the same answers again");
        assert!(err.contains(&why), "{err}");
    }
    let (data, stats) = (dir.path().join("data"), dir.path().join("stats.json"));
    let line = format!("tournament machi --entrants {loose},random --format round-robin --games 2 --seed 1");
    let done = tercet(&line).word("--data").word(&data).word("--stats").word(&stats).run();
    assert_eq!(done.code, 0, "{}", done.err);
    let stats: Value = serde_json::from_str(&fs::read_to_string(stats).unwrap()).unwrap();
    assert_eq!(stats["reproducible"], json!(false));
}

#[test]
fn a_program_that_fails_ends_a_persons_game_with_a_reason() {
    let dir = tempfile::tempdir().unwrap();
    let bot = program(dir.path(), "dies", "exit 3");
    let played = tercet(&format!("play machi --seed 1 --plain --players {bot},me")).run();
    assert_eq!(played.code, 1);
    assert!(
        played.err.contains(&format!("error: `{bot}` has lost the game by its own fault: it ended\n")),
        "{}",
        played.err
    );
}

fn serve(dir: &Path, programs: &[&str]) -> Serving {
    let mut call = tercet("serve --port 0 --metrics-port off --data").word(dir);
    for program in programs {
        call = call.word("--bot-program").word(program);
    }
    Serving::start(call.command())
}

/// What a server says to a table of the puzzle at which this bot sits beside nobody else.
fn seated(serving: &Serving, bot: &str) -> Value {
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": bot }]);
    serving.ask("POST", "/api/tables", "", &json!({ "game": "machi", "seed": 1, "seats": seats })).unwrap()
}

#[test]
fn a_server_starts_the_programs_of_its_owner_and_no_others() {
    let (dir, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let bot = program(dir.path(), "first", FIRST);
    let serving = serve(data.path(), &[&bot["cmd:".len()..]]);
    let catalog = serving.ask("GET", "/api/catalog", "", &Value::Null).unwrap();
    let bots = catalog["games"][1]["bots"].as_array().unwrap();
    assert!(bots.iter().any(|each| each["name"] == bot.as_str()), "{bots:?}");
    assert_eq!(seated(&serving, "cmd:touch owned")["code"], "bot");
    let made = seated(&serving, &bot);
    let (table, token) = (made["table"].as_str().unwrap(), made["tokens"][0]["token"].as_str().unwrap());
    let look = |query: &str| serving.ask("GET", &format!("/api/tables/{table}{query}"), token, &Value::Null);
    // The person's turn comes again once the program has had its own.
    let mut view = look("").unwrap();
    let mut bots_moves = 0;
    while bots_moves == 0 {
        let state = view["state"].as_u64().unwrap();
        if view["turn"] == json!([0]) {
            let act = json!({ "state": state, "action": view["legal"]["0"][0] });
            serving.ask("POST", &format!("/api/tables/{table}/act"), token, &act).unwrap();
        }
        view = look(&format!("?wait={state}")).unwrap();
        let log = view["log"].as_array().unwrap();
        bots_moves = log.iter().filter(|line| line["seat"] == 1).count();
    }
    serving.kill();
}

#[test]
fn a_program_joins_a_table_of_a_server() {
    let (dir, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let serving = serve(data.path(), &[]);
    let open = json!([{ "kind": "open" }]);
    let make = || {
        let wanted = json!({ "game": "triangle", "seed": 1, "seats": open });
        let made = serving.ask("POST", "/api/tables", "", &wanted).unwrap();
        made["table"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
    };
    let join = |table: &str, bot: &str| {
        let url = format!("http://{}/t/{table}", serving.address);
        tercet("join").word(url).word("--player").word(bot).word("--name").word("Robo").run()
    };
    let table = make();
    let done = join(&table, &program(dir.path(), "first", FIRST));
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    assert!(
        done.out.contains("Robo has seat 1") && done.out.contains("Robo has place 1 of 1"),
        "{}",
        done.out
    );
    let view = serving.ask("GET", &format!("/api/tables/{table}"), "", &Value::Null).unwrap();
    assert!(!view["over"].is_null() && view["seats"][0]["name"] == "Robo", "{view}");

    let table = make();
    let dies = program(dir.path(), "dies", "exit 3");
    let done = join(&table, &dies);
    assert_eq!(done.code, 1);
    assert!(
        done.err.contains(&format!("`{dies}` has lost the game by its own fault: it ended")),
        "{}",
        done.err
    );
    let view = serving.ask("GET", &format!("/api/tables/{table}"), "", &Value::Null).unwrap();
    assert_eq!(view["seats"][0]["bot"], "random");
    let full = join(&table, &dies);
    assert!(full.err.contains("the server refuses (full)"), "{}", full.err);
    serving.kill();
}

#[test]
fn joining_takes_a_tables_address_and_a_program() {
    let error = tercet("join http://127.0.0.1:1/r/1 --player cmd:x").refuses();
    assert!(error.contains("is no table's address"), "{error}");
    let wrong = tercet("join http://127.0.0.1:1/t/abc --player mcts").run();
    assert!(wrong.code == 2 && wrong.err.contains("it takes a program"), "{}", wrong.err);
    let gone = tercet("join http://127.0.0.1:1/t/abc --player cmd:x").run();
    assert!(gone.code == 1 && gone.err.contains("http://127.0.0.1:1 can't be asked"), "{}", gone.err);
}
