//! The puzzle's screen.

use crossterm::event::KeyCode;

use crate::stage::Stage;

#[test]
fn a_shape_is_put_down_taken_back_and_put_down_again() {
    let mut stage = Stage::large("play triangle --seed 42");
    assert!(stage.shows("points 0"));
    stage.key(KeyCode::Enter);
    assert!(stage.shows("points 7") && stage.shows("steps 1"), "{}", stage.text());
    assert_eq!(stage.kept.len(), 1);
    stage.keys("u");
    assert!(stage.shows("points 0") && stage.shows("taken back"), "{}", stage.text());
    assert!(stage.kept[1].is_assisted && !stage.kept[0].is_assisted);
    stage.keys("]");
    assert!(stage.shows("points 7"), "{}", stage.text());
}

#[test]
fn a_ghost_says_whether_the_shape_fits() {
    let mut stage = Stage::large("play triangle --seed 42");
    stage.key(KeyCode::Enter);
    stage.keys("2");
    assert!(stage.shows("slot 2 does not fit at 5 8 (x)"), "{}", stage.text());
    stage.keys(".");
    assert!(stage.shows("slot 2 fits at 5 10 (+)"), "{}", stage.text());
    stage.keys(",");
    stage.key(KeyCode::Enter);
    assert!(stage.shows("steps 2"), "{}", stage.text());
}

#[test]
fn a_ghost_says_what_would_be_cleared() {
    let mut stage = Stage::large("play triangle --seed 42 --option grid=triangle_2 --option slots=1");
    let mut cleared = 0;
    for _ in 0..40 {
        stage.keys(".");
        let text = stage.text();
        let count = text.split_once("clears ").and_then(|(_, rest)| rest.split_once(" (=)"));
        cleared += count.map_or(0, |(count, _)| count.parse::<u32>().unwrap());
        stage.key(KeyCode::Enter);
        assert!(stage.shows(&format!("cleared {cleared}")), "{}", stage.text());
    }
    assert!(cleared > 0, "{}", stage.text());
}

#[test]
fn a_hint_moves_the_cursor_and_can_be_cut_short() {
    let mut stage = Stage::large("play triangle --seed 42");
    stage.has_workers = false;
    stage.keys("h");
    assert!(stage.shows("thinking; h cuts it short"), "{}", stage.text());
    stage.keys("h");
    assert!(stage.shows("cut short: the best so far comes"), "{}", stage.text());
    stage.keys("h");
    assert!(stage.shows("the hint was given up"), "{}", stage.text());
    stage.has_workers = true;
    stage.keys("h");
    assert!(stage.shows("hint: place"), "{}", stage.text());
    stage.key(KeyCode::Enter);
    assert!(stage.shows("steps 1"));
}

#[test]
fn moves_are_typed_and_clicked() {
    let mut stage = Stage::large("play triangle --seed 42");
    stage.command("1 5 8");
    assert!(stage.shows("steps 1"), "{}", stage.text());
    stage.command("1 5 8");
    assert!(stage.shows("slot 1 is empty"), "{}", stage.text());
    stage.command("legal");
    assert!(stage.shows("that is for `tercet debug"), "{}", stage.text());
    // A click moves the ghost and puts the shape down, where it fits.
    stage.keys("2");
    stage.click(60, 30);
    assert!(stage.shows("steps 2"), "{}", stage.text());
}

#[test]
fn by_hand_cells_and_shapes_change() {
    let mut stage = Stage::large("debug triangle --seed 42");
    stage.keys("x");
    assert!(stage.shows("filled 5 8 by hand"), "{}", stage.text());
    stage.keys("x");
    assert!(stage.shows("freed 5 8 by hand"), "{}", stage.text());
    stage.keys("+");
    assert!(stage.shows("set the slots by hand: 3 shapes"), "{}", stage.text());
    stage.keys("[[[");
    assert!(stage.shows("taken back"));
    stage.keys("]");
    stage.command("encode 1 5 8");
    assert!(stage.shows("67"), "{}", stage.text());
    stage.command("lines 5 8");
    assert!(stage.shows("level, "), "{}", stage.text());
    // Games that are tried out by hand are not kept.
    assert!(stage.kept.is_empty());
}

#[test]
fn the_end_is_told_with_a_line_to_share() {
    let mut stage = Stage::large("play triangle --seed 42 --option grid=triangle_2 --option slots=1");
    for _ in 0..40 {
        stage.keys(".");
        stage.key(KeyCode::Enter);
    }
    assert!(stage.shows("the game is over"), "{}", stage.text());
    assert!(stage.shows("triangle, deal `stream 42`: points"), "{}", stage.text());
}
