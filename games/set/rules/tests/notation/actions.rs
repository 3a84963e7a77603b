//! Cells, claims and actions.

use tercet_game::{Game, Notation};
use tercet_set::{Action, Cell, Claim, Config, SetGame};

const POSITIONS: &str = "positions are 1 to 21, and s1 to s3 for the Set on show";

fn complaint(text: &str) -> String {
    text.parse::<Action>().unwrap_err().to_string()
}

#[test]
fn every_cell_reads_back() {
    for index in 0..usize::from(Cell::COUNT) {
        let cell = Cell::new(index).unwrap();
        assert_eq!((cell.index(), cell.is_shown()), (index, index >= 21));
        assert_eq!(cell.to_string().parse(), Ok(cell));
    }
    assert_eq!((Cell::COUNT, Cell::SHOWN.index()), (24, 21));
    assert_eq!(Cell::new(24), None);
}

#[test]
fn what_is_no_cell_is_told() {
    for text in
        ["0", "22", "s0", "s4", "s", "", "01", "+1", "s01", "s+1", "-1", "1.0", "S1", "300", "x", "１"]
    {
        let error = text.parse::<Cell>().unwrap_err();
        assert_eq!(error.to_string(), format!("`{text}`: {POSITIONS}"));
    }
}

#[test]
fn actions_read_back_and_claims_ascend() {
    for (text, written) in [
        ("claim 2 5 9", "claim 2 5 9"),
        ("claim 9 2 5", "claim 2 5 9"),
        ("claim 21 1 20", "claim 1 20 21"),
        ("claim s1 4 3", "claim 3 4 s1"),
        ("claim s3 s1 s2", "claim s1 s2 s3"),
        ("claim 4 3 2 1", "claim 1 2 3 4"),
        ("claim  1  2\t3 ", "claim 1 2 3"),
        ("deal", "deal"),
        ("call", "call"),
    ] {
        let action: Action = text.parse().unwrap();
        assert_eq!(action.to_string(), written);
        assert_eq!(written.parse(), Ok(action));
    }
}

#[test]
fn claims_know_their_cells() {
    let claim: Claim = "9 2 5".parse().unwrap();
    assert_eq!(claim.cells().iter().map(|cell| cell.index()).collect::<Vec<_>>(), [1, 4, 8]);
    let four: Claim = "s3 9 2 5".parse().unwrap();
    assert_eq!(four.cells().len(), 4);
    assert_eq!(Claim::new(claim.cells()), Ok(claim));
    assert_eq!(format!("{claim:?} {four:?}"), "[1, 4, 8] [1, 4, 8, 23]");
}

#[test]
fn actions_are_ordered_claims_first() {
    let texts = ["claim 1 2 3", "claim 1 2 3 4", "claim 1 2 4", "claim 1 3 4", "claim 2 3 4", "deal", "call"];
    let mut actions: Vec<Action> = texts.iter().map(|text| text.parse().unwrap()).collect();
    actions.reverse();
    actions.sort();
    let claims =
        ["claim 1 2 3 4", "claim 1 2 3", "claim 1 2 4", "claim 1 3 4", "claim 2 3 4", "deal", "call"];
    assert_eq!(actions.iter().map(Action::to_string).collect::<Vec<_>>(), claims);
}

#[test]
fn a_claim_of_another_number_of_cells_is_told() {
    let names = "a claim names three positions (four for an ultraset), not";
    assert_eq!(complaint("claim 1 2"), format!("`1 2`: {names} 2"));
    assert_eq!(complaint("claim 7"), format!("`7`: {names} 1"));
    assert_eq!(complaint("claim "), format!("``: {names} 0"));
    assert_eq!(complaint("claim 5 4 3 2 1"), format!("`5 4 3 2 1`: {names} 5"));
}

#[test]
fn a_cell_twice_is_told() {
    let once = "a claim names each position once";
    assert_eq!(complaint("claim 1 2 2"), format!("`1 2 2`: {once}"));
    assert_eq!(complaint("claim 3 1 3 2"), format!("`3 1 3 2`: {once}"));
    assert_eq!(complaint("claim s1 s1 4"), format!("`s1 s1 4`: {once}"));
}

#[test]
fn a_cell_that_is_none_is_told_before_the_count() {
    assert_eq!(complaint("claim 0 1"), format!("`0`: {POSITIONS}"));
    assert_eq!(complaint("claim 1 2 22"), format!("`22`: {POSITIONS}"));
    assert_eq!(complaint("claim 1,2,3"), format!("`1,2,3`: {POSITIONS}"));
    assert_eq!(complaint("claim 1 2 two"), format!("`two`: {POSITIONS}"));
}

#[test]
fn what_is_no_action_is_told() {
    for text in ["", " ", "claim", "pass", "Deal", "deal 3", "call 1 2 3", " deal", "deal ", "claims 1 2 3"] {
        assert_eq!(complaint(text), format!("`{text}`: an action is `claim 2 5 9`, `deal` or `call`"));
    }
}

#[test]
fn the_game_reads_and_writes_the_same_texts() {
    let game = SetGame::new(&Config::default()).unwrap();
    let action = game.read_action("claim 9 2 5").unwrap();
    assert_eq!(game.action_text(action), "claim 2 5 9");
    let card = game.read_chance("two red striped ovals").unwrap();
    assert_eq!(game.chance_text(card), "2rto");
    let event = game.read_event("dealt 2rto at 7").unwrap();
    assert_eq!(game.event_text(&event), "dealt 2rto at 7");
    assert!(
        game.read_action("x").is_err() && game.read_chance("x").is_err() && game.read_event("x").is_err()
    );
}
