//! SET's screen.

use std::time::Duration;

use crossterm::event::KeyCode;
use tercet_cli::screen::kit::theme::Theme;

use crate::stage::Stage;

#[test]
fn three_letters_claim_a_set() {
    let mut stage = Stage::large("play set --seed 42");
    assert!(stage.shows("Sets 0  deck 69  0:00"), "{}", stage.text());
    stage.keys("acd");
    assert!(stage.shows("Sets 1  deck 66"), "{}", stage.text());
    assert_eq!(stage.kept.len(), 1);
    stage.keys("U");
    assert!(stage.shows("Sets 0  deck 69") && stage.shows("taken back"), "{}", stage.text());
}

#[test]
fn what_is_no_set_is_refused_with_the_reason() {
    let mut stage = Stage::large("play set --seed 42");
    stage.keys("abc");
    assert!(
        stage.shows("Sets 0") && stage.shows("these cards are no Set (number: three, three, two;"),
        "{}",
        stage.text()
    );
    assert!(stage.kept.is_empty());
}

#[test]
fn the_hint_has_three_steps() {
    let mut stage = Stage::large("play set --seed 42");
    stage.keys("H");
    assert!(stage.shows("hint a: this is part"), "{}", stage.text());
    stage.keys("H");
    assert!(stage.shows("hint a c: this is part"), "{}", stage.text());
    stage.keys("H");
    assert!(stage.shows("hint a c d: these are one"), "{}", stage.text());
    stage.keys("acd");
    assert!(stage.kept[0].is_assisted);
}

#[test]
fn three_more_cards_are_dealt_and_a_click_picks() {
    let mut stage = Stage::large("play set --seed 42");
    stage.keys("D");
    assert!(stage.shows("deck 66"), "{}", stage.text());
    stage.keys("U");
    stage.click(5, 4);
    assert!(stage.shows("a*"), "{}", stage.text());
    stage.key(KeyCode::Backspace);
    assert!(!stage.shows("a*"));
    stage.key(KeyCode::Right);
    stage.keys(" ");
    assert!(stage.shows("b*"), "{}", stage.text());
}

#[test]
fn the_clock_goes_on_and_goals_are_shown() {
    let mut stage = Stage::large("play set --seed 42 --target 3 --time-limit 90");
    assert!(stage.shows("goal 3 Sets in 1:30"), "{}", stage.text());
    stage.wait(Duration::from_millis(2500));
    assert!(stage.shows("0:02"), "{}", stage.text());
    stage.keys("acd");
    assert!((2400..2600).contains(&stage.kept[0].spent_ms), "{}", stage.kept[0].spent_ms);
}

#[test]
fn bots_race_in_real_time() {
    let mut stage = Stage::large("play set --seed 42 --players me,racer:5");
    assert!(stage.shows("you 0  racer:5 0"), "{}", stage.text());
    stage.wait(Duration::from_secs(30));
    assert!(stage.shows("racer:5 took"), "{}", stage.text());
    stage.keys("U");
    assert!(stage.shows("nothing is taken back in a race"), "{}", stage.text());
}

#[test]
fn a_puzzle_ends_when_all_sets_are_found() {
    let mut stage = Stage::large("play set --puzzle 1 --seed 42");
    stage.keys("HHH");
    let text = stage.text();
    let letters =
        text.split(": these are one").next().and_then(|rest| rest.rsplit("hint ").next()).unwrap_or_default();
    let letters: String = letters.split(' ').collect();
    assert_eq!(letters.len(), 3, "{text}");
    stage.keys(&letters);
    assert!(stage.shows("the game is over") && stage.shows("Sets 1 of 1"), "{}", stage.text());
}

#[test]
fn cards_are_typed_too() {
    let mut stage = Stage::large("play set --seed 42");
    stage.command("1 3 4");
    assert!(stage.shows("Sets 1") && stage.shows("you took a c d: three red"), "{}", stage.text());
    stage.keys("U");
    stage.command("a c d");
    assert!(stage.shows("Sets 1"), "{}", stage.text());
    stage.command("deal");
    assert!(stage.shows("deck 63"), "{}", stage.text());
    stage.command("foo");
    assert!(stage.shows("means nothing here"), "{}", stage.text());
}

#[test]
fn q_leaves_and_is_no_card() {
    let mut stage = Stage::large("play set --seed 7 --option capacity=21 --option guarantee=none");
    assert!(
        stage.shows(" p ") && stage.shows(" r ") && stage.shows(" v ") && !stage.shows(" q ──"),
        "{}",
        stage.text()
    );
    stage.keys("v");
    assert!(stage.shows("v*"), "{}", stage.text());
    stage.keys("q");
    assert!(stage.has_left);
}

#[test]
fn shadings_differ_by_what_fills_the_shapes() {
    let stage = Stage::new("play set --seed 42", (80, 24), Theme::DARK);
    let text = stage.text();
    let card = |name: &str| {
        let (x, y) = stage.place_of(&format!(" {name} ─")).unwrap();
        let line =
            |down: u16| text.lines().nth(usize::from(y + down)).unwrap().chars().skip(x.into()).take(12);
        (1..6).flat_map(line).collect::<String>()
    };
    let fills = |name: &str| ['█', '▒'].map(|fill| card(name).contains(fill));
    // Three red open squiggles, three purple solid ovals, and a striped card.
    assert_eq!((fills("a"), fills("b")), ([false, false], [true, false]), "{text}");
    let striped = ('a'..='l').filter(|name| fills(&name.to_string()) == [false, true]).count();
    assert!(striped > 0, "{text}");
}
