//! `tercet solve set`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::shell::tercet;

const FOUR: &str = "1 Set in 4 cards\n1 2 3: one red solid diamond, two red solid diamonds, three red solid \
                    diamonds (1rsd 2rsd 3rsd)\n";

#[test]
fn cards_are_read_in_every_form() {
    assert_eq!(tercet("solve set 1rsd 2rsd 3rsd 2gto").prints(), FOUR);
    assert_eq!(tercet("solve set 0,1,2,49").prints(), FOUR);
    assert_eq!(tercet("solve set 0 1,2RSD,").word("3 red solid diamonds,2gto").run().code, 2);
    let mixed = tercet("solve set 0").word("two red solid diamonds, 3rsd").word("TWO ovals green striped");
    assert_eq!(mixed.prints(), FOUR);
    let empty = tercet("solve set 0 1 2").word("two outlined purple ovals").prints();
    assert_eq!(empty.lines().next(), Some("1 Set in 4 cards"));
}

#[test]
fn several_sets_come_in_the_order_of_positions() {
    let expected = "2 Sets in 5 cards\n\
        1 2 3: one red solid diamond, two red solid diamonds, three red solid diamonds (1rsd 2rsd 3rsd)\n\
        1 4 5: one red solid diamond, one green solid diamond, one purple solid diamond (1rsd 1gsd 1psd)\n";
    assert_eq!(tercet("solve set 0 1 2 3 6").prints(), expected);
}

#[test]
fn no_set_is_the_answer_no() {
    let no = |words: &str| {
        let done = tercet(words).run();
        assert_eq!((done.code, done.err.as_str()), (1, ""));
        done.out
    };
    assert_eq!(no("solve set 0 1 3"), "no Set in 3 cards\n");
    assert_eq!(no("solve set 5"), "no Set in 1 card\n");
    assert_eq!(no("solve set"), "no Set in 0 cards\n");
    assert_eq!(no("solve set 0 1 3 --json"), "{\"cards\":[0,1,3],\"sets\":[]}\n");
}

#[test]
fn json_counts_positions_from_zero() {
    let expected = "{\"cards\":[0,1,2,3,6],\"sets\":[[0,1,2],[0,3,4]]}\n";
    assert_eq!(tercet("solve set --json 0 1 2 3 6").prints(), expected);
}

#[test]
fn the_whole_deck_has_1080_sets() {
    let deck: Vec<String> = (0..81).map(|id| id.to_string()).collect();
    let all = tercet("solve set").word(deck.join(",")).prints();
    assert_eq!((all.lines().next(), all.lines().count()), (Some("1080 Sets in 81 cards"), 1081));
}

#[test]
fn wrong_cards_are_refused_by_name() {
    let how = "a card is `2rto`, `two red striped ovals` or an id from 0 to 80";
    assert_eq!(tercet("solve set 0 1 0").refuses(), "1rsd (one red solid diamond) is there twice");
    assert_eq!(
        tercet("solve set 2rto").word("two red striped ovals").refuses(),
        "2rto (two red striped ovals) is there twice"
    );
    assert_eq!(tercet("solve set 81").refuses(), "`81`: card ids are 0 to 80");
    assert_eq!(tercet("solve set 4rto").refuses(), format!("`4rto`: unknown word `4rto`; {how}"));
    assert_eq!(tercet("solve set two").refuses(), format!("`two`: not a card; {how}"));
    let pink = tercet("solve set").word("two pink striped ovals").refuses();
    assert_eq!(pink, format!("`two pink striped ovals`: unknown word `pink`; {how}"));
    let double = tercet("solve set").word("two red green ovals").refuses();
    assert_eq!(
        double,
        format!("`two red green ovals`: a second word for the same attribute: `green`; {how}")
    );
    let many: Vec<String> = (0..82).map(|id| (id % 81).to_string()).collect();
    assert_eq!(tercet("solve set").word(many.join(" ")).refuses(), "82 cards are too many; the deck has 81");
}

#[test]
fn lines_are_answered_in_their_place() {
    let lines = "{\"cards\":[0,1,2]}\n\n{\"cards\":[0,1]}\n[]\n{ \"n\": 1, \"cards\": [ 0, 81 ] }\n \t\r\n{\"cards\":[5,5]}\nx\n{\"cards\":[80,79,78]}";
    let done = tercet("solve set --jsonl").input(lines).run();
    let expected = "{\"sets\":[[0,1,2]]}\n{\"sets\":[]}\n\
        {\"error\":\"line 4: not an object; a line is {\\\"cards\\\":[0,1,2]}\"}\n\
        {\"error\":\"line 5: `81` is no card's id; ids are whole numbers from 0 to 80\"}\n\
        {\"error\":\"line 7: card 5 (three green solid diamonds) is there twice\"}\n\
        {\"error\":\"line 8: not JSON: expected value at column 1\"}\n\
        {\"sets\":[[0,1,2]]}\n";
    assert_eq!((done.out.as_str(), done.err.as_str(), done.code), (expected, "", 2));
    assert_eq!(tercet("solve set --jsonl").input("").prints(), "");
}

#[test]
fn every_line_is_answered_before_the_next_is_sent() {
    let mut command = tercet("solve set --jsonl").command();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for (line, answer) in
        [("{\"cards\":[0,1,2]}\n", "{\"sets\":[[0,1,2]]}\n"), ("{\"cards\":[]}\n", "{\"sets\":[]}\n")]
    {
        stdin.write_all(line.as_bytes()).unwrap();
        let mut got = String::new();
        stdout.read_line(&mut got).unwrap();
        assert_eq!(got, answer);
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn all_recorded_boards_have_their_recorded_answers() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/set/rules/tests/fixtures/public.jsonl.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let mut expected = String::new();
    for line in text.lines() {
        let board: Value = serde_json::from_str(line).unwrap();
        writeln!(expected, "{{\"sets\":{}}}", board["sets"]).unwrap();
    }
    assert_eq!(tercet("solve set --jsonl").input(text.clone()).prints(), expected);
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("boards.jsonl"), text).unwrap();
    assert_eq!(tercet("solve set --jsonl --input boards.jsonl").dir(dir.path()).prints(), expected);
}

#[test]
fn lines_and_cards_do_not_mix() {
    let first_line = |words: &str| tercet(words).refuses().lines().next().unwrap_or_default().to_owned();
    assert_eq!(
        first_line("solve set 0 1 2 --jsonl"),
        "the argument '[CARDS]...' cannot be used with '--jsonl'"
    );
    assert_eq!(
        tercet("solve set --jsonl --input nowhere.jsonl").refuses(),
        "`nowhere.jsonl` can't be read: No such file or directory (os error 2)"
    );
}
