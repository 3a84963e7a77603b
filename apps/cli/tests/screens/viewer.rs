//! The viewer of recorded games, and of games that bots play.

use std::fs;
use std::process::Command;
use std::time::Duration;

use crossterm::event::KeyCode;
use tercet_cli::screen::kit::theme::Theme;
use tercet_game::{Input, Record};

use crate::stage::{SIZES, Stage, golden};

fn recorded(words: &str) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.record");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tercet"));
    let done = command.args(words.split(' ')).arg("--record").arg(&path).output().unwrap();
    assert!(done.status.success());
    (dir, path.display().to_string())
}

#[test]
fn golden_replay() {
    let (_dir, path) = recorded("play triangle --quiet --policy greedy --seed 42");
    for size in SIZES {
        let mut stage = Stage::new(&format!("replay {path}"), size, Theme::DARK);
        stage.keys("5");
        golden(&format!("replay-{}x{}.txt", size.0, size.1), &stage);
    }
}

#[test]
fn a_game_is_scrubbed_and_run() {
    let (_dir, path) = recorded("play set --quiet --policy first --seed 42");
    let mut stage = Stage::large(&format!("replay {path}"));
    assert!(stage.shows("step 0 of"), "{}", stage.text());
    stage.key(KeyCode::Right);
    stage.key(KeyCode::Right);
    assert!(stage.shows("input 16 of") && stage.shows("step 2 of"), "{}", stage.text());
    stage.key(KeyCode::End);
    let text = stage.text();
    stage.key(KeyCode::Home);
    stage.keys("+++ ");
    stage.wait(Duration::from_mins(1));
    // At the end it stops by itself, and nothing wakes it any more.
    assert_eq!(stage.app.wakes(), None);
    stage.key(KeyCode::End);
    assert_eq!(stage.text().lines().take(20).collect::<Vec<_>>(), text.lines().take(20).collect::<Vec<_>>());
    stage.command("16");
    assert!(stage.shows("input 16 of"), "{}", stage.text());
}

#[test]
fn bots_are_watched_to_the_end_and_their_game_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("watched.record");
    let mut stage = Stage::large("watch set --players racer:3,racer:5 --seed 42");
    stage.keys("+++++");
    stage.wait(Duration::from_mins(10));
    assert!(stage.shows("paused"), "{}", stage.text());
    stage.command(&format!("save {}", path.display()));
    assert!(fs::read_to_string(&path).unwrap().contains("\nend finished\n"));
}

#[test]
fn what_is_watched_has_the_reason_of_each_move() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("watched.record");
    let words = "watch machi --players impatient,tuv --seed 42 --option turn_limit=4";
    let mut stage = Stage::new(words, (80, 24), Theme::DARK);
    stage.keys("+++++");
    stage.wait(Duration::from_mins(10));
    stage.command(&format!("save {}", path.display()));
    let record: Record = fs::read_to_string(&path).unwrap().parse().unwrap();
    assert!(record.reasons.iter().count() >= 4, "{}", stage.text());
    stage.key(KeyCode::Home);
    let mut answer = 0;
    for _ in 0..record.inputs.len() {
        stage.key(KeyCode::Right);
        let text = stage.text();
        let at = record.reasons.iter().find(|(at, _)| text.contains(&format!("input {at} of")));
        let Some((at, _)) = at else { continue };
        let Input::Play(_, action) = &record.inputs[at - 1] else { panic!("input {at} is no action") };
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = action.replace("build ", "");
        assert!(flat.contains("chooses") && flat.contains(&name), "{action}: {text}");
        answer += 1;
    }
    assert!(answer >= 2, "{}", stage.text());
}

#[test]
fn other_games_are_refused_by_name() {
    let error = tercet_cli::screen::open(&["watch", "chess", "--players", "random"], None).err().unwrap();
    assert_eq!(error.to_string(), "invalid value 'chess' for '<GAME>'");
    let error =
        tercet_cli::screen::open(&["watch", "triangle", "--players", "random,random"], None).err().unwrap();
    assert_eq!(error.to_string(), "1 can play, not 2");
    let error = tercet_cli::screen::open(&["bots"], None).err().unwrap();
    assert_eq!(error.to_string(), "`bots` opens no screen; `play GAME`, `watch GAME` and `replay FILE` do");
}
