//! `tercet cards machi`.

use std::fs;
use std::path::Path;

use crate::shell::{golden, tercet};

fn example(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

#[test]
fn golden_tables() {
    golden("cards_machi.txt", &tercet("cards machi").prints());
    let all = "cards machi --for 4 --expansions harbor,millionaires_row,promo";
    golden("cards_machi_all.txt", &tercet(all).prints());
    golden("cards_machi.toml", &tercet("cards machi --toml").prints());
    golden("cards_machi.json", &tercet("cards machi --json").prints());
    let own = tercet("cards machi --cards").word(example("tea_house.toml")).prints();
    golden("cards_machi_own.txt", &own);
    assert_eq!(tercet("cards machi --cards").word(example("tea_house.json")).prints(), own);
}

#[test]
fn the_printed_files_load_to_the_same_cards() {
    let dir = tempfile::tempdir().unwrap();
    let sets = "--expansions harbor,millionaires_row,promo";
    let table = tercet(&format!("cards machi {sets}")).prints();
    for format in ["toml", "json"] {
        let name = format!("cards.{format}");
        let text = tercet(&format!("cards machi {sets} --{format}")).prints();
        fs::write(dir.path().join(&name), &text).unwrap();
        let checked = tercet(&format!("cards machi {sets} --check {name}")).dir(dir.path()).prints();
        assert_eq!(checked, format!("{name}: 39 cards, no errors\n"));
        let again = tercet(&format!("cards machi {sets} --cards {name}")).dir(dir.path());
        assert_eq!(again.prints(), table);
        let written = tercet(&format!("cards machi {sets} --cards {name} --{format}")).dir(dir.path());
        assert_eq!(written.prints(), text);
    }
}

const WRONG: &str = "[[card]]\nname = \"Tea House\"\ncolour = \"red\"\nrolls = [0]\ncost = -1\nicon = \"cup\"\n\
                     effect = \"bank 1\"\nspeed = 3\n\n[[card]]\nname = \"tea house\"\n";

#[test]
fn a_wrong_file_gets_all_of_its_errors() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("cards.toml"), WRONG).unwrap();
    let errors = "\
cards.toml:4: card 1 (Tea House), rolls: 0 is not from 1 to 14
cards.toml:5: card 1 (Tea House), cost: -1 is not from 0 to 99
cards.toml:7: card 1 (Tea House), effect: `bank 1` is for blue or green cards, not red
cards.toml:8: card 1 (Tea House), speed: there is no such field; a card has name, color (or colour), rolls, cost, icon, effect and copies
cards.toml:10: card 2 (tea house), color: it is missing
cards.toml:10: card 2 (tea house), rolls: it is missing
cards.toml:10: card 2 (tea house), cost: it is missing
cards.toml:10: card 2 (tea house), icon: it is missing
cards.toml:10: card 2 (tea house), effect: it is missing
cards.toml:11: card 2 (tea house), name: `tea house` is the name of card 1 too
";
    let done = tercet("cards machi --check cards.toml").dir(dir.path()).run();
    assert_eq!((done.out, done.err.as_str(), done.code), (format!("{errors}10 errors\n"), "", 1));
    for words in ["cards machi", "simulate machi --games 1", "play machi", "roll machi --jsonl"] {
        let refused = tercet(&format!("{words} --cards cards.toml")).dir(dir.path()).refuses();
        assert_eq!(refused + "\n", format!("the cards can't be played with:\n{errors}"), "{words}");
    }
}

#[test]
fn what_needs_an_expansion_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let text = "{\"cards\": [{\"name\": \"Raft\", \"color\": \"blue\", \"rolls\": 8, \"cost\": 2, \"icon\": \"boat\",\n\
                \"effect\": \"bank 2 if harbor\"}]}";
    fs::write(dir.path().join("raft"), text).unwrap();
    let check = |words: &str| tercet(&format!("cards machi --check raft {words}")).dir(dir.path()).run();
    let refused = "raft:2: card 1 (Raft), effect: `if harbor` needs the expansion harbor\n1 error\n";
    assert_eq!((check("").out.as_str(), check("").code), (refused, 1));
    assert_eq!(check("--expansions harbor").out, "raft: 1 card, no errors\n");
}

#[test]
fn broken_files_are_told_by_line_and_column() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.json"), "{\"cards\": [\n {\"name\": }\n]}").unwrap();
    let done = tercet("cards machi --check a.json").dir(dir.path()).run();
    assert_eq!((done.out.as_str(), done.code), ("a.json:2:11: expected value\n1 error\n", 1));
    assert_eq!(
        tercet("cards machi --check nowhere.toml").refuses(),
        "`nowhere.toml` can't be read: No such file or directory (os error 2)"
    );
}

#[test]
fn custom_cards_are_played_and_recorded() {
    let dir = tempfile::tempdir().unwrap();
    let play = tercet("play machi --seed 4 --record a.record --option turn_limit=20 --cards");
    let session =
        play.word(example("tea_house.toml")).dir(dir.path()).input("market\n".to_owned() + &"1\n".repeat(40));
    let output = session.prints();
    assert!(
        output.contains("\nCinema               purple     7    5    2  take 1 from each for every cup or"),
        "{output}"
    );
    let verified = tercet("replay a.record --verify").dir(dir.path()).prints();
    assert!(verified.starts_with("verified: machi, rules 1, "), "{verified}");
}
