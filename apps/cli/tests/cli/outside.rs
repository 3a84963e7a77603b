//! Bots from outside: programs that answer over stdin and stdout, and what becomes of those that do not.

#![allow(clippy::float_cmp, reason = "the expected numbers are exact")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::Value;

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
    let words = "--format round-robin --games 2 --seed 1 --json --data";
    let line = format!("tournament machi --entrants {bot},random {words} {}", data.path().display());
    let done = tercet(&line).run();
    assert_eq!(done.code, 0, "{}", done.err);
    let told: Value = serde_json::from_str(&done.out).unwrap();
    let standing =
        |each: &Value| (each["player"].as_str().unwrap().to_owned(), each["points"].as_f64().unwrap());
    (told["standings"].as_array().unwrap().iter().map(standing).collect(), done.err)
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
fn who_dies_talks_nonsense_cheats_or_floods_loses_its_games_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let cases = [
        ("dies", "exit 3", "it ended"),
        ("nonsense", "echo hello", "it said what is no answer"),
        ("cheat", r#"echo '{"action":"fly"}'"#, "`fly` is no action"),
        ("flood", r#"yes '{"action":"fly"}'"#, "`fly` is no action"),
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
fn a_program_needs_a_command() {
    let error = tercet("tournament machi --entrants cmd:,random").refuses();
    assert!(error.contains("`cmd:` takes a command"), "{error}");
}
