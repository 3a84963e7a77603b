//! Machi Koro's screen.

use std::time::Duration;

use crossterm::event::{KeyCode, MouseEventKind};
use tercet_cli::screen::Opening;
use tercet_cli::screen::kit::theme::Theme;

use crate::stage::{SIZES, Stage, golden};

/// A base game in which seat 1 rolls a 6 on its second turn, rich enough for any purple card on its first.
const PURPLE: &str = "play machi --players me,random,random --option starting_coins=60 --seed 8";
/// A game with all cards open.
const TOTAL: &str = "play machi --players me,random,random,random,random --expansions harbor,millionaires_row \
                     --market total --seed 42";

/// The screen after the first card was built and seat 1 is asked again.
fn built(card: &str, size: (u16, u16)) -> Stage {
    let mut stage = Stage::new(PURPLE, size, Theme::DARK);
    stage.command(card);
    stage.keys("s");
    stage.wait(Duration::from_secs(5));
    stage
}

/// Two turns with all cards open, the second of them with two dice.
fn rolled(card: &str, seed: u32, size: (u16, u16)) -> Stage {
    let words = format!(
        "play machi --players me,random,random --expansions harbor,millionaires_row --market total \
         --option starting_coins=60 --seed {seed}"
    );
    let mut stage = Stage::new(&words, size, Theme::DARK);
    for line in [card, "train_station"] {
        stage.command(line);
        stage.keys("s");
        stage.wait(Duration::from_secs(5));
    }
    stage.command("roll 2");
    stage
}

#[test]
fn golden_questions() {
    for size in SIZES {
        golden(&format!("machi-target-{}x{}.txt", size.0, size.1), &built("tv_station", size));
        let renovating = rolled("renovation_company", 1, size);
        golden(&format!("machi-renovate-{}x{}.txt", size.0, size.1), &renovating);
    }
    golden("machi-move.txt", &rolled("moving_company", 4, SIZES[0]));
    let mut stage = built("business_center", SIZES[0]);
    golden("machi-exchange.txt", &stage);
    stage.keys("1");
    golden("machi-give.txt", &stage);
    stage.key(KeyCode::Enter);
    golden("machi-take.txt", &stage);
}

#[test]
fn a_question_is_answered_by_a_click_and_taken_back() {
    let mut stage = built("business_center", SIZES[0]);
    assert!(stage.shows("Business Center: with whom?"), "{}", stage.text());
    let (column, row) = stage.place_of("random#2    has").unwrap();
    stage.click(column, row);
    stage.click(column, row);
    assert!(stage.shows("what do you give to random#2?"), "{}", stage.text());
    stage.keys("u");
    assert!(stage.shows("Business Center: with whom?") && stage.shows("taken back"), "{}", stage.text());
    stage.wheel(MouseEventKind::ScrollDown, (column, row));
    stage.wheel(MouseEventKind::ScrollDown, (column, row));
    stage.key(KeyCode::Enter);
    assert!(stage.shows("you decline Business Center"), "{}", stage.text());
}

#[test]
fn golden_market_that_has_no_room() {
    let mut stage = Stage::new(TOTAL, SIZES[0], Theme::DARK);
    golden("machi-total.txt", &stage);
    assert!(!stage.shows("Tuna Boat"), "{}", stage.text());
    stage.keys("]]]]]]]]]]]]]");
    golden("machi-total-scrolled.txt", &stage);
    // What is chosen is seen, wherever it lies.
    stage.key(KeyCode::Down);
    assert!(stage.shows("lines: 3 above"), "{}", stage.text());
    let market = stage.place_of("Vineyard").unwrap();
    stage.wheel(MouseEventKind::ScrollUp, market);
    assert!(stage.shows("lines: 2 above"), "{}", stage.text());
    let card = stage.place_of("Cafe ").unwrap();
    stage.click(card.0, card.1);
    assert!(stage.shows("red 3, cup: take 1 from the roller; you have 0"), "{}", stage.text());
}

#[test]
fn golden_position_in_words() {
    let mut stage = Stage::new(TOTAL, SIZES[0], Theme::DARK);
    stage.keys("v");
    golden("machi-words.txt", &stage);
    stage.wheel(MouseEventKind::ScrollDown, (9, 9));
    stage.key(KeyCode::End);
    assert!(stage.shows("Park                 purple 11-13"), "{}", stage.text());
    stage.key(KeyCode::Esc);
    assert!(stage.shows("what do you build?") && !stage.has_left, "{}", stage.text());
    stage.command("market");
    assert!(stage.shows("the position") && stage.shows("more below"), "{}", stage.text());
}

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
    assert!(stage.shows("because: it was cut short:"), "{}", stage.text());
    assert!(stage.shows("moved for it"), "{}", stage.text());
}

#[test]
fn a_bots_reason_stands_below_its_own_move() {
    for size in SIZES {
        let mut stage = Stage::new("play machi --players me,impatient --seed 42", size, Theme::DARK);
        stage.command("pass");
        stage.keys("s");
        stage.wait(Duration::from_secs(5));
        // The end of the log, then what is above it.
        let mut text = stage.text();
        for _ in 0..3 {
            stage.key(KeyCode::PageUp);
            text = format!("{}\n{text}", stage.text());
        }
        let lines: Vec<&str> = text.lines().collect();
        let place = lines.iter().position(|line| line.contains("because: ")).expect(&text);
        let before = lines[place.saturating_sub(2)..place].concat();
        assert!(before.contains("builds ") || before.contains("impatient"), "{text}");
        assert!(text.contains("turns until victory"), "the whole reason is told: {text}");
    }
}

#[test]
fn all_of_the_insight_is_on_a_sheet() {
    let mut stage = Stage::new("play machi --players me,random --seed 42", SIZES[0], Theme::DARK);
    stage.keys("i");
    assert!(stage.shows("more: I shows all"), "{}", stage.text());
    stage.keys("I");
    assert!(stage.shows("more below"), "{}", stage.text());
    let mut stage = Stage::large("play machi --players me,random --seed 42");
    stage.keys("iI");
    for thing in ["wheat_field", "family_restaurant", "train_station", "nothing"] {
        assert!(stage.shows(thing), "{thing}: {}", stage.text());
    }
    assert!(stage.shows("you can build now") && stage.shows("than by nothing (95 %)"), "{}", stage.text());
    stage.key(KeyCode::Esc);
    assert!(stage.shows("what do you build?"), "{}", stage.text());
}

#[test]
fn insight_tells_income_rounds_and_chances() {
    let mut stage = Stage::large("play machi --players me,random --seed 42");
    stage.keys("i");
    assert!(stage.shows("your next turn: +"), "{}", stage.text());
    assert!(stage.shows("coins turns  wins") && stage.shows("you can build"), "{}", stage.text());
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

#[test]
fn a_hint_chooses_what_the_adviser_would_do_and_says_why() {
    let mut stage = Stage::new("play machi --players me,random --seed 42", (80, 24), Theme::DARK);
    assert!(stage.shows("Train 4, Mall 10, Park 16, Radio 22"), "{}", stage.text());
    stage.keys("h");
    assert!(stage.shows("hint: "), "{}", stage.text());
    stage.key(KeyCode::PageUp);
    stage.key(KeyCode::PageDown);
    assert!(stage.shows("chance to win"), "the whole reason is told: {}", stage.text());
    stage.key(KeyCode::Enter);
    assert!(stage.kept.last().is_some_and(|save| save.is_assisted));
}
