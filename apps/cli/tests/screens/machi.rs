//! Machi Koro's screen.

use std::time::Duration;

use crossterm::event::KeyCode;
use tercet_cli::screen::Opening;

use crate::stage::Stage;

#[test]
fn a_card_is_built_and_bots_go_on_by_themselves() {
    let mut stage = Stage::large("play machi --players me,random --seed 42");
    assert!(stage.shows("what do you build?"), "{}", stage.text());
    stage.command("wheat_field");
    assert!(stage.shows("waiting") || stage.shows("what do you build?"), "{}", stage.text());
    stage.wait(Duration::from_secs(5));
    assert!(stage.shows("turn 3, you") && stage.shows("your choice"), "{}", stage.text());
    assert!(stage.shows("build Wheat Field for 1"), "{}", stage.text());
}

#[test]
fn choosing_twice_does_it() {
    let mut stage = Stage::large("play machi --players me,random --seed 42");
    stage.keys("2");
    assert!(stage.kept.is_empty());
    stage.keys("2");
    assert_eq!(stage.kept.len(), 1);
}

#[test]
fn nothing_is_taken_back_across_dice() {
    let mut stage = Stage::large("play machi --players me,random --seed 42");
    stage.keys("u");
    assert!(stage.shows("there is nothing to take back"), "{}", stage.text());
    stage.command("pass");
    stage.keys("u");
    assert!(stage.shows("dice or cards have fallen since your last decision"), "{}", stage.text());
}

#[test]
fn a_decision_is_taken_back_while_a_bot_has_not_rolled() {
    // Who has a Train Station is asked how many dice to roll, so that nothing has fallen yet.
    let mut stage = Stage::large("play machi --players me,impatient --seed 42");
    for _ in 0..60 {
        stage.command("pass");
        let turn = stage.shows("what do you build?");
        stage.keys("u");
        if stage.shows("taken back") {
            assert!(!turn && stage.shows("what do you build?"), "{}", stage.text());
            stage.wait(Duration::from_secs(5));
            assert!(stage.shows("what do you build?"), "the bot's thinking has ended: {}", stage.text());
            return;
        }
        stage.wait(Duration::from_secs(5));
    }
    panic!("impatient builds a Train Station: {}", stage.text());
}

#[test]
fn a_bots_thinking_is_cut_short() {
    let mut stage = Stage::large("play machi --players me,impatient --seed 42");
    stage.has_workers = false;
    stage.command("pass");
    assert!(stage.shows("impatient thinks; x cuts it short"), "{}", stage.text());
    stage.keys("x");
    assert!(stage.shows("cut short; x again lets `random` move"), "{}", stage.text());
    stage.keys("x");
    stage.has_workers = true;
    assert!(stage.shows("impatient was cut short: `random` moved for it"), "{}", stage.text());
}

#[test]
fn insight_tells_income_rounds_and_chances() {
    let mut stage = Stage::large("play machi --players me,random --seed 42");
    stage.keys("i");
    assert!(stage.shows("your next turn: +"), "{}", stage.text());
    assert!(stage.shows("coins rounds  wins") && stage.shows("61%±5"), "{}", stage.text());
    stage.keys("i");
    assert!(!stage.shows("insight ─"), "{}", stage.text());
}

#[test]
fn a_whole_game_ends_with_standings_and_a_rematch() {
    let mut stage = Stage::large("play machi --players me,random --seed 42 --option turn_limit=6");
    for _ in 0..20 {
        stage.key(KeyCode::Enter);
        stage.keys("s");
        stage.wait(Duration::from_secs(5));
    }
    assert!(stage.shows("the game is over") && stage.shows("finish score"), "{}", stage.text());
    stage.keys("m");
    let words = ["play", "machi", "--players", "me,random", "--option", "turn_limit=6"];
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    assert_eq!(stage.opened, [Opening::Command(words)]);
}
