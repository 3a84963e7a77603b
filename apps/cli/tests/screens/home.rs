//! The home screen.

use crossterm::event::KeyCode;
use tercet_cli::screen::kit::theme::Theme;
use tercet_cli::screen::saves::{Past, Saves};
use tercet_cli::screen::{Opening, home};

use crate::stage::{SIZES, Stage, golden};

fn commands(stage: &Stage) -> Vec<String> {
    let words = |opening: &Opening| match opening {
        Opening::Command(words) => words.join(" "),
        other => format!("{other:?}"),
    };
    stage.opened.iter().map(words).collect()
}

#[test]
fn golden_home() {
    let dir = tempfile::tempdir().unwrap();
    let saves = Saves::new(dir.path());
    let mut played = Stage::with_data("play set --seed 42", SIZES[0], Theme::DARK, Some(dir.path()));
    played.keys("acd");
    saves.keep(&played.kept[0]).unwrap();
    for size in SIZES {
        let stage = Stage::of(home(&saves.past(), 20_261_116), size, Theme::DARK);
        golden(&format!("home-{}x{}.txt", size.0, size.1), &stage);
    }
    let mut stage = Stage::of(home(&saves.past(), 20_261_116), SIZES[0], Theme::DARK);
    stage.key(KeyCode::Enter);
    assert_eq!(stage.opened, [Opening::Saved(played.kept[0].id.clone())]);
}

#[test]
fn golden_form() {
    let mut stage = Stage::of(home(&Past::default(), 20_261_116), SIZES[0], Theme::DARK);
    stage.key(KeyCode::Down);
    stage.key(KeyCode::Enter);
    stage.key(KeyCode::Down);
    stage.key(KeyCode::Right);
    golden("form.txt", &stage);
    for _ in 0..5 {
        stage.key(KeyCode::Down);
    }
    stage.keys("42q");
    stage.key(KeyCode::Backspace);
    stage.key(KeyCode::Enter);
    assert_eq!(commands(&stage), ["play machi --players me,impatient,random --seed 42"]);
    stage.key(KeyCode::Esc);
    assert!(stage.shows("begin a game") && !stage.has_left);
    stage.keys("q");
    assert!(stage.has_left);
}

#[test]
fn golden_form_on_a_small_terminal_by_mouse() {
    let mut stage = Stage::of(home(&Past::default(), 20_261_116), (60, 20), Theme::DARK);
    stage.key(KeyCode::Enter);
    let (column, row) = stage.place_of("against").unwrap();
    stage.click(column, row);
    stage.click(column, row);
    golden("form-60x20.txt", &stage);
    stage.key(KeyCode::Enter);
    assert_eq!(commands(&stage), ["play set --players me,racer:1"]);
}

#[test]
fn today_and_typed_commands_open_games() {
    let mut stage = Stage::of(home(&Past::default(), 20_261_116), SIZES[0], Theme::DARK);
    for _ in 0..3 {
        stage.key(KeyCode::Down);
    }
    stage.key(KeyCode::Enter);
    stage.command("tercet play set --puzzle 3");
    assert_eq!(commands(&stage), ["play set --daily", "play set --puzzle 3"]);
}

#[test]
fn q_closes_a_form_unless_something_is_typed() {
    let mut stage = Stage::of(home(&Past::default(), 20_261_116), SIZES[0], Theme::DARK);
    stage.key(KeyCode::Enter);
    assert!(stage.shows("a game of SET"), "{}", stage.text());
    stage.keys("q");
    assert!(stage.shows("begin a game") && !stage.has_left, "{}", stage.text());
}
