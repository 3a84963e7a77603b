//! Records: kept while playing, saved, loaded, replayed and verified.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tercet_catalog::CATALOG;
use tercet_entry::commitment;
use tercet_game::{Deal, Input, Record};

use crate::shell::{Done, golden, tercet};

/// A directory with the record of a short game.
fn with_record() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    tercet("play set --seed 42 --record game.record").dir(dir.path()).input("1 3 4\ndeal\n").prints();
    dir
}

fn read(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(name)).unwrap()
}

#[test]
fn golden_replay() {
    let dir = with_record();
    golden("game.record", &read(dir.path(), "game.record"));
    golden("replay.txt", &tercet("replay game.record --ascii").dir(dir.path()).prints());
    golden("replay.json", &tercet("replay game.record --json").dir(dir.path()).prints());
    golden("replay_at.txt", &tercet("replay game.record --at 13").dir(dir.path()).prints());
    golden("replay_at.json", &tercet("replay game.record --at 13 --json").dir(dir.path()).prints());
}

#[test]
fn a_right_record_verifies() {
    let dir = with_record();
    let verified = "verified: set, rules 1, 20 inputs, end open, scores 1\n";
    assert_eq!(tercet("replay game.record --verify").dir(dir.path()).prints(), verified);
    let piped = tercet("replay - --verify").input(read(dir.path(), "game.record"));
    assert_eq!(piped.prints(), verified);
    let json = tercet("replay game.record --verify --json").dir(dir.path()).prints();
    let expected =
        "{\"end\":\"open\",\"game\":\"set\",\"inputs\":20,\"rules\":1,\"scores\":[1],\"verified\":true}\n";
    assert_eq!(json, expected);
}

#[test]
fn a_record_of_a_key_verifies_with_the_commitment_that_was_told() {
    let dir = tempfile::tempdir().unwrap();
    let deal = Deal::chacha20(&[7; 32]);
    let game = CATALOG.begin("set", &[], deal.clone()).unwrap();
    fs::write(dir.path().join("game.record"), game.record().to_string()).unwrap();
    let output = commitment(&deal).unwrap();
    let verify = |more: &str| tercet(&format!("replay game.record --verify{more}")).dir(dir.path());
    let verified = "verified: set, rules 1, 12 inputs, end open, scores 0\n";
    let follows = format!("every outcome follows from the deal's key; its commitment is {output}");
    assert_eq!(verify("").prints(), format!("{verified}{follows}\n"));
    assert_eq!(
        verify(&format!(" --commitment {output}")).prints(),
        format!("{verified}{follows}, as promised\n")
    );
    let other = commitment(&Deal::chacha20(&[8; 32])).unwrap();
    let failed = verify(&format!(" --commitment {other}")).run();
    let why = format!("game.record: it is not the deal that was promised; its commitment is {output}");
    assert!(failed.code == 1 && failed.err.contains(&why), "{}", failed.err);
    let changed = Record { deal: Deal::chacha20(&[8; 32]), ..game.record() };
    fs::write(dir.path().join("game.record"), changed.to_string()).unwrap();
    let failed = verify("").run();
    assert!(
        failed.code == 1 && failed.err.contains("it draws otherwise than the record says"),
        "{}",
        failed.err
    );
}

/// What is said of a text that is no right record: by `replay` with code 2, by `replay --verify` with code 1, and by
/// `play --load` with code 2.
fn complaint(text: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("bad.record"), text).unwrap();
    let call = |words: &str| tercet(words).dir(dir.path());
    let message = call("replay bad.record").refuses();
    let failed = Done { out: String::new(), err: format!("error: {message}\n"), code: 1 };
    assert_eq!(call("replay bad.record --verify").run(), failed);
    message.strip_prefix("bad.record: ").expect("the file is named").to_owned()
}

/// The record's text with something changed, and a digest that fits.
fn forged(change: impl FnOnce(&mut Record)) -> String {
    let dir = with_record();
    let mut record: Record = read(dir.path(), "game.record").parse().unwrap();
    change(&mut record);
    record.to_string()
}

#[test]
fn broken_texts_are_refused_with_the_line() {
    let dir = with_record();
    let text = read(dir.path(), "game.record");
    assert_eq!(complaint(""), "line 1: the record ends before `tercet record 1`; it was cut short");
    assert_eq!(complaint("hello\n"), "line 1: not a record: it should begin with `tercet record 1`");
    assert_eq!(
        complaint(&text.replace("record 1\n", "record 2\n")),
        "line 1: this is a record of format 2; this build reads format 1"
    );
    let cut = text.lines().take(25).collect::<Vec<_>>().join("\n");
    assert_eq!(
        complaint(&cut),
        "line 26: the record ends before the empty line that follows the inputs; it was cut short"
    );
    let altered = complaint(&text.replace("scores 1\n", "scores 9\n"));
    assert!(altered.starts_with("line 42: the text was altered: its digest is "), "{altered}");
    assert_eq!(complaint(&format!("{text}more\n")), "line 43: nothing but reasons may follow the digest");
}

