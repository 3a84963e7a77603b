//! `tercet play set` against bots. Piped input takes no time, so the person is always first here.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::shell::{golden, tercet};

#[test]
fn golden_race() {
    let typed = "sets\n1 3 4\nundo\n1 2 3\n\n\nboard\nhint\nquit\n";
    golden(
        "session_race.txt",
        &tercet("play set --seed 42 --players me,racer:1,racer:2 --ascii").input(typed).prints(),
    );
}

#[test]
fn golden_race_with_calls() {
    let typed = "1 3 4\ncall\ncall\ndeal\n1 3 4\ncall\n1 2 3\nquit\n";
    let words = "play set --seed 7 --players racer:1,me --option call_ms=600000 --ascii";
    golden("session_calls.txt", &tercet(words).input(typed).prints());
}

#[test]
fn who_is_slower_than_a_bot_is_too_late() {
    // `first` needs no time at all, so it is quicker than anybody who types.
    let session = tercet("play set --seed 42 --players me,first --ascii").input("1 3 4\n").prints();
    let taken =
        "\nfirst took 1 3 4: three red open squiggles, two purple open ovals, one green open diamond\n";
    assert!(session.contains(taken), "{session}");
    let expected =
        "\nfirst asked for cards\ntoo late: the board is another one now\nyou: Sets found: 0, points: 0\n";
    assert!(session.contains(expected), "{session}");
}

#[test]
fn who_calls_and_takes_too_long_pays() {
    let words = "play set --seed 42 --players me,racer:1 --option call_ms=5 --ascii";
    let mut child = tercet(words).command().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"call\n").unwrap();
    thread::sleep(Duration::from_millis(100));
    stdin.write_all(b"1 3 4\n").unwrap();
    drop(stdin);
    let session = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(session.contains("\nyou called\nyou ran out of time\n"), "{session}");
    assert!(session.contains("\nyou: Sets found: 0, points: -1\n"), "{session}");
}

#[test]
fn bots_reasons_are_kept_with_their_claims() {
    let dir = tempfile::tempdir().unwrap();
    let words = "play set --seed 42 --players me,racer:3 --record race.record";
    tercet(words).dir(dir.path()).input("\n\n\nquit\n").prints();
    let text = fs::read_to_string(dir.path().join("race.record")).unwrap();
    let record: tercet_game::Record = text.parse().unwrap();
    let by_bot =
        |input: &tercet_game::InputText| matches!(input, tercet_game::Input::Play(seat, _) if seat.0 == 1);
    let of_bot: Vec<usize> =
        (1..).zip(&record.inputs).filter(|(_, input)| by_bot(input)).map(|(at, _)| at).collect();
    let reasons: Vec<usize> = record.reasons.iter().map(|(at, _)| at).collect();
    assert!(of_bot.len() >= 3, "{text}");
    assert_eq!(reasons, of_bot, "{text}");
    let output = tercet("replay --plain --explain race.record").dir(dir.path()).prints();
    assert!(output.contains("because: the first of "), "{output}");
}

#[test]
fn a_race_is_recorded_and_loaded_with_its_players() {
    let dir = tempfile::tempdir().unwrap();
    let race = tercet("play set --seed 42 --players me,racer:1 --record race.record").dir(dir.path());
    race.input("1 3 4\n").prints();
    let record = fs::read_to_string(dir.path().join("race.record")).unwrap();
    assert!(record.contains("\nseat 1 claim 1 3 4\n"), "{record}");
    assert_eq!(tercet("replay --verify race.record").dir(dir.path()).run().code, 0);
    let load = |players: &str| tercet(&format!("play set --load race.record {players}")).dir(dir.path());
    let session = load("--players me,racer:1").input("quit\n").prints();
    assert!(session.contains("points: you 1, racer:1 0; cards left in the deck: 66\n"), "{session}");
    assert_eq!(
        load("").refuses(),
        "race.record: the game has 2 seats and 1 player; --players names one for each"
    );
}

#[test]
fn waiting_long_enough_lets_the_bots_play_it_out() {
    let session = tercet("play set --seed 42 --players me,racer:5").input("\n".repeat(200)).prints();
    let end = session.split("\n\n").last().unwrap();
    assert!(
        end.starts_with(
            "the game is over: nothing is left to claim or to deal\nyou: Sets found: 0, points: 0\n"
        ),
        "{end}"
    );
    assert!(end.ends_with("\nwon: racer:5\n"), "{end}");
}
