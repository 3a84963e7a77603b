//! What every screen looks like, in three sizes, as files that a person has read.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use tercet_cli::screen::Message;
use tercet_cli::screen::kit::theme::Theme;

use crate::stage::{SIZES, Stage, golden};

const NO_COLOR: Theme = Theme { has_color: false, ..Theme::DARK };
const ASCII: Theme = Theme { is_ascii: true, ..Theme::DARK };

/// A command, and the keys after which it is drawn.
const SCREENS: [(&str, &str, &str); 7] = [
    ("triangle", "play triangle --seed 42", " 2.. h"),
    ("debug", "debug triangle --seed 42", " .cl"),
    ("set", "play set --seed 42", "acdbH"),
    ("set-21", "play set --seed 7 --option capacity=21", "ab"),
    ("race", "play set --seed 42 --players me,racer:1,racer:2", "ab"),
    ("machi", "play machi --players me,random,thoughtful --seed 42", "i"),
    ("watch", "watch machi --players random,random --seed 42", ""),
];

fn played(words: &str, keys: &str, size: (u16, u16), theme: Theme) -> Stage {
    let mut stage = Stage::new(words, size, theme);
    stage.keys(keys);
    stage
}

#[test]
fn golden_screens_in_three_sizes() {
    for (name, words, keys) in SCREENS {
        for size in SIZES {
            let stage = played(words, keys, size, Theme::DARK);
            golden(&format!("{name}-{}x{}.txt", size.0, size.1), &stage);
        }
    }
}

#[test]
fn golden_screens_from_ascii() {
    for (name, words, keys) in SCREENS {
        let stage = played(words, keys, SIZES[0], ASCII);
        assert!(stage.text().is_ascii(), "{}", stage.text());
        golden(&format!("{name}-ascii.txt"), &stage);
    }
}

#[test]
fn without_colours_nothing_has_one() {
    for (_, words, keys) in SCREENS {
        let buffer = played(words, keys, SIZES[0], NO_COLOR).buffer();
        let is_plain = |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset);
        assert!(buffer.content.iter().all(is_plain), "{words}");
    }
}

#[test]
fn golden_help_and_leaving() {
    for (name, words, _) in SCREENS {
        let mut stage = played(words, "?", SIZES[1], Theme::DARK);
        golden(&format!("{name}-help.txt"), &stage);
        stage.key(KeyCode::Esc);
        assert!(!stage.shows("this help"));
    }
    let mut stage = played("play triangle --seed 42", " ", SIZES[0], Theme::DARK);
    stage.keys("q");
    golden("leaving.txt", &stage);
    stage.keys("n");
    assert!(!stage.has_left && !stage.shows("leave the game?"));
    stage.keys("qy");
    assert!(stage.has_left);
}

#[test]
fn dialogs_are_answered_by_clicks() {
    let mut stage = played("play triangle --seed 42", " q", SIZES[0], Theme::DARK);
    let (column, row) = stage.place_of("n stay").unwrap();
    stage.click(column, row);
    assert!(!stage.has_left && !stage.shows("leave the game?"), "{}", stage.text());
    stage.keys("?");
    stage.click(column, row);
    assert!(!stage.shows("this help"), "{}", stage.text());
    stage.keys("q");
    let (column, row) = stage.place_of("y leave").unwrap();
    stage.click(column + 2, row);
    assert!(stage.has_left);
}

#[test]
fn help_is_scrolled_to_its_end_and_back_at_once() {
    let mut stage = played("debug triangle --seed 42", "?", SIZES[0], Theme::DARK);
    assert!(stage.shows("choose a shape"), "{}", stage.text());
    let first = stage.text();
    for _ in 0..60 {
        stage.key(KeyCode::Down);
    }
    assert!(stage.shows("leave at once") && !stage.shows("choose a shape"), "{}", stage.text());
    for _ in 0..9 {
        stage.key(KeyCode::Up);
    }
    assert_eq!(stage.text(), first);
}

#[test]
fn a_terminal_that_is_too_small_says_what_it_needs() {
    for (_, words, _) in SCREENS {
        let mut stage = Stage::new(words, (40, 10), Theme::DARK);
        assert!(stage.shows("This terminal is too small."), "{}", stage.text());
        assert!(stage.shows("It has 40 columns and 10 lines;"), "{}", stage.text());
        stage.resize((200, 60));
        assert!(!stage.shows("too small"), "{}", stage.text());
    }
}

#[test]
fn themes_change_colours_and_nothing_else() {
    let mut stage = Stage::large("play set --seed 42");
    let (text, before) = (stage.text(), stage.buffer());
    stage.keys("T");
    assert!(stage.shows("theme: light"));
    stage.wait(Duration::ZERO);
    stage.key(KeyCode::Null);
    assert_eq!(stage.text(), text);
    assert_ne!(stage.buffer(), before);
}

#[test]
fn q_leaves_every_screen_and_ctrl_c_too() {
    for (_, words, keys) in SCREENS {
        let mut stage = played(words, keys, SIZES[0], Theme::DARK);
        stage.keys("q");
        // A game that is going on is asked about.
        if !stage.has_left {
            assert!(stage.shows("leave the game?"), "{words}: {}", stage.text());
            stage.keys("q");
        }
        assert!(stage.has_left, "{words}");
        let mut stage = played(words, keys, SIZES[0], Theme::DARK);
        stage.send(Message::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert!(stage.has_left, "{words}");
    }
}

#[test]
fn the_rules_are_read_from_the_help() {
    for (words, title) in [
        ("play set --seed 42", "the rules: SET"),
        ("play machi --seed 42", "the rules: Machi Koro"),
        ("debug triangle --seed 42", "the rules: the triangle puzzle"),
        ("watch set --players racer:1,racer:2 --seed 42", "the rules: SET"),
    ] {
        let mut stage = Stage::new(words, SIZES[0], Theme::DARK);
        stage.keys("?");
        assert!(stage.shows("r rules, Esc closes"), "{}", stage.text());
        stage.keys("r");
        assert!(stage.shows(title) && stage.shows("R1"), "{}", stage.text());
        stage.keys("q");
        assert!(!stage.shows(title) && !stage.has_left);
        stage.command("rules");
        assert!(stage.shows(title), "{}", stage.text());
    }
}
