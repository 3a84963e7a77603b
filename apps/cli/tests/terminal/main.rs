//! The full screen in a real terminal: tmux is the terminal, and what it shows is read back.
#![cfg(unix)]

mod tmux;

use std::fs;

use tmux::{Tmux, tercet};

#[test]
fn the_puzzle_is_played_hinted_undone_left_and_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let tmux = Tmux::start(&dir, (100, 30), &format!("{} play triangle --seed 42", tercet()));
    tmux.sees("points 0");
    tmux.keys(&["Enter"]);
    tmux.sees("points 7");
    tmux.keys(&["h"]);
    tmux.sees("hint: place");
    tmux.keys(&["u"]);
    tmux.sees("points 0");
    tmux.keys(&["]"]);
    tmux.sees("points 7");
    tmux.keys(&["q"]);
    tmux.sees("leave the game?");
    tmux.keys(&["y"]);
    tmux.is_left_whole();

    let tmux = Tmux::start(&dir, (100, 30), tercet());
    tmux.sees("the triangle puzzle: me, 1 move, points 7");
    tmux.keys(&["Enter"]);
    tmux.sees("points 7");
    tmux.keys(&["C-c"]);
    tmux.is_left_whole();
}

#[test]
fn a_theme_is_there_again_the_next_time() {
    let dir = tempfile::tempdir().unwrap();
    let command = format!("{} play triangle --seed 42", tercet());
    for shown in ["theme: light", "theme: dark, colour-blind safe"] {
        let tmux = Tmux::start(&dir, (100, 30), &command);
        tmux.sees("points 0");
        tmux.keys(&["T"]);
        tmux.sees(shown);
        tmux.keys(&["C-c"]);
        tmux.is_left_whole();
    }
}

#[test]
fn set_is_played_hinted_undone_left_and_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let tmux = Tmux::start(&dir, (100, 30), &format!("{} play set --seed 42", tercet()));
    tmux.sees("Sets 0  deck 69");
    tmux.keys(&["H"]);
    tmux.sees("hint a:");
    tmux.keys(&["a", "c", "d"]);
    tmux.sees("Sets 1  deck 66");
    tmux.keys(&["U"]);
    tmux.sees("Sets 0  deck 69");
    tmux.keys(&["a", "c", "d"]);
    tmux.sees("Sets 1  deck 66");
    tmux.keys(&["Q", "h"]);
    tmux.sees("go on");
    tmux.keys(&["Enter"]);
    tmux.sees("Sets 1  deck 66");
    tmux.keys(&["Q", "y"]);
    tmux.is_left_whole();
}

#[test]
fn machi_koro_is_played_against_a_bot_left_and_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let command = format!("{} play machi --players me,random --seed 42", tercet());
    let tmux = Tmux::start(&dir, (100, 30), &command);
    tmux.sees("what do you build?");
    tmux.keys(&["u"]);
    tmux.sees("there is nothing to take back");
    tmux.keys(&["i"]);
    tmux.sees("your next turn:");
    tmux.keys(&["i", ":", "pass", "Enter"]);
    tmux.keys(&["s"]);
    tmux.sees("turn 3, you");
    tmux.keys(&["q", "y"]);
    tmux.is_left_whole();

    let tmux = Tmux::start(&dir, (100, 30), tercet());
    tmux.sees("Machi Koro: me, random, 2 moves");
    tmux.keys(&["Enter"]);
    tmux.sees("turn 3, you");
    tmux.keys(&["C-c"]);
    tmux.is_left_whole();
}

#[test]
fn machi_koros_questions_are_answered_and_taken_back() {
    let dir = tempfile::tempdir().unwrap();
    let options = "--players me,random,random --option starting_coins=60 --seed 8";
    let tmux = Tmux::start(&dir, (80, 24), &format!("{} play machi {options}", tercet()));
    tmux.sees("what do you build?");
    tmux.keys(&[":", "business_center", "Enter", "s"]);
    tmux.sees("Business Center: with whom?");
    tmux.keys(&["2", "Enter"]);
    tmux.sees("what do you give to random#2?");
    tmux.keys(&["u"]);
    tmux.sees("Business Center: with whom?");
    // A click chooses, a second one does it: the third line of the question, as terminals report the mouse.
    let line = tmux.screen().lines().position(|line| line.contains("do without")).unwrap();
    let click = format!("\x1b[<0;40;{}M", line + 1);
    tmux.bytes(click.as_bytes());
    tmux.bytes(click.as_bytes());
    tmux.sees("what do you build?");
    tmux.keys(&["C-c"]);
    tmux.is_left_whole();
}

#[test]
fn a_bot_that_thinks_for_long_freezes_nothing_and_is_cut_short() {
    let dir = tempfile::tempdir().unwrap();
    let options = "--players me,mcts:playouts=100000000 --seed 42";
    let tmux = Tmux::start(&dir, (100, 30), &format!("{} play machi {options}", tercet()));
    tmux.sees("what do you build?");
    tmux.keys(&[":", "pass", "Enter"]);
    tmux.sees("thinks; x cuts it short");
    // Everything goes on meanwhile.
    tmux.keys(&["?"]);
    tmux.sees("this help");
    tmux.resize((120, 40));
    tmux.keys(&["?"]);
    tmux.sees("thinks; x cuts it short");
    tmux.keys(&["x"]);
    tmux.sees("because: ");
    // Leaving does not wait for it either.
    tmux.keys(&["s"]);
    tmux.sees("what do you build?");
    tmux.keys(&[":", "pass", "Enter"]);
    tmux.sees("thinks; x cuts it short");
    tmux.keys(&["q", "y"]);
    tmux.is_left_whole();
}