#[test]
fn a_bots_reasons_are_kept_with_its_moves() {
    let dir = tempfile::tempdir().unwrap();
    let (path, log) = (dir.path().join("game.record"), dir.path().join("log.jsonl"));
    let play = "play machi --players me,impatient --seed 42 --record";
    tercet(play).word(&path).word("--log").word(&log).input("pass\n".repeat(8)).prints();
    let record: Record = fs::read_to_string(&path).unwrap().parse().unwrap();
    let mut built = 0;
    let output = tercet("replay --plain --explain").word(&path).prints();
    for (at, why) in record.reasons.iter() {
        let Input::Play(seat, action) = &record.inputs[at - 1] else { panic!("input {at} is no action") };
        assert_eq!(seat.0, 1, "only the bot says why");
        if action.starts_with("build ") {
            assert!(why.contains(&format!(": {action} ")), "`{action}` because: {why}");
            built += 1;
        }
        assert!(output.contains(&format!("{at:>4}    because: {why}\n")), "{output}");
        let lines: Vec<&str> = output.lines().collect();
        let place =
            lines.iter().position(|line| line.trim_start().ends_with(&format!("because: {why}"))).unwrap();
        assert!(!lines[place - 1].contains("  turn "), "the reason stands with its own move: {output}");
    }
    assert!(built > 2, "{output}");
    assert!(!tercet("replay --plain").word(&path).prints().contains("because"));
    assert!(tercet("replay --verify").word(&path).prints().starts_with("verified: machi"));
    let log = fs::read_to_string(&log).unwrap();
    let lines: Vec<serde_json::Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let reasons: Vec<&serde_json::Value> = lines.iter().filter(|line| line["type"] == "reason").collect();
    assert_eq!(reasons.len(), record.reasons.iter().count());
    let after =
        lines.windows(2).find(|pair| pair[0]["type"] == "reason" && pair[1]["type"] == "build").unwrap();
    let card = after[1]["card"].as_str().unwrap().to_lowercase().replace(' ', "_");
    assert_eq!(after[0]["action"], format!("build {card}"));
}

#[test]
fn forged_records_are_refused_with_the_line() {
    let other_game = forged(|record| record.game = "go".to_owned());
    assert_eq!(complaint(&other_game), "there is no game `go`; the games are set, machi, triangle");
    let other_rules = forged(|record| record.rules = 9);
    assert_eq!(
        complaint(&other_rules),
        "line 3: the record was made by version 9 of the rules of `set`, this build plays version 1: its result \
         stands, but it can't be replayed"
    );
    let other_scores = forged(|record| record.scores = vec![9]);
    assert_eq!(complaint(&other_scores), "line 40: the game replays to scores `1`, the record says `9`");
    let other_option = forged(|record| record.config[2].1 = "99".to_owned());
    assert_eq!(complaint(&other_option), "line 6: config `capacity`: 99 is not from 3 to 21");
    let no_option = forged(|record| record.config[2].0 = "speed".to_owned());
    assert!(
        complaint(&no_option)
            .starts_with("line 6: config `speed`: there is no such option; the options are ")
    );
}

#[test]
fn a_forged_deal_replays_but_does_not_verify() {
    let dir = tempfile::tempdir().unwrap();
    let text = forged(|record| record.deal = tercet_game::Deal::stream(43));
    fs::write(dir.path().join("bad.record"), text).unwrap();
    let done = tercet("replay bad.record --verify").dir(dir.path()).run();
    let message = "error: bad.record: line 18: dealer `stream 43`: it draws otherwise than the record says\n";
    assert_eq!((done.code, done.err.as_str()), (1, message));
    assert_eq!(tercet("replay bad.record").dir(dir.path()).run().code, 0);
    let load = tercet("play set --load bad.record").dir(dir.path()).refuses();
    assert_eq!(load, "bad.record: line 18: dealer `stream 43`: it draws otherwise than the record says");
}

#[test]
fn unreadable_files_and_positions_that_are_not_there_are_refused() {
    let dir = with_record();
    let gone = "`gone.record` can't be read: No such file or directory (os error 2)";
    assert_eq!(tercet("replay gone.record").refuses(), gone);
    assert_eq!(tercet("replay gone.record --verify").refuses(), gone);
    assert_eq!(tercet("play set --load gone.record").refuses(), gone);
    let beyond = tercet("replay game.record --at 21").dir(dir.path()).refuses();
    assert_eq!(beyond, "there is no position 21; the record has 20 inputs");
}

#[test]
fn a_record_that_can_not_be_written_is_refused_before_play() {
    let dir = tempfile::tempdir().unwrap();
    let refuses = |path: &str| {
        tercet("play set --seed 1 --record").word(path).dir(dir.path()).input("1 2 3\n").refuses()
    };
    assert_eq!(
        refuses("nowhere/game.record"),
        "the record can't be written to `nowhere/game.record`: No such file or directory (os error 2)"
    );
    assert_eq!(refuses("."), "the record can't be written to `.`: it is a directory");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let typed = "1 3 4\nsave mid game.record\nsave nowhere/x\ndeal\n";
    let session = tercet("play set --seed 42 --record whole.record").dir(dir.path()).input(typed).prints();
    assert!(session.contains("\nsaved to mid game.record\n"), "{session}");
    let nowhere = "\nthe record can't be written to `nowhere/x`: No such file or directory (os error 2)\n";
    assert!(session.contains(nowhere), "{session}");
    let load = tercet("play set --record again.record --load").word("mid game.record").dir(dir.path());
    let loaded = load.input("deal\n").prints();
    assert!(loaded.contains("Sets found: 1; cards left in the deck: 66\n"), "{loaded}");
    assert_eq!(read(dir.path(), "again.record"), read(dir.path(), "whole.record"));
}

#[test]
fn a_game_that_is_left_at_once_is_recorded_and_an_old_file_is_replaced() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("game.record"), "something old").unwrap();
    tercet("play set --seed 42 --record game.record").dir(dir.path()).input("").prints();
    let verified = tercet("replay game.record --verify").dir(dir.path()).prints();
    assert_eq!(verified, "verified: set, rules 1, 12 inputs, end open, scores 0\n");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no draft is left behind");
}
