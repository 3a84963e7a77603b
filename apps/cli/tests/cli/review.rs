//! `tercet review`: finished games looked at again.

use std::fs;

use serde_json::Value;

use crate::shell::tercet;

#[test]
fn a_record_is_reviewed_as_text_json_and_chart() {
    let dir = tempfile::tempdir().unwrap();
    tercet("play set --quiet --puzzle 2 --seed 5 --record puzzle.play").dir(dir.path()).prints();
    let text = tercet("review puzzle.play --chart curve.svg").dir(dir.path()).prints();
    for part in ["What was there", "Players", "Turning points", "No times were kept"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(fs::read_to_string(dir.path().join("curve.svg")).unwrap().starts_with("<svg"));
    let json: Value =
        serde_json::from_str(&tercet("review puzzle.play --json").dir(dir.path()).prints()).unwrap();
    assert_eq!((&json["game"], json["data"]["finds"].as_array().unwrap().len()), (&"set".into(), 2));
}

#[test]
fn a_game_of_the_archive_is_reviewed_once_and_kept() {
    let dir = tempfile::tempdir().unwrap();
    let played = "tournament machi --entrants random,ev --format round-robin --games 1 --seed 3 --data .";
    tercet(played).dir(dir.path()).prints();
    let review = || tercet("review 1 --json --data .").dir(dir.path()).prints();
    let first = review();
    assert_eq!(review(), first, "the kept one is the same");
    let json: Value = serde_json::from_str(&first).unwrap();
    assert_eq!(json["turning_points"].as_array().unwrap().len(), 3);
    let text = tercet("review 1 --data .").dir(dir.path()).prints();
    assert!(text.contains("Luck and skill") && text.contains("random"), "{text}");
}

#[test]
fn what_can_not_be_reviewed_is_said() {
    let dir = tempfile::tempdir().unwrap();
    tercet("play set --seed 42 --record game.record").dir(dir.path()).input("1 3 4\ndeal\n").prints();
    let open = tercet("review game.record").dir(dir.path()).refuses();
    assert!(open.contains("the game is not over"), "{open}");
    let chart = tercet("review game.record --chart curve.gif").dir(dir.path()).refuses();
    assert!(chart.contains("ends in .png or .svg"), "{chart}");
    tercet("review nowhere.record").dir(dir.path()).refuses();
}