#[test]
fn bots_that_are_watched_are_cut_short() {
    let dir = tempfile::tempdir().unwrap();
    let options = "--players foresight:boards=1000000000 --seed 42";
    let tmux = Tmux::start(&dir, (100, 30), &format!("{} watch triangle {options}", tercet()));
    tmux.sees("thinking; x cuts it short");
    tmux.keys(&["x"]);
    tmux.sees("steps 1   cleared 0");
    tmux.keys(&["C-c"]);
    tmux.is_left_whole();
}

#[test]
fn a_recorded_game_is_looked_at() {
    let dir = tempfile::tempdir().unwrap();
    let record = dir.path().join("game.record");
    let quiet =
        format!("{} play set --quiet --policy first --seed 42 --record {}", tercet(), record.display());
    let command = format!("{quiet} >/dev/null; {} replay {}", tercet(), record.display());
    let tmux = Tmux::start(&dir, (100, 30), &command);
    tmux.sees("step 0 of");
    tmux.keys(&["Right", "Right"]);
    tmux.sees("step 2 of");
    tmux.keys(&["v"]);
    tmux.sees("the position");
    tmux.keys(&["Escape"]);
    tmux.sees("step 2 of");
    tmux.keys(&["q"]);
    tmux.is_left_whole();
}

#[test]
fn a_terminal_that_is_closed_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let tmux = Tmux::start(&dir, (100, 30), &format!("{} play set --seed 42", tercet()));
    tmux.sees("Sets 0");
    tmux.keys(&["a", "c", "d"]);
    tmux.sees("Sets 1");
    let pid = tmux.process("tercet");
    drop(tmux);
    tmux::has_ended(&pid);
    let saves: Vec<_> = fs::read_dir(dir.path().join("data/saves")).unwrap().collect();
    assert_eq!(saves.len(), 1);
    let tmux = Tmux::start(&dir, (100, 30), tercet());
    tmux.sees("SET: me, 1 move, points 1");
}

#[test]
fn a_storm_of_sizes_and_garbage_leaves_the_screen_whole() {
    let dir = tempfile::tempdir().unwrap();
    let tmux = Tmux::start(&dir, (100, 30), &format!("{} play set --seed 42", tercet()));
    tmux.sees("Sets 0");
    for size in 0..40 {
        tmux.resize((30 + size * 37 % 150, 8 + size * 13 % 50));
    }
    tmux.resize((40, 10));
    tmux.sees("This terminal is too small.");
    tmux.resize((100, 30));
    tmux.sees("Sets 0");
    // Reports of the cursor and of the mouse at places before the first.
    tmux.bytes(b"\x1b[0;0R\x1b[M\x00\x00\x00\x1b[M   ");
    tmux.keys(&["H"]);
    tmux.sees("hint a:");
    tmux.bytes(&[0x1b, 0x5b, 0x39, 0x39, 0x39, 0x7e, 0xff, 0xfe, 0x00, 0xc3, 0x28, 0x1b, 0x5b, 0x4d]);
    // The last of it begins a report of the mouse, which takes three more bytes.
    tmux.keys(&["x", "x", "x"]);
    tmux.sees("Sets 0");
    // More than is read at once: the rest must not wait for the next key.
    tmux.bytes(&b"a\x1b[9;9R\xff".repeat(500));
    tmux.keys(&["C-c"]);
    tmux.is_left_whole();
}

#[test]
fn a_signal_and_a_panic_leave_the_terminal_whole() {
    let dir = tempfile::tempdir().unwrap();
    let tmux = Tmux::start(&dir, (100, 30), &format!("{} play triangle --seed 42", tercet()));
    tmux.sees("points 0");
    tmux.signal("-TERM", "tercet");
    tmux.is_left_whole();

    let tmux = Tmux::start(&dir, (100, 30), &format!("{} play set --seed 42", tercet()));
    tmux.sees("Sets 0");
    tmux.signal("-HUP", "tercet");
    tmux.is_left_whole();

    let tmux = Tmux::start(&dir, (100, 30), &tmux::example("panics"));
    tmux.sees("press any key to panic");
    tmux.keys(&["x"]);
    tmux.sees("panicked at");
    tmux.sees("left with code 101");
    tmux.is_left_whole();
}

#[test]
fn without_a_terminal_or_with_plain_text_stays_text() {
    let dir = tempfile::tempdir().unwrap();
    let tmux = Tmux::start(&dir, (100, 40), &format!("{} play set --seed 42 --plain", tercet()));
    tmux.sees("`help` lists what you can type");
    tmux.keys(&["quit", "Enter"]);
    tmux.is_left_whole();
    let tmux = Tmux::start(&dir, (100, 40), &format!("echo sets | {} play set --seed 42", tercet()));
    tmux.sees("Sets on the board: 2");
    tmux.is_left_whole();
}
